package solving

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Solver is how well a person solves puzzles.
type Solver struct {
	Person game.Person
	// Rating is on a scale of its own: puzzles are the opponents.
	Rating glicko.Rating
	// Tried is how many puzzles they have tried, Solved how many of these at the first try.
	Tried, Solved int
	At            time.Time // of the latest try; zero before the first
}

// newcomer begins with the easier puzzles.
func newcomer(p game.Person) Solver {
	r := glicko.First()
	r.R = 1200
	return Solver{Person: p, Rating: r}
}

// Try is the first try of a person at a puzzle.
type Try struct {
	Person game.Person
	Guild  string // where it was made; empty in direct messages
	Puzzle string
	Solved bool
	At     time.Time
	// Day is the number of the day on which it was made, by the hour and zone that the guild had then: neither another
	// hour nor a change of the clocks moves it to another day.
	Day int
}

// Store keeps tries and ratings. Package store implements it on a database.
type Store interface {
	// Solver finds a person; ok is false for one who has tried nothing.
	Solver(ctx context.Context, p game.Person) (s Solver, ok bool, err error)

	// Tried lists the puzzles that a person has tried.
	Tried(ctx context.Context, p game.Person) ([]string, error)

	// SaveTry keeps a try, unless the person has tried the puzzle before: first is false then and no rating changes. rate
	// is given the person, zero if they tried nothing before, and the rating of the puzzle, zero if nobody tried it, and
	// changes both. The key is as in game.GameStore's Create.
	//
	// The first try at the puzzle of a day is kept for that day as well, also if the puzzle was that of another day and
	// tried then: for the latest day with that puzzle, of those up to Early days after the try's own.
	SaveTry(ctx context.Context, key string, t Try, rate func(*Solver, *glicko.Rating)) (first bool, err error)

	// BestSolvers lists those who have tried at least so many puzzles, and one of them in a guild, by rating.
	BestSolvers(ctx context.Context, guild string, tried, limit int) ([]Solver, error)

	// Found lists the latest puzzles that were found in the games of a guild.
	Found(ctx context.Context, guild string, limit int) ([]puzzle.Puzzle, error)
}

// Service hands out puzzles and judges answers.
type Service struct {
	store Store
	hours Hours
	set   *puzzle.Set
	now   func() time.Time
}

// New joins stores, the puzzles and a clock: game.Service.Now.
func New(store Store, hours Hours, set *puzzle.Set, now func() time.Time) *Service {
	return &Service{store, hours, set, now}
}

// Wish says which puzzle somebody would like. The zero value leaves it to the service.
type Wish struct {
	// Theme is one of Themes, or empty.
	Theme string
	// Harder is by how many rating points the puzzle is to be harder than the solver is rated; negative for easier.
	Harder float64
	// Guild is where the solver is: puzzles from its games are among those drawn from.
	Guild string
}

// The themes that are no names of mates and motifs.
const (
	ThemeOpening = "opening"
	ThemeMiddle  = "middle"
	ThemeEnding  = "ending"
	ThemeMate2   = "mate2" // and so on, up to ThemeMate5
	ThemeMate5   = "mate5"
	ThemeGain    = "gain"
	ThemeOurs    = "ours" // from games of the guild
)

// has reports whether a puzzle is of a theme.
func has(p *puzzle.Puzzle, theme string) bool {
	switch theme {
	case "":
		return true
	case ThemeOpening:
		return p.Phase == puzzle.Opening
	case ThemeMiddle:
		return p.Phase == puzzle.Middle
	case ThemeEnding:
		return p.Phase == puzzle.Ending
	case ThemeGain:
		return p.Goal == puzzle.Gain
	case ThemeOurs:
		return p.Source == puzzle.Members
	}
	if theme >= ThemeMate2 && theme <= ThemeMate5 {
		return p.Goal == puzzle.Mate && theme == "mate"+strconv.Itoa(p.Moves())
	}
	return slices.Contains(p.Themes, theme)
}

// nearest is among how many puzzles of about the right difficulty one is drawn.
const nearest = 30

// Draw chooses a puzzle that the person has not tried, of the theme and near the difficulty; nil if none is left. Until
// they try one they get the same again.
func (s *Service) Draw(ctx context.Context, p game.Person, w Wish) (*puzzle.Puzzle, error) {
	solver, err := s.Solver(ctx, p)
	if err != nil {
		return nil, err
	}
	tried, err := s.store.Tried(ctx, p)
	if err != nil {
		return nil, err
	}
	done := make(map[string]bool, len(tried))
	for _, id := range tried {
		done[id] = true
	}
	list, err := s.found(ctx, w.Guild)
	if err != nil {
		return nil, err
	}
	list = append(list, slices.DeleteFunc(s.set.All(), reserved)...)
	list = slices.DeleteFunc(list, func(p *puzzle.Puzzle) bool { return !has(p, w.Theme) || done[p.ID()] })
	if len(list) == 0 {
		return nil, nil
	}
	target := solver.Rating.R + w.Harder
	slices.SortStableFunc(list, func(a, b *puzzle.Puzzle) int {
		return cmp.Compare(math.Abs(float64(a.Rating)-target), math.Abs(float64(b.Rating)-target))
	})
	lot := fnv.New64a()
	lot.Write([]byte(p))
	lot.Write([]byte(w.Theme))
	lot.Write([]byte(strconv.Itoa(len(tried))))
	return list[lot.Sum64()%uint64(min(nearest, len(list)))], nil
}

// Find is the puzzle of that name among those that all have; false where there is none.
func (s *Service) Find(id string) (*puzzle.Puzzle, bool) { return s.set.Find(id) }

// FindIn is the puzzle of that name, be it from a game of the guild or one that all have; nil where there is none.
func (s *Service) FindIn(ctx context.Context, guild, id string) (*puzzle.Puzzle, error) {
	if p, ok := s.set.Find(id); ok {
		return p, nil
	}
	found, err := s.found(ctx, guild)
	if i := slices.IndexFunc(found, func(p *puzzle.Puzzle) bool { return p.ID() == id }); i >= 0 {
		return found[i], nil
	}
	return nil, err
}

// mostFound is how many puzzles from the games of a guild are drawn from, the latest ones.
const mostFound = 500

// found lists the puzzles from the games of a guild; none for direct messages.
func (s *Service) found(ctx context.Context, guild string) (list []*puzzle.Puzzle, err error) {
	if guild == "" {
		return nil, nil
	}
	found, err := s.store.Found(ctx, guild, mostFound)
	for i := range found {
		list = append(list, &found[i])
	}
	return list, err
}

// Solver reads how well a person solves.
func (s *Service) Solver(ctx context.Context, p game.Person) (Solver, error) {
	solver, ok, err := s.store.Solver(ctx, p)
	if err != nil || !ok {
		return newcomer(p), err
	}
	return solver, nil
}

// Result is what came of a move, or of asking for help.
type Result struct {
	Answer puzzle.Answer
	// Counted says that this was the first try at the puzzle and changed ratings. Solver is then the person after it, and
	// Gain by how much their rating rose.
	Counted bool
	Solver  Solver
	Gain    float64
}

// Play judges a legal move of the actor, who made so many right ones before. Refusal: AlreadyDone.
func (s *Service) Play(
	ctx context.Context, act game.Act, p *puzzle.Puzzle, made []board.Move, m board.Move,
) (Result, error) {
	answer := p.Try(made, m)
	if answer.Verdict == puzzle.Right || answer.Verdict == puzzle.AlsoWins {
		return Result{Answer: answer}, nil
	}
	result, err := s.count(ctx, act, p, answer.Verdict == puzzle.Solved)
	result.Answer = answer
	return result, err
}

// Help keeps that the actor had help with a puzzle, which counts as not solved. Refusal: AlreadyDone.
func (s *Service) Help(ctx context.Context, act game.Act, p *puzzle.Puzzle) (Result, error) {
	return s.count(ctx, act, p, false)
}

const (
	tau = 0.5
	// puzzleRD is how unsure the estimate of a puzzle is.
	puzzleRD = 250
	// period is the time in which a deviation grows by the volatility.
	period = 7 * 24 * time.Hour
)

func (s *Service) count(ctx context.Context, act game.Act, p *puzzle.Puzzle, solved bool) (Result, error) {
	var result Result
	now := s.now()
	day, _, err := dayIn(ctx, s.hours, act.Guild, now)
	if err != nil {
		return result, err
	}
	try := Try{Person: act.Actor, Guild: act.Guild, Puzzle: p.ID(), Solved: solved, At: now, Day: day}
	first, err := s.store.SaveTry(ctx, act.Key, try, func(person *Solver, rating *glicko.Rating) {
		if person.Tried == 0 {
			*person = newcomer(act.Actor)
		} else {
			person.Rating = glicko.Idle(person.Rating, float64(now.Sub(person.At))/float64(period))
		}
		if *rating == (glicko.Rating{}) {
			*rating = glicko.Rating{R: float64(p.Rating), RD: puzzleRD, Vol: glicko.First().Vol}
		}
		before, score := *person, 0.0
		if solved {
			score = 1
			person.Solved++
		}
		person.Tried++
		person.At = now
		person.Rating = glicko.Count(before.Rating, []glicko.Result{{Opponent: *rating, Score: score}}, tau)
		*rating = glicko.Count(*rating, []glicko.Result{{Opponent: before.Rating, Score: 1 - score}}, tau)
		result = Result{Solver: *person, Gain: person.Rating.R - before.Rating.R}
	})
	result.Counted = first
	return result, err
}

// Of the leaderboard: how many puzzles somebody has to have tried, and how many people are on it.
const (
	fewestTried = 5
	mostPlaces  = 15
)

// Best lists the best solvers of a server: of those who tried a puzzle there.
func (s *Service) Best(ctx context.Context, guild string) ([]Solver, error) {
	return s.store.BestSolvers(ctx, guild, fewestTried, mostPlaces)
}
