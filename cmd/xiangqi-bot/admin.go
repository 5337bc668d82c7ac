package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"xiangqibot/bot/game"
)

// operatorCommands are what "xiangqi-bot admin" can ask of a running bot.
var operatorCommands = []struct {
	name     string
	operands string // their names
	summary  string
	do       func(o *console, ctx context.Context, operands []string) (output string, err error)
}{
	{"person show", "ID", "how much is stored of a person, and their games", (*console).showPerson},
	{"person export", "ID", "all that is stored of a person, as they get it themselves", (*console).exportPerson},
	{"person delete", "ID", "delete a person's data, as they can do themselves", (*console).deletePerson},
	{"person block", "ID", "refuse what a person asks for", (*console).block},
	{"person unblock", "ID", "end that", (*console).unblock},
	{"game show", "NUMBER", "a game: who plays, where, and its state", (*console).showGame},
	{"game end", "NUMBER PERSON", "end it as if a person resigned, or withdrew or declined a challenge", (*console).endGame},
	{"game void", "NUMBER", "call it off: nobody wins, and ratings are as before", (*console).voidGame},
	{"guild list", "", "the servers that the bot is in", (*console).listGuilds},
	{"guild show", "ID", "how much is stored of a server", (*console).showGuild},
	{"guild leave", "ID", "leave a server", (*console).leaveGuild},
	{"guild block", "ID", "leave it and refuse to come back", (*console).blockGuild},
	{"guild unblock", "ID", "end that", (*console).unblock},
	{"guild forget", "ID", "delete what is stored of a server; games stay with their players", (*console).forgetGuild},
	{"announce", "TEXT", "post a text in every channel with an active game", (*console).announce},
	{"jobs", "", "jobs still to be done, and how late they are", (*console).listJobs},
	{"log level", "LEVEL", "log from debug, info, warn or error on, until the next start", (*console).setLevel},
}

func adminCommand(flags *flag.FlagSet) action {
	path := configFlag(flags)
	usage := flags.Usage
	flags.Usage = func() {
		usage()
		lines := tabwriter.NewWriter(flags.Output(), 0, 0, 2, ' ', 0)
		for _, c := range operatorCommands {
			_, _ = fmt.Fprintf(lines, "  %s %s\t%s\n", c.name, c.operands, c.summary) // it is only help
		}
		_ = lines.Flush()
	}
	return func(ctx context.Context, operands []string, stdout io.Writer) error {
		if len(operands) == 0 {
			flags.SetOutput(stdout)
			flags.Usage()
			return nil
		}
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return send(ctx, c, operands, stdout)
	}
}

// do carries out a command and writes its output to stdout.
func (o *console) do(ctx context.Context, args []string, stdout io.Writer) error {
	line := strings.Join(args, " ")
	for _, c := range operatorCommands {
		if line != c.name && !strings.HasPrefix(line, c.name+" ") {
			continue
		}
		operands, want := args[len(strings.Fields(c.name)):], strings.Fields(c.operands)
		if len(operands) != len(want) {
			return &usageError{fmt.Sprintf("admin %s: want %s; operands given: %d", c.name, cmp.Or(c.operands, "none"), len(operands))}
		}
		for i, operand := range operands {
			if err := checkID(c.name, want[i], operand); err != nil {
				return err
			}
		}
		output, err := c.do(o, ctx, operands)
		if output != "" {
			_, writeErr := fmt.Fprintln(stdout, output)
			err = cmp.Or(err, writeErr)
		}
		if refusal, ok := errors.AsType[*game.Refusal](err); ok {
			return errors.New("refused: " + string(refusal.Code))
		}
		return err
	}
	return &usageError{fmt.Sprintf("no command %q; \"xiangqi-bot admin\" lists them", line)}
}

// checkID checks an operand that has to be the id of a person or of a server.
func checkID(command, operand, text string) error {
	switch {
	case isID(text):
	case operand == "PERSON", operand == "ID" && strings.HasPrefix(command, "person "):
		return &usageError{fmt.Sprintf("%q is not the id of a person; want 17 to 20 digits (in Discord: Copy User ID)", text)}
	case operand == "ID":
		return &usageError{fmt.Sprintf("%q is not the id of a server; want 17 to 20 digits, as \"guild list\" shows them", text)}
	}
	return nil
}

// serve carries out what "xiangqi-bot admin" sends to a socket, until ctx ends. Only the bot's user may write to the
// socket.
func (o *console) serve(ctx context.Context, path string, log *slog.Logger) error {
	if conn, err := new(net.Dialer).DialContext(ctx, "unix", path); err == nil {
		log.Warn("another process of the bot has the socket of admin; this one cannot be asked", "path", path)
		return conn.Close()
	}
	// A process that was killed has left it.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) { //nolint:gosec // whoever runs the program names the file
		return fmt.Errorf("admin.socket: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil { //nolint:gosec // whoever runs the program names the file
		return fmt.Errorf("admin.socket: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return fmt.Errorf("admin.socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil { //nolint:gosec // whoever runs the program names the file
		return errors.Join(fmt.Errorf("admin.socket: %w", err), listener.Close())
	}
	return serveOn(ctx, listener, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		var args []string
		if err := json.NewDecoder(http.MaxBytesReader(out, r.Body, 1<<16)).Decode(&args); err != nil {
			http.Error(out, err.Error(), http.StatusBadRequest)
			return
		}
		log.Info("an operator asks", "command", strings.Join(args, " "))
		var output bytes.Buffer
		if err := o.do(r.Context(), args, &output); err != nil {
			status := http.StatusInternalServerError
			if is[*usageError](err) {
				status = http.StatusBadRequest
			}
			out.WriteHeader(status)
			_, _ = fmt.Fprintf(&output, "%v", err)
		}
		_, _ = output.WriteTo(out) // the client has disconnected
	}))
}

// send sends a command to the bot that runs with this configuration, and prints its answer.
func send(ctx context.Context, c config, args []string, stdout io.Writer) error {
	if c.Admin.Socket == "" {
		return &permanentError{errors.New("nobody can be asked: set admin.socket in the configuration")}
	}
	body, err := json.Marshal(args)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://bot/", bytes.NewReader(body))
	if err != nil {
		return err
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", c.Admin.Socket)
	}}
	defer transport.CloseIdleConnections()
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("no running bot answers at admin.socket: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	if answer.StatusCode == http.StatusOK {
		_, err = io.Copy(stdout, answer.Body)
		return err
	}
	text, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return err
	case answer.StatusCode == http.StatusBadRequest:
		return &usageError{string(text)}
	}
	return errors.New(string(text))
}
