// Package solving gives puzzles to people: it draws a puzzle, judges the moves, and rates the person and the puzzle.
// The puzzle of the day ([DailyPuzzles], [Schedules]), streaks ([Runs]) and races ([Races]) are here too.
//
//	p, err := s.Draw(ctx, person, solving.Criteria{Theme: "mahoupao"})
//	result, err := s.Play(ctx, act, p, made, move)
//
// Only a person's first try at a puzzle counts. Solving it without a wrong move and without help is a win against the
// puzzle, anything else is a loss. A move that also wins, but more slowly, does not count as a try. The puzzles are in
// engine/puzzle, with everything that is needed to judge an answer: no engine runs.
package solving

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Solver is a person's rating and record in puzzles.
type Solver struct {
	Person game.Person
	// Rating is on a scale of its own: puzzles are the opponents.
	Rating glicko.Rating
	// Tried is how many puzzles they have tried, and Solved how many of these they solved at the first try.
	Tried, Solved int
	At            time.Time // of the latest try; zero before the first
}

// firstRating is the rating with which people begin, and about that of the first puzzle of streaks and races: puzzles
// of one move.
const firstRating = 600

// newcomer returns a person without tries.
func newcomer(p game.Person) Solver {
	r := glicko.Initial()
	r.R = firstRating
	return Solver{Person: p, Rating: r}
}

// Try is a person's first try at a puzzle.
type Try struct {
	Person game.Person
	Guild  string // where it was made; empty in direct messages
	Puzzle string
	Solved bool
	At     time.Time
	// Day is the number of the day of the try, by the hour and zone that the guild had then. Later changes of the hour
	// or of the zone's clocks do not change it.
	Day int
}

// Store keeps tries and ratings. Package store implements it on a database.
type Store interface {
	// Solver reads a person's record; ok is false if they have tried nothing.
	Solver(ctx context.Context, p game.Person) (s Solver, ok bool, err error)

	// Tried returns the puzzles that a person has tried, and whether they solved them.
	Tried(ctx context.Context, p game.Person) (map[string]bool, error)

	// SaveTry saves a try, and with each that the puzzle is no longer open for the person. It counts unless the person
	// has tried the puzzle before: then first is false and no rating changes. rate gets the person, zero if they have
	// tried nothing before, and the rating of the puzzle, zero if nobody has tried it, and updates both. The key is as
	// in game.GameStore's Create.
	//
	// The first try at the puzzle of a day is also saved for that day, even if the person tried the puzzle on an
	// earlier day that it had. That day is the latest with the puzzle that is at most MaxDaysAhead days after the day
	// of the try. onDay reports that this was done before the day was over, so that the try counts for a streak.
	SaveTry(ctx context.Context, key string, t Try, rate func(*Solver, *glicko.Rating)) (first, onDay bool, err error)

	// BestSolvers lists people by rating who have tried at least that many puzzles, and at least one of them in the
	// guild.
	BestSolvers(ctx context.Context, guild string, tried, limit int) ([]Solver, error)

	// Found lists the latest puzzles found in the games of a guild.
	Found(ctx context.Context, guild string, limit int) ([]puzzle.Puzzle, error)
}

// Service draws puzzles and judges answers.
type Service struct {
	store     Store
	schedules ScheduleReader
	current   CurrentStore
	set       *puzzle.Set
	fair      *fairplay.Guard
	now       func() time.Time
}

// New returns a service. now is [game.Service.Now].
func New(
	store Store, schedules ScheduleReader, current CurrentStore, set *puzzle.Set, fair *fairplay.Guard, now func() time.Time,
) *Service {
	return &Service{store, schedules, current, set, fair, now}
}

// Show records that the actor, or their channel if public is set, was given a puzzle to solve: until it is tried,
// nobody who solves it is helped with its position.
func (s *Service) Show(ctx context.Context, act game.Act, p *puzzle.Puzzle, public bool) error {
	who := act.Actor
	if public {
		who = ""
	}
	return s.current.ShowPuzzle(ctx, who, act.Guild, p.ID(), s.now())
}

// mayReveal checks that the actor may know the solution of a puzzle.
func (s *Service) mayReveal(ctx context.Context, act game.Act, p *puzzle.Puzzle) error {
	raced, err := s.raced(ctx, act.Guild)
	if err != nil {
		return err
	}
	if slices.Contains(raced, p.ID()) {
		return &game.Refusal{Code: InRace}
	}
	rec := board.Record{Start: p.Position()}
	_, err = s.fair.Ask(ctx, act.Question(fairplay.Solution, &rec, 0))
	return err
}

// raced lists the puzzles of the races in a guild.
func (s *Service) raced(ctx context.Context, guild string) ([]string, error) {
	if guild == "" {
		return nil, nil
	}
	return s.current.Raced(ctx, guild, s.now().Add(-raceLife))
}

// Criteria are a person's criteria for a puzzle. The zero value fits every puzzle near the person's rating.
type Criteria struct {
	// Theme is one of the Theme constants, or the name of a mate or motif; empty: any.
	Theme string
	// Harder is how many rating points the puzzle should be above the solver's rating; negative for easier.
	Harder float64
	// Guild is where the solver is: puzzles from its games can be drawn too.
	Guild string
}

// The themes that are not names of mates and motifs.
const (
	ThemeMate1 = "mate1" // and so on, up to ThemeMate5
	ThemeMate5 = "mate5"
	ThemeTake  = "take"  // a piece can be taken for nothing
	ThemeCheck = "check" // the only answer to a check
	ThemeHold  = "hold"  // the only move that does not lose, without a check
	ThemeGain  = "gain"  // a piece is won in more than one move
	ThemeOurs  = "ours"  // from games of the guild
)

// hasTheme reports whether a puzzle has a theme. Every puzzle has the empty one.
func hasTheme(p *puzzle.Puzzle, theme string) bool {
	switch theme {
	case "":
		return true
	case ThemeTake:
		return p.Goal == puzzle.Gain && p.ForBeginners()
	case ThemeGain:
		return p.Goal == puzzle.Gain && p.Moves() > 1
	case ThemeCheck:
		return p.Goal == puzzle.Hold && p.ForBeginners()
	case ThemeHold:
		return p.Goal == puzzle.Hold && !p.ForBeginners()
	case ThemeOurs:
		return p.Source == puzzle.Local
	}
	if theme >= ThemeMate1 && theme <= ThemeMate5 {
		return p.Goal == puzzle.Mate && theme == "mate"+strconv.Itoa(p.Moves())
	}
	return slices.Contains(p.Themes, theme)
}

// drawPool is the number of puzzles with the closest ratings from which one is drawn.
const drawPool = 30

// Draw chooses a puzzle that meets the criteria and that the person has not tried, or nil if none is left. It returns
// the same puzzle until they try one.
func (s *Service) Draw(ctx context.Context, p game.Person, w Criteria) (*puzzle.Puzzle, error) {
	solver, err := s.Solver(ctx, p)
	if err != nil {
		return nil, err
	}
	tried, err := s.store.Tried(ctx, p)
	if err != nil {
		return nil, err
	}
	raced, err := s.raced(ctx, w.Guild)
	if err != nil {
		return nil, err
	}
	isDone := func(id string) bool {
		_, done := tried[id]
		return done || slices.Contains(raced, id)
	}
	list, err := s.found(ctx, w.Guild)
	if err != nil {
		return nil, err
	}
	list = append(list, slices.DeleteFunc(s.set.All(), reserved)...)
	list = slices.DeleteFunc(list, func(p *puzzle.Puzzle) bool { return !hasTheme(p, w.Theme) || isDone(p.ID()) })
	if len(list) == 0 {
		return nil, nil
	}
	return pick(list, w.Theme, solver.Rating.R+w.Harder, fmt.Sprintf("%s%s%d", p, w.Theme, len(tried))), nil
}

// endingsShare is one in how many puzzles of any theme is from the endgame tables, which have more than all others.
const endingsShare = 4

// pick chooses one of the puzzles of a theme whose ratings are closest, at random; the same seed picks the same one.
func pick(list []*puzzle.Puzzle, theme string, rating float64, seed string) *puzzle.Puzzle {
	hash := fnv.New64a()
	hash.Write([]byte(seed))
	n := hash.Sum64()
	if theme == "" && n%endingsShare > 0 {
		isEnding := func(p *puzzle.Puzzle) bool { return p.Source == puzzle.Tables }
		if others := slices.DeleteFunc(slices.Clone(list), isEnding); len(others) > 0 {
			list = others
		}
	}
	slices.SortStableFunc(list, func(a, b *puzzle.Puzzle) int {
		return cmp.Compare(math.Abs(float64(a.Rating)-rating), math.Abs(float64(b.Rating)-rating))
	})
	return list[n/endingsShare%uint64(min(drawPool, len(list)))]
}

// Find returns the puzzle with the id among those that everybody has, or false if there is none.
func (s *Service) Find(id string) (*puzzle.Puzzle, bool) { return s.set.Find(id) }

// FindIn returns the puzzle with the id, among those that everybody has and those from games of the guild, or nil if
// there is none.
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

// maxFound is how many of the latest puzzles from the games of a guild can be drawn.
const maxFound = 500

// found returns the puzzles from the games of a guild; none in direct messages.
func (s *Service) found(ctx context.Context, guild string) (list []*puzzle.Puzzle, err error) {
	if guild == "" {
		return nil, nil
	}
	found, err := s.store.Found(ctx, guild, maxFound)
	for i := range found {
		list = append(list, &found[i])
	}
	return list, err
}

// Solver reads a person's rating and record.
func (s *Service) Solver(ctx context.Context, p game.Person) (Solver, error) {
	solver, ok, err := s.store.Solver(ctx, p)
	if err != nil || !ok {
		return newcomer(p), err
	}
	return solver, nil
}

// Result is the result of a move or of asking for help.
type Result struct {
	Answer puzzle.Answer
	// Counted says that this was the first try at the puzzle and changed ratings. Solver is then the person afterwards,
	// and Gain the change of their rating.
	Counted bool
	Solver  Solver
	Gain    float64
	// OnDay says that this was the first try at the puzzle of the day, on its day. It counts for the day and the streak
	// also where the puzzle was tried before, when it was that of another day.
	OnDay bool
}

// Play judges a legal move of the actor after the right moves in made.
func (s *Service) Play(
	ctx context.Context, act game.Act, p *puzzle.Puzzle, made []board.Move, m board.Move,
) (Result, error) {
	if err := s.mayReveal(ctx, act, p); err != nil {
		return Result{}, err
	}
	answer := p.Try(made, m)
	if answer.Verdict == puzzle.Correct || answer.Verdict == puzzle.AlsoWins {
		return Result{Answer: answer}, nil
	}
	end := failed
	if answer.Verdict == puzzle.Solved {
		end = solved
	}
	result, err := s.recordTry(ctx, act, p, end)
	result.Answer = answer
	return result, err
}

// Hint records that the actor had a hint. The puzzle counts as not solved, but for their rating as half a point, or as
// the score that was expected of them if that is less: a hint never gains.
func (s *Service) Hint(ctx context.Context, act game.Act, p *puzzle.Puzzle) (Result, error) {
	if err := s.mayReveal(ctx, act, p); err != nil {
		return Result{}, err
	}
	return s.recordTry(ctx, act, p, hinted)
}

// GiveUp records that the actor has been shown the solution.
func (s *Service) GiveUp(ctx context.Context, act game.Act, p *puzzle.Puzzle) (Result, error) {
	if err := s.mayReveal(ctx, act, p); err != nil {
		return Result{}, err
	}
	return s.recordTry(ctx, act, p, failed)
}

// outcome is what became of a try.
type outcome int

const (
	failed outcome = iota
	hinted
	solved
)

// score is the solver's score for an outcome.
func (o outcome) score(solver, puzzle glicko.Rating) float64 {
	if o == hinted {
		return min(0.5, glicko.Expected(solver, puzzle))
	}
	return float64(o / solved)
}

const (
	tau = 0.5
	// puzzleRD is the rating deviation of a puzzle that nobody has tried.
	puzzleRD = 250
	// period is the length of a rating period.
	period = 7 * 24 * time.Hour
)

func (s *Service) recordTry(ctx context.Context, act game.Act, p *puzzle.Puzzle, end outcome) (Result, error) {
	var result Result
	now := s.now()
	day, _, err := dayIn(ctx, s.schedules, act.Guild, now)
	if err != nil {
		return result, err
	}
	try := Try{Person: act.Actor, Guild: act.Guild, Puzzle: p.ID(), Solved: end == solved, At: now, Day: day}
	first, onDay, err := s.store.SaveTry(ctx, act.Key, try, func(person *Solver, rating *glicko.Rating) {
		if person.Tried == 0 {
			*person = newcomer(act.Actor)
		} else {
			person.Rating = glicko.Idle(person.Rating, float64(now.Sub(person.At))/float64(period))
		}
		if *rating == (glicko.Rating{}) {
			*rating = glicko.Rating{R: float64(p.Rating), RD: puzzleRD, Vol: glicko.Initial().Vol}
		}
		before, score := *person, end.score(person.Rating, *rating)
		if end == solved {
			person.Solved++
		}
		person.Tried++
		person.At = now
		person.Rating = glicko.Update(before.Rating, []glicko.Result{{Opponent: *rating, Score: score}}, tau)
		*rating = glicko.Update(*rating, []glicko.Result{{Opponent: before.Rating, Score: 1 - score}}, tau)
		result = Result{Solver: *person, Gain: person.Rating.R - before.Rating.R}
	})
	result.Counted, result.OnDay = first, onDay
	return result, err
}

const (
	minTried  = 5  // puzzles that a person must have tried to be on the leaderboard
	maxPlaces = 15 // places on the leaderboard
)

// Best lists the best solvers of a server, among those who have tried a puzzle there.
func (s *Service) Best(ctx context.Context, guild string) ([]Solver, error) {
	return s.store.BestSolvers(ctx, guild, minTried, maxPlaces)
}
