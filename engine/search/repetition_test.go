package search

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// brinkDepth is how far each position of the law is searched: little, so that nothing but the rules can show the way.
const brinkDepth = 8

// TestSearchObeysTheJudge holds the search against the judge where a cycle of a rulebook is about to close, under
// every ruleset. It need not find the best move there, but what the next ply or the answer to it settles it has to know:
//
//   - it does not close a cycle that loses, unless all else is mate;
//   - where it may close one that wins, it says that it wins, and where it may close a drawn one, it does not call itself worse off;
//   - it does not close a drawn one when something else is clearly better, as a deeper search of that sees too;
//   - it does not think itself better off than an answer that closes a cycle leaves it, whichever move it is asked about and
//     however little it looks ahead.
func TestSearchObeysTheJudge(t *testing.T) {
	s := New(NewTable(1), 1, classical.NewEvaluator)
	rows, asked := 0, 0
	every, least := 1, 600
	if testing.Short() {
		every, least = 8, 60
	}
	testcases.Each(t, "repetition.jsonl.gz", func(row struct {
		ID, FEN string
		Moves   []string
	}) {
		if rows++; rows%every != 0 {
			return
		}
		whole := moves(t, row.Moves...)
		for _, ruleset := range rules.Rulesets() {
			for back := 1; back <= min(2, len(whole)); back++ {
				rec := testcases.Record(t, row.FEN)
				if err := rec.Play(whole[:len(whole)-back]...); err != nil {
					t.Fatal(err)
				}
				if rules.Judge(rec, ruleset).Outcome != rules.Ongoing {
					continue
				}
				s.Clear()
				b := brink{t, row.ID + " " + ruleset.String(), s, rec, ruleset}
				b.check()
				asked++
			}
		}
	})
	if asked < least {
		t.Errorf("only %d positions were asked for", asked)
	}
}

// brink is a game a ply or two before the verdict.
type brink struct {
	t       *testing.T
	name    string
	s       *Searcher
	rec     *board.Record
	ruleset rules.Ruleset
}

// verdict is the state of the game after more moves: good for the side that made the last of them, bad, drawn or open.
func (b *brink) verdict(more ...board.Move) (v rules.Verdict, won, lost bool) {
	after := b.rec.Clone()
	after.Moves = append(after.Moves, more...)
	v = rules.Judge(&after, b.ruleset)
	p := after.Position()
	loser, decided := v.Outcome.Loser()
	return v, decided && loser == p.SideToMove(), decided && loser != p.SideToMove()
}

func (b *brink) search(depth int, among ...board.Move) Result {
	return b.s.Run(b.t.Context(), b.rec, Limits{Depth: depth, SearchMoves: among, Ruleset: b.ruleset}, nil)
}

func (b *brink) check() {
	p := b.rec.Position()
	r := b.search(brinkDepth)
	complain := func(format string, args ...any) {
		b.t.Helper()
		b.t.Errorf("%s, ply %d, %s: %v scores %d; "+format, append([]any{b.name, len(b.rec.Moves), p.FEN(), r.Best, r.Score}, args...)...)
	}
	var others []board.Move // moves that do not end the game
	for _, m := range p.LegalMoves(nil) {
		switch v, won, _ := b.verdict(m); {
		case v.Outcome == rules.Ongoing:
			others = append(others, m)
		case won && r.Score < proven:
			complain("but %v wins by %v", m, v.Reason)
		case v.Outcome == rules.Draw && r.Score < drawScore:
			complain("but %v draws by %v", m, v.Reason)
		}
	}
	for _, m := range others {
		b.checkShortly(m)
	}
	switch v, _, lost := b.verdict(r.Best); {
	case v.Outcome == rules.Ongoing:
		b.checkReplies(r, complain)
	case len(others) == 0:
	case lost:
		if other := b.search(brinkDepth, others...); other.Score > -mateBound {
			complain("it loses by %v, but %v scores %d", v.Reason, other.Best, other.Score)
		}
	case v.Outcome == rules.Draw:
		const clearly = 100 // centipawns: two short searches may differ by less
		other := b.search(brinkDepth, others...)
		if other.Score > clearly {
			other = b.search(2*brinkDepth, others...) // whether something is better, the deeper search knows
		}
		if other.Score > clearly {
			complain("it draws by %v, but %v scores %d", v.Reason, other.Best, other.Score)
		}
	}
}

func (b *brink) checkReplies(r Result, complain func(string, ...any)) {
	p := b.rec.Position()
	p.Make(r.Best)
	for _, reply := range p.LegalMoves(nil) {
		switch v, won, _ := b.verdict(r.Best, reply); {
		case won && r.Score > -proven:
			complain("but the answer %v wins by %v", reply, v.Reason)
		case v.Outcome == rules.Draw && r.Score > drawScore:
			complain("but the answer %v draws by %v", reply, v.Reason)
		}
	}
}

// checkShortly searches a single move just far enough for the answers to it. An answer that ends the game by the rules of
// repetition or by a limit counts, though it may be late and quiet; one that mates may be pruned.
func (b *brink) checkShortly(m board.Move) {
	p := b.rec.Position()
	p.Make(m)
	most, by := infinity, board.NoMove
	for _, reply := range p.LegalMoves(nil) {
		v, won, _ := b.verdict(m, reply)
		switch {
		case v.Reason == rules.Checkmate || v.Reason == rules.Stalemate:
		case won:
			most, by = -proven, reply
		case v.Outcome == rules.Draw && most > drawScore:
			most, by = drawScore, reply
		}
	}
	for depth := 2; depth <= 3 && by != board.NoMove; depth++ {
		b.s.Clear()
		if r := b.search(depth, m); r.Score > most {
			b.t.Errorf("%s, ply %d, depth %d: %v scores %d, want at most %d for the answer %v", b.name, len(b.rec.Moves), depth, m, r.Score, most, by)
		}
	}
}

// TestRepetitionStories checks in single positions what the rules make of a game, and that the same moves are worth
// something else by other rules.
func TestRepetitionStories(t *testing.T) {
	const (
		won       = proven // or better
		even      = 60     // centipawns either way
		rookAlone = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
		cannons   = "5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w - - 0 1"
		against   = "4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w - - 0 1"
		refuge    = "2P1kar2/4a4/9/9/9/9/6C2/9/4K4/2B6 w - - 0 1"
		crossfire = "2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w - - 0 1"
	)
	for _, tt := range []struct {
		name, code, fen, moves string
		play, avoid            string // a move that has to be played, one that must not be
		least, most            int    // of the score
	}{
		{"a rook ahead, and the next check would be one too many", "asian", rookAlone,
			"a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9", "", "a8a9", 500, infinity},
		{"a rook for a cannon ahead, and the next chase would be one too many", "asian", cannons,
			"b4c4 b3c3 c4b4 c3b3 b4c4 b3c3 c4b4", "", "c3b3", 500, infinity},
		{"a piece ahead, and the third occurrence would draw", "asian", "3k5/6c2/9/7P1/6c2/6P2/9/9/9/5K3 w - - 0 1",
			"h6g6 g5h5 g6h6 h5g5 h6g6 g5h5 g6h6", "", "h5g5", 200, infinity},

		{"the only refuge is a chase, which is forbidden", "asian", refuge, "", "", "", won, infinity},
		{"the only refuge is a chase, which draws", "simple", refuge, "", "", "", -even, even},
		{"checks and chases by turns are a refuge (一将一捉)", "asian", refuge, "g3a3 g9g1 e1e0 g1a1 a3a2", "", "", -even, even},
		{"both chase: it may be repeated", "asian", "3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w - - 0 1",
			"d8d6 d9e8 d6d8 e8d9 f8f6 f9e8 f6f8", "e8f9", "", -even, even},
		{"idle moves save half a point", "asian", "3k1a3/4a1P2/8r/9/2R6/9/2P6/1p7/4An2n/3CKA3 w - - 0 1",
			"c5c9 d9d8 c9c5 d8d9 c5c9 d9d8 c9c5", "d8d9", "", -even, even},

		{"who must not chase any more loses a piece", "asian", against,
			"g6g5 f6g8 g5g6 g8f6 g6g5 f6g8 g5g6", "", "g8f6", -infinity, -200},
		{"who may chase holds it", "simple", against,
			"g6g5 f6g8 g5g6 g8f6 g6g5 f6g8 g5g6", "g8f6", "", -even, even},
		{"the brink: the next chase loses", "asian", crossfire,
			"b4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4 e5a5", "", "e4a4", -infinity, -200},
		{"the brink: the next chase draws", "simple", crossfire,
			"b4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4 e5a5", "e4a4", "", -even, even},
		{"the chased side closes the cycle and wins", "asian", "1c1ak4/N1PNa4/9/9/5P3/9/9/4Bp3/9/3p1K1p1 w - - 0 1",
			"c8b8 b9c9 b8c8 c9b9 c8b8 b9c9 b8c8", "c9b9", "", won, infinity},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec := testcases.Record(t, tt.fen)
			if err := rec.Play(moves(t, strings.Fields(tt.moves)...)...); err != nil {
				t.Fatal(err)
			}
			ruleset, err := rules.ParseRuleset(tt.code)
			if err != nil {
				t.Fatal(err)
			}
			r := New(NewTable(1), 1, classical.NewEvaluator).Run(t.Context(), rec, Limits{Depth: 12, Ruleset: ruleset}, nil)
			if r.Score < tt.least || r.Score > tt.most { // some only see it later, whichever move they like at first
				r = New(NewTable(1), 1, classical.NewEvaluator).Run(t.Context(), rec, Limits{Depth: 28, Ruleset: ruleset}, nil)
			}
			if tt.play != "" && r.Best.String() != tt.play || r.Best.String() == tt.avoid {
				t.Errorf("played %v, want %s, not %s; score %d, line %v", r.Best, tt.play, tt.avoid, r.Score, r.PV)
			}
			if r.Score < tt.least || r.Score > tt.most {
				t.Errorf("score %d, want %d to %d; line %v", r.Score, tt.least, tt.most, r.PV)
			}
		})
	}
}

// TestWonGamesAreWon plays on where the side ahead is one move from an occurrence that would cost it the game or half of
// it, and where the side behind could only give checks, which is forbidden: the winner wins all the same.
func TestWonGamesAreWon(t *testing.T) {
	for _, tt := range []struct{ fen, moves string }{
		{"5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w - - 0 1", "b4c4 b3c3 c4b4 c3b3 b4c4 b3c3 c4b4"},
		{"5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e1f0 h3h1 f0e1 h1h3 e1f0 h3h1 f0e1"},
		{"3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1", "d0c2 d3c3 c2d0 c3d3 d0c2 d3c3 c2d0"},
		{"4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w - - 0 1", "e4e3 c4c3 e3e4 c3c4 e4e3 c4c3 e3e4"},
		{"4k4/9/9/9/9/9/R8/4r4/5r3/3K5 w - - 0 1", "a3a9 e9e8 a9a8 e8e9 a8a9 e9e8"},
	} {
		for _, ruleset := range rules.Rulesets() {
			rec := testcases.Record(t, tt.fen)
			if err := rec.Play(moves(t, strings.Fields(tt.moves)...)...); err != nil {
				t.Fatal(err)
			}
			s := New(NewTable(1), 1, classical.NewEvaluator)
			for rules.Judge(rec, ruleset).Outcome == rules.Ongoing {
				if err := rec.Play(s.Run(t.Context(), rec, Limits{Depth: 7, Ruleset: ruleset}, nil).Best); err != nil {
					t.Fatal(err)
				}
			}
			if v := rules.Judge(rec, ruleset); v.Outcome != rules.BlackWins {
				t.Errorf("%s, %s: %v by %v after %v, want black to win", tt.fen, ruleset, v.Outcome, v.Reason, rec.Moves)
			}
		}
	}
}
