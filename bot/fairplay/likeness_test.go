package fairplay_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/fairplay"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// playing is a source of fixed positions.
type playing []fairplay.Protected

func (p playing) Protected(context.Context, string, string) ([]fairplay.Protected, error) {
	return p, nil
}

var errPlaying = errors.New("they play it")

// refuses reports whether a question about a record is refused to somebody who plays the positions.
func refuses(t *testing.T, about fairplay.About, rec *board.Record, positions ...board.Position) bool {
	t.Helper()
	var source playing
	for i, p := range positions {
		source = append(source, fairplay.Protected{Position: p, Refusal: errPlaying, Game: int64(i + 1)})
	}
	_, err := fairplay.New(fairplay.Engine{}, nil, source).Ask(t.Context(), fairplay.Question{Person: "1", About: about, Record: rec})
	if err != nil && !errors.Is(err, errPlaying) {
		t.Fatal(err)
	}
	return err != nil
}

// A question may be disguised: the position mirrored, with colors swapped, a few plies away, without a few pieces, or all
// of this together.
func TestLikeness(t *testing.T) {
	const odd = "1nbakabnr/3r5/1c5c1/p1p1p1p2/8p/8P/P1P1P1P2/NC5C1/5R3/2BAKABNR b - - 0 4"
	const late = "3ak4/4a4/2n1b4/p3p4/4c4/2P1C4/P3P4/4B1N2/4A4/2BAK4 w - - 0 30"
	for name, c := range map[string]struct {
		playing, asked string
		refused        bool
	}{
		"the same":                          {odd, odd, true},
		"mirrored":                          {odd, "rnbakabn1/5r3/1c5c1/2p1p1p1p/p8/P8/2P1P1P1P/1C5CN/3R5/RNBAKAB2 b - - 0 4", true},
		"colors swapped":                    {odd, "2bakabnr/5r3/nc5c1/p1p1p1p2/8p/8P/P1P1P1P2/1C5C1/3R5/1NBAKABNR w - - 0 4", true},
		"an edge pawn left out":             {odd, "1nbakabnr/3r5/1c5c1/p1p1p1p2/8p/8P/2P1P1P2/NC5C1/5R3/2BAKABNR b - - 0 4", true},
		"two plies ahead":                   {odd, "1nbakab1r/3r5/1c4nc1/p1p1p1p2/8p/8P/P1P1P1P2/NC4NC1/5R3/2BAKAB1R b - - 0 5", true},
		"and a pawn left out":               {odd, "1nbakab1r/3r5/1c4nc1/p1p1p1p2/8p/8P/2P1P1P2/NC4NC1/5R3/2BAKAB1R b - - 0 5", true},
		"before its last ply":               {odd, "1nbakabnr/3r5/1c5c1/p1p1p1p2/8p/8P/P1P1P1P2/1C5C1/5R3/1NBAKABNR w - - 0 4", true},
		"another opening":                   {odd, "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 4", false},
		"the start":                         {odd, board.StartFEN, false},
		"the start, which they are at":      {board.StartFEN, board.StartFEN, false},
		"an ending, the same":               {late, late, true},
		"two pieces less":                   {late, "3ak4/4a4/2n1b4/4p4/4c4/2P1C4/4P4/4B1N2/4A4/2BAK4 w - - 0 30", true},
		"two pieces less, and three plies":  {late, "3ak4/4a4/2n1b4/4p4/8c/2P1C2N1/4P4/4BA3/9/2BAK4 b - - 0 31", true},
		"four pieces less":                  {late, "3ak4/4a4/4b4/4p4/4c4/4C4/4P4/4B1N2/4A4/2BAK4 w - - 0 30", false},
		"a few pieces, one less":            {"4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", false},
		"a few pieces, a ply further":       {"4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "4k4/9/9/9/3R5/9/9/9/9/3K5 b - - 0 1", true},
		"a few pieces, the king elsewhere":  {"4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "5k3/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", true},
		"a few pieces, the rook is another": {"4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "4k4/9/9/9/9/9/9/9/3C5/3K5 w - - 0 1", false},
	} {
		t.Run(name, func(t *testing.T) {
			rec := board.Record{Start: testcases.Position(t, c.asked)}
			if got := refuses(t, fairplay.Analysis, &rec, testcases.Position(t, c.playing)); got != c.refused {
				t.Errorf("refused: %v, want %v", got, c.refused)
			}
		})
	}
}

// Positions up to three plies apart are alike, whichever of the two is protected.
func TestLikenessIsSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range 300 {
		rec := board.NewRecord()
		p := rec.Position()
		for range 20 + rng.IntN(60) {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			p.Make(m)
		}
		q := p
		for range rng.IntN(4) {
			if moves := q.LegalMoves(nil); len(moves) > 0 {
				q.Make(moves[rng.IntN(len(moves))])
			}
		}
		asked, played := board.Record{Start: q}, board.Record{Start: p}
		if !refuses(t, fairplay.Analysis, &asked, p) {
			t.Fatalf("%s is not like %s, at most three plies before", q.FEN(), p.FEN())
		}
		if !refuses(t, fairplay.Analysis, &played, q) {
			t.Fatalf("%s is not like %s, at most three plies later", p.FEN(), q.FEN())
		}
	}
}

// Only cleared positions are analyzed.
func TestNoHelpWithoutAClearance(t *testing.T) {
	g := fairplay.New(fairplay.Engine{}, nil)
	rec, other := board.NewRecord(), board.Record{Start: testcases.Position(t, "4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1")}
	cleared, err := g.Ask(t.Context(), fairplay.Question{Person: "1", Record: &rec})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		cleared fairplay.Clearance
		person  string
		rec     *board.Record
	}{
		"none":             {fairplay.Clearance{}, "1", &rec},
		"another person":   {cleared, "2", &rec},
		"another position": {cleared, "1", &other},
	} {
		if _, err := g.Analyze(t.Context(), c.cleared, engine.Key{User: c.person}, c.rec, engine.Limits{}); !errors.Is(err, fairplay.ErrNotCleared) {
			t.Errorf("%s: %v, want ErrNotCleared", name, err)
		}
		if _, err := g.Choose(t.Context(), c.cleared, engine.Key{User: c.person}, c.rec, rules.Asian(), 1); !errors.Is(err, fairplay.ErrNotCleared) {
			t.Errorf("%s: a move: %v, want ErrNotCleared", name, err)
		}
	}
}

// Of the reviews of played games, at most one in a hundred is refused to somebody who is playing twenty others: any
// games, or games with the same kind of opening.
func TestReviewsAreSeldomRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of games")
	}
	type row struct{ Moves, Ecco string }
	var games []board.Record
	kinds := map[string][]int{}
	var kind []string
	testcases.Each(t, "data/games.jsonl.gz", func(r row) {
		rec := board.NewRecord()
		for text := range strings.FieldsSeq(r.Moves) {
			m, err := board.ParseMove(text)
			if err != nil {
				return
			}
			rec.Moves = append(rec.Moves, m)
		}
		if len(rec.Moves) < 20 || r.Ecco == "" {
			return
		}
		kinds[r.Ecco[:1]] = append(kinds[r.Ecco[:1]], len(games))
		kinds[""] = append(kinds[""], len(games))
		kind = append(kind, r.Ecco[:1])
		games = append(games, rec)
	})
	const reviews, others = 1000, 20
	for name, letters := range map[string]int{"any games": 0, "games with such an opening": 1} {
		rng := rand.New(rand.NewPCG(1, 2))
		refused := 0
		for range reviews {
			i := rng.IntN(len(games))
			pool := kinds[kind[i][:letters]]
			var at []board.Position
			for len(at) < others {
				if j := pool[rng.IntN(len(pool))]; j != i {
					at = append(at, position(&games[j], rng.IntN(len(games[j].Moves))))
				}
			}
			if refuses(t, fairplay.Course, &games[i], at...) {
				refused++
			}
		}
		t.Logf("%s: %d of %d reviews refused", name, refused, reviews)
		if refused > reviews/100 {
			t.Errorf("%s: %d of %d reviews are refused, want at most 1 in 100", name, refused, reviews)
		}
	}
}

// position is the position of a game after a number of plies.
func position(rec *board.Record, plies int) board.Position {
	part := board.Record{Start: rec.Start, Moves: slices.Clip(rec.Moves[:plies])}
	return part.Position()
}
