package book

import (
	"math/rand/v2"
	"strings"
	"testing"

	"xiangqibot/engine/board"
)

// Reading the standard list tests that every line of it is legal.
func TestStandardBook(t *testing.T) {
	b, err := Parse(standardLines)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, line := range b.Lines() {
		if names[line.Name] {
			t.Errorf("two lines are named %s", line.Name)
		}
		names[line.Name] = true
		if len(line.Moves) < 8 {
			t.Errorf("%s has %d moves only", line.Name, len(line.Moves))
		}
	}
	if len(names) < 40 {
		t.Errorf("%d lines, want 40 at least", len(names))
	}
}

// Every move the book plays is legal, whatever the order that led to the position, and mirrored positions get mirrored moves.
func TestBookMovesAreLegalAndMirrored(t *testing.T) {
	b := Standard()
	var walk func(p, q *board.Position, depth int)
	walk = func(p, q *board.Position, depth int) {
		moves, mirrored := b.Moves(p), b.Moves(q)
		if len(moves) != len(mirrored) {
			t.Fatalf("%d moves in %s, %d in its mirror image", len(moves), p.FEN(), len(mirrored))
		}
		for _, m := range moves {
			if !p.IsLegal(m.Move) {
				t.Fatalf("%s is not legal in %s", m.Move, p.FEN())
			}
			if depth == 0 {
				continue
			}
			image := board.NewMove(m.Move.From().Mirror(), m.Move.To().Mirror())
			after, afterImage := *p, *q
			after.Make(m.Move)
			afterImage.Make(image)
			walk(&after, &afterImage, depth-1)
		}
	}
	p, q := board.StartPosition(), board.StartPosition()
	walk(&p, &q, 6)
}

// Games differ, and the moves come as often as they weigh.
func TestPickFollowsTheWeights(t *testing.T) {
	b, err := Parse("a 3: h2e2\nb 1: g3g4 # not so often\n")
	if err != nil {
		t.Fatal(err)
	}
	p := board.StartPosition()
	dice := rand.New(rand.NewPCG(1, 2))
	count := map[string]int{}
	const n = 4000
	for range n {
		m, ok := b.Pick(&p, dice)
		if !ok {
			t.Fatal("the start position is unknown")
		}
		count[m.String()]++
	}
	// Each line is there with its mirror image: 3+3 against 1+1.
	for move, want := range map[string]int{"h2e2": n * 3 / 8, "b2e2": n * 3 / 8, "g3g4": n / 8, "c3c4": n / 8} {
		if got := count[move]; got < want*8/10 || got > want*12/10 {
			t.Errorf("%s was played %d times, want about %d", move, got, want)
		}
	}
	p.Make(board.NewMove(board.SquareAt(0, 0), board.SquareAt(0, 1)))
	if m, ok := b.Pick(&p, dice); ok {
		t.Errorf("%s is played in an unknown position", m)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"name h2e2", "line 1"},
		{"\nname: h2e2", "line 2"},
		{"name x: h2e2", `weight "x"`},
		{"name 0: h2e2", `weight "0"`},
		{"name 1: h2h2", "h2h2"},
		{"name 1: h2e2 h2e2", "move 2, h2e2, is not legal"},
	} {
		if _, err := Parse(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want one that says %q", tt.text, err, tt.want)
		}
	}
}
