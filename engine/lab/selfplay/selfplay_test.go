package selfplay

import (
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// plan is a series of short games.
func plan() Plan {
	return Plan{
		Games: 6, Nodes: 300, Seed: 7, RandomPlies: 6,
		Adjudication: adjudicate.Thresholds{MaxPlies: 40, WinScore: 800, WinPlies: 4},
	}
}

// played plays a plan out.
func played(t *testing.T, s Plan) []Game {
	t.Helper()
	var games []Game
	if err := s.Run(t.Context(), func(g Game) error { games = append(games, g); return nil }); err != nil {
		t.Fatal(err)
	}
	return games
}

// equal lets positions, which are plain values, be compared.
var equal = cmp.Comparer(func(a, b board.Position) bool { return a == b })

// TestSameGames plays the same plan with one worker, with three, and in two parts.
func TestSameGames(t *testing.T) {
	one := played(t, plan())
	three := plan()
	three.Workers = 3
	if diff := cmp.Diff(one, played(t, three), equal); diff != "" {
		t.Errorf("three workers play other games than one:\n%s", diff)
	}
	head, tail := plan(), plan()
	head.Games, tail.First, tail.Games = 2, 2, 4
	if diff := cmp.Diff(one, append(played(t, head), played(t, tail)...), equal); diff != "" {
		t.Errorf("a plan in two parts gives other games:\n%s", diff)
	}
	other := plan()
	other.Seed++
	if cmp.Equal(one, played(t, other), equal) {
		t.Error("another seed gives the same games")
	}
	for i, g := range one {
		if err := g.Validate(); err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		for k, p := range g.Plies {
			if (p.Score == NoScore) != (k < plan().RandomPlies) {
				t.Errorf("game %d, ply %d has score %d", i, k, p.Score)
			}
		}
	}
}

// TestSamples checks whose score and whose result a sample has.
func TestSamples(t *testing.T) {
	g := Game{Start: board.StartPosition(), Outcome: rules.BlackWins}
	for i, text := range []string{"h2e2", "h9g7", "h0g2"} {
		m := testcases.Move(t, text)
		g.Plies = append(g.Plies, Ply{m, int16(10 * i)})
	}
	rec := board.NewRecord()
	seen := 0
	for s := range g.Samples() {
		want := 0.0
		if s.Ply%2 == 1 {
			want = 1
		}
		if pos := rec.Position(); *s.Position != pos || s.Score != 10*s.Ply || s.Result != want {
			t.Errorf("ply %d: %s, score %d, result %g", s.Ply, s.Position.FEN(), s.Score, s.Result)
		}
		if err := rec.Play(s.Move); err != nil {
			t.Fatal(err)
		}
		seen++
	}
	if seen != 3 {
		t.Errorf("%d samples, want 3", seen)
	}
}

func TestRefused(t *testing.T) {
	start := board.StartPosition()
	w, _, err := Append(filepath.Join(t.TempDir(), "games"), "terms")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for name, g := range map[string]Game{
		"unfinished":    {Start: start},
		"no move":       {Start: start, Outcome: rules.Draw, Plies: []Ply{{}}},
		"off the board": {Start: start, Outcome: rules.Draw, Plies: []Ply{{Move: 0xffff}}},
	} {
		if w.Write(g) == nil {
			t.Errorf("%s: the game is written", name)
		}
	}
	broken := errors.New("disk full")
	s := plan()
	if err := s.Run(t.Context(), func(Game) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("a game that cannot be kept gives error %v", err)
	}
}

// Games of people have no scores.
func TestGamesOfPeople(t *testing.T) {
	const lines = `{"date":"1921","result":"1-0","moves":"h2e2 h9g7"}
{"result":"*","moves":"h2e2"}
{"result":"1/2-1/2","moves":""}
`
	var games []Game
	for g, err := range Games(strings.NewReader(lines)) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if len(games) != 2 || games[0].Outcome != rules.RedWins || len(games[0].Plies) != 2 || games[0].Plies[1].Score != NoScore ||
		games[1].Outcome != rules.Draw {
		t.Errorf("read %+v", games)
	}
	for _, bad := range []string{"nonsense", `{"result":"1-0","moves":"h2h9 a0a1"}`, `{"result":"1-0","moves":"h2"}`, `{"result":"1-0","moves":"h2e2","scores":[1,2]}`} {
		for _, err := range Games(strings.NewReader(bad)) {
			if err == nil {
				t.Errorf("%s is read", bad)
			}
		}
	}
}

// TestNoGameToPlay plans games that would be over before the first move that is thought about.
func TestNoGameToPlay(t *testing.T) {
	bare := testcases.Position(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1")
	s := Plan{Games: 1, Nodes: 50, Start: FromOpenings([]board.Position{bare})}
	err := s.Run(t.Context(), func(Game) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "all are over") {
		t.Errorf("error %v", err)
	}
}

// TestVaried draws where games start, for how long moves are searched and which are played.
func TestVaried(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	games := played(t, plan())
	from, err := FromGames(games, 3, 9)
	if err != nil {
		t.Fatal(err)
	}
	s := plan()
	s.Games, s.MaxNodes, s.RandomPlies, s.MaxRandomPlies, s.VariedPlies = 12, 600, 1, 3, 4
	s.Start = OneOf([]OpeningSource{FromBook(book.Standard(), 6), from})
	varied := played(t, s)
	random, begun := map[int]bool{}, map[uint64]bool{}
	for i, g := range varied {
		if err := g.Validate(); err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		n := 0
		for n < len(g.Plies) && g.Plies[n].Score == NoScore {
			n++
		}
		random[n], begun[g.Start.Hash()] = true, true
	}
	if len(random) != 3 || !random[1] || !random[2] || !random[3] || len(begun) < 8 {
		t.Errorf("numbers of random moves: %v; %d beginnings", random, len(begun))
	}
	calm := s
	calm.VariedPlies = 0
	if cmp.Equal(varied, played(t, calm), equal) {
		t.Error("games with varied moves are those without")
	}
	if s.Terms() == calm.Terms() {
		t.Errorf("two plans have the terms %q", s.Terms())
	}
	if _, err := FromGames(games, 100, 200); err == nil {
		t.Error("games of 40 plies have a position at ply 100")
	}
}

// TestLostBeginningsAreLeftOut plays from beginnings that the first search finds even, and the same ones again.
func TestLostBeginningsAreLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	const most = 60
	ahead := func(games []Game) (n int) {
		for _, g := range games {
			first := slices.IndexFunc(g.Plies, func(p Ply) bool { return p.Score != NoScore })
			if score := g.Plies[first].Score; score > most || score < -most {
				n++
			}
		}
		return n
	}
	s := plan()
	s.RandomPlies, s.Adjudication.MaxPlies = 8, 10
	if n := ahead(played(t, s)); n == 0 {
		t.Fatal("no beginning is decided: the test shows nothing")
	}
	even := s
	even.MaxStartScore, even.Workers = most, 2
	games := played(t, even)
	if n := ahead(games); n > 0 {
		t.Errorf("%d of %d games begin with somebody ahead by more than %d", n, len(games), most)
	}
	even.Workers = 1
	if !cmp.Equal(games, played(t, even), equal) {
		t.Error("one worker plays other games than two")
	}
	if even.Terms() == s.Terms() {
		t.Errorf("two plans have the terms %q", s.Terms())
	}
	rook := testcases.Position(t, "3akab2/9/4b4/9/9/9/9/9/9/R2AKAB2 w - - 0 1")
	lost := Plan{Games: 1, Nodes: 20, MaxStartScore: 100, Start: FromOpenings([]board.Position{rook})}
	if err := lost.Run(t.Context(), func(Game) error { return nil }); err == nil || !strings.Contains(err.Error(), "ahead by more than 100") {
		t.Errorf("where all beginnings are decided: %v", err)
	}
}

// TestOpeningsHaveNames distinguishes as many other openings in the terms.
func TestOpeningsHaveNames(t *testing.T) {
	rook := testcases.Position(t, "3akab2/9/4b4/9/9/9/9/9/9/R2AKAB2 w - - 0 1")
	one, other := FromOpenings([]board.Position{rook}), FromOpenings([]board.Position{board.StartPosition()})
	if one.Name == other.Name || one.Name != FromOpenings([]board.Position{rook}).Name {
		t.Errorf("openings are called %q, others %q", one.Name, other.Name)
	}
	games := played(t, plan())
	three, err := FromGames(games[:3], 0, 9)
	if err != nil {
		t.Fatal(err)
	}
	if others, err := FromGames(games[3:], 0, 9); err != nil || others.Name == three.Name {
		t.Errorf("games are called %q, others %q (%v)", three.Name, others.Name, err)
	}
}

// TestUsable: a position is learned from if its score is small and its best move quiet.
func TestUsable(t *testing.T) {
	const quiet, check = "5k3/9/9/9/r8/p8/P3P4/9/9/3RK4 w - - 0 1", "5k3/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1"
	for _, c := range []struct {
		fen, move string
		score     int
		want      bool
	}{
		{quiet, "e3e4", 50, true},
		{quiet, "e3e4", -100, true},
		{quiet, "e3e4", 101, false},
		{quiet, "e3e4", -101, false},
		{quiet, "e3e4", NoScore, false},
		{quiet, "a3a4", 50, false}, // captures
		{quiet, "d0d9", 50, false}, // gives check
		{check, "e0d0", 50, false},
	} {
		p := testcases.Position(t, c.fen)
		m, err := board.ParseMove(c.move)
		if err != nil || !p.IsLegal(m) {
			t.Fatalf("%s: %v", c.move, err)
		}
		if got := (&Sample{Position: &p, Move: m, Score: c.score}).Usable(100); got != c.want {
			t.Errorf("%s with %d: %v", c.move, c.score, got)
		}
	}
}

// TestFitScale finds the scale again where results follow it.
func TestFitScale(t *testing.T) {
	const want = 300
	rng := rand.New(rand.NewPCG(1, 1))
	var scores, results []float64
	for range 20_000 {
		score, result := rng.Float64()*2000-1000, 0.0
		if rng.Float64() < 1/(1+math.Exp(-score/want)) {
			result = 1
		}
		scores, results = append(scores, score), append(results, result)
	}
	if got := FitScale(scores, results); math.Abs(got-want) > 20 {
		t.Errorf("scale %.0f, want about %d", got, want)
	}
	if got := FitScale(nil, nil); got != DefaultScale {
		t.Errorf("without positions the scale is %.0f", got)
	}
}
