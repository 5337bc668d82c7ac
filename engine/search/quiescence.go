package search

import "xiangqibot/engine/board"

// horizon scores the current position where the main search ends.
func (w *worker) horizon(ply, alpha, beta int) int {
	if w.params.Quiescence != 0 {
		return w.quiesce(ply, alpha, beta, true)
	}
	w.pvTable[ply].clear()
	if ply > 0 {
		if score, occurs := w.adjudicate(ply); occurs == decided {
			return score
		}
	}
	return w.corrected(&w.pos, ply, w.eval.Score(&w.pos))
}

// quiesce searches captures, and all evasions in check, until the position is quiet. With checks it then searches the
// quiet moves that give check. The side to move may stand pat: accept the static evaluation instead of a move.
func (w *worker) quiesce(ply, alpha, beta int, checks bool) int {
	p := &w.pos
	f := &w.stack[ply+stackOffset]
	pvNode := beta-alpha > 1
	inCheck := w.path.InCheck()
	if pvNode {
		w.pvTable[ply].clear()
		w.selDepth = max(w.selDepth, ply)
	}
	var occurs occurrence
	if ply > 0 {
		var score int
		if score, occurs = w.terminal(ply); occurs == decided {
			return score
		}
	}

	key := w.key()
	tt, ttScore, hit := w.probeScore(key, ply, occurs)
	if !pvNode && ttScore != noScore && tt.bound.cuts(ttScore, beta) {
		return ttScore
	}

	raw, best := noScore, -infinity
	futility := -infinity
	if inCheck {
		f.eval = noScore
	} else {
		if hit && tt.eval != noScore {
			raw = tt.eval
		} else {
			raw = w.eval.Score(p)
		}
		f.eval = w.corrected(p, ply, raw)
		best = f.eval
		if ttScore != noScore && tt.bound.confirms(ttScore, best) && ttScore < proven && ttScore > -proven {
			best = ttScore
		}
		if best >= beta {
			if !hit {
				w.storeTT(key, ttData{board.NoMove, scoreToTT(best, ply), raw, quiescenceDepth, boundLower, false})
			}
			return best
		}
		alpha = max(alpha, best)
		futility = best + w.params.QuiescenceFutility
	}

	k := &f.picker
	move := tt.move
	if move != board.NoMove && !inCheck && p.At(move.To()) == board.NoPiece {
		move = board.NoMove
	}
	f.checks.computed = false
	k.beginNoisy(move, w.stack.previous(ply), &f.checks, inCheck, checks && w.params.QuietChecks != 0)
	before := &w.stack[ply-1+stackOffset]
	bestMove := board.NoMove
	count := 0
	for m := k.pick(p, &w.hist, w.params); m != board.NoMove; m = k.pick(p, &w.hist, w.params) {
		victim := p.At(m.To())
		if !p.LeavesKingSafe(m) {
			continue
		}
		count++
		if best > -proven {
			if !inCheck && !p.GivesCheck(m) {
				// Delta pruning: even winning the victim for nothing would not reach alpha.
				if reach := futility + w.params.see[victim.Kind()]; w.params.DeltaPruning != 0 && reach <= alpha {
					best = max(best, reach)
					continue
				}
				// The first captures win most. After them only the piece that moved last is still taken.
				if count > w.params.QuiescenceMoves && (before.target == noTarget || m.To() != before.move.To()) {
					continue
				}
			}
			if inCheck && victim == board.NoPiece && count > w.params.QuiescenceEvasions {
				break
			}
			if w.params.SEEPruning != 0 && !w.params.see.atLeast(p, m, w.params.QuiescenceExchange) {
				continue
			}
		}
		f.move, f.target = m, targetOf(p.At(m.From()), m.To())
		u := w.make(m)
		if pvNode {
			w.pvTable[ply+1].clear() // the window may have become so narrow that the search below keeps no line
		}
		score := -w.quiesce(ply+1, -beta, -alpha, false)
		w.unmake(m, u)
		if w.halt {
			return drawScore
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if pvNode {
					w.pvTable[ply].follow(m, &w.pvTable[ply+1])
				}
				if score >= beta {
					break
				}
				alpha = score
			}
		}
	}
	if inCheck && count == 0 {
		return matedIn(ply)
	}
	b := boundUpper
	if best >= beta {
		b = boundLower
	}
	w.saveScore(ply, best, ttData{bestMove, best, raw, quiescenceDepth, b, hit && tt.pv})
	return best
}
