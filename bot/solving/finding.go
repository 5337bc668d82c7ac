package solving

import (
	"context"
	"errors"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/puzzle/mine"
	"xiangqibot/engine/study"
)

// Finding is a puzzle that was found in a game which members of a guild played there. It says nothing about them.
type Finding struct {
	Guild  string
	Game   game.ID
	Puzzle *puzzle.Puzzle
	At     time.Time
}

// FindingStore keeps puzzles that were found. Package store implements it on a database.
type FindingStore interface {
	// SaveFound keeps a puzzle, unless the guild has it already.
	SaveFound(ctx context.Context, f Finding) error
}

// Chooser knows what servers have chosen. *game.Servers is one.
type Chooser interface {
	Server(ctx context.Context, guild string) (game.Server, error)
}

// Analyzer searches positions. *engine.Pool is one.
type Analyzer interface {
	AnalyzeWhole(ctx context.Context, key engine.Key, rec *board.Record, limits engine.Limits, progress func(engine.Info)) (engine.Result, error)
}

// Finder finds puzzles in the games of servers that want that.
type Finder struct {
	store   FindingStore
	set     *puzzle.Set
	servers Chooser
	engine  Analyzer
	now     func() time.Time
}

// NewFinder joins a store, the puzzles that all have, what servers have chosen, an engine and a clock:
// game.Service.Now.
func NewFinder(store FindingStore, set *puzzle.Set, servers Chooser, engine Analyzer, now func() time.Time) *Finder {
	return &Finder{store, set, servers, engine, now}
}

// Look looks for a puzzle in a finished game that p had reviewed, and keeps it; nil if there is none, or if the server
// does not want that. The engine is asked in the turn of p. The error is a *game.NotYet while it has no room.
func (f *Finder) Look(ctx context.Context, p game.Person, g *game.Game, s *study.Study) (*puzzle.Puzzle, error) {
	if g.Guild == "" || g.State != game.Finished {
		return nil, nil
	}
	server, err := f.servers.Server(ctx, g.Guild)
	if err != nil || !server.Puzzles {
		return nil, err
	}
	key := engine.Key{Person: string(p), Game: "review"}
	search := func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		res, err := engine.RetryCutShort(func() (engine.Result, error) {
			return f.engine.AnalyzeWhole(ctx, key, rec, limits, nil)
		})
		if errors.Is(err, engine.ErrGameOver) { // nothing follows, and there is nothing to find
			return engine.Result{}, nil
		}
		return res, err
	}
	found, err := mine.New(search, func() {}).Study(ctx, s, puzzle.Members)
	switch {
	case errors.Is(err, engine.ErrPoolFull):
		return nil, &game.NotYet{After: findLater}
	case err != nil || found == nil:
		return nil, err
	}
	if _, known := f.set.Find(found.ID()); known {
		return nil, nil
	}
	return found, f.store.SaveFound(ctx, Finding{Guild: g.Guild, Game: g.ID, Puzzle: found, At: f.now()})
}

// findLater is when a Finder comes again that the engine had no room for.
const findLater = 10 * time.Second
