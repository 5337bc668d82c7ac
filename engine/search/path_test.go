package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
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
	checking := strings.Fields("a1a9 e9e8 a9a8 e8e9 a8a9") // Black is to move, and red checked all the way
	idle := strings.Fields("a1a2 e9e8 a2a1 e8e9")
	twice, thrice := slices.Repeat(idle, 2), slices.Repeat(idle, 3)
	fourth, never := rules.Asian(), rules.Asian()
	fourth.Repetitions, never.Repetitions = 4, 0
	for _, tt := range []struct {
		name   string
		code   rules.Code
		moves  []string
		ply    int // how many of the moves belong to the searched line
		score  int
		stands standing
	}{
		{"perpetual check in the line loses for the checker", rules.Asian(), checking, 5, forbiddenScore - 5, decided},
		{"one stand in the game is not enough", rules.Asian(), checking, 4, 0, oldcomer},
		{"idle moves draw", rules.Asian(), idle, 5, drawScore, decided},
		{"the third stand counts wherever the others were", rules.Asian(), twice, 0, drawScore, decided},
		{"no repetition", rules.Asian(), idle[:3], 3, 0, newcomer},
		{"the third stand where the fourth counts", fourth, twice, 0, 0, oldcomer},
		{"one round in the line is enough there too", fourth, twice, 5, drawScore, decided},
		{"the fourth stand", fourth, thrice, 0, drawScore, decided},
		{"going round gains nothing where repetitions are not judged", never, checking, 5, drawScore, decided},
		{"and the game goes on", never, thrice, 0, 0, newcomer},
	} {
		rec := record(t, fen)
		if err := rec.Play(moves(t, tt.moves...)...); err != nil {
			t.Fatal(err)
		}
		var p path
		pos := p.reset(rec, tt.code)
		if score, stands := p.repetition(&pos, tt.ply); score != tt.score || stands != tt.stands {
			t.Errorf("%s: %d, %v, want %d, %v", tt.name, score, stands, tt.score, tt.stands)
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

// A number of rounds without a capture is a draw, if the code has such a number and unless the last move mates.
func TestNaturalLimit(t *testing.T) {
	const (
		mates = "3k5/9/9/9/9/9/9/9/4R4/4K1R2 w - - %d 90"
		ahead = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - %d 90"
	)
	for _, tt := range []struct {
		code, fen string
		clock     int
		least     int
		most      int
	}{
		{"asian", mates, 119, mateIn(1), mateIn(1)},
		{"asian", ahead, 119, drawScore, drawScore},
		{"asian", ahead, 99, 500, infinity},
		{"asian limit=100", ahead, 99, drawScore, drawScore},
		{"asian limit=off", ahead, 500, 500, infinity},
		{"simple checks=all", ahead, 119, drawScore, drawScore},
	} {
		code, err := rules.ParseCode(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		s := New(NewTable(1), 1)
		r := s.Run(t.Context(), record(t, fmt.Sprintf(tt.fen, tt.clock)), Limits{Depth: 4, Code: code}, nil)
		if r.Score < tt.least || r.Score > tt.most {
			t.Errorf("%s, %d plies gone: score %d, want %d to %d", tt.code, tt.clock, r.Score, tt.least, tt.most)
		}
	}
}

// After ten checks the others do not bring the limit nearer, where the code says so.
func TestChecksBeyondTheTenth(t *testing.T) {
	rec := record(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 50 60")
	round := moves(t, "a9a8", "d8d9", "a8a9", "d9d8")
	rec.Moves = append(moves(t, "a1a9", "d9d8"), slices.Repeat(round, 8)...) // how often it is repeated is not asked here
	ten, all := rules.Asian(), rules.Asian()
	all.TenChecks = false
	var p path
	pos := p.reset(rec, ten)
	some := p.left(&pos)
	pos = p.reset(rec, all)
	if every := p.left(&pos); every != 120-50-len(rec.Moves) || some <= every {
		t.Errorf("%d plies left by all checks, %d by ten", every, some)
	}
}

// Bare material is a draw only where the code says so, and a mate comes first.
func TestBareMaterial(t *testing.T) {
	for _, tt := range []struct {
		code string
		over bool
	}{{"asian", false}, {"asian bare=cannons", true}, {"asian bare=off", false}} {
		code, err := rules.ParseCode(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorker(NewTable(1), eval.New())
		w.pos = w.path.reset(record(t, "3k5/9/9/9/9/9/9/9/4C4/4K4 b - - 0 1"), code)
		if score, stands := w.ruled(1); (stands == decided) != tt.over || score != drawScore {
			t.Errorf("%s: %d, %v, want over %v", tt.code, score, stands, tt.over)
		}
	}
}

// What was found by one code does not mislead the search by another.
func TestTableKeepsCodesApart(t *testing.T) {
	rec := record(t, "4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w - - 0 1")
	if err := rec.Play(moves(t, "g6g5", "f6g8", "g5g6", "g8f6", "g6g5", "f6g8", "g5g6")...); err != nil {
		t.Fatal(err)
	}
	s := New(NewTable(4), 1)
	for range 2 {
		for _, tt := range []struct {
			code rules.Code
			draw bool
		}{{rules.Simple(), true}, {rules.Asian(), false}} {
			r := s.Run(t.Context(), rec, Limits{Depth: 10, Code: tt.code}, nil)
			if (r.Score == drawScore) != tt.draw {
				t.Errorf("%s: score %d", tt.code, r.Score)
			}
		}
	}
}

// BenchmarkRepetition is the price of the question that every node asks: did this position stand before? The game is long and quiet, and
// the answer is no, as it nearly always is. Compare it with BenchmarkNode.
func BenchmarkRepetition(b *testing.B) {
	rec := record(b, "3k4r/9/9/9/9/9/9/9/9/R4K3 w - - 0 1")
	for rank := range 8 { // the rooks go up and down the edges
		m := moves(b, fmt.Sprintf("a%da%d", rank, rank+1), fmt.Sprintf("i%di%d", 9-rank, 8-rank))
		if err := rec.Play(m...); err != nil {
			b.Fatal(err)
		}
	}
	var p path
	pos := p.reset(rec, rules.Asian())
	for b.Loop() {
		if _, stands := p.repetition(&pos, 6); stands != newcomer {
			b.Fatal("the position has stood before")
		}
	}
}
