package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/testcases"
)

// A strength that knows theory plays it at once, in different ways by chance, and no further than it remembers.
func TestBookIsPlayed(t *testing.T) {
	first := map[board.Move]bool{}
	for seed := range uint64(20) {
		e := New(Options{HashMB: 1, RandSource: rand.NewPCG(seed, 0)})
		rec := board.NewRecord()
		choice, err := e.Play(t.Context(), &rec, LevelMax, Limits{})
		if err != nil || !choice.FromBook {
			t.Fatalf("%+v, %v", choice, err)
		}
		first[choice.Move] = true
	}
	if len(first) < 3 {
		t.Errorf("20 games begin with %d different moves", len(first))
	}

	e := New(Options{HashMB: 1, RandSource: rand.NewPCG(1, 0)})
	rec := board.NewRecord()
	for rec.Moves = nil; len(rec.Moves) <= profiles[LevelMin].bookPlies; {
		choice, err := e.Play(t.Context(), &rec, LevelMin, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if known := len(rec.Moves) < profiles[LevelMin].bookPlies; choice.FromBook != known {
			t.Errorf("ply %d: from the book: %v, want %v", len(rec.Moves), choice.FromBook, known)
		}
		if err := rec.Play(choice.Move); err != nil {
			t.Fatal(err)
		}
	}
}

// The book plays no move that repeats a position of the game, whatever its weight.
func TestBookDoesNotRepeat(t *testing.T) {
	b, p := book.New(), board.StartPosition()
	for _, known := range []string{"a0a1", "a9a8", "a1a0", "a8a9 h9g7"} {
		var moves []book.Move
		for i, text := range strings.Fields(known) {
			m := testcases.Move(t, text)
			moves = append(moves, book.Move{Move: m, Weight: 1000 - 999*i})
		}
		b.Set(&p, moves)
		p.Make(moves[0].Move)
	}
	rng, always := rand.New(rand.NewPCG(1, 0)), profile{bookPlies: 100}
	rec := board.NewRecord()
	for _, want := range []string{"a0a1", "a9a8", "a1a0", "h9g7"} {
		choice, ok := fromBook(b, &rec, always, rng)
		m := choice.Move
		if image := book.Mirror(m); !ok || m.String() != want && image.String() != want {
			t.Fatalf("ply %d: %s %v, want %s", len(rec.Moves), m, ok, want)
		}
		if m.String() != want {
			m = book.Mirror(m) // the first one may be made on either wing
		}
		if err := rec.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	rec.Moves = rec.Moves[:3]
	p = rec.Position()
	back := testcases.Move(t, "a8a9")
	b.Set(&p, []book.Move{{Move: back, Weight: 1}})
	if choice, ok := fromBook(b, &rec, always, rng); ok {
		t.Errorf("%s goes in a circle", choice.Move)
	}
}
