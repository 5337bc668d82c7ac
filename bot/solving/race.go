package solving

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// RaceID is the number of a race, from 1.
type RaceID int64

// Race is a race of a channel to solve puzzles, each harder than the one before: the first to solve a puzzle scores a
// point, and the first to score Goal points wins. A wrong move shuts the player out until the next puzzle.
type Race struct {
	ID      RaceID
	Guild   string
	Channel string
	Starter game.Person
	Goal    int
	Puzzle  string // the current one; empty: the race is over
	Round   int    // the number of the current puzzle, from 1
	Seen    []string
	At      time.Time // when the round began
	Racers  []Racer
}

// Racer is a person who has tried a puzzle of a race.
type Racer struct {
	Person       game.Person
	Points       int
	ShutOutRound int // the latest round in which they made a wrong move
}

// Over reports whether the race is over.
func (r *Race) Over() bool { return r.Puzzle == "" }

// Table lists the racers with points, the best first.
func (r *Race) Table() []Racer {
	table := slices.DeleteFunc(slices.Clone(r.Racers), func(r Racer) bool { return r.Points == 0 })
	slices.SortStableFunc(table, func(a, b Racer) int { return b.Points - a.Points })
	return table
}

// racer returns the entry of a person, and adds it if there is none.
func (r *Race) racer(p game.Person) *Racer {
	i := slices.IndexFunc(r.Racers, func(r Racer) bool { return r.Person == p })
	if i < 0 {
		r.Racers = append(r.Racers, Racer{Person: p})
		i = len(r.Racers) - 1
	}
	return &r.Racers[i]
}

// RaceStore keeps races. Package store implements it on a database.
type RaceStore interface {
	// CreateRace passes fn a race that has its ID and saves the result. The key is as in game.GameStore's Create.
	CreateRace(ctx context.Context, key string, fn func(*Race) error) (*Race, error)

	// UpdateRace passes fn a race and saves the result; two updates of one race never overlap. Refusal NoRace if there
	// is none. The key is as in game.GameStore's Update.
	UpdateRace(ctx context.Context, key string, id RaceID, fn func(*Race) error) (*Race, error)

	// TriedSince reports whether a person has tried a puzzle after a time, outside of races.
	TriedSince(ctx context.Context, p game.Person, id string, since time.Time) (bool, error)

	// Race reads a race. Refusal NoRace if there is none.
	Race(ctx context.Context, id RaceID) (*Race, error)
}

// Races runs the races in channels.
type Races struct {
	store RaceStore
	set   *puzzle.Set
	now   func() time.Time
}

// NewRaces returns a service for races. now is [game.Service.Now].
func NewRaces(store RaceStore, set *puzzle.Set, now func() time.Time) *Races {
	return &Races{store, set, now}
}

// The limits of a race.
const (
	MinRaceGoal = 1
	MaxRaceGoal = 10
	// PassDelay is how long a puzzle has to be open before people other than the starter may skip it.
	PassDelay = 5 * time.Minute
)

// Start starts a race to goal points in the actor's channel.
func (s *Races) Start(ctx context.Context, act game.Act, goal int) (*Race, error) {
	if act.Guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.CreateRace(ctx, act.Key, func(r *Race) error {
		r.Guild, r.Channel, r.Starter = act.Guild, act.Channel, act.Actor
		r.Goal = min(max(goal, MinRaceGoal), MaxRaceGoal)
		s.next(r)
		return nil
	})
}

// Race reads a race for a person who wants to solve the puzzle of a round.
func (s *Races) Race(ctx context.Context, act game.Act, id RaceID, round int) (*Race, error) {
	r, err := s.store.Race(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.checkOpen(act, round); err != nil {
		return r, err
	}
	tried, err := s.store.TriedSince(ctx, act.Actor, r.Puzzle, r.At)
	if err == nil && tried {
		err = &game.Refusal{Code: TriedIt}
	}
	return r, err
}

// checkOpen checks that the actor may try the puzzle of a round.
func (r *Race) checkOpen(act game.Act, round int) error {
	i := slices.IndexFunc(r.Racers, func(r Racer) bool { return r.Person == act.Actor })
	switch {
	case r.Guild != act.Guild:
		return &game.Refusal{Code: NoRace}
	case r.Over():
		return &game.Refusal{Code: RaceOver}
	case r.Round != round:
		return &game.Refusal{Code: RoundOver}
	case i >= 0 && r.Racers[i].ShutOutRound == round:
		return &game.Refusal{Code: ShutOut}
	}
	return nil
}

// Try judges a legal move of the actor in the puzzle of a round, after the right moves in made. A solution scores a
// point and begins the next round or ends the race.
func (s *Races) Try(
	ctx context.Context, act game.Act, id RaceID, round int, made []board.Move, m board.Move,
) (puzzle.Answer, *Race, error) {
	var answer puzzle.Answer
	if _, err := s.Race(ctx, act, id, round); err != nil {
		return answer, nil, err
	}
	race, err := s.store.UpdateRace(ctx, act.Key, id, func(r *Race) error {
		if err := r.checkOpen(act, round); err != nil {
			return err
		}
		p, known := s.set.Find(r.Puzzle)
		if !known {
			return &game.Refusal{Code: RoundOver}
		}
		switch answer = p.Try(made, m); answer.Verdict {
		case puzzle.Wrong:
			r.racer(act.Actor).ShutOutRound = round
		case puzzle.Solved:
			racer := r.racer(act.Actor)
			if racer.Points++; racer.Points >= r.Goal {
				r.Puzzle = ""
				return nil
			}
			s.next(r)
		case puzzle.Correct, puzzle.AlsoWins:
		}
		return nil
	})
	return answer, race, err
}

// Pass skips a round that nobody solves. The race's starter may do so at once, everybody else after [PassDelay].
func (s *Races) Pass(ctx context.Context, act game.Act, id RaceID, round int) (*Race, error) {
	return s.store.UpdateRace(ctx, act.Key, id, func(r *Race) error {
		err := r.checkOpen(act, round)
		if err != nil && !errors.Is(err, ShutOut) {
			return err
		}
		if until := r.At.Add(PassDelay); act.Actor != r.Starter && s.now().Before(until) {
			return &game.Refusal{Code: TooEarly, Until: until}
		}
		s.next(r)
		return nil
	})
}

// next begins the next round, or ends the race if no puzzle is left.
func (s *Races) next(r *Race) {
	r.Round++
	r.At = s.now()
	r.Puzzle = draw(s.set, r.Seen, firstRating+ratingStep*float64(r.Round-1), fmt.Sprintf("race %d %d", r.ID, r.Round))
	r.Seen = append(slices.Clone(r.Seen), r.Puzzle)
}
