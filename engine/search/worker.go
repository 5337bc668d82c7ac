package search

import (
	"sync/atomic"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/rules"
)

// A worker is one thread of a search with all data that only it writes. It allocates nothing while it runs.
type worker struct {
	pos   board.Position
	path  path
	eval  eval.Evaluator
	table *Table
	heuristics
	// tables are the endgame tables, nil if there are none. tableDraw reports whether the root is a draw by them.
	tables    *endgame.Tables
	tableDraw bool
	salt      uint64 // XORed into the table keys, which depend on the rules
	clock     *clock
	stop      *atomic.Bool // shared by all workers of a search

	root rootList
	// rootPVs are the principal variations of the root moves.
	rootPVs       [maxMoves]pvLine
	partial       bool // some legal moves of the first position are left out: its score is not that of the position
	pvIndex       int  // index of the line being searched; the root moves before it have theirs
	depth         int  // of the running iteration
	selDepth      int
	nodes         uint64
	reportedNodes atomic.Uint64 // nodes as of the last poll, for the worker that reports
	nextPoll      uint64        // node count of the next poll
	otherNodes    uint64        // nodes of the other workers, as of the last poll
	halt          bool          // the search is over: scores from here on mean nothing
	rootWindow    int           // beta - alpha of the running search of the root
	nmpMinPly     int           // null moves are off before this ply, during a verification search
	pace          pace          // of the worker that reports

	pvTable [maxPly + 2]pvLine
}

func newWorker(t *Table, e eval.Evaluator) *worker {
	return &worker{table: t, eval: e, heuristics: heuristics{params: defaultParameters}}
}

// begin prepares a new search.
func (w *worker) begin(rec *board.Record, ruleset rules.Ruleset, root []rootMove, limits *Limits, c *clock, stop *atomic.Bool) {
	w.pos = w.path.reset(rec, ruleset)
	w.salt = rulesetSalt(ruleset)
	w.eval.Reset(&w.pos)
	w.root = append(w.root[:0], root...)
	for i := range w.root {
		w.root[i].pv = &w.rootPVs[i]
		w.root[i].pv.clear()
	}
	w.partial = len(limits.SearchMoves) > 0
	w.clock, w.stop = c, stop
	w.tables, w.tableDraw = limits.Tables, false
	w.pvIndex, w.depth, w.selDepth, w.nodes, w.halt, w.nmpMinPly = 0, 0, 0, 0, false, 0
	w.pace = pace{}
	w.nextPoll, w.otherNodes = c.pollEvery, 0
	w.reportedNodes.Store(0)
	w.heuristics.begin()
}

// key returns the table key of the current position. Near the natural limit the number of plies left is part of the
// key, because scores depend on it.
func (w *worker) key() uint64 {
	key := w.pos.Hash() ^ w.salt
	if left := w.path.pliesToLimit(&w.pos); left < nearLimit {
		key ^= uint64(max(left, 0)+1) * goldenRatio
	}
	return key
}

// make plays a legal move.
func (w *worker) make(m board.Move) board.Undo {
	w.nodes++
	w.eval.Push(&w.pos, m)
	u := w.pos.Make(m)
	w.table.prefetch(w.pos.Hash() ^ w.salt) // the key, except near the natural limit
	w.path.Push(&w.pos, m, u.Captured != board.NoPiece, w.pos.InCheck())
	return u
}

func (w *worker) unmake(m board.Move, u board.Undo) {
	w.path.Pop()
	w.pos.Unmake(m, u)
	w.eval.Pop()
}

func (w *worker) makeNull(ply int) {
	w.nodes++
	f := &w.stack[ply+stackOffset]
	f.move, f.target = board.NoMove, noTarget
	f.undo = w.pos.MakeNull()
	w.table.prefetch(w.pos.Hash() ^ w.salt)
	w.path.PushNull(&w.pos)
}

func (w *worker) unmakeNull(ply int) {
	w.path.Pop()
	w.pos.UnmakeNull(w.stack[ply+stackOffset].undo)
}

// stopped reports whether the search is over. It polls the clock only every clock.pollEvery nodes.
func (w *worker) stopped() bool {
	if w.halt {
		return true
	}
	if limit := w.clock.nodes; limit > 0 && w.nodes+w.otherNodes >= limit {
		w.halt = true
		w.stop.Store(true)
		return true
	}
	if w.nodes < w.nextPoll {
		return false
	}
	if w.clock.yield != nil {
		w.clock.yield()
	}
	w.nextPoll = w.nodes + w.clock.pollEvery
	w.otherNodes = w.clock.spent.Add(w.nodes-w.reportedNodes.Swap(w.nodes)) - w.nodes
	if w.stop.Load() || w.clock.expired() {
		w.halt = true
		w.stop.Store(true)
	}
	return w.halt
}
