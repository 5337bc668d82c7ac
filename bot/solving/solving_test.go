package solving_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

var must, refused = gametest.Must, gametest.Refused

// people are those who solve puzzles, and what a database knows of them.
type people struct {
	*store.DB
	t *testing.T
}

func newPeople(t *testing.T) people { return people{storetest.Open(t, store.Options{}), t} }

// service returns a service on them by a clock.
func (p people) service(set *puzzle.Set, now func() time.Time) *solving.Service {
	return solving.New(p.Puzzles, p.Posts, p.Puzzles, set, fair(), now)
}

// solver returns the record of a person.
func (p people) solver(who game.Person) solving.Solver {
	p.t.Helper()
	s, _, err := p.Puzzles.Solver(p.t.Context(), who)
	must(p.t, err)
	return s
}

// fair is a guard that protects nothing.
func fair() *fairplay.Guard { return fairplay.New(fairplay.Engine{}, nil) }

func service(t *testing.T) (*solving.Service, people) {
	p := newPeople(t)
	return p.service(puzzle.Standard(), func() time.Time { return time.Unix(1e9, 0) }), p
}

// Only the first try counts: solving it is a win against the puzzle, and a move that wins more slowly is not a try.
func TestFirstTryCounts(t *testing.T) {
	s, m := service(t)
	i := slices.IndexFunc(puzzle.Standard().All(), func(p *puzzle.Puzzle) bool {
		return p.Goal == puzzle.Mate && p.Moves() == 2 && len(p.Root.AlsoWinning) > 0
	})
	p := puzzle.Standard().All()[i]
	act := game.Act{Actor: "1", Guild: "g"}
	line := p.Line()
	steps := []struct {
		made    []board.Move
		move    board.Move
		want    puzzle.Verdict
		counted bool
	}{
		{nil, p.Root.AlsoWinning[0], puzzle.AlsoWins, false},
		{nil, line[0], puzzle.Correct, false},
		{line[:1], line[2], puzzle.Solved, true},
		{line[:1], line[2], puzzle.Solved, false}, // once more
	}
	for _, c := range steps {
		got, err := s.Play(t.Context(), act, p, c.made, c.move)
		if err != nil || got.Answer.Verdict != c.want || got.Counted != c.counted {
			t.Errorf("%v %v: %+v, %v", c.made, c.move, got, err)
		}
		if c.counted && (got.Gain <= 0 || got.Solver.Solved != 1) {
			t.Errorf("solved: %+v", got)
		}
	}
	try := solving.Try{Person: "9", Puzzle: p.ID(), At: time.Unix(1e9, 0)}
	_, _, err := m.Puzzles.SaveTry(t.Context(), "", try, func(_ *solving.Solver, r *glicko.Rating) {
		if r.R >= float64(p.Rating) {
			t.Errorf("once solved the puzzle is rated %v, before it was %v", r.R, p.Rating)
		}
	})
	must(t, err)
	// Help is a loss, and solving the puzzle afterwards does not change that.
	act.Actor = "2"
	if got, err := s.GiveUp(t.Context(), act, p); err != nil || !got.Counted || got.Gain >= 0 {
		t.Errorf("help: %+v, %v", got, err)
	}
	if got, err := s.Play(t.Context(), act, p, line[:1], line[2]); err != nil || got.Counted || m.solver("2").Solved != 0 {
		t.Errorf("solved after help: %+v, %v", got, err)
	}
}

// A hint costs less than giving up, and gains nothing even if the puzzle is too hard. The puzzle is not solved.
func TestHintsAreCheap(t *testing.T) {
	cost := func(theme string, give bool) float64 {
		s, m := service(t)
		act := game.Act{Actor: "1"}
		p, err := s.Draw(t.Context(), "1", solving.Criteria{Theme: theme})
		if err != nil || p == nil {
			t.Fatal(p, err)
		}
		help := s.Hint
		if give {
			help = s.GiveUp
		}
		got, err := help(t.Context(), act, p)
		if err != nil || !got.Counted || m.solver("1").Solved != 0 {
			t.Errorf("%s: %+v, %v", theme, got, err)
		}
		return -got.Gain
	}
	if hint, all := cost(solving.ThemeTake, false), cost(solving.ThemeTake, true); hint < -0.01 || hint > all/2 {
		t.Errorf("with a puzzle of one's strength a hint costs %v, giving up %v", hint, all)
	}
	if hint := cost("mate5", false); hint < -0.01 {
		t.Errorf("with a puzzle that is too hard a hint gains %v", -hint)
	}
}

// Newcomers begin with puzzles of one move, which are never puzzles of the day.
func TestNewcomersBeginWithOneMove(t *testing.T) {
	s, m := service(t)
	p, err := s.Draw(t.Context(), "1", solving.Criteria{})
	if err != nil || p == nil || !p.ForBeginners() {
		t.Errorf("the first puzzle is %+v, %v", p, err)
	}
	now := time.Unix(1e9, 0)
	days := solving.NewDailyPuzzles(m.Puzzles, m.Posts, puzzle.Standard(), func() time.Time { return now })
	for range 30 {
		now = now.AddDate(0, 0, 1)
		today, err := days.Today(t.Context(), "1", "")
		if err != nil || today.Puzzle.Moves() == 1 {
			t.Fatalf("the puzzle of the day: %+v, %v", today.Puzzle, err)
		}
	}
}

// The rating of a person who tries no puzzle becomes uncertain: the next try changes it more.
func TestRatingsGrowUncertain(t *testing.T) {
	gain := func(away time.Duration) float64 {
		m, now := newPeople(t), time.Unix(1e9, 0)
		s := m.service(puzzle.Standard(), func() time.Time { return now })
		settled := solving.Solver{Person: "1", Rating: glicko.Rating{R: 1500, RD: 60, Vol: 0.06}, Tried: 9, At: now}
		try := solving.Try{Person: "1", Puzzle: puzzle.Standard().All()[1].ID(), At: now}
		if _, _, err := m.Puzzles.SaveTry(t.Context(), "", try, func(s *solving.Solver, r *glicko.Rating) {
			*s, *r = settled, glicko.Initial()
		}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(away)
		got, err := s.GiveUp(t.Context(), game.Act{Actor: "1"}, puzzle.Standard().All()[0])
		if err != nil || !got.Counted {
			t.Fatalf("%+v, %v", got, err)
		}
		return got.Gain
	}
	if at, later := gain(0), gain(365*24*time.Hour); later >= at || at >= 0 {
		t.Errorf("a loss costs %v at once and %v after a year", -at, -later)
	}
}

// A drawn puzzle has the requested theme and about the requested difficulty, stays the same until it is tried, and was
// never tried before.
func TestDraw(t *testing.T) {
	s, _ := service(t)
	act := game.Act{Actor: "1"}
	seen := map[string]bool{}
	for range 20 {
		p, err := s.Draw(t.Context(), "1", solving.Criteria{Theme: "mahoupao"})
		if err != nil || p == nil || seen[p.ID()] || !slices.Contains(p.Themes, "mahoupao") {
			t.Fatalf("%v, %v", p, err)
		}
		if again, _ := s.Draw(t.Context(), "1", solving.Criteria{Theme: "mahoupao"}); again != p {
			t.Error("another one before it was tried")
		}
		seen[p.ID()] = true
		ok(s.GiveUp(t.Context(), act, p))(t)
	}
	easy, _ := s.Draw(t.Context(), "2", solving.Criteria{Harder: -300})
	hard, _ := s.Draw(t.Context(), "2", solving.Criteria{Harder: 300})
	if easy.Rating >= hard.Rating {
		t.Errorf("the easier one is rated %d, the harder %d", easy.Rating, hard.Rating)
	}
	for theme, fits := range map[string]func(*puzzle.Puzzle) bool{
		"mate1":            func(p *puzzle.Puzzle) bool { return p.Goal == puzzle.Mate && p.Moves() == 1 },
		solving.ThemeTake:  func(p *puzzle.Puzzle) bool { return p.Goal == puzzle.Gain && p.Moves() == 1 },
		solving.ThemeCheck: func(p *puzzle.Puzzle) bool { pos := p.Position(); return p.Goal == puzzle.Hold && pos.InCheck() },
		"mate3":            func(p *puzzle.Puzzle) bool { return p.Goal == puzzle.Mate && p.Moves() == 3 },
		solving.ThemeGain:  func(p *puzzle.Puzzle) bool { return p.Goal == puzzle.Gain },
		puzzle.Technique:   func(p *puzzle.Puzzle) bool { return p.Source == puzzle.Tables },
	} {
		if p, err := s.Draw(t.Context(), "3", solving.Criteria{Theme: theme}); err != nil || p == nil || !fits(p) {
			t.Errorf("%s: %+v, %v", theme, p, err)
		}
	}
	if p, err := s.Draw(t.Context(), "3", solving.Criteria{Theme: "nothing"}); err != nil || p != nil {
		t.Errorf("a theme that there is not: %v, %v", p, err)
	}
}

// Puzzles from the games of a server are only drawn there.
func TestFoundInAServer(t *testing.T) {
	m := newPeople(t)
	s := m.service(puzzle.NewSet(nil), time.Now)
	own := *puzzle.Standard().All()[0]
	own.Source = puzzle.Local
	must(t, m.Puzzles.SaveFound(t.Context(), solving.FoundPuzzle{Guild: "g", Game: 7, Puzzle: &own, At: time.Now()}))
	ours := solving.Criteria{Theme: solving.ThemeOurs, Guild: "g"}
	p, err := s.Draw(t.Context(), "1", ours)
	if err != nil || p == nil || p.Source != puzzle.Local {
		t.Fatalf("%v, %v", p, err)
	}
	if other, err := s.Draw(t.Context(), "1", solving.Criteria{Theme: solving.ThemeOurs, Guild: "h"}); other != nil || err != nil {
		t.Errorf("in another server: %v, %v", other, err)
	}
	ok(s.GiveUp(t.Context(), game.Act{Actor: "1", Guild: "g"}, p))(t)
	if again, err := s.Draw(t.Context(), "1", ours); again != nil || err != nil {
		t.Errorf("after it was tried: %v, %v", again, err)
	}
}

func ok[V any](value V, err error) func(gametest.T) V { return gametest.OK(value, err) }

func errOf[V any](_ V, err error) error { return err }
