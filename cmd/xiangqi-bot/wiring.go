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
	"xiangqibot/bot/member"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine"
	"xiangqibot/engine/endgame"
	"xiangqibot/render"
	"xiangqibot/store"
)

// discord is what differs between the real Discord and the simulated one.
type discord struct {
	token     string
	transport http.RoundTripper // nil: straight to discord.com
	clock     func() time.Time
	// started is called once the bot is wired and before it connects.
	started func(*bot.Bot) error
}

// handlers are the functions that do the jobs: the services change games, vacations and tournaments, the publisher writes to Discord.
func handlers(games *game.Service, members *member.Service, votes *game.Votes, tournaments *tournament.Service, p *publish.Publisher) []store.Handler {
	return []store.Handler{
		store.Handle(games.Think),
		store.Handle(games.Flag),
		store.Handle(games.Lapse),
		store.Handle(games.NextGame),
		store.Handle(votes.CountVotes),
		store.Handle(members.VacationEnds),
		store.Handle(tournaments.Fixture),
		store.Handle(p.Announce),
		store.Handle(p.Redraw),
		store.Handle(p.Retirement.Retire),
		store.Handle(p.Threads.Archive),
		store.Handle(p.Reminders.Remind),
		store.Handle(p.Votes.Tell),
		store.Handle(p.Tournaments.TellRound),
		store.Handle(p.Tournaments.Tell),
	}
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

	stores := game.Stores{
		GameStore: db.Games, MarkStore: db.Games, AnsweringStore: db.Answerings, ConsentStore: db.Members, ServerStore: db.Servers,
	}
	service := game.New(stores, pool, game.Options{
		Clock: d.clock, ChallengeLife: time.Duration(c.Games.ChallengeLapses), MaxGames: c.Games.MostOpen,
		Place: game.Place(c.Games.Place), Outside: opponent,
	})
	votes, members := game.NewVotes(service), member.New(db.Members, db.Servers, db.Games, service.Now)
	tournaments := tournament.New(db.Tournaments, db.Standings, service)
	registry := prometheus.NewRegistry()
	b, err := bot.New(bot.Config{
		Token: d.token, Transport: d.transport, Guild: c.Discord.Guild,
		Service: service, Finder: game.NewFinder(db.Games), Planner: game.NewPlanner(service), Votes: votes,
		Simuls: game.NewSimuls(db.Simuls, service), Records: game.NewRecords(db.Records, service.Now),
		Players:      standing.NewPlayers(db.Standings, db.Games, service.Now),
		Leaderboards: standing.NewBoards(db.Standings, db.Servers, service.Now),
		Boards:       game.NewBoards(db.Games, service), Tournaments: tournaments,
		Members: members, Privacy: member.NewPrivacy(db.Privacy, service.Now),
		Renderer: render.New(), Log: log, Metrics: registry,
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
	if err := db.Jobs.Work(ctx, handlers(service, members, votes, tournaments, b.Publisher())...); err != nil {
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
