package study

import (
	"cmp"
	"context"
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

const (
	// standardPositions is the game length that a plan assumes: 80 moves of each side.
	standardPositions = 161
	// doubtfulCost is the cost from which a move gets a second search.
	doubtfulCost = 0.04
	// shortLine is the number of plies below which a line is extended, as it explains little. A search that ends in the
	// middle of an iteration often leaves only a move or two.
	shortLine = horizon
	// lastPassFactor is how many times longer than in the second pass a position is searched in the last pass. With less
	// the best line is often not the best, and the reason explains what does not happen.
	lastPassFactor = 4
	// maxExtensions is how often a line is extended at most.
	maxExtensions = 2
)

// Search searches the last position of a game, like [engine.Engine.Analyze]. It must return an error if it was
// interrupted before it had a result.
type Search func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error)

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
		return lastPassFactor * s.Plan.Second
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
	e := &s.Evals[i]
	wanted := shortLine
	switch {
	case e.Mate > 0:
		wanted = min(2*e.Mate-1, maxLine)
	case e.Mate < 0:
		wanted = min(-2*e.Mate, maxLine)
	}
	if len(e.Line) == 0 || len(e.Line) >= wanted {
		return false
	}
	return rules.Judge(s.game(i, e.Line), s.Rules).Outcome == rules.Ongoing
}

// extendLine extends a line by a search of its last position.
func (s *Study) extendLine(ctx context.Context, search Search) error {
	i := s.Short[0]
	e := &s.Evals[i]
	end, err := s.search(ctx, search, s.game(i, e.Line))
	if err != nil {
		return err
	}
	e.Line = slices.Concat(e.Line, end.Line[:min(len(end.Line), maxLine-len(e.Line))])
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
	e := Evaluation{Score: -next.Score, Mate: -next.Mate, Depth: next.Depth, Chance: 1 - next.Chance, Pass: next.Pass}
	switch over := next.Depth == 0 && next.Mate == 0; {
	case e.Mate > 0:
		e.Mate++
	case over && e.Chance == 1:
		e.Mate = 1 // the move ends the game
	case over && e.Chance == 0:
		e.Mate = -1
	}
	e.Line = append([]board.Move{s.Rec.Moves[i]}, next.Line[:min(len(next.Line), maxLine-1)]...)
	return e, true
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
