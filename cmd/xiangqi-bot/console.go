package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/operator"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
)

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

func (o *console) showPerson(ctx context.Context, operands []string) (string, error) {
	data, err := o.database.Privacy.PersonalData(ctx, game.Person(operands[0]))
	if err != nil {
		return "", err
	}
	var lines []string
	for _, table := range slices.Sorted(maps.Keys(data.Rows)) {
		lines = append(lines, fmt.Sprintf("%s\t%d", table, len(data.Rows[table])))
	}
	for _, g := range data.Games {
		lines = append(lines, summary(g))
	}
	if len(lines) == 0 {
		return "nothing is stored", nil
	}
	return aligned(lines), nil
}

func (o *console) exportPerson(ctx context.Context, operands []string) (string, error) {
	file, err := o.privacy.Export(ctx, game.Act{Actor: game.Person(operands[0])})
	return string(file), err
}

func (o *console) deletePerson(ctx context.Context, operands []string) (string, error) {
	if err := o.privacy.Erase(ctx, game.Act{Actor: game.Person(operands[0])}); err != nil {
		return "", err
	}
	return "the data of the person is deleted", nil
}

// gameOf reads the game with a number.
func (o *console) gameOf(ctx context.Context, text string) (*game.Game, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number <= 0 {
		return nil, &usageError{fmt.Sprintf("%q is not the number of a game", text)}
	}
	return o.games.Game(ctx, game.ID(number))
}

func (o *console) showGame(ctx context.Context, operands []string) (string, error) {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return "", err
	}
	return summary(g), nil
}

func (o *console) endGame(ctx context.Context, operands []string) (string, error) {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return "", err
	}
	p := game.Person(operands[1])
	if !g.Involves(p) {
		return "", &usageError{fmt.Sprintf("person %s is not in game %d", p, g.ID)}
	}
	g, err = o.games.Act(ctx, game.Act{Actor: p}, g.ID, func(g *game.Game, at time.Time) error { return game.Leave(g, p, at) })
	if err != nil {
		return "", err
	}
	return summary(g), nil
}

func (o *console) voidGame(ctx context.Context, operands []string) (string, error) {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return "", err
	}
	if g, err = o.operator.Void(ctx, g.ID); err != nil {
		return "", err
	}
	return summary(g), nil
}

// summary is a game in a line.
func summary(g *game.Game) string {
	line := fmt.Sprintf("game %d: %s, revision %d of %s, channel %s", g.ID, g.State, g.Revision, g.Updated.UTC().Format(time.DateTime), g.Channel)
	if g.Guild != "" {
		line += " of server " + g.Guild
	}
	for c, s := range g.Seats {
		if s.Person != "" {
			line += fmt.Sprintf(", %v %s", board.Color(c), s.Person)
		}
	}
	if g.State == game.Offered {
		line += fmt.Sprintf(", by %s", g.Challenger)
	}
	if g.State == game.Finished {
		line += fmt.Sprintf(", %v by %v", g.Outcome, g.End)
	}
	return line
}

func (o *console) listGuilds(ctx context.Context, _ []string) (string, error) {
	servers, err := o.bot.Servers(ctx)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, s := range servers {
		lines = append(lines, s.ID+"  "+s.Name)
	}
	return strings.Join(lines, "\n"), nil
}

func (o *console) leaveGuild(ctx context.Context, operands []string) (string, error) {
	if err := o.bot.LeaveServer(ctx, operands[0]); err != nil {
		return "", err
	}
	return "the bot has left the server", nil
}

func (o *console) showGuild(ctx context.Context, operands []string) (string, error) {
	server, err := o.operator.Server(ctx, operands[0])
	if err != nil {
		return "", err
	}
	var lines []string
	for _, table := range slices.Sorted(maps.Keys(server.Rows)) {
		lines = append(lines, fmt.Sprintf("%s\t%d", table, server.Rows[table]))
	}
	lines = append(lines, fmt.Sprintf("open games\t%d", server.Open))
	if !server.Departed.IsZero() {
		lines = append(lines, "the bot left it\t"+server.Departed.UTC().Format(time.DateTime))
	}
	if server.Blocked {
		lines = append(lines, "it is blocked")
	}
	return aligned(lines), nil
}

func (o *console) forgetGuild(ctx context.Context, operands []string) (string, error) {
	if err := o.operator.Forget(ctx, operands[0]); err != nil {
		return "", err
	}
	return "the server is forgotten; games and results stay with their people", nil
}

func (o *console) blockGuild(ctx context.Context, operands []string) (string, error) {
	blocked, err := o.block(ctx, operands)
	if err != nil {
		return "", err
	}
	servers, err := o.bot.Servers(ctx)
	for _, s := range servers {
		if s.ID == operands[0] {
			left, err := o.leaveGuild(ctx, operands)
			return strings.TrimSpace(blocked + "\n" + left), err
		}
	}
	return blocked, err
}

// block blocks a person or a server; unblock undoes it.
func (o *console) block(ctx context.Context, operands []string) (string, error) {
	return decide(ctx, operands[0], o.operator.Block, "is blocked", "was blocked before")
}

func (o *console) unblock(ctx context.Context, operands []string) (string, error) {
	return decide(ctx, operands[0], o.operator.Unblock, "is no longer blocked", "was not blocked")
}

// decide changes something about an id, and says whether it was different before.
func decide(
	ctx context.Context, id string, do func(context.Context, string) (bool, error), done, before string,
) (string, error) {
	switch changed, err := do(ctx, id); {
	case err != nil:
		return "", err
	case changed:
		return id + " " + done, nil
	}
	return id + " " + before, nil
}

func (o *console) announce(ctx context.Context, operands []string) (string, error) {
	channels, err := o.database.Games.ActiveChannels(ctx)
	if err != nil {
		return "", err
	}
	posted, err := o.bot.PostNotice(ctx, channels, operands[0])
	return fmt.Sprintf("posted in %d of %d channels", posted, len(channels)), err
}

func (o *console) listJobs(ctx context.Context, _ []string) (string, error) {
	stats, err := o.database.Stats(ctx)
	if err != nil {
		return "", err
	}
	lines := []string{"kind\tstate\tjobs\tlate by"}
	for _, job := range slices.SortedFunc(maps.Keys(stats.Jobs), func(a, b jobs.State) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.State, b.State))
	}) {
		late := ""
		if job.State == "available" {
			late = stats.Late[job.Kind].Round(time.Second).String()
		}
		lines = append(lines, fmt.Sprintf("%s\t%s\t%d\t%s", job.Kind, job.State, stats.Jobs[job], late))
	}
	return aligned(lines), nil
}

func (o *console) setLevel(_ context.Context, operands []string) (string, error) {
	level, err := logConfig{Level: operands[0]}.level()
	if err != nil {
		return "", &usageError{fmt.Sprintf("%q is not a level; want debug, info, warn or error", operands[0])}
	}
	o.level.Set(level)
	return fmt.Sprintf("the bot logs at level %s until it is restarted", operands[0]), nil
}

// aligned formats lines, whose cells are separated by tabs, in columns.
func aligned(lines []string) string {
	var out strings.Builder
	cells := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	_, _ = io.WriteString(cells, strings.Join(lines, "\n"))
	_ = cells.Flush() // the builder takes everything
	return out.String()
}
