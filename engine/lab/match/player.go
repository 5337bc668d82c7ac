package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/engine/board"
)

// Player plays one side of one game at a time.
//
// It is this engine in the same process or a UCI engine in another one.
type Player interface {
	// NewGame discards what it knows of the last game.
	NewGame(ctx context.Context) error
	// Think returns a move for the side to move in the last position of the record. After an error the player cannot be
	// used any more, unless the error is that of ctx.
	Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error)
	// Close stops the player. It is called once.
	Close() error
}

// Contestant is one side of a match. Each concurrent game has a player of its own.
type Contestant struct {
	// Name identifies it in results and journals.
	Name string
	// Settings describes its configuration and build in one line. A journal stores it, so that a match is not resumed
	// with another contestant of the same name.
	Settings string
	Start    func(ctx context.Context) (Player, error)
}

// Budget limits the search of a move. Zero fields set no limit, but at least one limit is required.
type Budget struct {
	// MoveTime is the time for each move.
	MoveTime time.Duration
	// Clock is the time for the whole game, and Increment is added to it after each move.
	Clock, Increment time.Duration
	// Nodes and Depth bound each search.
	Nodes uint64
	Depth int
}

// margin is how far [Budget.MoveTime] may be exceeded before the game is lost on time. It covers the delay of pipes and
// of a busy machine. It does not apply to a clock.
const margin = 250 * time.Millisecond

// validate reports what is missing or contradictory.
func (b Budget) validate() error {
	switch {
	case b.MoveTime < 0 || b.Clock < 0 || b.Increment < 0 || b.Depth < 0:
		return fmt.Errorf("match: a move %v, a game %v+%v, depth %d: none may be negative", b.MoveTime, b.Clock, b.Increment, b.Depth)
	case b.Increment > 0 && b.Clock == 0:
		return fmt.Errorf("match: an increment of %v without a clock: give the time of a whole game too", b.Increment)
	case b.MoveTime == 0 && b.Clock == 0 && b.Nodes == 0 && b.Depth == 0:
		return errors.New("match: a budget is needed: time, nodes or depth")
	}
	return nil
}

// Turn is what a player is given besides the position.
type Turn struct {
	Budget Budget
	// Clocks is the time left by board.Color. Both are zero in a game without clocks.
	Clocks [2]time.Duration
}

// Thought is a player's answer.
type Thought struct {
	Move board.Move
	// Score is the player's evaluation in centipawns for its own side; a mate in n is MateScore-n. Scored reports
	// whether there is one.
	Score  int
	Scored bool
}

// MateScore is higher than any evaluation.
const MateScore = 30000

// scoreOf combines a score and a mate distance, as in UCI, into one number.
func scoreOf(score, mate int) int {
	switch {
	case mate > 0:
		return MateScore - mate
	case mate < 0:
		return -MateScore - mate
	}
	return score
}
