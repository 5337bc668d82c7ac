package search

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

func moves(t testing.TB, texts ...string) (list []board.Move) {
	t.Helper()
	for _, text := range texts {
		m, err := board.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func TestRepetition(t *testing.T) {
	const fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
	checking := []string{"a1a9", "e9e8", "a9a8", "e8e9", "a8a9"} // Black is to move, and red checked all the way
	idle := []string{"a1a2", "e9e8", "a2a1", "e8e9"}
	for _, tt := range []struct {
		name  string
		moves []string
		ply   int // how many of the moves belong to the searched line
		score int
		over  bool
	}{
		{"perpetual check in the line loses for the checker", checking, 5, forbiddenScore - 5, true},
		{"one stand in the game is not enough", checking, 4, 0, false},
		{"idle moves draw", idle, 5, drawScore, true},
		{"the third stand counts wherever the others were", append(append([]string{}, idle...), idle...), 0, drawScore, true},
		{"no repetition", idle[:3], 3, 0, false},
	} {
		rec := record(t, fen)
		if err := rec.Play(moves(t, tt.moves...)...); err != nil {
			t.Fatal(err)
		}
		var p path
		pos := p.reset(rec, rules.Asian())
		if score, s := p.repetition(&pos, tt.ply); score != tt.score || (s == decided) != tt.over {
			t.Errorf("%s: %d, %v, want %d, %v", tt.name, score, s == decided, tt.score, tt.over)
		}
	}
}

// A side that could only save itself by checking for ever is lost, and the search knows it.
func TestPerpetualCheckIsNoRefuge(t *testing.T) {
	rec := record(t, "4k4/9/9/9/9/9/R8/4r4/5r3/3K5 w - - 0 1")
	s := New(NewTable(1), 1)
	if r := s.Run(t.Context(), rec, Limits{Depth: 12}, nil); r.Score > -1000 {
		t.Errorf("score %d, line %v: want a lost game", r.Score, r.PV)
	}
}

// Sixty rounds without a capture are a draw, unless the last move mates.
func TestNaturalLimit(t *testing.T) {
	s := New(NewTable(1), 1)
	if r := s.Run(t.Context(), record(t, "3k5/9/9/9/9/9/9/9/4R4/4K1R2 w - - 119 90"), Limits{Depth: 4}, nil); r.Mate != 1 {
		t.Errorf("mate on the last ply: score %d", r.Score)
	}
	s.Clear()
	if r := s.Run(t.Context(), record(t, "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 90"), Limits{Depth: 4}, nil); r.Score != drawScore {
		t.Errorf("a rook ahead on the last ply scores %d", r.Score)
	}
}
