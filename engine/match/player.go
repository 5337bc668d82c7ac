package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Player plays one side of one game at a time.
//
// There are two: this engine in the same process, and a program behind a pipe.
type Player interface {
	// NewGame forgets the last game.
	NewGame(ctx context.Context) error
	// Think returns a move for the side to move in the last position of the record.
	// After an error the player is useless, unless the error is that of ctx.
	Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error)
	// Close ends the player. It is called once.
	Close() error
}

// Contestant is one side of a match. Each game played at the same time has a player of its own.
type Contestant struct {
	// Name is how results and journals call it.
	Name string
	// Settings says in words what it plays with. A journal keeps it, so that a match does not go on with another
	// contestant of the same name.
	Settings string
	Start    func(ctx context.Context) (Player, error)
}

// Budget is what a player may spend. What is zero sets no limit, but something must.
type Budget struct {
	// MoveTime is the time for each move.
	MoveTime time.Duration
	// Clock is the time for the whole game, and Increment what is added to it after each move.
	Clock, Increment time.Duration
	// Nodes and Depth bound each search.
	Nodes uint64
	Depth int
	// NodeTime, if not 0, is how many nodes are a millisecond: MoveTime and Clock are then counted in the nodes that a
	// player says it has looked at, and a match by the clock can be played on a busy machine. A program behind a pipe
	// knows nothing of this.
	NodeTime uint64
	// Margin is how far MoveTime may be overstepped before the game is lost on time; 0 means DefaultMargin.
	// It covers pipes and a busy machine. A clock knows no margin.
	Margin time.Duration
}

// DefaultMargin is what is forgiven when nothing is said.
const DefaultMargin = 250 * time.Millisecond

// limited reports whether a search under the budget comes to an end.
func (b Budget) limited() bool { return b.MoveTime > 0 || b.Clock > 0 || b.Nodes > 0 || b.Depth > 0 }

// validate tells what is missing or makes no sense.
func (b Budget) validate() error {
	switch {
	case b.MoveTime < 0 || b.Clock < 0 || b.Increment < 0 || b.Depth < 0 || b.Margin < 0:
		return fmt.Errorf("match: a move %v, a game %v+%v, depth %d, margin %v: none may be negative", b.MoveTime, b.Clock, b.Increment, b.Depth, b.Margin)
	case b.Increment > 0 && b.Clock == 0:
		return fmt.Errorf("match: an increment of %v without a clock: give the time of a whole game too", b.Increment)
	case b.NodeTime > 0 && b.Clock == 0 && b.MoveTime == 0:
		return fmt.Errorf("match: %d nodes a millisecond, but no time: give a clock or a time for each move too", b.NodeTime)
	case !b.limited():
		return errors.New("match: a budget is needed: time, nodes or depth")
	}
	return nil
}

// Turn is what a player is told with a position.
type Turn struct {
	Budget Budget
	// Clocks is the time left by board.Color. Both are zero in a game without clocks.
	Clocks [2]time.Duration
	// Code is what the game is judged by. A program behind a pipe does not get it: it has to be set to rules of its own
	// before.
	Code rules.Code
}

// Thought is a player's answer.
type Thought struct {
	Move board.Move
	// Score is what the player thinks of its position, in centipawns for its own side; a mate counts MateScore less the
	// moves to it. Scored reports whether it thinks anything.
	Score  int
	Scored bool
	// Nodes is how many positions it looked at, 0 where it does not say.
	Nodes uint64
}

// MateScore is more than any evaluation.
const MateScore = 30000

// scoreOf turns a score and a mate, either as UCI has them, into one number.
func scoreOf(score, mate int) int {
	switch {
	case mate > 0:
		return MateScore - mate
	case mate < 0:
		return -MateScore - mate
	}
	return score
}
