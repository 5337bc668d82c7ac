package solving

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Run is a streak: puzzle after puzzle, each harder than the one before, until the first mistake. One may be skipped.
// It moves no rating.
type Run struct {
	Person  game.Person `json:"-"`
	Guild   string      `json:"-"`                // where the best one was made
	Best    int         `json:"-"`                // the most that were solved in one run
	At      time.Time   `json:"-"`                // when Best was reached
	Number  int         `json:"number"`           // of the run, counted from 1
	Puzzle  string      `json:"puzzle,omitempty"` // the one to be solved; empty: the run is over, or none was begun
	Solved  int         `json:"solved"`
	Skipped bool        `json:"skipped,omitempty"`
	Seen    []string    `json:"seen,omitempty"` // the puzzles of this run, the present one last
}

// RunStore keeps runs. Package store implements it on a database.
type RunStore interface {
	// UpdateRun passes fn the run of a person, one without a puzzle if they have none, and keeps what fn leaves. The key is
	// as in game.GameStore's Update.
	UpdateRun(ctx context.Context, key string, p game.Person, fn func(*Run) error) (*Run, error)

	// BestRuns lists the best runs that were made in a guild.
	BestRuns(ctx context.Context, guild string, limit int) ([]Run, error)
}

// Runs are the streaks of people.
type Runs struct {
	store RunStore
	set   *puzzle.Set
	now   func() time.Time
}

// NewRuns joins a store, the puzzles and a clock: game.Service.Now.
func NewRuns(store RunStore, set *puzzle.Set, now func() time.Time) *Runs {
	return &Runs{store, set, now}
}

// A run begins with puzzles of firstRated, and each is so much harder than the one before.
const (
	firstRated = 1000
	harder     = 60
)

// Go goes on with the actor's run, or begins one. Refusal: AlreadyDone.
func (s *Runs) Go(ctx context.Context, act game.Act) (*Run, error) {
	return s.store.UpdateRun(ctx, act.Key, act.Actor, func(r *Run) error {
		if _, known := s.set.Find(r.Puzzle); !known {
			r.Number++
			r.Solved, r.Skipped, r.Seen = 0, false, nil
			s.next(r)
		}
		return nil
	})
}

// Try judges a legal move of the actor, who made so many right ones before, in the puzzle with the ID. A wrong one ends
// the run, a solution brings the next puzzle. Refusals: Outdated where it is another puzzle's turn, AlreadyDone.
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
		case puzzle.Right, puzzle.AlsoWins:
		}
		return nil
	})
	return answer, run, err
}

// Skip leaves the puzzle with the ID out, which can be done once in a run. Refusals: Outdated, SkippedBefore,
// AlreadyDone.
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

// Best lists the best runs of a server. What people solve in direct messages is nobody else's to see.
// Refusal: NotInServer.
func (s *Runs) Best(ctx context.Context, guild string) ([]Run, error) {
	if guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.BestRuns(ctx, guild, mostPlaces)
}

// next draws the next puzzle of a run; none where all are used up.
func (s *Runs) next(r *Run) {
	r.Puzzle = draw(s.set, r.Seen, firstRated+harder*float64(len(r.Seen)), fmt.Sprintf("%s %d %d", r.Person, r.Number, len(r.Seen)))
	if r.Puzzle != "" {
		r.Seen = append(slices.Clone(r.Seen), r.Puzzle)
	}
}

// draw chooses a puzzle by lot, of those about as hard as that which were not seen and are kept for no day; "" where
// there is none.
func draw(set *puzzle.Set, seen []string, rating float64, ticket string) string {
	list := slices.DeleteFunc(set.All(), func(p *puzzle.Puzzle) bool { return reserved(p) || slices.Contains(seen, p.ID()) })
	if len(list) == 0 {
		return ""
	}
	slices.SortStableFunc(list, func(a, b *puzzle.Puzzle) int {
		return cmp.Compare(math.Abs(float64(a.Rating)-rating), math.Abs(float64(b.Rating)-rating))
	})
	lot := fnv.New64a()
	lot.Write([]byte(ticket))
	return list[lot.Sum64()%uint64(min(nearest, len(list)))].ID()
}
