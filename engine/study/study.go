package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// Plan is the node budget of a study. A plan with a second pass may use more than both passes: for each key mistake
// eight times Second for a longer search before and after it, and up to four times First for its lines.
type Plan struct {
	// First is the number of nodes per position in the first pass. A game of more than 161 positions gets no more in
	// all than one of 161: less for each.
	First uint64
	// Second is the number of nodes per position in the second pass, 0 for no second pass.
	Second uint64
	// Doubts is the maximum number of moves in the second pass: the costliest.
	Doubts int
}

// DefaultPlan is the default plan: under a minute of one processor for a game of 80 moves.
func DefaultPlan() Plan { return Plan{First: 100_000, Second: 300_000, Doubts: 40} }

// maxLine is the number of plies of a line that are kept: all that a reason needs.
const maxLine = 16

// lastPass is the pass in which the positions before and after the key mistakes are searched, each once.
const lastPass = 3

// Evaluation is the search result of a position. Score, Mate and Depth are as in [engine.Info], for the side to move;
// Line is the principal variation and Chance the expected score.
type Evaluation struct {
	Score  int          `json:"score,omitempty"`
	Mate   int          `json:"mate,omitempty"`
	Depth  int          `json:"depth,omitempty"`
	Line   []board.Move `json:"line,omitempty"`
	Chance float64      `json:"chance"`
	// Pass is the last pass in which the position was searched, 0 for not yet. The end of the game counts as searched in
	// the last one, and a position with only one move counts like the next position.
	Pass int `json:"pass,omitempty"`
}

// Study is a review in progress or done.
type Study struct {
	Plan  Plan          `json:"plan"`
	Rules rules.Ruleset `json:"rules"`
	Rec   board.Record  `json:"game"`
	Evals []Evaluation  `json:"looks"` // one for each position: before each move, and the last
	// Left are the positions still to be searched in this pass, in order.
	Left []int `json:"left,omitempty"`
	// Short are the positions whose lines are extended after all passes, each repeated maxExtensions times.
	Short    []int `json:"short,omitempty"`
	Pass     int   `json:"pass"` // 1 to lastPass
	Searches int   `json:"done"` // so far
}

// New begins a study of a game under a set of rules. The game must have a move.
func New(rec *board.Record, plan Plan, ruleset rules.Ruleset) (*Study, error) {
	if len(rec.Moves) == 0 {
		return nil, errors.New("study: the game has no moves")
	}
	if plan.First == 0 {
		return nil, errors.New("study: the plan has no nodes for the first pass")
	}
	if plan.Doubts < 0 {
		return nil, fmt.Errorf("study: a second pass for %d moves: want 0 or more", plan.Doubts)
	}
	s := &Study{Plan: plan, Rules: ruleset, Rec: rec.Clone(), Evals: make([]Evaluation, len(rec.Moves)+1), Pass: 1}
	first := len(rec.Moves)
	if verdict := rules.Judge(rec, ruleset); verdict.Outcome != rules.Ongoing {
		end := &s.Evals[first]
		end.Score, end.Chance = decided(rec, verdict.Outcome)
		end.Pass = lastPass
		first--
	}
	for i := first; i >= 0; i-- {
		s.Left = append(s.Left, i)
	}
	return s, nil
}

// decidedScore is the score of a decided game, in centipawns.
const decidedScore = 1000

// decided returns the score of a finished game and the points that the side to move in its last position got.
func decided(rec *board.Record, outcome rules.Outcome) (score int, chance float64) {
	loser, lost := outcome.Loser()
	if !lost {
		return 0, 0.5
	}
	if p := rec.Position(); loser == p.SideToMove() {
		return -decidedScore, 0
	}
	return decidedScore, 1
}

// Record returns the reviewed game.
func (s *Study) Record() board.Record { return s.Rec.Clone() }

// Done reports whether the study is complete.
func (s *Study) Done() bool {
	return s.Pass == lastPass && len(s.Left)+len(s.Short) == 0
}

// Progress returns the number of searches done, and the number of searches in all as far as it is known yet.
func (s *Study) Progress() (done, total int) {
	return s.Searches, s.Searches + len(s.Left) + len(s.Short)
}

// game returns the game up to a ply, continued by a line.
func (s *Study) game(ply int, line []board.Move) *board.Record {
	return &board.Record{Start: s.Rec.Start, Moves: slices.Concat(s.Rec.Moves[:ply], line)}
}

// cost is the cost of a move as far as it is known; 0 if it was the engine's choice.
func (s *Study) cost(ply int) float64 {
	before, after := &s.Evals[ply], &s.Evals[ply+1]
	if before.Pass == 0 || after.Pass == 0 || len(before.Line) > 0 && before.Line[0] == s.Rec.Moves[ply] {
		return 0
	}
	return max(before.Chance-(1-after.Chance), 0)
}

// shot returns what a line gains that begins in the position before a ply.
func (s *Study) shot(ply int, line []board.Move) pattern.Shot {
	return pattern.ShotAt(s.game(ply, line), ply)
}

// UnmarshalJSON decodes a study. It returns an error for moves that are not legal.
func (s *Study) UnmarshalJSON(text []byte) error {
	type plain Study // without this method
	var read Study
	err := json.Unmarshal(text, (*plain)(&read))
	if err == nil && len(read.Evals) != len(read.Rec.Moves)+1 {
		err = fmt.Errorf("%d evaluations after %d moves", len(read.Evals), len(read.Rec.Moves))
	}
	if err == nil {
		err = (&board.Record{Start: read.Rec.Start}).Play(read.Rec.Moves...)
	}
	for i := 0; err == nil && i < len(read.Evals); i++ {
		err = read.game(i, nil).Play(read.Evals[i].Line...)
	}
	if err != nil {
		return fmt.Errorf("study: %w", err)
	}
	*s = read
	return nil
}
