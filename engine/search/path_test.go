package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

var moves = testcases.Moves

func TestRepetition(t *testing.T) {
	const fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
	checking := strings.Fields("a1a9 e9e8 a9a8 e8e9 a8a9") // Black is to move, and red checked all the way
	idle := strings.Fields("a1a2 e9e8 a2a1 e8e9")
	twice, thrice := slices.Repeat(idle, 2), slices.Repeat(idle, 3)
	fourth, never := rules.Asian(), rules.Asian()
	fourth.Repetitions, never.Repetitions = 4, 0
	for _, tt := range []struct {
		name    string
		ruleset rules.Ruleset
		moves   []string
		ply     int // how many of the moves belong to the searched line
		score   int
		occurs  occurrence
	}{
		{"perpetual check in the line loses for the checker", rules.Asian(), checking, 5, forbiddenScore - 5, decided},
		{"one occurrence in the game is not enough", rules.Asian(), checking, 4, 0, recurring},
		{"idle moves draw", rules.Asian(), idle, 5, drawScore, decided},
		{"the third occurrence counts wherever the others were", rules.Asian(), twice, 0, drawScore, decided},
		{"no repetition", rules.Asian(), idle[:3], 3, 0, firstTime},
		{"the third occurrence where the fourth counts", fourth, twice, 0, 0, recurring},
		{"one cycle in the line is enough there too", fourth, twice, 5, drawScore, decided},
		{"the fourth occurrence", fourth, thrice, 0, drawScore, decided},
		{"a cycle in the line draws where repetitions are not judged", never, checking, 5, drawScore, decided},
		{"and the game goes on", never, thrice, 0, 0, firstTime},
	} {
		rec := testcases.Record(t, fen)
		if err := rec.Play(moves(t, tt.moves...)...); err != nil {
			t.Fatal(err)
		}
		var p path
		pos := p.reset(rec, tt.ruleset)
		if score, occurs := p.repetition(&pos, tt.ply); score != tt.score || occurs != tt.occurs {
			t.Errorf("%s: %d, %v, want %d, %v", tt.name, score, occurs, tt.score, tt.occurs)
		}
	}
}

// The natural limit is a draw if the ruleset has one, unless the last move mates.
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
		ruleset, err := rules.ParseRuleset(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		s := New(NewTable(1), 1, classical.NewEvaluator)
		r := s.Run(t.Context(), testcases.Record(t, fmt.Sprintf(tt.fen, tt.clock)), Limits{Depth: 4, Ruleset: ruleset}, nil)
		if r.Score < tt.least || r.Score > tt.most {
			t.Errorf("%s, %d plies gone: score %d, want %d to %d", tt.code, tt.clock, r.Score, tt.least, tt.most)
		}
	}
}

// Where the ruleset says so, checks after the tenth do not count toward the limit.
func TestChecksBeyondTheTenth(t *testing.T) {
	rec := testcases.Record(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 50 60")
	round := moves(t, "a9a8", "d8d9", "a8a9", "d9d8")
	rec.Moves = append(moves(t, "a1a9", "d9d8"), slices.Repeat(round, 8)...) // repetition is not judged here
	ten, all := rules.Asian(), rules.Asian()
	all.TenChecks = false
	var p path
	pos := p.reset(rec, ten)
	some := p.pliesToLimit(&pos)
	pos = p.reset(rec, all)
	if every := p.pliesToLimit(&pos); every != 120-50-len(rec.Moves) || some <= every {
		t.Errorf("%d plies left by all checks, %d by ten", every, some)
	}
}

// Bare material is a draw only where the ruleset says so, and a mate comes first.
func TestBareMaterial(t *testing.T) {
	for _, tt := range []struct {
		code string
		over bool
	}{{"asian", false}, {"asian bare=cannons", true}, {"asian bare=off", false}} {
		ruleset, err := rules.ParseRuleset(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorker(NewTable(1), classical.New())
		w.pos = w.path.reset(testcases.Record(t, "3k5/9/9/9/9/9/9/9/4C4/4K4 b - - 0 1"), ruleset)
		if score, occurs := w.adjudicate(1); (occurs == decided) != tt.over || score != drawScore {
			t.Errorf("%s: %d, %v, want over %v", tt.code, score, occurs, tt.over)
		}
	}
}

// An entry of the table cuts a node, except where the position occurred in the game before: the entry was made without
// the next occurrence, which may end the game. There the search finds what it would without the table.
func TestRepeatedPositionsAreNotCutByTheTable(t *testing.T) {
	const depth, beyond = 4, 2000
	again := moves(t, "a1a2", "e9e8", "a2a1", "e8e9") // the last one is played in the search, and leads back to the start
	for _, tt := range []struct {
		name    string
		fen     string
		history []board.Move
		settled bool
	}{
		{"its second occurrence", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", again[:3], false},
		{"its first occurrence", "9/4k4/9/9/9/9/9/9/R8/3K5 b - - 0 1", nil, true},
	} {
		rec := testcases.Record(t, tt.fen)
		if err := rec.Play(tt.history...); err != nil {
			t.Fatal(err)
		}
		for name, search := range map[string]func(w *worker) int{
			"the tree":              func(w *worker) int { return w.node(1, depth, -1, 0, true) },
			"the quiescence search": func(w *worker) int { return w.quiesce(1, -1, 0, true) },
		} {
			score := func(known ...ttData) int {
				w := begun(t, rec)
				m := again[3]
				w.stack[stackOffset].move, w.stack[stackOffset].target = m, targetOf(w.pos.At(m.From()), m.To())
				w.make(m)
				for _, f := range known {
					w.storeTT(w.key(), f)
				}
				return search(w)
			}
			alone := score()
			for _, f := range []ttData{{score: -beyond, bound: boundUpper}, {score: beyond, bound: boundLower}} {
				f.depth, f.eval = 50, noScore
				want := alone
				if tt.settled {
					want = f.score
				}
				if got := score(f); got != want {
					t.Errorf("%s, %s: %d with %d from the table and %d without; want %d", tt.name, name, got, f.score, alone, want)
				}
			}
		}
	}
}

// A repetition is near if some position since the last capture lacks one occurrence to be judged.
func TestRepetitionIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testcases.Position(t, "3k5/9/9/9/9/4r4/p8/4R4/9/4K4 w - - 0 1")
		ruleset := rules.Asian()
		ruleset.Repetitions = rapid.IntRange(2, 4).Draw(t, "repetitions")
		rec := board.Record{Start: p}
		occurred := map[string]int{p.FEN()[:len(p.FEN())-len(" - - 0 1")]: 1}
		for range rapid.IntRange(0, 24).Draw(t, "plies") {
			// Mostly back, so that positions repeat.
			list := p.LegalMoves(nil)
			if len(list) == 0 {
				break
			}
			m := rapid.SampledFrom(list).Draw(t, "move")
			if n := len(rec.Moves); n >= 2 && rapid.IntRange(0, 9).Draw(t, "back") > 0 {
				if back := board.NewMove(rec.Moves[n-2].To(), rec.Moves[n-2].From()); p.IsLegal(back) {
					m = back
				}
			}
			if p.Make(m).Captured != board.NoPiece {
				clear(occurred)
			}
			rec.Moves = append(rec.Moves, m)
			placement, rest, _ := strings.Cut(p.FEN(), " ")
			occurred[placement+" "+rest[:1]]++
		}
		want := false
		for _, times := range occurred {
			want = want || times >= ruleset.Repetitions-1
		}
		var so path
		so.reset(&rec, ruleset)
		if so.nearRepetition != want {
			t.Fatalf("%v judged at %d: near %v, want %v", rec.Moves, ruleset.Repetitions, so.nearRepetition, want)
		}
	})
}
