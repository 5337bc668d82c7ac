package solving

import (
	"context"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// How long a puzzle counts as being solved if nobody ends it.
const (
	openLife   = 30 * 24 * time.Hour // shown to a person
	publicLife = 24 * time.Hour      // shown to a channel
	raceLife   = 6 * time.Hour       // the round of a race
)

// OpenSince says from when on puzzles count as being solved.
type OpenSince struct{ Shown, Public, Raced time.Time }

// OpenPuzzle is a puzzle that is being solved.
type OpenPuzzle struct {
	ID    string
	Found *puzzle.Puzzle // if it was found in a game of a guild
}

// CurrentStore keeps which puzzles are being solved. Package store implements it on a database.
type CurrentStore interface {
	// ShowPuzzle records that a puzzle was shown to a person, or with p "" to a channel, of a guild. SaveTry ends it.
	ShowPuzzle(ctx context.Context, p game.Person, guild, id string, at time.Time) error

	// OpenPuzzles lists the puzzles that a person has not tried and that were shown to them or to a channel, those of
	// races and that of the person's run.
	OpenPuzzles(ctx context.Context, p game.Person, since OpenSince) ([]OpenPuzzle, error)

	// Raced lists the puzzles of the races in a guild whose round began after a time.
	Raced(ctx context.Context, guild string, since time.Time) ([]string, error)
}

// Current protects the puzzles that are being solved, see [fairplay.Source]: those that are open for a person, those of
// races and of channels, and those of the days that are not over in every server.
type Current struct {
	store CurrentStore
	days  *DailyPuzzles
	set   *puzzle.Set
	now   func() time.Time
}

// NewCurrent returns the puzzles that are being solved. The clock is [game.Service.Now].
func NewCurrent(store CurrentStore, days *DailyPuzzles, set *puzzle.Set, now func() time.Time) *Current {
	return &Current{store, days, set, now}
}

// Protected lists all positions on the way to the solutions. See [fairplay.Source].
func (c *Current) Protected(ctx context.Context, person, _ string) (all []fairplay.Protected, err error) {
	now := c.now()
	since := OpenSince{now.Add(-openLife), now.Add(-publicLife), now.Add(-raceLife)}
	open, err := c.store.OpenPuzzles(ctx, game.Person(person), since)
	if err != nil {
		return nil, err
	}
	today := dayOf(now)
	for day := today - MaxDaysAhead; day <= today+MaxDaysAhead; day++ {
		id, err := c.days.store.DayPuzzle(ctx, day)
		if err != nil {
			return nil, err
		}
		open = append(open, OpenPuzzle{ID: id})
	}
	for _, o := range open {
		p, known := c.set.Find(o.ID)
		if !known {
			p = o.Found
		}
		if p == nil {
			continue
		}
		rec := board.Record{Start: p.Position(), Moves: p.Line()}
		for _, at := range rec.Positions() {
			all = append(all, fairplay.Protected{Position: *at, Refusal: &game.Refusal{Code: PuzzleOpen}})
		}
	}
	return all, nil
}
