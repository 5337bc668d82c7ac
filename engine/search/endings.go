package search

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
)

// probeable reports whether a position has so few pieces that the endgame tables may know it. Most positions do not, so
// this is all that tables cost there.
func (w *worker) probeable() bool {
	return w.tables != nil && w.pos.Occupied().Count() <= endgame.MaxPieces
}

// probeEndgame looks the present position up in the endgame tables. ok is false where they do not know it, or where the
// natural limit could come before the win that they know. A draw is left to the search where the game is drawn already:
// there it is the way that counts, for the opponent may stumble.
func (w *worker) probeEndgame(ply int) (score int, ok bool) {
	v, ok := w.tables.Probe(&w.pos)
	if !ok || v.Plies > w.path.pliesToLimit(&w.pos) || v.Outcome == endgame.Draw && w.tableDraw {
		return 0, false
	}
	if v.Outcome == endgame.Draw {
		return w.path.drawValue(&w.pos), true
	}
	return tableScore(v, ply), true
}

// tableScore is what a position ply plies from the root counts.
func tableScore(v endgame.Value, ply int) int {
	switch v.Outcome {
	case endgame.Win:
		return mateIn(ply + v.Plies)
	case endgame.Loss:
		return matedIn(ply + v.Plies)
	default:
		return drawScore
	}
}

// A solution is a move of the first position with what the tables say of it.
type rankedMove struct {
	move  RootMove
	value endgame.Value
}

// rankRootMoves looks the first position and its moves up in the tables, the best move first: the shortest win, the longest
// loss. A move that the judge would punish counts as the judge decides it. The order among equals is that of the moves.
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

// probeRootMove values a move of the first position.
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

// rootProbe answers for a first position that the tables know. When it is won or lost there is nothing to search: the
// lines are complete, done is true, and each line is told to finished. When it is drawn the moves that would lose are
// taken from the root, and the search chooses among the rest.
func (w *worker) rootProbe(limits Limits, c *clock, finished func(Info)) (lines []Info, done bool) {
	list, ok := w.rankRootMoves()
	if !ok {
		return nil, false
	}
	best := list[0].value
	if best.Outcome == endgame.Draw {
		list = slices.DeleteFunc(list, func(s rankedMove) bool { return s.value.Outcome != endgame.Draw })
		w.tableDraw, w.partial = true, w.partial || len(list) < len(w.root)
		w.root = w.root[:0]
		for _, s := range list {
			w.root = append(w.root, s.move)
		}
		return nil, false
	}
	if best.Plies > w.path.pliesToLimit(&w.pos) {
		return nil, false // the natural limit may come first: that is for the search
	}
	for i, s := range list[:min(max(limits.MultiPV, 1), len(list))] {
		info := Info{
			Depth: max(s.value.Plies, 1), SelDepth: max(s.value.Plies, 1), Line: i + 1, Score: tableScore(s.value, 0),
			Nodes: uint64(len(list)), Time: time.Since(c.start), PV: tablePV(w.tables, w.pos, s.move.Move),
		}
		info.Mate = winMoves(info.Score)
		lines = append(lines, info)
		if finished != nil {
			finished(info)
		}
	}
	return lines, true
}

// tablePV is the line from p that begins with m and goes on with the best moves of both sides, up to maxPly.
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
