package engine

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// ReviewOptions says how much the review of a whole game may search. Nodes or Time must be given; where both are, the
// first one spent ends it.
type ReviewOptions struct {
	// Nodes and Time are for all positions of the game together. What one of them leaves over is for the others.
	Nodes uint64
	Time  time.Duration
	// Code is the set of rules by which the game is judged; the zero value means rules.Asian.
	Code rules.Code
}

// Review is what the engine thinks of a game that was played.
type Review struct {
	// First is the side that made the first move.
	First board.Color
	// Moments are the positions of the game in their order: one before each move, and the last one. After ply n comes
	// Moments[n].
	Moments []Moment
}

// Moment is a position of a game, and the move that was played in it.
type Moment struct {
	// Score, Mate and Depth are as in Info, for the side to move; Depth is 0 where nothing was searched: in a position
	// that a review which was cut off did not come to, where the game was over, and where the budget was not enough to
	// look at a single move.
	Score, Mate, Depth int
	// Line is how the game should have gone on. Its first move is the best one. It is empty where Depth is 0.
	Line []board.Move
	// Chance is what the side to move can expect to get out of the game, from 0 for a loss to 1 for a win. See WinChance.
	Chance float64
	// Known reports whether the four fields above mean anything.
	Known bool

	// Played is the move that was played, NoMove in the last position.
	Played board.Move
	// Grade says how good it was; Ungraded where it or what came of it is not Known.
	Grade Grade
	// Loss is how much worse the position has become by it than by the best move, in centipawns: from 0 to twice MostLoss.
	// Cost is the same as the part of a point that was thrown away, from 0 to 1.
	Loss int
	Cost float64
}

// Grade says how good a move was.
type Grade uint8

// The grades, the best first. Beyond Best they go by Moment.Cost, the chances that were thrown away: a pawn is much in
// an even game and nothing in one that is won anyway.
const (
	Ungraded   Grade = iota
	Forced           // there was no other legal move
	Best             // what the engine would have played, or nothing worse
	Good             // costs less than InaccuracyCost
	Inaccuracy       // costs that or more
	Mistake          // costs MistakeCost or more
	Blunder          // costs BlunderCost or more
)

// The costs from which a move is graded so, in points.
const (
	InaccuracyCost = 0.05
	MistakeCost    = 0.10
	BlunderCost    = 0.20
)

// GradeOf is the grade of a move by its cost alone, Good at best.
func GradeOf(cost float64) Grade {
	switch {
	case cost >= BlunderCost:
		return Blunder
	case cost >= MistakeCost:
		return Mistake
	case cost >= InaccuracyCost:
		return Inaccuracy
	}
	return Good
}

var gradeNames = [...]string{"ungraded", "forced", "best", "good", "inaccuracy", "mistake", "blunder"}

// String returns "ungraded", "forced", "best", "good", "inaccuracy", "mistake" or "blunder".
func (g Grade) String() string { return gradeNames[min(int(g), len(gradeNames)-1)] }

// MostLoss is what bounds a score when losses are reckoned, in centipawns: beyond it a game is won, by however much.
const MostLoss = 1000

// chanceScale is the score, in centipawns, with which 1/(1+1/e) of the points are got: 73 %.
//
// It was fitted by logistic regression to games of the engine against itself; docs/engine.md says how.
const chanceScale = 400

// WinChance is what a side can expect to get out of a game: from 0 for a loss to 1 for a win, with a draw as one half.
// Score and mate are as in Info. The scale is that of games between equals who play about as well as the engine does in
// a few thousand nodes.
func WinChance(score, mate int) float64 {
	switch {
	case mate > 0:
		return 1
	case mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/chanceScale))
}

// Review gives for each position of a game its score and best move, and for each move what it cost. It goes
// through the game from its end, so that what it learns of the later positions is there when it looks at the earlier
// ones. progress, which may be nil, is called after each position.
//
// When ctx ends, what has been found by then is returned together with the context's error: the later part of the game.
//
// It looks once and has one budget for the whole game: good for many games and for statistics, in which errors even out.
// Package study reviews a game for its players: it looks again before it calls a move a mistake, says why it is one, can
// be saved and resumed between two searches, and lets a pool of engines play meanwhile.
func (e *Engine) Review(
	ctx context.Context, rec *board.Record, o ReviewOptions, progress func(done, total int),
) (Review, error) {
	if o.Nodes == 0 && o.Time <= 0 {
		return Review{}, errors.New("engine: a review without a budget would never end: give it Nodes or Time")
	}
	if o.Code == (rules.Code{}) {
		o.Code = rules.Asian()
	}
	plies := len(rec.Moves)
	v := Review{First: rec.Start.SideToMove(), Moments: make([]Moment, plies+1)}
	for i, m := range rec.Moves {
		v.Moments[i].Played = m
	}
	last := rec.Clone()
	first := plies // the position to begin with, going down
	if verdict := rules.Judge(&last, o.Code); verdict.Outcome != rules.Ongoing {
		end := &v.Moments[plies]
		end.Score, end.Chance = Decided(&last, verdict.Outcome)
		end.Known = true
		first--
	}
	for i := first; i >= 0; i-- {
		before := board.Record{Start: rec.Start, Moves: slices.Clone(rec.Moves[:i])}
		res, err := e.Analyze(ctx, &before, o.share(i+1), nil)
		if err == nil {
			err = ctx.Err() // half a thought is none
		}
		if err != nil {
			return v, err
		}
		o.spend(res.Info)
		v.Moments[i].note(&res)
		v.grade(i, &before)
		if progress != nil {
			progress(plies+1-i, plies+1)
		}
	}
	return v, nil
}

// share is the part of the budget for one of so many positions that are still to be searched.
func (o *ReviewOptions) share(positions int) Limits {
	limits := Limits{Code: o.Code}
	if o.Nodes > 0 {
		limits.Nodes = max(o.Nodes/uint64(positions), 1)
	}
	if o.Time > 0 {
		limits.MoveTime = max(o.Time/time.Duration(positions), time.Nanosecond)
	}
	return limits
}

// spend takes what a search has used from the budget, but never all of it: nothing left would mean no limit.
func (o *ReviewOptions) spend(used Info) {
	if o.Nodes > 0 {
		o.Nodes -= min(used.Nodes, o.Nodes-1)
	}
	if o.Time > 0 {
		o.Time -= min(used.Time, o.Time-1)
	}
}

// note writes down what a search has found.
func (m *Moment) note(res *Result) {
	m.Score, m.Mate, m.Depth = res.Score, res.Mate, res.Depth
	if res.Depth > 0 {
		m.Line = res.PV // else it is the first move that came to hand
	}
	m.Chance, m.Known = WinChance(res.Score, res.Mate), true
}

// Decided is the score of a game that is over, and what the side to move in its last position got out of it.
func Decided(rec *board.Record, outcome rules.Outcome) (score int, chance float64) {
	loser, lost := outcome.Loser()
	if !lost {
		return 0, 0.5
	}
	if p := rec.Position(); loser == p.SideToMove() {
		return -MostLoss, 0
	}
	return MostLoss, 1
}

// value is the score as losses are reckoned.
func (m *Moment) value() int {
	switch {
	case m.Mate > 0:
		return MostLoss
	case m.Mate < 0:
		return -MostLoss
	}
	return min(max(m.Score, -MostLoss), MostLoss)
}

// grade says how good the move in the moment i was; before is the game up to there.
func (v *Review) grade(i int, before *board.Record) {
	if i+1 >= len(v.Moments) {
		return
	}
	m, next := &v.Moments[i], &v.Moments[i+1]
	p := before.Position()
	switch {
	case len(p.LegalMoves(nil)) == 1:
		m.Grade = Forced
		return
	case len(m.Line) > 0 && m.Line[0] == m.Played:
		m.Grade = Best // whatever the next search thinks of it
		return
	}
	m.Loss = max(m.value()+next.value(), 0)
	m.Cost = max(m.Chance-(1-next.Chance), 0)
	if m.Grade = GradeOf(m.Cost); m.Grade == Good && m.Loss == 0 {
		m.Grade = Best
	}
}

// Tally sums up one side's moves in a review.
type Tally struct {
	// Moves is how many were graded, and Grades how many of each grade.
	Moves  int
	Grades map[Grade]int
	// Loss and Cost are what a move has cost on average, forced ones not counted, as in Moment.
	Loss, Cost float64
}

// Tally sums up the moves of one side.
func (v *Review) Tally(c board.Color) Tally {
	t := Tally{Grades: map[Grade]int{}}
	for i, m := range v.Moments {
		if m.Grade == Ungraded || (i%2 == 0) != (c == v.First) {
			continue
		}
		t.Moves++
		t.Grades[m.Grade]++
		t.Loss += float64(m.Loss)
		t.Cost += m.Cost
	}
	if free := t.Moves - t.Grades[Forced]; free > 0 {
		t.Loss /= float64(free)
		t.Cost /= float64(free)
	}
	return t
}
