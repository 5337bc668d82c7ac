package search

// minimax searches every line to the given depth: the baseline of all other techniques. It returns the same score as
// alpha-beta for many times the work.
func (w *worker) minimax(ply, depth int) int {
	w.pvTable[ply].clear()
	w.selDepth = max(w.selDepth, ply)
	if w.stopped() {
		return drawScore
	}
	if ply > 0 {
		if score, occurs := w.adjudicate(ply); occurs == decided {
			return score
		}
	}
	if depth <= 0 || ply >= maxPly-1 {
		return w.horizon(ply, -infinity, infinity)
	}
	if ply == 0 {
		for i := w.pvIndex; i < len(w.root); i++ {
			w.root[i].score = -infinity
		}
	}
	best := -infinity
	moves := w.pos.PseudoMoves(w.stack[ply+stackOffset].picker.moves[:0])
	for _, m := range moves {
		if !w.pos.LeavesKingSafe(m) || ply == 0 && w.root[w.pvIndex:].find(m) == nil {
			continue
		}
		u := w.make(m)
		score := -w.minimax(ply+1, depth-1)
		w.unmake(m, u)
		if w.halt {
			return drawScore
		}
		if score > best {
			best = score
			w.pvTable[ply].follow(m, &w.pvTable[ply+1])
			if ply == 0 {
				r := w.root[w.pvIndex:].find(m)
				r.score, r.depth, r.selDepth = score, w.depth, w.selDepth
				*r.pv = w.pvTable[0]
			}
		}
	}
	if best == -infinity {
		return matedIn(ply)
	}
	return best
}
