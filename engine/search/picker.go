package search

import "xiangqibot/engine/board"

// maxMoves is more than any position has: two rooks and two cannons on empty lines reach 68 points, two horses 16,
// and king, guards and pawns at most 40 together.
const maxMoves = 128

// stage is what a picker offers next.
type stage uint8

const (
	stageTable stage = iota
	stageFindCaptures
	stageCaptures
	stageKillers
	stageFindQuiets
	stageQuiets
	stageBadCaptures
	stageFindNoisy
	stageNoisy
	stageFindEvasions
	stageEvasions
	stageDone
)

// A picker offers the moves of a position one by one, the likely best first, and makes as few of them as needed: most nodes
// are cut by the first or second move. What it offers is pseudo-legal; whether the own king is safe is tested by the caller, late.
//
// In the tree the order is: the table's move, captures that do not lose material (the most valuable victim first), killers,
// quiet moves by history, captures that lose material. In the quiescence search only good captures come, in check all moves.
type picker struct {
	stage     stage
	skipQuiet bool // set by the caller when no quiet move is worth trying any more
	table     board.Move
	killers   [2]board.Move
	killer    int

	before, earlier pieceTarget

	moves  [maxMoves]board.Move
	scores [maxMoves]int32
	next   int // first move not yet offered
	end    int // end of the moves made
	bad    int // moves[:bad] are the captures put off
}

// begin prepares the picker for a node of the tree.
func (k *picker) begin(table board.Move, killers [2]board.Move, before, earlier pieceTarget) {
	k.stage, k.skipQuiet = stageTable, false
	k.table, k.killers, k.killer = table, killers, 0
	k.before, k.earlier = before, earlier
	k.next, k.end, k.bad = 0, 0, 0
}

// beginNoisy prepares it for the quiescence search.
func (k *picker) beginNoisy(table board.Move, inCheck bool, before, earlier pieceTarget) {
	k.begin(table, [2]board.Move{}, before, earlier)
	switch {
	case table == board.NoMove && inCheck:
		k.stage = stageFindEvasions
	case table == board.NoMove:
		k.stage = stageFindNoisy
	}
}

// pick returns the next move, NoMove when there is none. A move from the table is checked here, for two positions may share a key.
func (k *picker) pick(w *worker, noisy bool) board.Move {
	p := &w.pos
	for {
		switch k.stage {
		case stageTable:
			k.stage = stageFindCaptures
			if noisy {
				k.stage = stageFindNoisy
				if w.path.inCheck() {
					k.stage = stageFindEvasions
				}
			}
			if k.table != board.NoMove {
				if p.IsPseudoLegal(k.table) {
					return k.table
				}
				k.table = board.NoMove
			}

		case stageFindCaptures:
			k.find(p.PseudoCaptures(k.moves[:0]), 0)
			k.scoreCaptures(w)
			k.stage = stageCaptures

		case stageCaptures:
			if k.next == k.end {
				k.stage = stageKillers
				continue
			}
			m, score := k.best()
			if m == k.table {
				continue
			}
			if !gains(p, m, -int(score)/captureLeniency) {
				k.moves[k.bad] = m
				k.bad++
				continue
			}
			return m

		case stageKillers:
			if k.skipQuiet {
				k.toBadCaptures()
				continue
			}
			if k.killer == len(k.killers) {
				k.stage = stageFindQuiets
				continue
			}
			m := k.killers[k.killer]
			k.killer++
			if m != board.NoMove && m != k.table && p.At(m.To()) == board.NoPiece && p.IsPseudoLegal(m) {
				return m
			}

		case stageFindQuiets:
			k.find(p.PseudoQuiets(k.moves[k.bad:k.bad]), k.bad)
			k.scoreQuiets(w, k.next)
			k.stage = stageQuiets

		case stageQuiets:
			if k.next == k.end {
				k.toBadCaptures()
				continue
			}
			m, _ := k.best()
			if m != k.table && m != k.killers[0] && m != k.killers[1] && (!k.skipQuiet || p.GivesCheck(m)) {
				return m
			}

		case stageBadCaptures:
			if k.next == k.bad {
				k.stage = stageDone
				continue
			}
			k.next++
			return k.moves[k.next-1]

		case stageFindNoisy:
			k.find(p.PseudoCaptures(k.moves[:0]), 0)
			k.scoreCaptures(w)
			k.stage = stageNoisy

		case stageFindEvasions:
			k.find(p.PseudoCaptures(k.moves[:0]), 0)
			k.scoreCaptures(w)
			for i := range k.end {
				k.scores[i] += evasionCaptureFirst
			}
			captures := k.end
			k.find(p.PseudoQuiets(k.moves[captures:captures]), captures)
			k.scoreQuiets(w, captures)
			k.next = 0
			k.stage = stageEvasions

		case stageNoisy, stageEvasions:
			if k.next == k.end {
				k.stage = stageDone
				continue
			}
			if m, _ := k.best(); m != k.table {
				return m
			}

		case stageDone:
			return board.NoMove
		}
	}
}

// find takes over a list that was made in the picker's own array from index at on.
func (k *picker) find(made []board.Move, at int) {
	k.next, k.end = at, at+len(made)
}

// toBadCaptures goes back to the captures put off.
func (k *picker) toBadCaptures() {
	k.next = 0
	k.stage = stageBadCaptures
}

// best takes the move of the highest score out of those left. Moves of equal score keep no particular order, but always the same.
func (k *picker) best() (board.Move, int32) {
	i := k.next
	top := k.scores[i]
	for j := i + 1; j < k.end; j++ {
		if k.scores[j] > top {
			i, top = j, k.scores[j]
		}
	}
	m := k.moves[i]
	k.moves[i], k.scores[i] = k.moves[k.next], k.scores[k.next]
	k.next++
	return m, top
}

// scoreCaptures orders by the victim's price first and by experience second.
func (k *picker) scoreCaptures(w *worker) {
	for i := k.next; i < k.end; i++ {
		m := k.moves[i]
		victim := w.pos.At(m.To()).Kind()
		h := w.hist.captures[targetOf(w.pos.At(m.From()), m.To())][victim]
		k.scores[i] = int32(victimWeight*exchangeValues[victim] + int(h))
	}
}

func (k *picker) scoreQuiets(w *worker, from int) {
	side := w.pos.SideToMove()
	butterfly := &w.hist.butterfly[side]
	before, earlier := &w.hist.continuation[k.before], &w.hist.continuation[k.earlier]
	for i := from; i < k.end; i++ {
		m := k.moves[i]
		pt := targetOf(w.pos.At(m.From()), m.To())
		k.scores[i] = int32(butterfly[m]) + int32(before[pt]) + int32(earlier[pt])
	}
}
