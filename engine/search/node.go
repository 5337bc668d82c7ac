package search

import "xiangqibot/engine/board"

// node searches the current position to a depth and returns its score: exact between alpha and beta, a bound outside.
// ply counts from the root. cutNode says that the node is expected to fail high.
//
// It is one long function on purpose: all techniques share the same few variables, and the order of the steps matters.
func (w *worker) node(ply, depth, alpha, beta int, cutNode bool) int {
	if depth <= 0 {
		return w.horizon(ply, alpha, beta)
	}
	p, params := &w.pos, w.params
	f := &w.stack[ply+stackOffset]
	root := ply == 0
	pvNode := beta-alpha > 1
	inCheck := w.path.InCheck()
	excluded := f.excluded
	if pvNode {
		w.pvTable[ply].clear()
		w.selDepth = max(w.selDepth, ply)
	}

	// Step 1: positions that need no search.
	var occurs occurrence
	if !root {
		var score int
		if score, occurs = w.terminal(ply); occurs == decided {
			return score
		}
		// Mate-distance pruning: a shorter mate already found bounds the scores below.
		if params.MateDistancePruning != 0 {
			alpha, beta = max(alpha, matedIn(ply)), min(beta, mateIn(ply+1))
			if alpha >= beta {
				return alpha
			}
		}
	}

	// Step 2: transposition table lookup.
	key := w.key()
	tt, ttScore, hit := w.probeScore(key, ply, occurs)
	if root {
		tt.move = w.root[w.pvIndex].Move
	}
	ttPV := pvNode || hit && tt.pv
	if !pvNode && excluded == board.NoMove && ttScore != noScore && tt.depth >= depth &&
		tt.bound.cuts(ttScore, beta) {
		if tt.move != board.NoMove && ttScore >= beta && p.At(tt.move.To()) == board.NoPiece && p.IsPseudoLegal(tt.move) {
			w.updateQuietStats(p, ply, depth, tt.move, nil)
		}
		if ttScore >= beta {
			w.updateRefuted(ply-1, depth)
		}
		return ttScore
	}

	// Step 3: the static evaluation.
	raw := noScore
	switch {
	case inCheck:
		f.eval = noScore
	case excluded != board.NoMove:
		raw = f.eval // the same position: singular was called for it
	default:
		if hit && tt.eval != noScore {
			raw = tt.eval
		} else {
			raw = w.eval.Score(p)
		}
		f.eval = w.corrected(p, ply, raw)
		if !root {
			w.updateGained(p, ply)
		}
	}
	eval := f.eval
	if !inCheck && ttScore != noScore && tt.bound.confirms(ttScore, eval) {
		eval = ttScore // a searched score is the better estimate
	}
	improving := !inCheck && (params.Improving == 0 || w.stack.improving(ply))
	v := nodeState{
		ply: ply, depth: depth, cutNode: cutNode, pvNode: pvNode, ttPV: ttPV, inCheck: inCheck, improving: improving,
		tt: tt, ttScore: ttScore, ttCapture: tt.move != board.NoMove && p.At(tt.move.To()) != board.NoPiece,
	}
	f.cuts = 0
	w.stack[ply+1+stackOffset].killers = [2]board.Move{}

	if !pvNode && !inCheck && excluded == board.NoMove {
		// Step 4: reverse futility pruning. The evaluation is so far above beta that the opponent will not catch up in
		// the remaining depth.
		if params.ReverseFutility != 0 && depth <= params.ReverseFutilityDepth && eval < proven && beta > -proven {
			if eval-params.reverseFutilityMargin(depth, improving) >= beta {
				return (eval + beta) / 2
			}
		}
		// Step 5: null-move pruning. If passing fails high, a move will too. Not without attackers, because of
		// zugzwang.
		if params.NullMove != 0 && depth >= params.NullDepth && eval >= beta && f.eval+params.NullSlope*depth-params.NullBase >= beta && beta > -proven &&
			w.stack[ply-1+stackOffset].target != noTarget && ply >= w.nmpMinPly && hasAttackers(p) {
			reduction := params.nullReduction(depth, eval-beta)
			w.makeNull(ply)
			score := -w.node(ply+1, depth-reduction, -beta, -beta+1, !cutNode)
			w.unmakeNull(ply)
			if w.halt {
				return drawScore
			}
			if score >= beta {
				if score >= proven {
					score = beta // a mate after a pass proves nothing
				}
				if w.nmpMinPly > 0 || depth < params.NullVerifyDepth {
					return score
				}
				// Verification search at high depths, with null moves disabled for some plies: zugzwang.
				w.nmpMinPly = ply + 3*(depth-reduction)/4
				check := w.node(ply, depth-reduction, beta-1, beta, false)
				w.nmpMinPly = 0
				if check >= beta {
					return score
				}
			}
		}
	}

	// Step 6: internal iterative reduction. A node without a table move is likely less important.
	if params.InternalIterativeReductions != 0 && params.TranspositionTable != 0 && depth >= params.ReduceUnknownDepth &&
		tt.move == board.NoMove && excluded == board.NoMove && (pvNode || cutNode) {
		depth--
		v.depth = depth
	}

	// Step 7: loop over the moves.
	prev := w.stack.previous(ply)
	k := &f.picker
	if excluded != board.NoMove {
		k = &f.verify
	}
	f.checks.computed = excluded != board.NoMove && f.checks.computed // the singular search has the same position
	legality := p.LegalityChecker()
	if !root {
		k.begin(tt.move, f.killers, prev, &f.checks)
	}
	oldAlpha := alpha
	best, bestMove := -infinity, board.NoMove
	count, quiets, captures := 0, 0, 0
	for i := w.pvIndex; ; i++ {
		var m board.Move
		if root {
			if i == len(w.root) {
				break
			}
			m = w.root[i].Move
		} else if m = k.pick(p, &w.hist, params); m == board.NoMove {
			break
		}
		if m == excluded || !root && !legality.Legal(p, m) {
			continue
		}
		count++
		capture := p.At(m.To()) != board.NoPiece
		pt := targetOf(p.At(m.From()), m.To())
		givesCheck := f.checks.givesCheck(p, m)
		var history int
		if capture {
			history = w.hist.capture(p, m) + params.VictimWeight*params.see[p.At(m.To()).Kind()]
		} else {
			history = w.hist.quiet(p, m, pt, &prev)
		}
		reduced := params.lateMoveReduction(depth, count)

		// Step 8: pruning at shallow depth, once a move that does not lose by force has been searched. Where a reply
		// to our move may complete a repetition of the game, every reply is searched.
		if !root && best > -proven && (ply > 1 || !w.path.nearRepetition) {
			left := max(depth-1-reduced/onePly, 0) // depth that a reduced search would have
			if params.LateMovePruning != 0 && count >= params.lateMoveLimit(depth, improving) {
				k.skipQuiet = true
			}
			switch {
			case givesCheck:
				// Checks are not pruned, even if they sacrifice: nearly every mate begins so, and there are few
				// replies.
			case capture:
				if params.Futility != 0 && !inCheck && left < params.FutilityDepth &&
					f.eval+params.captureReach(left, p.At(m.To()), w.hist.capture(p, m)) <= alpha {
					continue
				}
				if params.SEEPruning != 0 && !params.see.atLeast(p, m, -params.PruneCaptureSlope*depth) {
					continue
				}
			case !inCheck:
				if k.skipQuiet && m != tt.move {
					continue
				}
				if params.HistoryPruning != 0 && history < -params.PruneHistorySlope*depth && left <= params.PruneHistoryDepth {
					continue
				}
				if params.Futility != 0 && left <= params.FutilityDepth &&
					f.eval+params.FutilityBase+params.FutilitySlope*left+history/params.FutilityHistory <= alpha {
					k.skipQuiet = true
					continue
				}
				if params.SEEPruning != 0 && !params.see.atLeast(p, m, -params.PruneQuietSlope*left*left) {
					continue
				}
			}
		}

		// Step 9: singular extension, unless the line is too long already.
		extension := 0
		if !root && ply < 2*w.depth && m == tt.move && excluded == board.NoMove && v.maybeSingular(params) && params.SingularExtensions != 0 {
			var cutoff bool
			if extension, cutoff = w.singular(&v, m, beta); w.halt || cutoff {
				return v.singularTarget(params) // ignored if the search was stopped
			}
		}

		// Step 10: search the move. Late moves are searched at reduced depth first, all but the first with a null
		// window first.
		narrow := alpha + 1
		if params.PrincipalVariationSearch == 0 {
			narrow = beta
		}
		f.move, f.target, f.capture, f.moveCount = m, pt, capture, count
		if pvNode {
			w.pvTable[ply+1].clear() // the window may have become so narrow that the search below keeps no line
		}
		spent := w.nodes
		u := w.make(m)
		next := depth - 1 + extension
		var score int
		if params.LateMoveReductions != 0 && depth >= params.LateDepth && (count > 2 || count == 2 && !root) &&
			(!capture || cutNode || !givesCheck) {
			r := reduced + w.reduction(&v, m, alpha, capture, givesCheck, history)
			if pvNode {
				r -= params.LateWindow * (beta - alpha) / w.rootWindow
			}
			d := min(max(next-r/onePly, 1), next)
			score = -w.node(ply+1, d, -narrow, -alpha, true)
			if score > alpha && d < next {
				again := next + params.deeper(score-best)
				if again > d {
					score = -w.node(ply+1, again, -narrow, -alpha, !cutNode)
				}
				w.updateAfterReduction(ply, again, score, alpha, beta)
			}
		} else if !pvNode || count > 1 {
			score = -w.node(ply+1, next, -narrow, -alpha, !cutNode)
		}
		if pvNode && (count == 1 || score > alpha && params.PrincipalVariationSearch != 0) {
			score = -w.node(ply+1, next, -beta, -alpha, false)
		}
		w.unmake(m, u)
		if w.halt {
			return drawScore
		}

		// Step 11: update the best score.
		if root {
			r := &w.root[i]
			r.nodes += w.nodes - spent
			if count == 1 || score > alpha {
				r.score, r.depth, r.selDepth = score, w.depth, w.selDepth
				r.updatePV(&w.pvTable[1], score > alpha && score < beta)
			} else {
				r.score = -infinity
			}
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
				if params.LateMoveReductions != 0 && !root && depth > 2 && depth < params.RaisedDepth && score < proven && score > -proven {
					depth--
				}
			}
		}
		if capture && captures < maxTried {
			f.captures[captures] = m
			captures++
		} else if !capture && quiets < maxTried {
			f.quiets[quiets] = m
			quiets++
		}
	}

	// Step 12: a side without a legal move has lost, in check or not.
	if count == 0 {
		if excluded != board.NoMove {
			return alpha
		}
		return matedIn(ply)
	}

	// Step 13: update the histories and the table. A shallow search that fails high by much is not trusted by much.
	if best >= beta && best < proven && beta > -proven {
		best = (best*depth + beta) / (depth + 1)
	}
	if best >= beta {
		w.stack[ply-1+stackOffset].cuts++
		if excluded == board.NoMove {
			w.updateRefuted(ply-1, depth)
		}
		w.updateCutStats(p, ply, depth, bestMove, f.quiets[:min(quiets, maxTried)], f.captures[:min(captures, maxTried)])
	} else if best > oldAlpha {
		w.updateStats(p, ply, depth, bestMove, f.quiets[:min(quiets, maxTried)], f.captures[:min(captures, maxTried)])
	} else if excluded == board.NoMove && ply > 0 {
		w.updatePriorMove(p, ply-1, depth)
	}
	if excluded == board.NoMove && (!root || w.pvIndex == 0 && !w.partial) {
		b := boundUpper
		switch {
		case best >= beta:
			b = boundLower
		case pvNode && best > oldAlpha:
			b = boundExact
		}
		w.saveScore(ply, best, ttData{bestMove, best, raw, depth, b, ttPV})
		if w.updatesCorrection(ply, best, bestMove, b) {
			w.updateCorrectionHistory(p, ply, best-f.eval, depth)
		}
	}
	return best
}

// singular searches the position without the table move m (Anantharaman, Campbell and Hsu 1988). If all other moves
// fail well below the score of m, then m is extended. If another move reaches beta too, the node is pruned at once
// (multi-cut, Björnsson and Marsland 2001).
func (w *worker) singular(v *nodeState, m board.Move, beta int) (extension int, cutoff bool) {
	f := &w.stack[v.ply+stackOffset]
	target := v.singularTarget(w.params)
	f.excluded = m
	score := w.node(v.ply, (v.depth-1)/2, target-1, target, v.cutNode)
	f.excluded = board.NoMove
	switch {
	case score < target-w.params.DoubleMargin && !v.pvNode:
		return 2, false
	case score < target:
		return 1, false
	case target >= beta:
		return 0, true
	case v.ttScore >= beta:
		return -1, false
	}
	return 0, false
}
