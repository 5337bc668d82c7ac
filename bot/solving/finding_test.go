package solving_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/solving"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/engine/testcases"
)

// willing is a server that has or has not enabled puzzles from its games.
type willing bool

func (w willing) Server(context.Context, string) (guild.Settings, error) {
	return guild.Settings{Puzzles: bool(w)}, nil
}

// asked is an engine whose queue can be full.
type asked struct {
	*engine.Engine
	busy error
}

func (a asked) AnalyzeWhole(
	ctx context.Context, _ engine.Key, rec *board.Record, limits engine.Limits, progress func(engine.Info),
) (engine.Result, error) {
	if a.busy != nil {
		return engine.Result{}, a.busy
	}
	return a.Analyze(ctx, rec, limits, progress)
}

type keptFindings []solving.FoundPuzzle

func (k *keptFindings) SaveFound(_ context.Context, f solving.FoundPuzzle) error {
	*k = append(*k, f)
	return nil
}

// Puzzles are found in finished games, if the server has enabled it and once the engine has room.
func TestFinder(t *testing.T) {
	rec := testcases.Record(t, "2bak4/4a4/4b4/R4N2p/p8/3p2p2/P1r2n2P/4B4/4A4/4KAB2 b - - 0 36", "g4f4", "f6g8", "e9f9", "a6f6")
	own := engine.New(engine.Options{HashMB: 8})
	s := ok(study.New(rec, study.Plan{First: 3000, Second: 6000, Doubts: 2}, rules.Asian()))(t)
	search := func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return own.Analyze(ctx, rec, limits, nil)
	}
	for !s.Done() {
		must(t, s.Step(t.Context(), search))
	}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	over := game.Game{State: game.Finished}
	over.ID, over.Guild = 7, "9"
	elsewhere, running := over, over
	elsewhere.Guild, running.State = "", game.Active
	for name, c := range map[string]struct {
		servers willing
		game    game.Game
		busy    error
		found   bool
	}{
		"a server that lets it be": {true, over, nil, true},
		"one that does not":        {false, over, nil, false},
		"direct messages":          {true, elsewhere, nil, false},
		"a game that goes on":      {true, running, nil, false},
		"a busy engine":            {true, over, engine.ErrPoolFull, false},
	} {
		t.Run(name, func(t *testing.T) {
			var kept keptFindings
			f := solving.NewFinder(&kept, puzzle.NewSet(nil), c.servers, asked{own, c.busy}, func() time.Time { return now })
			p, err := f.Search(t.Context(), "1", &c.game, s)
			if later := (*game.NotYet)(nil); errors.As(err, &later) != (c.busy != nil) || err != nil && c.busy == nil {
				t.Fatal(err)
			}
			if (p != nil) != c.found || (len(kept) == 1) != c.found {
				t.Fatalf("found %v, kept %v", p, kept)
			}
			if c.found && (kept[0].Guild != "9" || kept[0].Game != 7 || kept[0].Puzzle != p || !kept[0].At.Equal(now) || p.Source != puzzle.Local) {
				t.Errorf("kept %+v", kept[0])
			}
			// What all have is not kept once more.
			if p != nil {
				kept = nil
				f = solving.NewFinder(&kept, puzzle.NewSet([]puzzle.Puzzle{*p}), c.servers, asked{own, nil}, func() time.Time { return now })
				if again, err := f.Search(t.Context(), "1", &c.game, s); again != nil || err != nil || len(kept) > 0 {
					t.Errorf("found again: %v, %v, %v", again, err, kept)
				}
			}
		})
	}
}
