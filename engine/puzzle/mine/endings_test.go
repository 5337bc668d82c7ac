package mine

import (
	"math/rand/v2"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/puzzle"
)

// In a puzzle from the tables one move keeps the result and every other loses it.
func TestEndingsHaveOneMove(t *testing.T) {
	tables := new(endgame.Tables)
	m, err := endgame.ParseMaterial("KP-KAABB")
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Solve(t.Context(), m, 1); err != nil {
		t.Fatal(err)
	}
	all := Endings(tables)
	if len(all) != 9 {
		t.Fatalf("%d endings of a pawn, want one for each of 9 defenses", len(all))
	}
	rng := rand.New(rand.NewPCG(1, 0))
	goals := map[puzzle.Goal]int{}
	for range 3000 {
		p := Ending(tables, all[1], rng) // against an advisor
		if p == nil {
			continue
		}
		goals[p.Goal]++
		pos := p.Position()
		want := endgame.Draw
		if p.Goal == puzzle.Win {
			want = endgame.Win
		}
		for _, move := range pos.LegalMoves(nil) {
			after := pos
			after.Make(move)
			v, known := tables.Probe(&after)
			keeps := v.Parent().Outcome == want
			if !known || keeps != (move == p.Root.Correct[0].Move) {
				t.Fatalf("%s: %v keeps the result: %t; the answer is %v", pos.FEN(), move, keeps, p.Line())
			}
		}
		if p.ForBeginners() || p.Source != puzzle.Tables || pos.At(p.Line()[0].To()) != board.NoPiece {
			t.Errorf("%s: source %v, answer %v", pos.FEN(), p.Source, p.Line())
		}
	}
	if goals[puzzle.Win] < 3 || goals[puzzle.Hold] < 1 {
		t.Errorf("puzzles by goal: %v", goals)
	}
}
