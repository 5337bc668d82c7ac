package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/endgame"
	"xiangqibot/render"
	"xiangqibot/store"
)

// discord is what differs between the real Discord and the make-believe one.
type discord struct {
	token     string
	transport http.RoundTripper // nil: straight to discord.com
	clock     func() time.Time
	// started is called once the bot is wired and before it connects.
	started func(*bot.Bot) error
}

// worker joins those who do the work that games owe: the service thinks, counts votes and lets challenges lapse, the bot tells the channel.
type worker struct {
	*game.Service
	*bot.Bot
}

// runBot wires the rooms, runs until ctx ends or the bot cannot go on, and closes everything in reverse.
func runBot(ctx context.Context, c config, d discord, log *slog.Logger) (err error) {
	db, err := store.Open(ctx, c.Database, store.Options{Clock: d.clock, Log: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	tables := new(endgame.Tables)
	defer func() { err = errors.Join(err, tables.Close()) }()

	//nolint:contextcheck // the pool's searches end with Close, and each with the context of its caller
	pool := engine.NewPool(engine.PoolOptions{Workers: c.Engine.workers(), HashMB: c.Engine.TableMB, Tables: tables})
	defer pool.Close()

	var opponent *game.OutsideEngine
	if c.Outside.Path != "" {
		keeper, err := c.Outside.keeper(c.Outside.notices(log)) //nolint:contextcheck // likewise
		if err != nil {
			return err
		}
		defer keeper.Close()
		opponent = c.Outside.opponent(keeper, log)
	}

	service := game.New(db, pool, game.Options{
		Clock: d.clock, ChallengeLife: time.Duration(c.Games.ChallengeLapses), MaxGames: c.Games.MostOpen,
		Place: game.Place(c.Games.Place), Outside: opponent,
	})
	registry := prometheus.NewRegistry()
	b, err := bot.New(bot.Config{
		Token: d.token, Transport: d.transport, Guild: c.Discord.Guild,
		Service: service, Renderer: render.New(), Log: log, Metrics: registry,
	})
	if err != nil {
		return err
	}
	if d.started != nil {
		if err := d.started(b); err != nil {
			return err
		}
	}

	group, ctx := errgroup.WithContext(ctx)
	if err := db.Work(ctx, worker{service, b}); err != nil {
		return err
	}
	if c.Metrics.Address != "" {
		group.Go(func() error { return serveMetrics(ctx, c.Metrics.Address, registry) })
	}
	if c.Engine.Endgame != "" {
		group.Go(func() error {
			how := endgame.Making{MemoryMB: endingsMB, Rest: pacer(ctx)}
			endings(ctx, c.Engine.Endgame, tables, endingsDelay, how, log)
			return nil
		})
	}
	group.Go(func() error { return b.Run(ctx) })
	return group.Wait()
}

// workers leaves one processor to everything else.
func (e engineConfig) workers() int {
	if e.Searches > 0 {
		return e.Searches
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}
