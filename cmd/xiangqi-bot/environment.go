package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// This file reads the environment: keys of the configuration, and the token, which is not among them.

// Where the bot's token comes from: the environment, or a file that it names. A container engine keeps such a file as a
// secret, and systemd as a credential.
const (
	tokenVariable     = "DISCORD_TOKEN"
	tokenFileVariable = "DISCORD_TOKEN_FILE"
	tokenCredential   = "discord_token" // as the unit calls it
)

const noToken = "no token: set the environment variable DISCORD_TOKEN to the bot's token, or DISCORD_TOKEN_FILE to the " +
	"path of a file that holds it; you get one at https://discord.com/developers/applications " +
	"(your application, Bot, Reset Token). To try the bot without one: xiangqi-bot play"

// readToken returns the bot's token. Errors are a *permanentError.
func readToken() (string, error) {
	token, path := os.Getenv(tokenVariable), os.Getenv(tokenFileVariable)
	switch {
	case token != "" && path != "":
		return "", &permanentError{errors.New("both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set; set one of them")}
	case token != "":
		return token, nil
	case path != "":
		text, err := os.ReadFile(path) //nolint:gosec // whoever runs the program names the file
		if err != nil {
			return "", &permanentError{fmt.Errorf("%s: %w", tokenFileVariable, err)}
		}
		return strings.TrimSpace(string(text)), nil
	}
	if folder := os.Getenv("CREDENTIALS_DIRECTORY"); folder != "" {
		text, err := os.ReadFile(filepath.Join(folder, tokenCredential)) //nolint:gosec // systemd names the folder
		if err == nil {
			return strings.TrimSpace(string(text)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", &permanentError{fmt.Errorf("the credential %s: %w", tokenCredential, err)}
		}
	}
	return "", &permanentError{errors.New(noToken)}
}

// variablePrefix begins the names of the environment variables that set keys.
const variablePrefix = "XIANGQI_"

// variableOf returns the environment variable that sets a key: XIANGQI_ENGINE_TABLE_MB for engine.table_mb.
func variableOf(key string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// environmentOf returns the keys that an environment sets. What begins like them and is none is not for us: Kubernetes
// sets XIANGQI_PORT for a service that is called xiangqi.
func environmentOf(environ []string) map[string]string {
	set := make(map[string]string)
	for _, key := range keysOf(reflect.TypeFor[config](), "") {
		for _, variable := range environ {
			if value, is := strings.CutPrefix(variable, variableOf(key)+"="); is {
				set[key] = value
			}
		}
	}
	return set
}
