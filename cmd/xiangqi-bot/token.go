package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Where the bot's token comes from, besides a file that the configuration names. A container engine keeps such a file
// as a secret, and systemd as a credential.
const (
	tokenVariable     = "DISCORD_TOKEN"
	tokenFileVariable = "DISCORD_TOKEN_FILE"
	tokenCredential   = "discord_token" // as the unit calls it
)

const noToken = "no token: run \"xiangqi-bot setup\", or set the environment variable DISCORD_TOKEN to the bot's token, or " +
	"DISCORD_TOKEN_FILE to the path of a file that holds it; you get one at https://discord.com/developers/applications " +
	"(your application, Bot, Reset Token). To try the bot without one: xiangqi-bot play"

// token returns the bot's token: that of the environment, or else of systemd, or else of the file that the
// configuration names. Errors are a *permanentError.
func (c discordConfig) token() (string, error) {
	token, path := os.Getenv(tokenVariable), os.Getenv(tokenFileVariable)
	switch {
	case token != "" && path != "":
		return "", &permanentError{errors.New("both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set; set one of them")}
	case token != "":
		return token, nil
	case path != "":
		return tokenIn(tokenFileVariable, path)
	}
	if folder := os.Getenv("CREDENTIALS_DIRECTORY"); folder != "" {
		token, err := tokenIn("the credential "+tokenCredential, filepath.Join(folder, tokenCredential))
		if !errors.Is(err, fs.ErrNotExist) {
			return token, err
		}
	}
	if c.TokenFile != "" {
		return tokenIn("discord.token_file", c.TokenFile)
	}
	return "", &permanentError{errors.New(noToken)}
}

// tokenIn reads a token from a file, of which source says who named it.
func tokenIn(source, path string) (string, error) {
	text, err := os.ReadFile(path) //nolint:gosec // whoever runs the program names the file
	if err != nil {
		return "", &permanentError{fmt.Errorf("%s: %w", source, err)}
	}
	return strings.TrimSpace(string(text)), nil
}

// environment returns the environment of an external program: all variables but those about the bot's token.
func environment() []string {
	var passed []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, tokenVariable) {
			passed = append(passed, variable)
		}
	}
	return passed
}
