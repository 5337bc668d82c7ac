package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/operator"
	"xiangqibot/store"
)

const adminUsage = `xiangqi-bot admin [-config FILE] COMMAND, for the operator of a bot that is running:

  person show ID              how much is stored of a person, and their games
  person export ID            all that is stored of a person, as they get it themselves
  person delete ID            delete a person's data, as they can do themselves
  person block ID             refuse what a person asks for; "person unblock ID" ends that
  game show NUMBER            a game: who plays, where, and how it stands
  game end NUMBER PERSON      end it as if a person resigned, or withdrew or declined a challenge
  game void NUMBER            call it off: nobody wins, and ratings are as before
  guild list                  the servers that the bot is in
  guild show ID               how much is stored of a server
  guild leave ID              leave a server
  guild block ID              leave it and refuse to come back; "guild unblock ID" ends that
  guild forget ID             delete what is stored of a server; games stay with their people
  announce TEXT               post a text in every channel with a game that goes on
  jobs                        jobs still to be done, and how late they are
  log level LEVEL             log from debug, info, warn or error on, until the next start
`

// console carries out the commands of an operator in the process of the bot: the database belongs to that process, and
// what people can do is done through the same services.
type console struct {
	database *store.DB
	games    *game.Service
	privacy  *member.Privacy
	operator *operator.Service
	bot      *bot.Bot
	level    *slog.LevelVar // of the log
}

// do carries out a command and writes what it has to say.
func (o *console) do(ctx context.Context, args []string, stdout io.Writer) error {
	commands := map[string]struct {
		operands int
		do       func(ctx context.Context, operands []string, stdout io.Writer) error
	}{
		"person show":  {1, o.showPerson},
		"person block": {1, o.block}, "person unblock": {1, o.unblock},
		"person export": {1, o.exportPerson},
		"person delete": {1, o.deletePerson},
		"game show":     {1, o.showGame},
		"game end":      {2, o.endGame},
		"game void":     {1, o.voidGame},
		"guild list":    {0, o.listGuilds},
		"guild leave":   {1, o.leaveGuild},
		"guild show":    {1, o.showGuild}, "guild forget": {1, o.forgetGuild},
		"guild block": {1, o.blockGuild}, "guild unblock": {1, o.unblock},
		"announce":  {1, o.announce},
		"jobs":      {0, o.listJobs},
		"log level": {1, o.setLevel},
	}
	for words := 1; words <= min(2, len(args)); words++ {
		name, operands := strings.Join(args[:words], " "), args[words:]
		c, known := commands[name]
		if known && len(operands) != c.operands {
			return &usageError{fmt.Sprintf("admin %s: want %d more words, not %d", name, c.operands, len(operands))}
		}
		if known {
			return c.do(ctx, operands, stdout)
		}
	}
	return &usageError{fmt.Sprintf("no command %q; \"xiangqi-bot admin\" lists them", strings.Join(args, " "))}
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

// admin sends a command to the bot that runs with this configuration, and prints its answer.
func admin(ctx context.Context, c config, args []string, stdout io.Writer) error {
	if len(args) == 0 {
		_, err := io.WriteString(stdout, adminUsage)
		return err
	}
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
