package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"xiangqibot/bot"
)

// firstConfig is what setUp writes. Its text is completed with the path of the token.
const firstConfig = `# config.example.yaml has every key with its default and meaning.
database: sqlite:data/xiangqi.db
discord:
  token_file: %q
backup:
  folder: data/backups
`

const firstQuestion = `The bot needs a token: make an application at https://discord.com/developers/applications,
open "Bot", press "Reset Token" and copy what it shows.
Token (it stays hidden): `

func setupCommand(flags *flag.FlagSet) action {
	path := flags.String("config", "config.yaml", "the `FILE` to write; the token goes into the file token beside it")
	return func(ctx context.Context, _ []string, stdout io.Writer) error {
		return setUp(ctx, *path, os.Stdin, stdout)
	}
}

// setUp asks for a token, has Discord check it, and writes the token and a configuration to new files, path and token
// beside it, which only their owner can read. It prints how the bot is invited and started.
func setUp(ctx context.Context, path string, stdin *os.File, stdout io.Writer) error {
	secret := filepath.Join(filepath.Dir(path), "token")
	for _, file := range []string{path, secret} {
		if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
			return &permanentError{fmt.Errorf("%s exists already, or cannot be looked at; remove it, "+
				"or name another folder with -config FOLDER/config.yaml", file)}
		}
	}
	c, err := loadConfig("", defaultConfig()) // what the environment sets, such as another address of Discord
	if err != nil {
		return err
	}
	if _, err := io.WriteString(stdout, firstQuestion); err != nil {
		return err
	}
	token, err := readSecret(stdin)
	if err != nil {
		return fmt.Errorf("the token could not be read: %w", err)
	}
	if _, err := fmt.Fprintln(stdout); err != nil {
		return err
	}
	found, err := c.Discord.inspect(ctx, token)
	if err != nil {
		return err
	}
	if err := writeNew(secret, token+"\n"); err != nil {
		return err
	}
	if err := writeNew(path, fmt.Sprintf(firstConfig, secret)); err != nil {
		return err
	}
	if err := printInspection(found, stdout); err != nil {
		return err
	}
	start := "xiangqi-bot serve -config " + path
	if path == unitConfig {
		start = "systemctl enable --now xiangqi-bot"
	}
	_, err = fmt.Fprintf(stdout, "%s and %s are written.\nStart the bot:  %s\n", path, secret, start)
	return err
}

// unitConfig is the configuration of the systemd unit in docs/hosting, which the packages install.
const unitConfig = "/etc/xiangqi-bot/config.yaml"

// readSecret reads a line, which a terminal does not show.
func readSecret(stdin *os.File) (string, error) {
	if fd := int(stdin.Fd()); term.IsTerminal(fd) {
		text, err := term.ReadPassword(fd)
		return strings.TrimSpace(string(text)), err
	}
	text, err := bufio.NewReader(stdin).ReadString('\n')
	if errors.Is(err, io.EOF) {
		err = nil // the last line may have no end
	}
	return strings.TrimSpace(text), err
}

// writeNew writes a file that must not exist yet, for its owner alone.
func writeNew(path, text string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // whoever runs the program names it
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// inspect asks Discord about the bot with a token.
func (c discordConfig) inspect(ctx context.Context, token string) (bot.Inspection, error) {
	return bot.Inspect(ctx, token, c.transport(), bot.Messages(c.Messages), c.Transport == overHTTP)
}

// printInspection says what Discord says of the bot.
func printInspection(found bot.Inspection, stdout io.Writer) error {
	_, err := fmt.Fprintf(stdout, "Discord knows the bot as %s; servers: %d.\nInvite the bot: %s\n",
		found.Name, found.Servers, found.Invite)
	for _, problem := range found.Problems {
		if err == nil {
			_, err = fmt.Fprintf(stdout, "Missing: %s.\n", problem)
		}
	}
	return err
}
