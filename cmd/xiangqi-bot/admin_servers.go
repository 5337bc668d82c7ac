package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"xiangqibot/store/jobs"
)

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
	if err := checkGuild(operands[0]); err != nil {
		return err
	}
	if err := o.bot.LeaveServer(ctx, operands[0]); err != nil {
		return err
	}
	_, err := fmt.Fprintln(stdout, "the bot has left the server")
	return err
}

// checkGuild checks the id of a server.
func checkGuild(id string) error {
	if !isID(id) {
		return &usageError{fmt.Sprintf("%q is not the id of a server; want 17 to 20 digits, as \"guild list\" shows them", id)}
	}
	return nil
}

func (o *console) showGuild(ctx context.Context, operands []string, stdout io.Writer) error {
	if err := checkGuild(operands[0]); err != nil {
		return err
	}
	server, err := o.operator.Server(ctx, operands[0])
	if err != nil {
		return err
	}
	lines := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, table := range slices.Sorted(maps.Keys(server.Rows)) {
		_, _ = fmt.Fprintf(lines, "%s\t%d\n", table, server.Rows[table]) // Flush returns the error
	}
	_, _ = fmt.Fprintf(lines, "open games\t%d\n", server.Open)
	if !server.Departed.IsZero() {
		_, _ = fmt.Fprintf(lines, "the bot left it\t%s\n", server.Departed.UTC().Format(time.DateTime))
	}
	if server.Blocked {
		_, _ = fmt.Fprintln(lines, "it is blocked")
	}
	return lines.Flush()
}

func (o *console) forgetGuild(ctx context.Context, operands []string, stdout io.Writer) error {
	if err := checkGuild(operands[0]); err != nil {
		return err
	}
	if err := o.operator.Forget(ctx, operands[0]); err != nil {
		return err
	}
	_, err := fmt.Fprintln(stdout, "the server is forgotten; games and results stay with their people")
	return err
}

func (o *console) blockGuild(ctx context.Context, operands []string, stdout io.Writer) error {
	if err := checkGuild(operands[0]); err != nil {
		return err
	}
	if err := o.block(ctx, operands, stdout); err != nil {
		return err
	}
	servers, err := o.bot.Servers(ctx)
	for _, s := range servers {
		if s.ID == operands[0] {
			return o.leaveGuild(ctx, operands, stdout)
		}
	}
	return err
}

// block blocks a person or a server; unblock undoes it.
func (o *console) block(ctx context.Context, operands []string, stdout io.Writer) error {
	return decide(ctx, operands[0], o.operator.Block, "is blocked", "was blocked before", stdout)
}

func (o *console) unblock(ctx context.Context, operands []string, stdout io.Writer) error {
	return decide(ctx, operands[0], o.operator.Unblock, "is no longer blocked", "was not blocked", stdout)
}

// decide changes something about an id and prints whether it was different before.
func decide(
	ctx context.Context, id string, do func(context.Context, string) (bool, error), done, before string,
	stdout io.Writer,
) error {
	if !isID(id) {
		return &usageError{fmt.Sprintf("%q is not an id; want 17 to 20 digits (in Discord: Copy User ID, Copy Server ID)", id)}
	}
	changed, err := do(ctx, id)
	if err != nil {
		return err
	}
	outcome := before
	if changed {
		outcome = done
	}
	_, err = fmt.Fprintf(stdout, "%s %s\n", id, outcome)
	return err
}

func (o *console) announce(ctx context.Context, operands []string, stdout io.Writer) error {
	channels, err := o.database.Games.ActiveChannels(ctx)
	if err != nil {
		return err
	}
	posted, err := o.bot.PostNotice(ctx, channels, operands[0])
	_, writeErr := fmt.Fprintf(stdout, "posted in %d of %d channels\n", posted, len(channels))
	return cmp.Or(err, writeErr)
}

func (o *console) listJobs(ctx context.Context, _ []string, stdout io.Writer) error {
	stats, err := o.database.Stats(ctx)
	if err != nil {
		return err
	}
	lines := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(lines, "kind\tstate\tjobs\tlate by")
	for _, job := range slices.SortedFunc(maps.Keys(stats.Jobs), func(a, b jobs.State) int {
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
		return &usageError{fmt.Sprintf("%q is not a level; want debug, info, warn or error", operands[0])}
	}
	o.level.Set(level)
	_, err = fmt.Fprintf(stdout, "the bot logs at level %s until it is restarted\n", operands[0])
	return err
}
