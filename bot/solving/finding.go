package solving

import (
	"context"
	"errors"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/puzzle/mine"
	"xiangqibot/engine/study"
)

// FoundPuzzle is a puzzle that was found in a game of members of a guild. It does not identify them.
type FoundPuzzle struct {
	Guild  string
	Game   game.ID
	Puzzle *puzzle.Puzzle
	At     time.Time
}

// FoundPuzzleStore keeps the puzzles that were found. Package store implements it on a database.
type FoundPuzzleStore interface {
	// SaveFound saves a puzzle, unless the guild already has it.
	SaveFound(ctx context.Context, f FoundPuzzle) error
}

// Finder finds puzzles in the games of servers that have enabled it.
type Finder struct {
	store   FoundPuzzleStore
	set     *puzzle.Set
	servers guild.Reader
	engine  fairplay.Analyzer
	now     func() time.Time
}

// NewFinder returns a finder. set holds the puzzles that everybody has; now is [game.Service.Now].
func NewFinder(store FoundPuzzleStore, set *puzzle.Set, servers guild.Reader, engine fairplay.Analyzer, now func() time.Time) *Finder {
	return &Finder{store, set, servers, engine, now}
}

// Search searches a finished game that p had reviewed for a puzzle, and saves it. It returns nil if there is none, or
// if the server has not enabled it. The search is queued as p's. The error is a *[game.NotYet] if the engine's queue
// is full.
func (f *Finder) Search(ctx context.Context, p game.Person, g *game.Game, s *study.Study) (*puzzle.Puzzle, error) {
	if g.Guild == "" || g.State != game.Finished {
		return nil, nil
	}
	server, err := f.servers.Server(ctx, g.Guild)
	if err != nil || !server.Puzzles {
		return nil, err
	}
	key := engine.Key{User: string(p), Flow: "review"}
	search := func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		res, err := engine.RetryPreempted(ctx, func(ctx context.Context) (engine.Result, error) {
			return f.engine.AnalyzeWhole(ctx, key, rec, limits, nil)
		})
		if errors.Is(err, engine.ErrGameOver) { // no move is left, so there is nothing to find
			return engine.Result{}, nil
		}
		return res, err
	}
	found, err := mine.New(search, func() {}).Study(ctx, s, puzzle.Local)
	switch {
	case errors.Is(err, engine.ErrPoolFull):
		return nil, &game.NotYet{After: retryDelay}
	case err != nil || found == nil:
		return nil, err
	}
	if _, known := f.set.Find(found.ID()); known {
		return nil, nil
	}
	return found, f.store.SaveFound(ctx, FoundPuzzle{Guild: g.Guild, Game: g.ID, Puzzle: found, At: f.now()})
}

// retryDelay is the time after which Search is retried when the engine's queue was full.
const retryDelay = 10 * time.Second
