package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
)

// From a token to a configuration with which the bot starts: what Discord rejects is not written, and what is written
// belongs to its owner alone.
func TestSetUp(t *testing.T) {
	world := startWorld(t, playground.Options{})
	t.Chdir(t.TempDir())
	t.Setenv(tokenVariable, "")
	t.Setenv("XIANGQI_DISCORD_API", world.URL())
	setUp := func(token string) (string, error) {
		t.Helper()
		typed := filepath.Join(t.TempDir(), "typed")
		must(t, os.WriteFile(typed, []byte(token), 0o600))
		stdin := gametest.OK(os.Open(typed))(t)
		defer stdin.Close()
		var output strings.Builder
		err := setUp(t.Context(), "config.yaml", stdin, &output)
		return output.String(), err
	}
	for token, want := range map[string]string{
		"my client secret": "the token contains blanks",
		"secret":           "not a bot token",
		"":                 "no token",
		strings.Replace(world.Token(), ".", ".x", 1): "the bot token is not accepted",
	} {
		if _, err := setUp(token); err == nil || !strings.Contains(err.Error(), want) || exitStatus(err) != exitConfig {
			t.Errorf("%q ends with %v, want %q and status %d", token, err, want, exitConfig)
		}
	}
	if _, err := os.Lstat("token"); err == nil {
		t.Fatal("a token was written that Discord rejects")
	}

	output := gametest.OK(setUp(world.Token()))(t)
	for _, want := range []string{"; servers: 1", "Invite the bot: https://discord.com/oauth2/authorize?", "serve -config config.yaml"} {
		if !strings.Contains(output, want) {
			t.Errorf("it does not print %q:\n%s", want, output)
		}
	}
	if strings.Contains(output, world.Token()) {
		t.Error("it prints the token")
	}
	for _, path := range []string{"config.yaml", "token"} {
		info := gametest.OK(os.Stat(path))(t)
		if mode := info.Mode().Perm(); mode != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s has the mode %v, want %v", path, mode, fs.FileMode(0o600))
		}
	}
	c := gametest.OK(loadConfig("config.yaml", defaultConfig()))(t)
	if token, err := c.Discord.token(); err != nil || token != world.Token() {
		t.Errorf("the configuration leads to the token %q, %v", token, err)
	}
	if _, err := setUp(world.Token()); err == nil || !strings.Contains(err.Error(), "config.yaml exists already") {
		t.Errorf("a second setup ends with %v", err)
	}

	// What is missing at Discord is what check -online reports.
	var checked strings.Builder
	if err := check(t.Context(), "config.yaml", c, true, &checked); err != nil {
		t.Errorf("check -online: %v\n%s", err, &checked)
	}
	c.Discord.Messages = "all"
	checked.Reset()
	err := check(t.Context(), "config.yaml", c, true, &checked)
	if err == nil || !strings.Contains(checked.String(), `Missing: discord.messages is all`) {
		t.Errorf("check -online without the intent: %v\n%s", err, &checked)
	}
}
