package search

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/rules"
)

// Searcher searches one position at a time and keeps what it learned for the next. It is not for concurrent use.
type Searcher struct {
	table   *Table
	workers []*worker
}

// New returns a searcher with the given number of threads, at least one. The threads share the table; each has its own
// evaluator. A table that was filled with one evaluation must be cleared before it is used with another.
func New(table *Table, threads int, evaluator eval.Factory) *Searcher {
	s := &Searcher{table: table}
	for range max(threads, 1) {
		s.workers = append(s.workers, newWorker(table, evaluator()))
	}
	return s
}

// SetParams changes the parameters of the search and clears everything learned with the old ones, the table included.
func (s *Searcher) SetParams(p Params) {
	n := newParameters(p)
	for _, w := range s.workers {
		w.params = n
	}
	s.Clear()
}

// Table returns the table the searcher was made with.
func (s *Searcher) Table() *Table { return s.table }

// Clear forgets everything learned so far, as for a new game.
func (s *Searcher) Clear() {
	s.table.Clear(len(s.workers))
	for _, w := range s.workers {
		w.hist.clear()
	}
}

// Run searches the last position of the record until a limit is reached or ctx ends, and returns the best move found. A
// stopped search is not an error. If there is a legal move, Run returns one, however short the time. progress may be
// nil; it is called from the caller's goroutine.
func (s *Searcher) Run(ctx context.Context, rec *board.Record, limits Limits, progress func(Info)) Result {
	c := newClock(ctx, limits, len(s.workers))
	var stop atomic.Bool
	s.table.newSearch()

	pos := rec.Position()
	root := rootMoves(&pos, limits.SearchMoves)
	if len(root) == 0 {
		return Result{Info: Info{Score: matedIn(0)}} // lost already, in check or not
	}
	ruleset := limits.Ruleset
	if ruleset == (rules.Ruleset{}) {
		ruleset = rules.Asian()
	}
	leader := s.workers[0]
	leader.begin(rec, ruleset, root, &limits, c, &stop)
	if lines, done := leader.rootProbe(limits, c, progress); done {
		return resultOf(lines)
	}
	var helpers sync.WaitGroup
	for i, w := range s.workers[1:] {
		w.begin(rec, ruleset, leader.root, &limits, c, &stop)
		w.partial, w.tableDraw = leader.partial, leader.tableDraw
		helpers.Go(func() { w.iterativeDeepening(limits, i+1, nil) })
	}
	leader.iterativeDeepening(limits, 0, func(w *worker, line int) {
		if progress != nil {
			progress(s.info(w, line, c))
		}
	})
	stop.Store(true)
	helpers.Wait()
	best := s.bestWorker(limits)
	res := s.result(best, limits, c)
	if progress != nil && best != leader {
		progress(res.Info)
	}
	return res
}

// bestWorker returns the worker whose result is that of the search. It is the first one if several lines or a fixed
// depth were requested, since helpers may have passed that depth.
func (s *Searcher) bestWorker(limits Limits) *worker {
	leader := s.workers[0]
	if leader.params.Voting == 0 || limits.MultiPV > 1 || limits.Depth > 0 {
		return leader
	}
	return bestByVotes(s.workers)
}

// rootMoves lists the legal moves, or those among wanted if that is not empty.
func rootMoves(p *board.Position, wanted []board.Move) []rootMove {
	legal := p.LegalMoves(nil)
	root := make([]rootMove, 0, len(legal))
	for _, m := range legal {
		if len(wanted) == 0 || slices.Contains(wanted, m) {
			root = append(root, rootMove{Move: m, score: -infinity, previousScore: -infinity})
		}
	}
	return root
}

// iterativeDeepening searches depth 1, 2, 3 and so on. Each iteration is cheap compared to the next one, orders the
// moves for it, and leaves a complete result. number is the index of the worker.
func (w *worker) iterativeDeepening(limits Limits, number int, finished func(w *worker, line int)) {
	last := maxPly - 1
	if limits.Depth > 0 {
		last = min(last, limits.Depth)
	}
	lines := min(max(limits.MultiPV, 1), len(w.root))
	first := 1
	if w.params.IterativeDeepening == 0 && limits.Depth > 0 {
		first = last
	}
	for depth := first; depth <= last && !w.halt; depth++ {
		// Helpers skip different iterations, so that the threads search different depths.
		if number > 0 && (depth+number)%3 == 0 && depth > 4 {
			continue
		}
		w.depth = depth
		for i := range w.root {
			w.root[i].previousScore = w.root[i].score
			w.root[i].nodes = 0
		}
		for w.pvIndex = 0; w.pvIndex < lines && !w.halt; w.pvIndex++ {
			w.selDepth = 0
			w.aspirationSearch(depth)
			slices.SortStableFunc(w.root[:w.pvIndex+1], byScore)
		}
		// The order of the lines is final only now: earlier, a move could be reported twice.
		if finished != nil {
			for line := range w.root.searched(lines) {
				finished(w, line)
			}
		}
		if w.halt || number == 0 && w.done(limits, w.pace.factor(w.root, lines, w.params.Pace)) {
			break
		}
	}
	w.pvIndex = 0
	w.reportedNodes.Store(w.nodes)
}

// done reports whether to stop after this iteration. factor comes from pace.
func (w *worker) done(limits Limits, factor float64) bool {
	if w.clock.pastSoftLimit(factor) {
		return true
	}
	best := w.root[0].score
	if limits.Mate > 0 {
		if m := mateMoves(best); m > 0 && m <= limits.Mate {
			return true
		}
	}
	// With a clock, do not spend time on a forced move or on a mate that is proven to be the shortest.
	forced := len(w.root) == 1 && len(limits.SearchMoves) == 0
	return limits.Clock > 0 && !w.clock.pondering() && (forced || best >= mateBound && w.depth > 2*(MateScore-best))
}

// aspirationSearch searches one iteration of one line with an aspiration window around the last score, and widens it on
// the side on which the search fails.
func (w *worker) aspirationSearch(depth int) {
	alpha, beta, delta := -infinity, infinity, w.params.AspirationDelta
	last := w.root[w.pvIndex].previousScore
	if w.params.AlphaBeta != 0 && w.params.AspirationWindows != 0 && depth >= aspirationDepth && last != -infinity && last < proven && last > -proven {
		alpha, beta = max(last-delta, -infinity), min(last+delta, infinity)
	}
	reduced := 0
	for {
		score := w.searchRoot(max(depth-reduced, 1), alpha, beta)
		if w.halt && depth > 1 {
			w.root[w.pvIndex:].bestFirst(w.depth)
			return
		}
		slices.SortStableFunc(w.root[w.pvIndex:], byScore)
		switch {
		case w.halt:
			return
		case score <= alpha && alpha > -infinity:
			// The next search only has to find how far the score has dropped: with a lower beta it needs fewer nodes.
			alpha, beta = max(score-delta, -infinity), (alpha+beta)/2
			reduced = 0
		case score >= beta && beta < infinity:
			beta = min(score+delta, infinity)
			reduced = min(reduced+1, 3) // the rest of the line matters less than the move
		default:
			return
		}
		delta += delta/3 + 5
		if delta > aspirationGiveUp {
			alpha, beta = -infinity, infinity
		}
	}
}

// searchRoot searches the root position once.
func (w *worker) searchRoot(depth, alpha, beta int) int {
	if w.params.AlphaBeta == 0 {
		return w.minimax(0, depth)
	}
	w.rootWindow = beta - alpha
	return w.node(0, depth, alpha, beta, false)
}

// info describes a line of a worker.
func (s *Searcher) info(w *worker, line int, c *clock) Info {
	r := &w.root[line]
	score := w.root.reportedScore(line)
	switch {
	case w.tableDraw:
		score = drawScore // however good it looks
	case !r.searched():
		score = w.leaf(0, w.path.InCheck())
	}
	i := Info{
		Depth: r.depth, SelDepth: r.selDepth, Line: line + 1,
		Score: score, Mate: winMoves(score),
		Time: time.Since(c.start), HashFull: s.table.hashFull(),
		PV: slices.Clone(r.pv.moves[:r.pv.n]),
	}
	if len(i.PV) == 0 {
		i.PV = []board.Move{r.Move}
	}
	i.Nodes = s.workers[0].nodes // made by the goroutine of the first worker, which alone writes its nodes
	for _, w := range s.workers[1:] {
		i.Nodes += w.reportedNodes.Load()
	}
	return i
}

// result returns what a worker found. All workers must have finished.
func (s *Searcher) result(w *worker, limits Limits, c *clock) Result {
	var lines []Info
	for line := range w.root.searched(min(max(limits.MultiPV, 1), len(w.root))) {
		lines = append(lines, s.info(w, line, c))
	}
	return resultOf(lines)
}
