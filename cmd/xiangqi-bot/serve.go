package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"xiangqibot/bot"
	api "xiangqibot/bot/discord"
	"xiangqibot/bot/playground"
	"xiangqibot/store/jobs"
)

func serveCommand(flags *flag.FlagSet) action {
	path := configFlag(flags)
	parks := flags.Bool("park", false, "stay and log what is wrong where a restart would not help, instead of ending with status 78: for supervisors that restart whatever ends")
	var role *jobs.Role
	flags.Func("role", "what this `ROLE` of several processes on one PostgreSQL does: some of gateway,engine,jobs (default all, as the only process)",
		func(text string) (err error) { role, err = parseRoles(text); return err })
	return func(ctx context.Context, _ []string, stdout io.Writer) error {
		c, err := loadConfig(*path, defaultConfig())
		if err == nil {
			var token string
			if token, err = c.Discord.token(); err == nil {
				err = serve(ctx, c, token, role, nil, stdout)
			}
		}
		if *parks && exitStatus(err) == exitConfig {
			log, _ := c.Log.logger()
			return park(ctx, c.Metrics.Address, err, log)
		}
		return err
	}
}

// parseRoles parses the value of -role: some of gateway, engine and jobs. An empty value is nil.
func parseRoles(text string) (*jobs.Role, error) {
	if text == "" {
		return nil, nil
	}
	role := &jobs.Role{}
	fields := map[string]*bool{"gateway": &role.Gateway, "engine": &role.Engine, "jobs": &role.Jobs}
	for name := range strings.SplitSeq(text, ",") {
		field, ok := fields[strings.TrimSpace(name)]
		if !ok {
			return nil, fmt.Errorf("%q is none of gateway, engine and jobs; join several with commas", name)
		}
		*field = true
	}
	return role, nil
}

// serve runs the bot on Discord. A nil role is all of the work; a nil clock, by which games are played, is that of the
// machine.
func serve(
	ctx context.Context, c config, token string, role *jobs.Role, clock func() time.Time, stdout io.Writer,
) error {
	if _, _, err := api.ReadToken(token); err != nil {
		return err // before a database is made
	}
	log, level := c.Log.logger()
	return runBot(ctx, c, discord{
		level: level,
		token: token, transport: c.Discord.transport(), clock: clock, role: role, supervised: true,
		printLine: func(line string) { _, _ = fmt.Fprintln(stdout, line) }, // the log has it, too
		started: func(b *bot.Bot) error {
			_, err := fmt.Fprintf(stdout, "Invite the bot: %s\n", b.InviteURL())
			return err
		},
	}, log)
}

// transport returns the transport for calls of Discord; nil is the default.
func (c discordConfig) transport() http.RoundTripper {
	to, err := url.Parse(c.API)
	if err != nil || c.API == "" { // the configuration was checked
		return nil
	}
	return &playground.Redirect{To: to, Next: http.DefaultTransport}
}
