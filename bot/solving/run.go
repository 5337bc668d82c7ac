package solving

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Run is a puzzle streak: puzzle after puzzle, each harder than the one before, until the first mistake. One may be
// skipped. It changes no rating.
type Run struct {
	Person  game.Person `json:"-"`
	Guild   string      `json:"-"`                // where the best run was made
	Best    int         `json:"-"`                // the most puzzles solved in one run
	At      time.Time   `json:"-"`                // when Best was reached
	Number  int         `json:"number"`           // of the run, from 1
	Puzzle  string      `json:"puzzle,omitempty"` // the current one; empty: the run is over, or none has begun
	Solved  int         `json:"solved"`
	Skipped bool        `json:"skipped,omitempty"`
	Seen    []string    `json:"seen,omitempty"` // the puzzles of this run, the current one last
}

// RunStore keeps runs. Package store implements it on a database.
type RunStore interface {
	// UpdateRun passes fn the run of a person, without a puzzle if they have none, and saves the result. The key is as
	// in game.GameStore's Update.
	UpdateRun(ctx context.Context, key string, p game.Person, fn func(*Run) error) (*Run, error)

	// Run reads the run of a person, without a puzzle if they have none.
	Run(ctx context.Context, p game.Person) (Run, error)

	// BestRuns lists the best runs that were made in a guild.
	BestRuns(ctx context.Context, guild string, limit int) ([]Run, error)
}

// Runs serves people's puzzle streaks.
type Runs struct {
	store RunStore
	set   *puzzle.Set
	now   func() time.Time
}

// NewRuns returns a service for streaks. now is [game.Service.Now].
func NewRuns(store RunStore, set *puzzle.Set, now func() time.Time) *Runs {
	return &Runs{store, set, now}
}

// ratingStep is how much higher each puzzle of a run or a race is rated than the one before.
const ratingStep = 60

// Continue returns the actor's run, and begins one if none is open.
func (s *Runs) Continue(ctx context.Context, act game.Act) (*Run, error) {
	return s.store.UpdateRun(ctx, act.Key, act.Actor, func(r *Run) error {
		if _, known := s.set.Find(r.Puzzle); !known {
			r.Number++
			r.Solved, r.Skipped, r.Seen = 0, false, nil
			s.next(r)
		}
		return nil
	})
}

// Try judges a legal move of the actor in the puzzle with the ID, after the right moves in made. A wrong move ends the
// run, a solution brings the next puzzle. Refusals: Outdated if that is not the current puzzle, AlreadyDone.
func (s *Runs) Try(ctx context.Context, act game.Act, id string, made []board.Move, m board.Move) (puzzle.Answer, *Run, error) {
	var answer puzzle.Answer
	run, err := s.store.UpdateRun(ctx, act.Key, act.Actor, func(r *Run) error {
		p, known := s.set.Find(id)
		if !known || r.Puzzle != id {
			return &game.Refusal{Code: game.Outdated}
		}
		switch answer = p.Try(made, m); answer.Verdict {
		case puzzle.Wrong:
			r.Puzzle = ""
		case puzzle.Solved:
			r.Solved++
			if r.Solved > r.Best {
				r.Best, r.Guild, r.At = r.Solved, act.Guild, s.now()
			}
			s.next(r)
		case puzzle.Correct, puzzle.AlsoWins:
		}
		return nil
	})
	return answer, run, err
}

// Fail ends the actor's run if the puzzle with the ID is its current one: they failed at it or gave it up
// outside the run.
func (s *Runs) Fail(ctx context.Context, act game.Act, id string) error {
	if run, err := s.store.Run(ctx, act.Actor); err != nil || run.Puzzle != id {
		return err
	}
	_, err := s.store.UpdateRun(ctx, "", act.Actor, func(r *Run) error {
		if r.Puzzle == id {
			r.Puzzle = ""
		}
		return nil
	})
	return err
}

// Skip skips the puzzle with the ID, which is possible once in a run.
func (s *Runs) Skip(ctx context.Context, act game.Act, id string) (*Run, error) {
	return s.store.UpdateRun(ctx, act.Key, act.Actor, func(r *Run) error {
		switch {
		case id == "" || r.Puzzle != id:
			return &game.Refusal{Code: game.Outdated}
		case r.Skipped:
			return &game.Refusal{Code: SkippedBefore}
		}
		r.Skipped = true
		s.next(r)
		return nil
	})
}

// Best lists the best runs of a server. Runs in direct messages are private.
func (s *Runs) Best(ctx context.Context, guild string) ([]Run, error) {
	if guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.BestRuns(ctx, guild, maxPlaces)
}

// next draws the next puzzle of a run, or none if all are used up.
func (s *Runs) next(r *Run) {
	r.Puzzle = draw(s.set, r.Seen, firstRating+ratingStep*float64(len(r.Seen)), fmt.Sprintf("%s %d %d", r.Person, r.Number, len(r.Seen)))
	if r.Puzzle != "" {
		r.Seen = append(slices.Clone(r.Seen), r.Puzzle)
	}
}

// draw chooses a puzzle at random among those with the closest ratings that are neither seen nor reserved; "" if there
// is none. The same seed draws the same puzzle.
func draw(set *puzzle.Set, seen []string, rating float64, seed string) string {
	list := slices.DeleteFunc(set.All(), func(p *puzzle.Puzzle) bool { return reserved(p) || slices.Contains(seen, p.ID()) })
	if len(list) == 0 {
		return ""
	}
	return pick(list, "", rating, seed).ID()
}
