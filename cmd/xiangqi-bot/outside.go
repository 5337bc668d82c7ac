package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/uciclient"
)

// name returns the engine's display name.
func (c outsideConfig) name() string {
	if c.Name != "" {
		return c.Name
	}
	return strings.TrimSuffix(filepath.Base(c.Path), ".exe")
}

// supervisor returns what starts and restarts the program; it must be closed. Nothing is started yet.
func (c outsideConfig) supervisor(notice func(uciclient.Event)) (*uciclient.Supervisor, error) {
	return uciclient.NewSupervisor(uciclient.SupervisorOptions{
		Options: uciclient.Options{
			Command: append([]string{c.Path}, c.Arguments...), Env: environment(), Settings: c.Options,
			FirstRank: int(c.FirstRank), MoveGrace: outsideOvertime,
		},
		Limits: uciclient.Limits{MoveTime: time.Duration(c.MoveTime), Nodes: uint64(c.Nodes)}, IdleTimeout: time.Duration(c.Rest), OnEvent: notice,
	})
}

// outsideOvertime is by how much the engine may exceed its time before the built-in one takes over.
const outsideOvertime = 3 * time.Second

// opponent makes the supervised program an opponent whom people can challenge.
func (c outsideConfig) opponent(program *uciclient.Supervisor, m *outsideMetrics, log *slog.Logger) *game.OutsideEngine {
	return &game.OutsideEngine{
		Name: c.name(),
		Choose: func(ctx context.Context, key engine.Key, rec *board.Record) (engine.Choice, error) {
			t, err := program.Think(ctx, key, rec)
			return engine.Choice{Move: t.Move, Score: t.Score, Mate: t.Mate, Depth: t.Depth}, err
		},
		Replaced: func(id game.ID, ply int, why error) {
			m.replaced.Inc()
			log.Warn("the built-in engine plays for the outside engine", "engine", c.name(), "game", id, "ply", ply, "why", why)
		},
	}
}

// notices logs the events of the program, and counts its failures.
func (c outsideConfig) notices(m *outsideMetrics, log *slog.Logger) func(uciclient.Event) {
	return func(n uciclient.Event) {
		switch n.Kind {
		case uciclient.Started:
			log.Info("the outside engine runs", "engine", c.name())
		case uciclient.Stopped:
			log.Info("the outside engine was stopped, as nobody plays against it now", "engine", c.name())
		case uciclient.Failed:
			m.failed.Inc()
			log.Error("the outside engine failed", "engine", c.name(), "err", n.Err, "tried again after", n.Backoff)
		}
	}
}

// try starts the engine once and lets it play the first move of a game.
func (c outsideConfig) try(ctx context.Context) error {
	program, err := c.supervisor(nil)
	if err != nil {
		return err
	}
	defer program.Close()
	rec := board.NewRecord()
	_, err = program.Think(ctx, engine.Key{}, &rec)
	return err
}
