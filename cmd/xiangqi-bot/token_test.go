package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
)

// trusting gives every REST call the token that the playground accepts, whatever the bot's own: what is left to refuse
// the bot is the gateway.
type trusting struct {
	http.RoundTripper
	token string
}

func (t trusting) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Authorization") != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bot "+t.token)
	}
	return t.RoundTripper.RoundTrip(r)
}

// A token that Discord refuses ends the program with an error that says what to do, whether it is refused by REST or by
// the gateway. The token itself is not logged.
func TestRefusedToken(t *testing.T) {
	world := startWorld(t, playground.Options{})
	first := base64.RawStdEncoding.EncodeToString([]byte(playground.ApplicationID))
	const secret = "not-the-right-one"
	for name, transport := range map[string]http.RoundTripper{
		"by REST":        world.Transport(),
		"by the gateway": trusting{world.Transport(), world.Token()},
	} {
		t.Run(name, func(t *testing.T) {
			var logged bytes.Buffer
			c := defaultConfig()
			c.Admin.Socket = ""
			c.Database = "sqlite:" + filepath.Join(t.TempDir(), "xiangqi.db")
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			err := runBot(ctx, c, discord{token: first + ".x." + secret, transport: transport, clock: time.Now},
				slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
			if err == nil || !strings.Contains(err.Error(), "the bot token is not accepted; make a new one at https://discord.com/developers/applications") {
				t.Errorf("the program ended with %v", err)
			}
			if got := exitStatus(err); got != exitConfig {
				t.Errorf("the exit status is %d, want %d", got, exitConfig)
			}
			if output := logged.String() + err.Error(); strings.Contains(output, secret) {
				t.Errorf("the token was logged:\n%s", output)
			}
		})
	}
}

// The token is in a variable, in a file that a variable names, or in systemd's folder of credentials.
func TestWhereTheTokenIs(t *testing.T) {
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, tokenCredential), []byte("of-a-file\n"), 0o600))
	for name, test := range map[string]struct{ token, file, credentials, configured, want, refusal string }{
		"a variable":       {token: "of-a-variable", credentials: folder, want: "of-a-variable"},
		"a file":           {file: filepath.Join(folder, tokenCredential), want: "of-a-file"},
		"a credential":     {credentials: folder, want: "of-a-file"},
		"none":             {refusal: "no token"},
		"other secrets":    {credentials: t.TempDir(), refusal: "no token"},
		"two":              {token: "of-a-variable", file: "x", refusal: "both DISCORD_TOKEN and DISCORD_TOKEN_FILE"},
		"configured":       {configured: filepath.Join(folder, tokenCredential), want: "of-a-file"},
		"configured too":   {token: "of-a-variable", configured: "x", want: "of-a-variable"},
		"configured, none": {configured: filepath.Join(folder, "none"), refusal: "discord.token_file: open "},
		"a missing file":   {file: filepath.Join(folder, "none"), refusal: "DISCORD_TOKEN_FILE: open "},
	} {
		t.Setenv(tokenVariable, test.token)
		t.Setenv(tokenFileVariable, test.file)
		t.Setenv("CREDENTIALS_DIRECTORY", test.credentials)
		got, err := discordConfig{TokenFile: test.configured}.token()
		if got != test.want || (err != nil) != (test.refusal != "") || err != nil && !strings.Contains(err.Error(), test.refusal) {
			t.Errorf("%s: %q, %v; want %q, %q", name, got, err, test.want, test.refusal)
		}
	}
}
