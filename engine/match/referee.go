package match

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Adjudication ends games whose outcome both players agree on. The zero value plays everything out, up to MaxPlies.
type Adjudication struct {
	// A game is won when for so many moves in a row both players have said that one of them is ahead by WinScore or more.
	WinScore, WinMoves int
	// A game is drawn when from ply DrawFrom on both players have said for so many moves in a row that nobody is ahead by
	// more than DrawScore.
	DrawScore, DrawMoves, DrawFrom int
	// MaxPlies draws a game that is longer; 0 means 600, which only rare games reach under the natural limit.
	MaxPlies int
}

// StandardAdjudication saves about a third of the time and, by experience with other engines, no half point in a
// thousand.
func StandardAdjudication() Adjudication {
	return Adjudication{WinScore: 1000, WinMoves: 4, DrawScore: 8, DrawMoves: 10, DrawFrom: 100}
}

// QuickAdjudication is for where many games count more than each of them. Games take less than six tenths of the time
// and are off by a twentieth of a point on average, which mostly adds to the noise.
func QuickAdjudication() Adjudication {
	return Adjudication{WinScore: 500, WinMoves: 2, DrawScore: 10, DrawMoves: 6, DrawFrom: 60, MaxPlies: 160}
}

// String describes it in the terms of a journal.
func (a Adjudication) String() string {
	return fmt.Sprintf("won at %d for %d moves, drawn at %d for %d moves from ply %d, at most %d plies",
		a.WinScore, a.WinMoves, a.DrawScore, a.DrawMoves, a.DrawFrom, a.MaxPlies)
}

const defaultMaxPlies = 600

// Ending says how a game came to its end.
type Ending string

// The endings besides those of package rules, whose reasons are used as they are.
const (
	WonByAdjudication   Ending = "adjudicated win"
	DrawnByAdjudication Ending = "adjudicated draw"
	TooLong             Ending = "too long"
	IllegalMove         Ending = "illegal move"
	OnTime              Ending = "time"
	Crash               Ending = "crash"
)

// fault reports whether a game ended by something that a sound program never does.
func (e Ending) fault() bool { return e == IllegalMove || e == OnTime || e == Crash }

// result is one finished game.
type result struct {
	record  board.Record
	scores  []int // by ply, for the side that moved; noScore where it said nothing
	outcome rules.Outcome
	ending  Ending
	problem error // what was wrong, if the ending is a fault
}

const noScore = 1 << 15

// referee plays games by one set of rules.
type referee struct {
	code         rules.Code
	budget       Budget
	adjudication Adjudication
	now          func() time.Time
}

// play lets two players, by color, play one game from an opening. An error means that the game could not be finished
// for a reason outside of it: the context ended.
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
		if v := rules.Judge(&res.record, r.code); v.Outcome != rules.Ongoing {
			res.outcome, res.ending = v.Outcome, Ending(v.Reason.String())
			return res, nil
		}
		if r.adjudicate(&res, opening.SideToMove()) {
			return res, nil
		}
		pos := res.record.Position()
		side := pos.SideToMove()
		start := r.now()
		thought, err := players[side].Think(ctx, &res.record, Turn{r.budget, clocks, r.code})
		used := r.now().Sub(start)
		if rate := r.budget.NodeTime; rate > 0 {
			used = time.Duration(float64(thought.Nodes) / float64(rate) * float64(time.Millisecond))
		}
		switch {
		case ctx.Err() != nil:
			return result{}, ctx.Err()
		case err != nil:
			return res.lost(side, Crash, err), nil
		case !pos.IsLegal(thought.Move):
			return res.lost(side, IllegalMove, fmt.Errorf("%s in %s", thought.Move, pos.FEN())), nil
		}
		if problem := r.charge(&clocks[side], used); problem != nil {
			return res.lost(side, OnTime, problem), nil
		}
		res.record.Moves = append(res.record.Moves, thought.Move)
		score := noScore
		if thought.Scored {
			score = thought.Score
		}
		res.scores = append(res.scores, score)
	}
}

// charge takes the time used from what there is.
func (r *referee) charge(clock *time.Duration, used time.Duration) error {
	if r.budget.Clock > 0 {
		if *clock -= used; *clock < 0 {
			return fmt.Errorf("the flag fell %v ago", -*clock)
		}
		*clock += r.budget.Increment
	}
	margin := r.budget.Margin
	if margin == 0 {
		margin = DefaultMargin
	}
	if r.budget.MoveTime > 0 && used > r.budget.MoveTime+margin {
		return fmt.Errorf("%v used of %v", used, r.budget.MoveTime)
	}
	return nil
}

// lost ends the game by a fault of one side.
func (res result) lost(side board.Color, ending Ending, problem error) result {
	res.outcome, res.ending, res.problem = rules.BlackWins, ending, problem
	if side == board.Black {
		res.outcome = rules.RedWins
	}
	return res
}

// adjudicate ends the game if both players have long agreed on its outcome, or if it is too long. first is who made the
// first move.
func (r *referee) adjudicate(res *result, first board.Color) bool {
	a, plies := r.adjudication, len(res.scores)
	end := func(o rules.Outcome, e Ending) bool {
		res.outcome, res.ending = o, e
		return true
	}
	if a.WinMoves > 0 {
		if agreed(res.scores, 2*a.WinMoves, func(red int) bool { return red >= a.WinScore }, first) {
			return end(rules.RedWins, WonByAdjudication)
		}
		if agreed(res.scores, 2*a.WinMoves, func(red int) bool { return red <= -a.WinScore }, first) {
			return end(rules.BlackWins, WonByAdjudication)
		}
	}
	if a.DrawMoves > 0 && plies >= a.DrawFrom &&
		agreed(res.scores, 2*a.DrawMoves, func(red int) bool { return max(red, -red) <= a.DrawScore }, first) {
		return end(rules.Draw, DrawnByAdjudication)
	}
	limit := a.MaxPlies
	if limit == 0 {
		limit = defaultMaxPlies
	}
	return plies >= limit && end(rules.Draw, TooLong)
}

// agreed reports whether the last n scores, as Red sees them, all fulfil a condition.
func agreed(scores []int, n int, holds func(red int) bool, first board.Color) bool {
	if len(scores) < n {
		return false
	}
	for i := len(scores) - n; i < len(scores); i++ {
		red := scores[i]
		if red == noScore {
			return false
		}
		if (i%2 == 0) != (first == board.Red) {
			red = -red
		}
		if !holds(red) {
			return false
		}
	}
	return true
}
