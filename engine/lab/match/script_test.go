package match

import (
	"context"
	"math/rand/v2"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// TestWeakestIsForBeginners compares level 1 with a scripted beginner, who beats it with 84 to 89 % in 400 games, so
// 60 % of forty is no accident. Games are played to the end by the rules.
func TestWeakestIsForBeginners(t *testing.T) {
	if testing.Short() {
		t.Skip("forty games, one after another")
	}
	m := Match{
		A:        Contestant{Name: "greedy", Start: func(context.Context) (Player, error) { return greedy{}, nil }},
		B:        Contestant{Name: "level 1", Start: func(context.Context) (Player, error) { return newWeakest(), nil }},
		Openings: startOpening(), Pairs: 20, Budget: Budget{Depth: 1},
	}
	standing, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	score := (float64(standing.Wins) + float64(standing.Draws)/2) / float64(standing.Games())
	t.Logf("%v: %.0f %%, endings %v", &standing, 100*score, standing.Terminations)
	if score < 0.6 {
		t.Errorf("greedy scores %.0f %% against level 1, want 60 at least", 100*score)
	}
}

// weakest is this engine at level 1.
type weakest struct{ builtIn }

func newWeakest() weakest {
	return weakest{builtIn{engine.New(engine.Options{HashMB: 1, RandSource: rand.NewPCG(1, 1)})}}
}

func (w weakest) Think(ctx context.Context, rec *board.Record, _ Turn) (Thought, error) {
	c, err := w.engine.Play(ctx, rec, engine.LevelMin, engine.Limits{})
	return Thought{Move: c.Move}, err
}

// greedy is a scripted beginner: it takes hanging pieces, leaves none hanging, plays a mate in one, and has no plan. It
// looks one move ahead and computes exchanges on single squares.
type greedy struct{}

func (greedy) NewGame(context.Context) error { return nil }

func (greedy) Close() error { return nil }

// Think picks one of the moves of the highest net gain at random, the same in every run.
func (greedy) Think(_ context.Context, rec *board.Record, _ Turn) (Thought, error) {
	p := rec.Position()
	var best []board.Move
	most := 0
	for _, m := range p.LegalMoves(nil) {
		switch value := netGain(&p, m); {
		case len(best) == 0 || value > most:
			best, most = append(best[:0], m), value
		case value == most:
			best = append(best, m)
		}
	}
	rng := rand.New(rand.NewPCG(1, p.Hash()+uint64(len(rec.Moves))))
	return Thought{Move: best[rng.IntN(len(best))]}, nil
}

// netGain is the value that a move captures minus the most that a reply can win by captures on one square.
func netGain(p *board.Position, m board.Move) int {
	after := *p
	after.Make(m)
	replies := after.LegalMoves(nil)
	if len(replies) == 0 {
		return MateScore
	}
	lost := 0
	for _, r := range replies {
		if after.At(r.To()) != board.NoPiece {
			lost = max(lost, after.SEE(r, func(s board.Square) int { return valueAt(&after, s) }))
		}
	}
	return valueAt(p, m.To()) - lost
}

// valueAt is the value of the piece on a square, 0 if it is empty.
func valueAt(p *board.Position, s board.Square) int { return eval.PieceValues[p.At(s).Kind()] }
