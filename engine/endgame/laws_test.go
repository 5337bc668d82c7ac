package endgame

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// TestLaws draws positions with every choice of attackers and guards that engines use, against small defenses, and
// checks three laws: a position has the value of its best move; it has the same value mirrored and with colors swapped;
// and best play takes exactly as many plies as the table says.
func TestLaws(t *testing.T) {
	for _, m := range Standard() {
		defense := "-KAB"
		if m.attackers(0) == 2 || m.count[0][board.Elephant]+m.count[0][board.Advisor] > 2 {
			defense = "-KA"
		}
		if testing.Short() {
			defense = defense[:len(defense)-1] // with one more piece a table takes five times as long to solve
		}
		strong, _, _ := strings.Cut(m.String(), "-")
		t.Run(strong, func(t *testing.T) {
			tables := solved(t, strong+defense)
			m := material(t, strong+defense)
			rapid.Check(t, func(r *rapid.T) {
				setup := drawn(m, func(n int) int { return rapid.IntRange(0, n-1).Draw(r, "point") })
				setup.SideToMove = board.Color(rapid.IntRange(0, 1).Draw(r, "side"))
				p, err := board.NewPosition(setup)
				if err != nil {
					r.Skip("illegal, as when the other side is in check")
				}
				checkSymmetry(r, tables, &p)
				playOut(r, tables, p)
			})
		})
	}
}

// checkSymmetry probes the mirror image of a position and the one with colors swapped.
func checkSymmetry(t *rapid.T, tables *Tables, p *board.Position) {
	want, ok := tables.Probe(p)
	if !ok {
		t.Fatalf("%s is not known", p.FEN())
	}
	for _, q := range []board.Position{
		testcases.Turned(t, p, board.Square.Mirror, false), testcases.Turned(t, p, board.Square.Flip, true),
	} {
		if got, ok := tables.Probe(&q); !ok || got != want {
			t.Fatalf("%s is %v, and %s %v (%v)", p.FEN(), want, q.FEN(), got, ok)
		}
	}
}

// playOut plays the best moves of both sides and checks each position against its moves.
func playOut(t *rapid.T, tables *Tables, p board.Position) {
	start := p.FEN()
	for {
		v, ok := tables.Probe(&p)
		if !ok {
			t.Fatalf("%s is not known", p.FEN())
		}
		if !p.HasLegalMove() {
			if v != (Value{Outcome: Loss}) {
				t.Fatalf("%s has no move and is %v", p.FEN(), v)
			}
			return
		}
		m, best, err := tables.Best(&p)
		if err != nil {
			t.Fatal(err)
		}
		if v != best {
			t.Fatalf("%s (from %s) is a %v in %d, its moves say %v in %d", p.FEN(), start, v.Outcome, v.Plies, best.Outcome, best.Plies)
		}
		if v.Outcome == Draw {
			return
		}
		p.Make(m) // each value is a ply shorter than the last, so this ends
	}
}
