package match

import (
	"context"
	"math"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// oracle is a judge with the scores of a few positions, and 0 for all others.
type oracle map[string]Thought

func (oracle) NewGame(context.Context) error { return nil }
func (oracle) Close() error                  { return nil }

func (o oracle) Think(_ context.Context, rec *board.Record, _ Turn) (Thought, error) {
	text := ""
	for _, m := range rec.Moves {
		text += m.String()
	}
	return o[text], nil
}

func TestLossMeter(t *testing.T) {
	games := []Game{
		{Number: 0, Red: "a", Black: "b", FEN: board.StartFEN, Moves: "h2e2 h9g7 h0g2 i9h9"},
		{Number: 1, Red: "b", Black: "c", FEN: board.StartFEN, Moves: "h2e2"},
		{Number: 2, Red: "b", Black: "a", FEN: board.StartFEN, Moves: "c3c4 h9g7 b0c2"},
	}
	first := testcases.Move(t, "h2e2")
	judge := oracle{
		"":                 {Move: first, Score: 30}, // a finds it, b plays c3c4
		"h2e2h9g7":         {Score: 50},              // a plays h0g2, after which the other is at 70: a loses 120
		"h2e2h9g7h0g2":     {Score: 70},              // b plays i9h9, which is better than the judge thought: nothing lost
		"c3c4":             {Score: 500},             // too far from even to count
		"h2e2":             {Score: -100},            // b plays h9g7, after which the other is at 50: b gains
		"c3c4h9g7":         {Score: 200},             // b plays b0c2 and is mated: more than is counted
		"c3c4h9g7b0c2":     {Score: MateScore - 1},   // from the other's side
		"h2e2h9g7h0g2i9h9": {Score: -100},
	}
	for _, c := range []struct {
		name   string
		from   int
		best   int
		losses []int
	}{
		{"a", 0, 1, []int{0, 120}},
		{"b", 0, 1, []int{0, 0, 0, 530, LossCap}},
		{"b", 2, 0, []int{0, LossCap}},
		{"nobody", 0, 0, nil},
	} {
		b := LossMeter{Judge: judge, FirstPly: c.from, MaxScore: 400}
		got, err := b.Measure(t.Context(), games, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got.BestMoves != c.best || len(got.Losses) != len(c.losses) {
			t.Errorf("%s from ply %d: best %d, losses %v, want %d and %v", c.name, c.from, got.BestMoves, got.Losses, c.best, c.losses)
			continue
		}
		for i := range c.losses {
			if got.Losses[i] != c.losses[i] {
				t.Errorf("%s from ply %d: losses %v, want %v", c.name, c.from, got.Losses, c.losses)
			}
		}
	}
	games[0].Moves = "h2e2 e0e5"
	if _, err := (&LossMeter{Judge: judge}).Measure(t.Context(), games, "a"); err == nil {
		t.Error("a journal with an illegal move is read")
	}
}

func TestAppraisalSums(t *testing.T) {
	a := LossStats{Losses: []int{500, 0, 100, 0, 250}}
	if a.Median() != 100 || math.Abs(a.Mean()-170) > 1e-9 || a.ShareAtLeast(100) != 0.6 || a.ShareAtLeast(251) != 0.2 {
		t.Errorf("median %d, mean %g, shares %g and %g", a.Median(), a.Mean(), a.ShareAtLeast(100), a.ShareAtLeast(251))
	}
	var none LossStats
	if none.Median() != 0 || none.Mean() != 0 || none.ShareAtLeast(1) != 0 {
		t.Error("no moves lose something")
	}
}
