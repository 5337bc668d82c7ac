package rules_test

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// rookChase is the simplest chase: a rook after a cannon, from file to file.
const (
	rookChase      = "4k4/9/9/9/c8/9/9/1R7/9/5K3 w - - 0 1"
	rookChaseMoves = "b2a2 a5b5 a2b2 b5a5 b2a2 a5b5 a2b2 b5a5"
)

func TestChase(t *testing.T) {
	fourth := rules.Asian()
	fourth.Repetitions = 4
	for _, c := range []struct {
		name, fen, moves string
		ruleset          rules.Ruleset
		outcome          rules.Outcome
		article          string
		kinds            string // one letter for each move of the stretch: i idle, x exchange, c chase, + check
		who              string // of a perpetual chase: attackers > victim
	}{
		{"a rook chases a cannon", rookChase, rookChaseMoves, rules.Asian(), rules.BlackWins, "R3", "cicicici", "R>c"},
		{"chases may be left unjudged", rookChase, rookChaseMoves, rules.Simple(), rules.Draw, "R6", "cicicici", ""},
		{"an engine's rules say the same", rookChase, rookChaseMoves, rules.Pikafish(), rules.BlackWins, "R3", "cicicici", "R>c"},
		{"the fourth occurrence is not yet there", rookChase, rookChaseMoves, fourth, rules.Ongoing, "", "", ""},
		{"it is there", rookChase, rookChaseMoves + " b2a2 a5b5 a2b2 b5a5", fourth, rules.BlackWins, "R3", "cicicicicici", "R>c"},
		{"a protected cannon is only followed", "4k4/9/9/9/c7r/9/9/1R7/9/5K3 w - - 0 1", rookChaseMoves, rules.Asian(), rules.Draw, "R6", "iiiiiiii", ""},
		{"rook against rook is an exchange", "4k4/9/9/9/r8/9/9/1R7/9/5K3 w - - 0 1", rookChaseMoves, rules.Asian(), rules.Draw, "R6", "xixixixi", ""},
		{"a protector that is pinned protects nothing", "3k5/9/9/9/c2r5/9/9/1R7/9/3RK4 w - - 0 1", rookChaseMoves, rules.Asian(), rules.BlackWins, "R3", "cicicici", "R>c"},
		{"a cannon chases a rook, protected by its cannon", "3ak4/9/r3c4/9/PP7/9/9/C8/9/5K3 b - - 0 1",
			"a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7 b2a2", rules.Asian(), rules.BlackWins, "R3", "icicicic", "C>r"},
		{"rook and elephant chase a cannon, which a rook protects against the elephant", "9/4k4/3R5/9/9/2B6/9/4c2r1/4A4/3K5 b - - 0 1",
			"e2e3 d7d3 e3e2 d3d7 e2e3 d7d3 e3e2 d3d7", rules.Asian(), rules.BlackWins, "R3", "icicicic", "RB>c"},
		{"two victims by turns are allowed", "4k4/9/9/9/c7c/9/9/R8/9/5K3 b - - 0 1",
			"e9e8 a2i2 e8e9 i2a2 e9e8 a2i2 e8e9 i2a2", rules.Asian(), rules.Draw, "R6", "icicicic", ""},
		{"what does not move is not chased anew", "4k4/9/9/9/c8/9/9/R8/9/5K3 w - - 0 1",
			"a2a1 e9e8 a1a2 e8e9 a2a1 e9e8 a1a2 e8e9", rules.Asian(), rules.Draw, "R6", "iiiiiiii", ""},
		// R2
		{"both check with every move", "2bnkr3/5c3/5R3/9/4C4/9/9/3A5/6n2/2BA1K3 w - - 0 1",
			"f7e7 f8e8 e7f7 e8f8 f7e7 f8e8 e7f7 e8f8", rules.Asian(), rules.Draw, "R2", "++++++++", ""},
		// R4: both chase, and no more than that.
		{"a horse pins the chased rook after every other move", "4k4/3r5/9/1N7/9/9/9/5K3/1r7/3C5 w - - 0 1",
			"b6d7 b1d1 d7b6 d1b1 b6d7 b1d1 d7b6 d1b1", rules.Asian(), rules.Draw, "R4", "cccccccc", ""},
		{"a horse pins the chased rook before and after it", "9/4a1rN1/5k3/9/9/9/9/6r2/9/4K1C2 b - - 0 1",
			"g2h2 h8g6 h2g2 g6h8 g2h2 h8g6 h2g2 g6h8", rules.Asian(), rules.Draw, "R4", "cccccccc", ""},
		// R5
		{"a horse pins the chased rook all along", "4k4/2Nr5/9/9/4N4/9/9/5K3/4r4/3C5 w - - 0 1",
			"e5d7 e1d1 d7e5 d1e1 e5d7 e1d1 d7e5 d1e1", rules.Asian(), rules.BlackWins, "R5", "cccccccc", "C>r"},
		{"all chases are equal by an engine's rules", "4k4/2Nr5/9/9/4N4/9/9/5K3/4r4/3C5 w - - 0 1",
			"e5d7 e1d1 d7e5 d1e1 e5d7 e1d1 d7e5 d1e1", rules.Pikafish(), rules.Draw, "R4", "cccccccc", ""},
		{"two rooks attack by turns what its owner leaves to them", "Cnbaka3/3c2r2/5R3/p7p/2p6/5R3/P1c5P/4B4/4A4/2BA1K3 w - - 0 1",
			"f7g7 g8i8 g7f7 i8g8 f7g7 g8i8 g7f7 i8g8", rules.Asian(), rules.Draw, "R6", "xiiixiii", ""},
		{"the same, and the owner's other horse chases a rook", "4k4/9/7NN/5r3/9/9/9/3K5/4A3r/9 b - - 0 1",
			"f6i6 h7g5 i6f6 g5h7 f6i6 h7g5 i6f6 g5h7", rules.Asian(), rules.BlackWins, "R3", "icicicic", "N>r"},
		{"two attack by turns a rook whose owner parries one of them", "2c1kab2/4a4/4b4/9/9/9/P1p5P/2r1N1cC1/4A4/3ACK3 w - - 0 1",
			"e2d4 g2g1 d4e2 g1g2 e2d4 g2g1 d4e2 g1g2", rules.Asian(), rules.BlackWins, "R3", "ccciccci", "NC>r"},
	} {
		t.Run(c.name, func(t *testing.T) {
			record := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
			v := rules.Judge(&record, c.ruleset)
			if v.Outcome != c.outcome || v.Article.String() != c.article || kinds(v) != c.kinds {
				t.Errorf("%v by %v (%v), kinds %s; want %v by %s, %s", v.Outcome, v.Reason, v.Article, kinds(v), c.outcome, c.article, c.kinds)
			}
			if got := who(v); got != c.who {
				t.Errorf("chased: %q, want %q", got, c.who)
			}
		})
	}
}

func kinds(v rules.Verdict) string {
	letters := map[rules.CycleMoveKind]string{rules.Idle: "i", rules.Exchanging: "x", rules.Chasing: "c", rules.Checking: "+"}
	var s string
	for _, d := range v.CycleMoves {
		s += letters[d.Kind]
	}
	return s
}

func who(v rules.Verdict) string {
	attackers, victim, ok := v.Chased()
	if !ok {
		return ""
	}
	var s string
	for _, a := range attackers {
		s += string(a.Letter())
	}
	return s + ">" + string(victim.Letter())
}

// TestOraclePikafish: the ruleset that is named after an engine rules as that engine does, and the checks of all
// three rulesets agree.
func TestOraclePikafish(t *testing.T) {
	type row struct {
		ID, FEN, Pikafish string
		Moves             []string
	}
	testcases.Each(t, "repetition.jsonl.gz", func(r row) {
		if r.Pikafish == "" {
			return
		}
		record := *testcases.Record(t, r.FEN, r.Moves...)
		v := rules.Judge(&record, rules.Pikafish())
		words := map[rules.Outcome]string{rules.Ongoing: "none", rules.Draw: "draw", rules.RedWins: "black_loses", rules.BlackWins: "red_loses"}
		if got := words[v.Outcome]; got != r.Pikafish {
			t.Errorf("%s: %s (%v), want %s", r.ID, got, v.Article, r.Pikafish)
		}
		for _, c := range rules.Rulesets() {
			if w := rules.Judge(&record, c); (w.Reason == rules.PerpetualCheck) != (v.Reason == rules.PerpetualCheck) {
				t.Errorf("%s: %v under %s", r.ID, w.Reason, c)
			}
		}
	})
}

// TestMirrors: verdicts are the same for a mirrored game and with colors swapped.
func TestMirrors(t *testing.T) {
	type row struct {
		ID, FEN string
		Moves   []string
	}
	opposite := map[rules.Outcome]rules.Outcome{rules.RedWins: rules.BlackWins, rules.BlackWins: rules.RedWins, rules.Draw: rules.Draw, rules.Ongoing: rules.Ongoing}
	check := func(r row) {
		record := testcases.Record(t, r.FEN, r.Moves...)
		left := testcases.TurnedGame(t, record, board.Square.Mirror, false)
		turned := testcases.TurnedGame(t, record, board.Square.Flip, true)
		for _, c := range rules.Rulesets() {
			v := rules.Judge(record, c)
			if w := rules.Judge(left, c); w.Outcome != v.Outcome || w.Article != v.Article || kinds(w) != kinds(v) {
				t.Errorf("%s: %v by %v, and %v by %v in the mirror", r.ID, v.Outcome, v.Article, w.Outcome, w.Article)
			}
			if w := rules.Judge(turned, c); w.Outcome != opposite[v.Outcome] || w.Article != v.Article || kinds(w) != kinds(v) {
				t.Errorf("%s: %v by %v, and %v by %v with colors swapped", r.ID, v.Outcome, v.Article, w.Outcome, w.Article)
			}
		}
	}
	check(row{"rook chase", rookChase, strings.Fields(rookChaseMoves)})
	testcases.Each(t, "repetition.jsonl.gz", check)
}

// TestRepetitionWarnings: a player about to lose by a repetition is warned before playing it, at the last turn and at
// the one before.
func TestRepetitionWarnings(t *testing.T) {
	moves := strings.Fields(rookChaseMoves)
	type seen struct {
		move, reply string
		outcome     rules.Outcome
	}
	for _, c := range []struct {
		plies int
		want  []seen
	}{
		{2, nil},
		{5, nil},
		// Red's rook goes after the cannon once more, and the cannon's return closes the cycle.
		{6, []seen{{"a2b2", "b5a5", rules.BlackWins}}},
		// Black profits: the move may be repeated, Red may not go on.
		{7, []seen{{"b5a5", "0000", rules.BlackWins}}},
		{8, nil}, // over
	} {
		record := *testcases.Record(t, rookChase, moves[:c.plies]...)
		var got []seen
		for _, f := range rules.RepetitionWarnings(&record, rules.Asian()) {
			got = append(got, seen{f.Move.String(), f.Reply.String(), f.Verdict.Outcome})
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("after %d plies: %v, want %v", c.plies, got, c.want)
		}
	}
	record := *testcases.Record(t, rookChase, moves[:7]...)
	if f := rules.RepetitionWarnings(&record, rules.Simple()); len(f) != 1 || f[0].Verdict.Outcome != rules.Draw {
		t.Errorf("without chases: %v, want a move that draws", f)
	}
}

// TestRepetitionWarningsAgree: a warning has the verdict of Judge after the moves.
func TestRepetitionWarningsAgree(t *testing.T) {
	type row struct {
		ID, FEN string
		Moves   []string
	}
	found := 0
	check := func(r row) {
		record := *testcases.Record(t, r.FEN, r.Moves...)
		for plies := range len(record.Moves) {
			so := board.Record{Start: record.Start, Moves: record.Moves[:plies:plies]}
			for _, f := range rules.RepetitionWarnings(&so, rules.Asian()) {
				found++
				then := so.Clone()
				line := []board.Move{f.Move}
				if f.Reply != board.NoMove {
					line = append(line, f.Reply)
				}
				if err := then.Play(line...); err != nil {
					t.Fatalf("%s: %v", r.ID, err)
				}
				if v := rules.Judge(&then, rules.Asian()); v.Outcome != f.Verdict.Outcome || v.Article != f.Verdict.Article {
					t.Errorf("%s: after %d plies %v: warned of %v, judged %v", r.ID, plies, line, f.Verdict.Article, v.Article)
				}
			}
		}
	}
	check(row{"rook chase", rookChase, strings.Fields(rookChaseMoves)})
	if found == 0 {
		t.Error("there was no warning")
	}
	testcases.Each(t, "repetition.jsonl.gz", check)
}
