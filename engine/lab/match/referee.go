package match

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
)

// Adjudication ends games early when both players agree on the outcome. The zero value plays games out, up to 600
// plies, which few games reach under the natural limit.
type Adjudication = adjudicate.Thresholds

// StandardAdjudication saves about a third of the time. In other engines' experience it changes fewer than one half
// point in a thousand.
func StandardAdjudication() Adjudication {
	return Adjudication{WinScore: 1000, WinPlies: 8, DrawScore: 8, DrawPlies: 20, DrawFrom: 100}
}

// QuickAdjudication is for tuning, where the number of games matters more than the accuracy of each. Games take less
// than 60 % of the time and are off by a twentieth of a point on average, which is mostly noise.
func QuickAdjudication() Adjudication {
	return Adjudication{MaxPlies: 160, WinScore: 500, WinPlies: 4, DrawScore: 10, DrawPlies: 12, DrawFrom: 60}
}

const defaultMaxPlies = 600

// Termination says how a game ended.
type Termination string

// The terminations besides the reasons of package rules.
const (
	AdjudicatedWin  Termination = "adjudicated win"
	AdjudicatedDraw Termination = "adjudicated draw"
	MaxPliesReached Termination = "too long"
	IllegalMove     Termination = "illegal move"
	TimeForfeit     Termination = "time"
	Crash           Termination = "crash"
)

// forfeit reports whether a game was lost by a fault of the program.
func (e Termination) forfeit() bool { return e == IllegalMove || e == TimeForfeit || e == Crash }

// result is one finished game.
type result struct {
	record      board.Record
	scores      []*int // by ply, for the side that moved; nil if it reported none
	streaks     adjudicate.Streaks
	outcome     rules.Outcome
	termination Termination
	problem     error // what was wrong, if the ending is a fault
}

// referee plays games by the Asian rules.
type referee struct {
	budget       Budget
	adjudication Adjudication
	now          func() time.Time
}

// play plays one game between two players, indexed by color, from an opening. The only error is that of ctx.
func (r *referee) play(ctx context.Context, players [2]Player, opening board.Position) (result, error) {
	res := result{record: board.Record{Start: opening}}
	for c, p := range players {
		if err := p.NewGame(ctx); err != nil {
			if ctx.Err() != nil {
				return result{}, ctx.Err()
			}
			return res.lost(board.Color(c), Crash, err), nil
		}
	}
	clocks := [2]time.Duration{r.budget.Clock, r.budget.Clock}
	for {
		if v := rules.Judge(&res.record, rules.Asian()); v.Outcome != rules.Ongoing {
			res.outcome, res.termination = v.Outcome, Termination(v.Reason.String())
			return res, nil
		}
		if r.adjudicate(&res) {
			return res, nil
		}
		pos := res.record.Position()
		side := pos.SideToMove()
		start := r.now()
		thought, err := players[side].Think(ctx, &res.record, Turn{r.budget, clocks})
		used := r.now().Sub(start)
		switch {
		case ctx.Err() != nil:
			return result{}, ctx.Err()
		case err != nil:
			return res.lost(side, Crash, err), nil
		case !pos.IsLegal(thought.Move):
			return res.lost(side, IllegalMove, fmt.Errorf("%s in %s", thought.Move, pos.FEN())), nil
		}
		if err := r.charge(&clocks[side], used); err != nil {
			return res.lost(side, TimeForfeit, err), nil
		}
		res.record.Moves = append(res.record.Moves, thought.Move)
		r.score(&res, side, thought)
	}
}

// charge deducts the time used from the clock, and returns an error if the side has lost on time.
func (r *referee) charge(clock *time.Duration, used time.Duration) error {
	if r.budget.Clock > 0 {
		if *clock -= used; *clock < 0 {
			return fmt.Errorf("the flag fell %v ago", -*clock)
		}
		*clock += r.budget.Increment
	}
	if r.budget.MoveTime > 0 && used > r.budget.MoveTime+margin {
		return fmt.Errorf("%v used of %v", used, r.budget.MoveTime)
	}
	return nil
}

// lost ends the game as a forfeit of one side.
func (res result) lost(side board.Color, ending Termination, problem error) result {
	res.outcome, res.termination, res.problem = rules.BlackWins, ending, problem
	if side == board.Black {
		res.outcome = rules.RedWins
	}
	return res
}

// adjudicate ends the game if both players have agreed on its outcome for long enough, or if it is too long.
func (r *referee) adjudicate(res *result) bool {
	pos := res.record.Position()
	res.outcome = r.adjudication.Outcome(&pos, len(res.scores), res.streaks)
	switch {
	case res.outcome == rules.Draw:
		res.termination = AdjudicatedDraw
	case res.outcome != rules.Ongoing:
		res.termination = AdjudicatedWin
	case len(res.scores) >= cmp.Or(r.adjudication.MaxPlies, defaultMaxPlies):
		res.outcome, res.termination = rules.Draw, MaxPliesReached
	}
	return res.outcome != rules.Ongoing
}

// score notes the score of a ply.
func (r *referee) score(res *result, side board.Color, thought Thought) {
	if !thought.Scored {
		res.scores = append(res.scores, nil)
		res.streaks = adjudicate.Streaks{}
		return
	}
	res.scores = append(res.scores, &thought.Score)
	red := thought.Score
	if side == board.Black {
		red = -red
	}
	res.streaks.Add(r.adjudication, red)
}
