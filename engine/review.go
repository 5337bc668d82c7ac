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

// ReviewOptions is the budget of a game review. Nodes or Time must be set; if both are, the first one exhausted ends
// it.
type ReviewOptions struct {
	// Nodes and Time are for all positions of the game together. What one position does not use goes to the others.
	Nodes uint64
	Time  time.Duration
	// Ruleset has the rules of the game; the zero value means rules.Asian.
	Ruleset rules.Ruleset
}

// Review is the engine's assessment of a finished game.
type Review struct {
	// First is the side that made the first move.
	First board.Color
	// Moments are the positions of the game in order: one before each move, and the last one. Moments[n] follows ply n.
	Moments []Moment
}

// Moment is a position of a game, and the move that was played in it.
type Moment struct {
	// Score, Mate and Depth are as in Info, for the side to move. Depth is 0 where nothing was searched: positions that
	// an interrupted review did not reach, the end of a game, and positions whose budget was too small to search one
	// move.
	Score, Mate, Depth int
	// Line is the principal variation; its first move is the best one. It is empty where Depth is 0.
	Line []board.Move
	// Chance is the expected score of the side to move, from 0 for a loss to 1 for a win. See WinChance.
	Chance float64
	// Known reports whether the fields above are set.
	Known bool

	// Played is the move that was played, NoMove in the last position.
	Played board.Move
	// Grade says how good it was; Ungraded if this position or the next one is not Known.
	Grade Grade
	// CentipawnLoss is how much the move loses against the best one, in centipawns from 0 to twice ScoreCap. PointLoss
	// is the loss in expected score, from 0 to 1.
	CentipawnLoss int
	PointLoss     float64
}

// Grade says how good a move was.
type Grade uint8

// The grades, best first. After Best they depend on [Moment.PointLoss], the loss in expected score: a pawn matters in
// an even game and not in one that is won anyway.
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

// ScoreCap bounds the scores from which centipawn losses are computed, in centipawns: beyond it a game is won, and the
// margin does not matter.
const ScoreCap = 1000

// chanceScale is the score, in centipawns, at which the expected score is 1/(1+1/e), 73 %.
//
// It was fitted by logistic regression to games of the engine against itself; docs/experiments/evaluation.md says how.
const chanceScale = 400

// WinChance returns a side's expected score: from 0 for a loss to 1 for a win, with a draw as one half. Score and mate
// are as in [Info]. It was fitted to games between equal players of about the engine's strength at a few thousand
// nodes.
func WinChance(score, mate int) float64 {
	switch {
	case mate > 0:
		return 1
	case mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/chanceScale))
}

// Review returns the score and best move of each position of a game, and the loss of each move. It works from the end
// of the game to its beginning, so that the transposition table already knows the later positions when it searches the
// earlier ones. progress, which may be nil, is called after each position.
//
// If ctx ends, Review returns the part it has finished, the later part of the game, together with the context's error.
//
// It searches each position once and has one budget for the whole game: good for many games and for statistics, in which
// errors even out. Package study reviews a game for its players: it searches again before it calls a move a mistake, says
// why it is one, can be saved and resumed between two searches, and lets a pool of engines play meanwhile.
func (e *Engine) Review(
	ctx context.Context, rec *board.Record, o ReviewOptions, progress func(done, total int),
) (Review, error) {
	if o.Nodes == 0 && o.Time <= 0 {
		return Review{}, errors.New("engine: a review without a budget would never end: give it Nodes or Time")
	}
	if o.Ruleset == (rules.Ruleset{}) {
		o.Ruleset = rules.Asian()
	}
	plies := len(rec.Moves)
	v := Review{First: rec.Start.SideToMove(), Moments: make([]Moment, plies+1)}
	for i, m := range rec.Moves {
		v.Moments[i].Played = m
	}
	last := rec.Clone()
	first := plies // the position to begin with, going down
	if verdict := rules.Judge(&last, o.Ruleset); verdict.Outcome != rules.Ongoing {
		end := &v.Moments[plies]
		end.Score, end.Chance = Decided(&last, verdict.Outcome)
		end.Known = true
		first--
	}
	for i := first; i >= 0; i-- {
		before := board.Record{Start: rec.Start, Moves: slices.Clone(rec.Moves[:i])}
		res, err := e.Analyze(ctx, &before, o.share(i+1), nil)
		if err == nil {
			err = ctx.Err() // an interrupted search does not count
		}
		if err != nil {
			return v, err
		}
		o.deduct(res.Info)
		v.Moments[i].note(&res)
		v.grade(i, &before)
		if progress != nil {
			progress(plies+1-i, plies+1)
		}
	}
	return v, nil
}

// share returns the limits for the next position when so many are left to search.
func (o *ReviewOptions) share(positions int) Limits {
	limits := Limits{Ruleset: o.Ruleset}
	if o.Nodes > 0 {
		limits.Nodes = max(o.Nodes/uint64(positions), 1)
	}
	if o.Time > 0 {
		limits.MoveTime = max(o.Time/time.Duration(positions), time.Nanosecond)
	}
	return limits
}

// deduct subtracts what a search has used from the budget, but leaves at least 1: 0 would mean no limit.
func (o *ReviewOptions) deduct(used Info) {
	if o.Nodes > 0 {
		o.Nodes -= min(used.Nodes, o.Nodes-1)
	}
	if o.Time > 0 {
		o.Time -= min(used.Time, o.Time-1)
	}
}

// note stores the result of a search.
func (m *Moment) note(res *Result) {
	m.Score, m.Mate, m.Depth = res.Score, res.Mate, res.Depth
	if res.Depth > 0 {
		m.Line = res.PV // at depth 0 it is just some legal move
	}
	m.Chance, m.Known = WinChance(res.Score, res.Mate), true
}

// Decided returns the score of a finished game and the points that the side to move in its last position got.
func Decided(rec *board.Record, outcome rules.Outcome) (score int, chance float64) {
	loser, lost := outcome.Loser()
	if !lost {
		return 0, 0.5
	}
	if p := rec.Position(); loser == p.SideToMove() {
		return -ScoreCap, 0
	}
	return ScoreCap, 1
}

// value is the score, capped for computing losses.
func (m *Moment) value() int {
	switch {
	case m.Mate > 0:
		return ScoreCap
	case m.Mate < 0:
		return -ScoreCap
	}
	return min(max(m.Score, -ScoreCap), ScoreCap)
}

// grade grades the move of moment i; before is the game up to that moment.
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
		m.Grade = Best // even if the search of the next position scores it lower
		return
	}
	m.CentipawnLoss = max(m.value()+next.value(), 0)
	m.PointLoss = max(m.Chance-(1-next.Chance), 0)
	if m.Grade = GradeOf(m.PointLoss); m.Grade == Good && m.CentipawnLoss == 0 {
		m.Grade = Best
	}
}

// Tally sums up one side's moves in a review.
type Tally struct {
	// Moves is the number of graded moves, and Grades the number of each grade.
	Moves  int
	Grades map[Grade]int
	// CentipawnLoss and PointLoss are the averages of those in Moment, without forced moves.
	CentipawnLoss, PointLoss float64
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
		t.CentipawnLoss += float64(m.CentipawnLoss)
		t.PointLoss += m.PointLoss
	}
	if free := t.Moves - t.Grades[Forced]; free > 0 {
		t.CentipawnLoss /= float64(free)
		t.PointLoss /= float64(free)
	}
	return t
}
