package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xiangqibot/engine"
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

const (
	// standardPositions is the game length that a plan assumes: 80 moves of each side.
	standardPositions = 161
	// doubtfulCost is the cost from which a move gets a second search.
	doubtfulCost = 0.04
	// maxLine is the number of plies of a line that are kept: all that a reason needs.
	maxLine = 16
	// shortLine is the number of plies below which a line is extended, as it explains little. A search that ends in the
	// middle of an iteration often leaves only a move or two.
	shortLine = horizon
	// lastPass is the pass in which the positions before and after the key mistakes are searched, each once.
	lastPass = 3
	// again is how many times longer than in the second pass a position is searched in the last pass. With less the best
	// line is often not the best, and the reason explains what does not happen.
	again = 4
	// maxExtensions is how often a line is extended at most.
	maxExtensions = 2
)

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
type Study struct{ state }

// state is what is stored of a study.
type state struct {
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
	s := &Study{state{Plan: plan, Rules: ruleset, Rec: rec.Clone(), Evals: make([]Evaluation, len(rec.Moves)+1), Pass: 1}}
	last := rec.Clone()
	first := len(rec.Moves)
	if verdict := rules.Judge(&last, ruleset); verdict.Outcome != rules.Ongoing {
		end := &s.Evals[first]
		end.Score, end.Chance = decided(&last, verdict.Outcome)
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

// Search searches the last position of a game, like [engine.Engine.Analyze]. It must return an error if it was
// interrupted before it had a result.
type Search func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error)

// Done reports whether the study is complete.
func (s *Study) Done() bool {
	return s.Pass == lastPass && len(s.Left)+len(s.Short) == 0
}

// Progress returns the number of searches done, and the number of searches in all as far as it is known yet.
func (s *Study) Progress() (done, total int) {
	return s.Searches, s.Searches + len(s.Left) + len(s.Short)
}

// Step does the next search. After an error of search or ctx nothing has changed, and the step can be repeated.
func (s *Study) Step(ctx context.Context, search Search) error {
	if s.Done() {
		return nil
	}
	var err error
	passing := len(s.Left) > 0
	switch {
	case passing:
		err = s.searchNext(ctx, search)
	case len(s.Short) > 0:
		err = s.extendLine(ctx, search)
	}
	for more := passing || s.Pass < lastPass; err == nil && more && len(s.Left) == 0; {
		more = s.next()
	}
	if err == nil && passing && len(s.Left) == 0 && s.Plan.Second > 0 {
		s.Short = s.shortLines()
	}
	return err
}

// next begins the next pass. The last one goes on with the moves that have become key mistakes in it. next reports
// whether there is more to do.
func (s *Study) next() bool {
	s.Pass = min(s.Pass+1, lastPass)
	switch {
	case s.Plan.Second == 0:
	case s.Pass < lastPass:
		s.Left = s.doubtfulPositions()
	default:
		s.Left = s.around(KeyMistakes(s.Verdicts()))
	}
	return s.Pass < lastPass || len(s.Left) > 0
}

// searchNext searches the next position of the pass.
func (s *Study) searchNext(ctx context.Context, search Search) error {
	i := s.Left[0]
	e, forced := s.forced(i)
	if !forced {
		var err error
		if e, err = s.search(ctx, search, s.game(i, nil)); err != nil {
			return err
		}
		e.Pass = s.Pass
	}
	s.Evals[i] = e
	s.Left, s.Searches = s.Left[1:], s.Searches+1
	return nil
}

// game returns the game up to a ply, continued by a line.
func (s *Study) game(ply int, line []board.Move) *board.Record {
	return &board.Record{Start: s.Rec.Start, Moves: slices.Concat(s.Rec.Moves[:ply], line)}
}

// search searches the last position of a record.
func (s *Study) search(ctx context.Context, search Search, rec *board.Record) (Evaluation, error) {
	res, err := search(ctx, rec, engine.Limits{Nodes: s.nodes(), Ruleset: s.Rules})
	if err == nil {
		err = ctx.Err() // an interrupted search does not count
	}
	if err != nil {
		return Evaluation{}, err
	}
	e := Evaluation{Score: res.Score, Mate: res.Mate, Depth: res.Depth, Chance: engine.WinChance(res.Score, res.Mate), Pass: 1}
	if res.Depth > 0 {
		e.Line = slices.Clone(res.PV[:min(len(res.PV), maxLine)])
	}
	return e, nil
}

// nodes is the number of nodes per position in this pass.
func (s *Study) nodes() uint64 {
	switch {
	case s.Pass == 2:
		return s.Plan.Second
	case s.Pass == lastPass && len(s.Left) > 0:
		return again * s.Plan.Second
	}
	return max(s.Plan.First*standardPositions/uint64(max(len(s.Evals), standardPositions)), 1)
}

// shortLines returns the positions before and after the key mistakes whose lines are too short, the last first.
func (s *Study) shortLines() []int {
	var short []int
	for _, ply := range KeyMistakes(s.Verdicts()) {
		for _, i := range [...]int{ply, ply + 1} {
			if s.lineIsShort(i) && !slices.Contains(short, i) {
				short = append(short, i)
			}
		}
	}
	slices.Sort(short)
	slices.Reverse(short)
	for i := len(short) - 1; i >= 0; i-- {
		short = slices.Insert(short, i, slices.Repeat(short[i:i+1], maxExtensions-1)...)
	}
	return short
}

// lineIsShort reports whether the line of a position is too short to explain much, or ends before the mate, and can be
// extended.
func (s *Study) lineIsShort(i int) bool {
	l := &s.Evals[i]
	wanted := shortLine
	switch {
	case l.Mate > 0:
		wanted = min(2*l.Mate-1, maxLine)
	case l.Mate < 0:
		wanted = min(-2*l.Mate, maxLine)
	}
	if len(l.Line) == 0 || len(l.Line) >= wanted {
		return false
	}
	return rules.Judge(s.game(i, l.Line), s.Rules).Outcome == rules.Ongoing
}

// extendLine extends a line by a search of its last position.
func (s *Study) extendLine(ctx context.Context, search Search) error {
	i := s.Short[0]
	l := &s.Evals[i]
	end, err := s.search(ctx, search, s.game(i, l.Line))
	if err != nil {
		return err
	}
	l.Line = slices.Concat(l.Line, end.Line[:min(len(end.Line), maxLine-len(l.Line))])
	s.Short, s.Searches = s.Short[1:], s.Searches+1
	for len(s.Short) > 0 && !s.lineIsShort(s.Short[0]) {
		s.Short = s.Short[1:]
	}
	return nil
}

// forced returns the evaluation of a position with only one move, derived from the next one.
func (s *Study) forced(i int) (Evaluation, bool) {
	if !s.hasOnlyMove(i) || s.Evals[i+1].Pass == 0 {
		return Evaluation{}, false
	}
	next := s.Evals[i+1]
	l := Evaluation{Score: -next.Score, Mate: -next.Mate, Depth: next.Depth, Chance: 1 - next.Chance, Pass: next.Pass}
	switch over := next.Depth == 0 && next.Mate == 0; {
	case l.Mate > 0:
		l.Mate++
	case over && l.Chance == 1:
		l.Mate = 1 // the move ends the game
	case over && l.Chance == 0:
		l.Mate = -1
	}
	l.Line = append([]board.Move{s.Rec.Moves[i]}, next.Line[:min(len(next.Line), maxLine-1)]...)
	return l, true
}

// hasOnlyMove reports whether position i has only one legal move, so that its evaluation follows from the next one.
func (s *Study) hasOnlyMove(i int) bool {
	if i+1 >= len(s.Evals) {
		return false
	}
	p := s.game(i, nil).Position()
	return len(p.LegalMoves(nil)) == 1
}

// doubtfulPositions returns the positions before and after the moves that need a second search, the last first: moves
// with a cost, and sacrifices that seem good. If the reply to such a move is forced, they include the position after
// the reply, from which the one before it is derived.
func (s *Study) doubtfulPositions() []int {
	var plies []int
	for ply := range s.Rec.Moves {
		if !s.hasOnlyMove(ply) && (s.cost(ply) >= doubtfulCost || s.sacrifices(ply)) {
			plies = append(plies, ply)
		}
	}
	slices.SortStableFunc(plies, func(a, b int) int { return cmp.Compare(s.cost(b), s.cost(a)) })
	return s.around(plies[:min(len(plies), s.Plan.Doubts)])
}

// around returns the positions before and after moves that are still to be searched in this pass, the last first.
func (s *Study) around(moves []int) []int {
	var positions []int
	for _, ply := range moves {
		after := ply + 1
		for s.hasOnlyMove(after) {
			after++
		}
		for i := ply; i <= after; i++ {
			if s.Evals[i].Pass < s.Pass && !slices.Contains(positions, i) {
				positions = append(positions, i)
			}
		}
	}
	slices.Sort(positions)
	slices.Reverse(positions)
	return positions
}

// cost is the cost of a move as far as it is known; 0 if it was the engine's choice.
func (s *Study) cost(ply int) float64 {
	before, after := &s.Evals[ply], &s.Evals[ply+1]
	if before.Pass == 0 || after.Pass == 0 || len(before.Line) > 0 && before.Line[0] == s.Rec.Moves[ply] {
		return 0
	}
	return max(before.Chance-(1-after.Chance), 0)
}

// sacrifices reports whether a move is the engine's choice and sacrifices a piece.
func (s *Study) sacrifices(ply int) bool {
	l := &s.Evals[ply]
	return len(l.Line) > 0 && l.Line[0] == s.Rec.Moves[ply] && l.Chance <= brilliantBefore &&
		slices.Contains(s.shot(ply, l.Line).Motifs, pattern.Qizi)
}

// shot returns what a line gains that begins in the position before a ply.
func (s *Study) shot(ply int, line []board.Move) pattern.Shot {
	return pattern.ShotAt(s.game(ply, line), ply)
}

// UnmarshalJSON decodes a study. It returns an error for moves that are not legal.
func (s *Study) UnmarshalJSON(text []byte) error {
	var read Study
	err := json.Unmarshal(text, &read.state)
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
