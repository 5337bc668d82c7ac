package search

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
)

// A rankedMove is a root move with its table value.
type rankedMove struct {
	move  rootMove
	value endgame.Value
}

// rankRootMoves probes the root position and its moves and returns the moves best first: the shortest win, the longest
// loss. A move that ends the game by the rules has the value of that result. Equal moves keep their order.
func (w *worker) rankRootMoves() (list []rankedMove, ok bool) {
	if !w.probeable() {
		return nil, false
	}
	if _, ok := w.tables.Probe(&w.pos); !ok {
		return nil, false
	}
	for _, r := range w.root {
		v, ok := w.probeRootMove(r.Move)
		if !ok {
			return nil, false
		}
		list = append(list, rankedMove{r, v})
	}
	slices.SortStableFunc(list, func(a, b rankedMove) int {
		switch {
		case a.value.Better(b.value):
			return -1
		case b.value.Better(a.value):
			return 1
		}
		return 0
	})
	return list, true
}

// probeRootMove returns the value of a root move.
func (w *worker) probeRootMove(m board.Move) (v endgame.Value, ok bool) {
	u := w.make(m)
	defer w.unmake(m, u)
	score, occurs := w.adjudicate(1)
	switch {
	case occurs != decided:
		v, ok = w.tables.Probe(&w.pos)
		return v.Parent(), ok
	case score >= proven: // for the opponent
		return endgame.Value{Outcome: endgame.Loss, Plies: 1}, true
	case score <= -proven:
		return endgame.Value{Outcome: endgame.Win, Plies: 1}, true
	}
	return endgame.Value{}, true
}

// rootProbe probes the tables at the root. If the position is won or lost, there is nothing to search: rootProbe
// returns the complete lines, reports each to finished, and done is true. If it is a draw, rootProbe removes the losing
// moves, and the search chooses among the rest.
func (w *worker) rootProbe(limits Limits, c *clock, finished func(Info)) (lines []Info, done bool) {
	list, ok := w.rankRootMoves()
	if !ok {
		return nil, false
	}
	best := list[0].value
	if best.Outcome == endgame.Draw {
		list = slices.DeleteFunc(list, func(m rankedMove) bool { return m.value.Outcome != endgame.Draw })
		w.tableDraw, w.partial = true, w.partial || len(list) < len(w.root)
		w.root = w.root[:0]
		for _, m := range list {
			w.root = append(w.root, m.move)
		}
		return nil, false
	}
	if best.Plies > w.path.pliesToLimit(&w.pos) {
		return nil, false // the natural limit may come first: that is for the search
	}
	for i, m := range list[:min(max(limits.MultiPV, 1), len(list))] {
		info := Info{
			Depth: max(m.value.Plies, 1), SelDepth: max(m.value.Plies, 1), Line: i + 1, Score: tableScore(m.value, 0),
			Nodes: uint64(len(list)), Time: time.Since(c.start), PV: tablePV(w.tables, w.pos, m.move.Move),
		}
		info.Mate = winMoves(info.Score)
		lines = append(lines, info)
		if finished != nil {
			finished(info)
		}
	}
	return lines, true
}

// tablePV returns the line from p that begins with m and continues with the best moves of both sides, up to maxPly.
func tablePV(tables *endgame.Tables, p board.Position, m board.Move) []board.Move {
	line := []board.Move{m}
	p.Make(m)
	for len(line) < maxPly {
		best, v, err := tables.Best(&p)
		if err != nil || v.Outcome == endgame.Draw {
			break // the end, mate or not
		}
		line = append(line, best)
		p.Make(best)
	}
	return line
}
