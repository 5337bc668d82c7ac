package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/store"
)

const adminUsage = `xiangqi-bot admin [-config FILE] COMMAND, for the operator of a bot that is running:

  person show ID              how much is stored of a person, and their games
  person export ID            all that is stored of a person, as they get it themselves
  person delete ID            delete a person's data, as they can do themselves
  game show NUMBER            a game: who plays, where, and how it stands
  game end NUMBER PERSON      end it as if a person resigned, or withdrew or declined a challenge
  guild list                  the servers that the bot is in
  guild leave ID              leave a server
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
	bot      *bot.Bot
	level    *slog.LevelVar // of the log
}

// do carries out a command and writes what it has to say.
func (o *console) do(ctx context.Context, args []string, stdout io.Writer) error {
	commands := map[string]struct {
		operands int
		do       func(ctx context.Context, operands []string, stdout io.Writer) error
	}{
		"person show":   {1, o.showPerson},
		"person export": {1, o.exportPerson},
		"person delete": {1, o.deletePerson},
		"game show":     {1, o.showGame},
		"game end":      {2, o.endGame},
		"guild list":    {0, o.listGuilds},
		"guild leave":   {1, o.leaveGuild},
		"announce":      {1, o.announce},
		"jobs":          {0, o.listJobs},
		"log level":     {1, o.setLevel},
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

// personOf checks the id of a person.
func personOf(id string) (game.Person, error) {
	if !isID(id) {
		return "", &usageError{fmt.Sprintf("%q is no id of a person; want 17 to 20 digits (in Discord: Copy User ID)", id)}
	}
	return game.Person(id), nil
}

func (o *console) showPerson(ctx context.Context, operands []string, stdout io.Writer) error {
	p, err := personOf(operands[0])
	if err != nil {
		return err
	}
	data, err := o.database.Privacy.PersonalData(ctx, p)
	if err != nil {
		return err
	}
	lines := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, table := range slices.Sorted(maps.Keys(data.Rows)) {
		_, _ = fmt.Fprintf(lines, "%s\t%d\n", table, len(data.Rows[table])) // Flush returns the error
	}
	for _, g := range data.Games {
		_, _ = fmt.Fprintln(lines, summary(g))
	}
	if len(data.Rows) == 0 && len(data.Games) == 0 {
		_, _ = fmt.Fprintln(lines, "nothing is stored")
	}
	return lines.Flush()
}

func (o *console) exportPerson(ctx context.Context, operands []string, stdout io.Writer) error {
	p, err := personOf(operands[0])
	if err != nil {
		return err
	}
	file, err := o.privacy.Export(ctx, game.Act{Actor: p})
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s\n", file)
	}
	return err
}

func (o *console) deletePerson(ctx context.Context, operands []string, stdout io.Writer) error {
	p, err := personOf(operands[0])
	if err != nil {
		return err
	}
	if err := o.privacy.Erase(ctx, game.Act{Actor: p}); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, "the data of the person is deleted")
	return err
}

// gameOf reads the game with a number.
func (o *console) gameOf(ctx context.Context, text string) (*game.Game, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number <= 0 {
		return nil, &usageError{fmt.Sprintf("%q is no number of a game", text)}
	}
	g, err := o.games.Game(ctx, game.ID(number))
	return g, inWords(err)
}

func (o *console) showGame(ctx context.Context, operands []string, stdout io.Writer) error {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, summary(g))
	return err
}

func (o *console) endGame(ctx context.Context, operands []string, stdout io.Writer) error {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return err
	}
	p, err := personOf(operands[1])
	if err != nil {
		return err
	}
	if !g.Involves(p) {
		return &usageError{fmt.Sprintf("person %s is not in game %d", p, g.ID)}
	}
	ended, err := o.games.Act(ctx, game.Act{Actor: p}, g.ID, func(g *game.Game, at time.Time) error { return g.Leave(p, at) })
	if err != nil {
		return inWords(err)
	}
	_, err = fmt.Fprintln(stdout, summary(ended))
	return err
}

// summary is a game in a line.
func summary(g *game.Game) string {
	line := fmt.Sprintf("game %d: %s, revision %d of %s, channel %s", g.ID, g.State, g.Revision, g.Updated.UTC().Format(time.DateTime), g.Channel)
	if g.Guild != "" {
		line += " of server " + g.Guild
	}
	for c, s := range g.Seats {
		if s.Person != "" {
			line += fmt.Sprintf(", %v %s", seatNames[c], s.Person)
		}
	}
	if g.State == game.Offered {
		line += fmt.Sprintf(", by %s", g.Challenger)
	}
	if g.State == game.Finished {
		line += fmt.Sprintf(", %v", g.Outcome)
	}
	return line
}

// seatNames are the sides in the order of their seats.
var seatNames = [2]string{"red", "black"}

// inWords is a refusal in words for an operator.
func inWords(err error) error {
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return fmt.Errorf("refused: %s", refusal.Code)
	}
	return err
}

func (o *console) listGuilds(ctx context.Context, _ []string, stdout io.Writer) error {
	servers, err := o.bot.Servers(ctx)
	for _, s := range servers {
		if err == nil {
			_, err = fmt.Fprintf(stdout, "%s  %s\n", s.ID, s.Name)
		}
	}
	return err
}

func (o *console) leaveGuild(ctx context.Context, operands []string, stdout io.Writer) error {
	if !isID(operands[0]) {
		return &usageError{fmt.Sprintf("%q is no id of a server; want 17 to 20 digits, as \"guild list\" shows them", operands[0])}
	}
	if err := o.bot.LeaveServer(ctx, operands[0]); err != nil {
		return err
	}
	_, err := fmt.Fprintln(stdout, "the bot has left the server")
	return err
}

func (o *console) announce(ctx context.Context, operands []string, stdout io.Writer) error {
	channels, err := o.database.Games.ActiveChannels(ctx)
	if err != nil {
		return err
	}
	posted, err := o.bot.PostNotice(ctx, channels, operands[0])
	if _, failed := fmt.Fprintf(stdout, "posted in %d of %d channels\n", posted, len(channels)); err == nil {
		err = failed
	}
	return err
}

func (o *console) listJobs(ctx context.Context, _ []string, stdout io.Writer) error {
	stats, err := o.database.Stats(ctx)
	if err != nil {
		return err
	}
	lines := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(lines, "kind\tstate\tjobs\tlate by")
	for _, job := range slices.SortedFunc(maps.Keys(stats.Jobs), func(a, b store.JobState) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.State, b.State))
	}) {
		late := ""
		if job.State == "available" {
			late = stats.Late[job.Kind].Round(time.Second).String()
		}
		_, _ = fmt.Fprintf(lines, "%s\t%s\t%d\t%s\n", job.Kind, job.State, stats.Jobs[job], late)
	}
	return lines.Flush()
}

func (o *console) setLevel(_ context.Context, operands []string, stdout io.Writer) error {
	level, err := logConfig{Level: operands[0]}.level()
	if err != nil {
		return &usageError{fmt.Sprintf("%q is no level; want debug, info, warn or error", operands[0])}
	}
	o.level.Set(level)
	_, err = fmt.Fprintf(stdout, "the bot logs from %s on until it is started again\n", operands[0])
	return err
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
		var said bytes.Buffer
		if err := o.do(r.Context(), args, &said); err != nil {
			status := http.StatusInternalServerError
			if is[*usageError](err) {
				status = http.StatusBadRequest
			}
			out.WriteHeader(status)
			_, _ = fmt.Fprintf(&said, "%v", err)
		}
		_, _ = said.WriteTo(out) // who asked is gone
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
