package rules_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

func TestJudge(t *testing.T) {
	const shuffle = "a0a1 a9a8 a1a0 a8a9 "
	fourth := rules.ForPeople()
	never := rules.Asian()
	never.Repetitions = 0
	short := rules.Asian()
	short.NaturalLimit = 100
	endless := rules.Asian()
	endless.NaturalLimit = 0
	keepPlaying := rules.Asian()
	keepPlaying.BareMaterial = rules.BareOff
	cannons := rules.Asian()
	cannons.BareMaterial = rules.BareCannons

	for _, c := range []struct {
		name, fen, moves string
		ruleset          rules.Ruleset
		outcome          rules.Outcome
		reason           rules.Reason
		stretch          int // plies of the repeated stretch
	}{
		{"a game begins", board.StartFEN, "", rules.Asian(), rules.Ongoing, rules.NoReason, 0},
		{"black is mated by two rooks", "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 0 1", "a7a9", rules.Asian(), rules.RedWins, rules.Checkmate, 0},
		{"red is mated", "3k5/9/9/9/9/9/9/r8/1r7/4K4 b - - 0 1", "a2a0", rules.Asian(), rules.BlackWins, rules.Checkmate, 0},
		{"stalemate loses", "3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", "e0e1", rules.Asian(), rules.RedWins, rules.Stalemate, 0},
		{"mate on the last ply of the limit", "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a9", rules.Asian(), rules.RedWins, rules.Checkmate, 0},
		{"a quiet move on the last ply of the limit", "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 119 90", "a7a6", rules.Asian(), rules.Draw, rules.NaturalLimit, 0},
		{"one ply before the limit", "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 118 90", "a7a6", rules.Asian(), rules.Ongoing, rules.NoReason, 0},
		{"a capture on the last ply of the limit", "4k4/1R7/R7n/9/9/9/9/9/9/3K5 w - - 119 90", "a7i7", rules.Asian(), rules.Ongoing, rules.NoReason, 0},
		{"fifty rounds where the ruleset says so", "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 99 90", "a7a6", short, rules.Draw, rules.NaturalLimit, 0},
		{"no limit", "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 2000 900", "a7a6", endless, rules.Ongoing, rules.NoReason, 0},
		{"the last pawn falls", "3k5/9/9/9/9/9/9/4p4/4A4/5K3 w - - 5 1", "e1d2", rules.Asian(), rules.Ongoing, rules.NoReason, 0},
		{"guards alone", "3k5/9/9/9/9/9/9/3p5/4A4/5K3 w - - 5 1", "e1d2", rules.Asian(), rules.Draw, rules.BareMaterial, 0},
		{"guards alone, played on", "3k5/9/9/9/9/9/9/3p5/4A4/5K3 w - - 5 1", "e1d2", keepPlaying, rules.Ongoing, rules.NoReason, 0},
		{"mate with what is drawn otherwise", "9/9/3ak4/9/9/9/9/4BK3/C8/9 w - - 0 1", "a1e1", cannons, rules.RedWins, rules.Checkmate, 0},
		{"twice is never enough", board.StartFEN, shuffle, rules.Asian(), rules.Ongoing, rules.NoReason, 0},
		{"three times", board.StartFEN, shuffle + shuffle, rules.Asian(), rules.Draw, rules.Repetition, 8},
		{"three times where the fourth counts", board.StartFEN, shuffle + shuffle, fourth, rules.Ongoing, rules.NoReason, 0},
		{"four times", board.StartFEN, shuffle + shuffle + shuffle, fourth, rules.Draw, rules.Repetition, 12},
		{"repetition not judged", board.StartFEN, shuffle + shuffle + shuffle, never, rules.Ongoing, rules.NoReason, 0},
		{"the latest three occurrences count", board.StartFEN, shuffle + shuffle + shuffle, rules.Asian(), rules.Draw, rules.Repetition, 8},
		// Red's rook checks from rank to rank, Black's king steps to and fro.
		{"perpetual check", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9", rules.Asian(), rules.BlackWins, rules.PerpetualCheck, 8},
		{"perpetual check, closed by the other side", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8", rules.Asian(), rules.BlackWins, rules.PerpetualCheck, 8},
		{"checks with a pause", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
			"a1a9 d9d8 a9a8 d8d9 a8a7 d9d8 a7a8 d8d9 a8a7 d9d8 a7a8 d8d9", rules.Asian(), rules.Draw, rules.Repetition, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			record := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
			got := rules.Judge(&record, c.ruleset)
			if left, limited := rules.PliesToNaturalLimit(&record, c.ruleset); got.Outcome == rules.Ongoing && limited && left <= 0 ||
				got.Reason == rules.NaturalLimit && (left != 0 || !limited) {
				t.Errorf("the natural limit is %d plies away (there is one: %v)", left, limited)
			}
			plies := len(record.Moves)
			want := rules.Verdict{Outcome: c.outcome, Reason: c.reason, FirstPly: plies - c.stretch, LastPly: plies}
			if got.Outcome != want.Outcome || got.Reason != want.Reason || got.FirstPly != want.FirstPly || got.LastPly != want.LastPly {
				p := record.Position()
				t.Errorf("%s: %v by %v, plies %d to %d; want %v by %v, from %d",
					p.FEN(), got.Outcome, got.Reason, got.FirstPly, got.LastPly, want.Outcome, want.Reason, want.FirstPly)
			}
		})
	}
}

// TestPopRestoresHistory: pushing and popping leaves no trace, and a repetition found in the history is one on the board.
func TestPopRestoresHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Few pieces and short moves, so that positions repeat.
		p := testcases.Position(t, "3k5/9/9/9/9/4r4/9/4R4/9/4K4 w - - 0 1")
		var history rules.PositionHistory
		p = history.Reset(&board.Record{Start: p})
		setups := []board.Setup{p.Setup()}
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			counted, again := history.CountedPlies(), history.RepetitionDistance(1)
			for _, m := range moves {
				before := p
				undo := p.Make(m)
				history.Push(&p, m, undo.Captured != board.NoPiece, p.InCheck())
				history.Pop()
				p.Unmake(m, undo)
				if p != before || history.CountedPlies() != counted || history.RepetitionDistance(1) != again {
					t.Fatalf("%v leaves a trace", m)
				}
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			undo := p.Make(m)
			history.Push(&p, m, undo.Captured != board.NoPiece, p.InCheck())
			setups = append(setups, p.Setup())
			for n := 1; n < 4; n++ {
				if got, want := history.RepetitionDistance(n), occurredAgo(setups, n); got != want {
					t.Fatalf("%s: RepetitionDistance(%[3]d) is %[2]d, want %[4]d", p.FEN(), got, n, want)
				}
			}
		}
	})
}

// occurredAgo finds the n-th earlier occurrence of the last setup by comparing the pieces.
func occurredAgo(setups []board.Setup, n int) int {
	last := len(setups) - 1
	for back := 1; back <= last; back++ {
		if setups[last-back].Placement == setups[last].Placement && setups[last-back].SideToMove == setups[last].SideToMove {
			if n--; n == 0 {
				return back
			}
		}
	}
	return 0
}

// TestNames: games are stored with these words for outcomes and reasons.
func TestNames(t *testing.T) {
	var got []string
	for o := rules.Ongoing; o <= rules.Draw; o++ {
		got = append(got, o.String())
	}
	for r := rules.NoReason; r <= rules.PerpetualChase; r++ {
		got = append(got, r.String())
	}
	const want = "ongoing|red wins|black wins|draw|none|checkmate|stalemate|natural limit|bare material|perpetual check|repetition|perpetual chase"
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("names are %s, want %s", text, want)
	}
}

// BenchmarkJudge judges a game of 200 plies, as after every move of a long game.
func BenchmarkJudge(b *testing.B) {
	record := board.NewRecord()
	cycle := []string{"a0a1", "a9a8", "a1a0", "a8a9"}
	for i := range 200 {
		m := testcases.Move(b, cycle[i%4])
		record.Moves = append(record.Moves, m)
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = rules.Judge(&record, rules.Asian())
	}
}

// From the third occurrence on the upcoming verdict is what the fourth brings; before, or without a rule for it, there
// is none.
func TestUpcomingVerdict(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
	moves := append([]string{"a1a9"}, slices.Repeat([]string{"d9d8", "a9a8", "d8d9", "a8a9"}, 3)...)
	for plies := range moves {
		record := *testcases.Record(t, fen, moves[:plies]...)
		v, ok := rules.UpcomingVerdict(&record, rules.ForPeople())
		if ok != (plies >= 9) || ok && (v.Outcome != rules.BlackWins || v.Reason != rules.PerpetualCheck) {
			t.Errorf("after %d plies the upcoming verdict is %v, %v", plies, ok, v)
		}
		for _, text := range []string{"asian repetitions=2", "asian repetitions=off", "asian repetitions=9"} {
			c, err := rules.ParseRuleset(text)
			if err != nil {
				t.Fatal(err)
			}
			if v, ok := rules.UpcomingVerdict(&record, c); ok {
				t.Errorf("by %s the upcoming verdict is %v", text, v)
			}
		}
	}
	record := *testcases.Record(t, fen, moves...)
	if v, ok := rules.UpcomingVerdict(&record, rules.ForPeople()); ok {
		t.Errorf("a game that is over has the upcoming verdict %v", v)
	}
	if v := rules.Judge(&record, rules.ForPeople()); v.Reason != rules.PerpetualCheck {
		t.Errorf("the fourth occurrence brings %v", v)
	}
}
