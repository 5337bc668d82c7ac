package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/shard"
	"xiangqibot/bot/web"
	"xiangqibot/engine"
	"xiangqibot/engine/endgame"
	"xiangqibot/render"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
)

// discord is what differs between the real Discord and the simulated one.
type discord struct {
	token     string
	transport http.RoundTripper // nil: straight to discord.com
	clock     func() time.Time  // nil: that of the machine
	// answerWithin is how long Discord waits for an answer; 0 means the real one's three seconds.
	answerWithin time.Duration
	// printLine prints a line in the terminal of the person who started the program; nil: nothing is printed.
	printLine func(line string)
	level     *slog.LevelVar // of the log
	// supervised means that systemd is notified of the bot's state.
	supervised bool
	// role is what this process does if several share the work; nil: it does all.
	role *jobs.Role
	// started is called once the bot is wired and before it connects.
	started func(*bot.Bot) error
	// working is called once jobs are done and the clocks of games have been corrected for the downtime. It may be nil.
	working func(*bot.Bot)
}

// connects reports whether this process talks to Discord, and searches whether it runs the engine.
func (d discord) connects() bool { return d.role == nil || d.role.Gateway }
func (d discord) searches() bool { return d.role == nil || d.role.Engine }

// handlers returns the job handlers: the services change games, vacations and tournaments, the publisher writes to
// Discord.
func handlers(seconds *prometheus.HistogramVec, c bot.Config, thinking *assist.Thinking, b *bot.Bot) []jobs.Handler {
	p := b.Publisher()
	return []jobs.Handler{
		counted(seconds, b, thinking.Think),
		counted(seconds, b, c.Games.Flag),
		counted(seconds, b, c.Challenges.Lapse),
		counted(seconds, b, c.Challenges.NextGame),
		counted(seconds, b, c.Votes.CountVotes),
		counted(seconds, b, c.Members.VacationEnds),
		counted(seconds, b, c.Tournaments.Fixture),
		counted(seconds, b, b.Review),
		counted(seconds, b, p.Announce),
		counted(seconds, b, p.Redraw),
		counted(seconds, b, p.Retirement.Retire),
		counted(seconds, b, p.Retirement.Sweep),
		counted(seconds, b, p.Threads.Archive),
		counted(seconds, b, p.Threads.Name),
		counted(seconds, b, p.Reminders.Remind),
		counted(seconds, b, p.Recovery.TakeOver),
		counted(seconds, b, p.ShowVotes),
		counted(seconds, b, p.Displays.Update),
		counted(seconds, b, p.Results.Show),
		counted(seconds, b, p.Tournaments.AnnounceRound),
		counted(seconds, b, p.Tournaments.UpdateNotice),
		counted(seconds, b, p.Dailies.Post),
	}
}

// runBot connects the packages, runs until ctx ends or the bot cannot go on, and closes everything in reverse order.
func runBot(ctx context.Context, c config, d discord, log *slog.Logger) (err error) {
	logVersion(ctx, log)
	parent, working := ctx, false // below, ctx becomes that of a group of goroutines
	defer func() {
		if !working && parent.Err() != nil && err != nil && exitStatus(err) == exitFailure {
			log.Info("stopped during the start", "err", err) // the start failed because it was stopped
			err = nil
		}
	}()
	tables := new(endgame.Tables)
	defer func() { err = errors.Join(err, tables.Close()) }()

	network, err := c.Engine.network()
	if err != nil {
		return err
	}
	var running atomic.Pointer[bot.Bot] // nil until it is made
	//nolint:contextcheck // the pool's searches end with Close, and each with the context of its caller
	pool := engine.NewPool(engine.PoolOptions{
		Workers: c.Engine.workers(), HashMB: int(c.Engine.TableMB), Evaluation: network.Evaluation(), Tables: tables,
		Busy: func() bool { b := running.Load(); return b != nil && b.Busy() },
	})
	defer pool.Close()

	registry := prometheus.NewRegistry()
	registry.MustRegister(newBuildInfo())
	newPoolMetrics(registry, pool)
	var opponent *game.OutsideEngine
	if c.Outside.Path != "" {
		m := newOutsideMetrics(registry)
		program, err := c.Outside.supervisor(c.Outside.notices(m, log))
		if err != nil {
			return err
		}
		defer program.Close()
		opponent = c.Outside.opponent(program, m, log)
	}

	// The database is closed before the engines, so that jobs under way can finish their searches.
	db, err := store.OpenWaiting(ctx, c.Database, store.Options{Clock: d.clock, Log: log, Role: d.role, Keep: c.Keep.store()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if d.clock == nil {
		d.clock = time.Now
	}

	stores, art := game.Stores{GameStore: db.Games, MarkStore: db.Games}, render.New()
	var pages *web.Pages
	var visitors net.Listener
	var endpoint *bot.Endpoint
	var shards shard.Store
	if d.connects() {
		if pages, visitors, err = c.Web.pages(ctx, d.token, d.role != nil, art, log); err != nil {
			return err
		}
		if endpoint, err = c.endpoint(ctx); err != nil {
			return err
		}
		if d.role != nil {
			shards = db.Shards
		}
	}
	if pages != nil {
		stores = pages.Watch(stores)
	}
	set := newServices(c, db, pool, stores, opponent, d.clock, ctx.Done())
	config := bot.Config{
		Set:          set,
		Version:      version,
		Token:        d.token,
		Transport:    d.transport,
		Endpoint:     endpoint,
		Shards:       shards,
		JobsOnly:     !d.connects(),
		Shared:       d.role != nil,
		Retry:        db.Jobs.RetryFailed,
		AnswerWithin: d.answerWithin,
		Clock:        d.clock,
		Guild:        c.Discord.Guild,
		Messages:     bot.Messages(c.Discord.Messages),
		Limits:       bot.Limits{Person: int(c.Limits.Person), Server: int(c.Limits.Server), Every: time.Duration(c.Limits.Every)},
		Renderer:     art,
		Log:          log,
		Metrics:      registry,
	}
	if pages != nil { // a nil *web.Pages would be an interface that is not nil
		config.Pages = pages
	}
	if d.role == nil { // this process finds all of the bot's moves
		config.Replies = assist.NewReplies()
	}
	b, err := bot.New(config)
	if err != nil {
		return err
	}
	running.Store(b)
	if d.started != nil {
		if err := d.started(b); err != nil {
			return err
		}
	}

	if d.searches() {
		// Each search keeps one of Go's processors busy. Without as many more, answers would wait for analyses.
		processors := runtime.GOMAXPROCS(0)
		defer runtime.GOMAXPROCS(processors)
		runtime.GOMAXPROCS(processors + c.Engine.workers())
	}

	group, ctx := errgroup.WithContext(ctx)
	if err := db.Jobs.Work(ctx, handlers(newJobSeconds(registry), config, assist.NewThinking(set.Games, pool, config.Replies), b)...); err != nil {
		return err
	}
	working = true
	if d.working != nil {
		d.working(b)
	}
	watch := watched{registry, db, b.Connected, map[string]func() time.Duration{
		"makes jobs available": db.Jobs.Stalled, "reads events from Discord": b.Stalled,
	}}
	if c.Metrics.Address != "" {
		group.Go(func() error { return serveAt(ctx, "metrics.address", c.Metrics.Address, watch.handler()) })
	}
	if c.Admin.Socket != "" {
		operator := &console{db, set.Games, set.Privacy, set.Operator, b, d.level}
		group.Go(func() error {
			if err := operator.serve(ctx, c.Admin.Socket, log); err != nil {
				log.Warn("\"xiangqi-bot admin\" does not reach this bot", "err", err) // people play in any case
			}
			return nil
		})
	}
	if d.supervised {
		group.Go(func() error { return notifySystemd(ctx, watch.alive, log) })
	}
	if pages != nil {
		group.Go(func() error { return pages.Serve(ctx, visitors, b) })
	}
	if c.Debug.Address != "" {
		group.Go(func() error { return serveDebug(ctx, c.Debug.Address, log) })
	}
	if c.Backup.Folder != "" {
		group.Go(func() error { runBackups(ctx, c, newBackupMetrics(registry), log); return nil })
	}
	if d.printLine == nil {
		d.printLine = func(string) {}
	}
	if c.Engine.Endgame != "" && d.searches() {
		group.Go(func() error {
			options := endgame.GenerateOptions{MemoryMB: endingsMB, Yield: pacer(ctx)}
			prepareTables(ctx, c.Engine.Endgame, tables, endingsDelay, options, d.printLine, log)
			return nil
		})
	}
	group.Go(func() error { return b.Run(ctx) })
	return group.Wait()
}

// store converts the times to those of package store.
func (c keepConfig) store() store.Keep {
	return store.Keep{
		LeftServers: time.Duration(c.LeftServers), IdleGames: time.Duration(c.IdleGames),
		Reviews: time.Duration(c.Reviews), Found: time.Duration(c.FoundPuzzles),
	}
}
