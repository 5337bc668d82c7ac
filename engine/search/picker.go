package search

import (
	"math"

	"xiangqibot/engine/board"
)

// maxMoves is more than any position has: two rooks and two cannons on empty lines reach 68 points, two horses 16,
// and king, guards and pawns at most 40 together.
const maxMoves = 128

// stage is the stage of a picker.
type stage uint8

const (
	stageTTMove stage = iota
	stageGenerateCaptures
	stageCaptures
	stageKillers
	stageGenerateQuiets
	stageQuiets
	stageBadCaptures
	stageGenerateNoisy
	stageNoisy
	stageGenerateChecks
	stageGenerateEvasions
	stageEvasions
	stageGenerateUnordered
	stageUnordered
	stageDone
)

// A picker returns the moves of a position one by one, the likely best first. It generates them in stages, because most
// nodes fail high on the first or second move. The moves are pseudo-legal; the caller tests legality.
//
// The order in the main search is: the table move, captures that do not lose material (most valuable victim first),
// killers, quiet moves by history, captures that lose material. In the quiescence search it returns captures, then
// perhaps quiet moves that give check, in check all moves.
type picker struct {
	stage stage
	noisy bool // for the quiescence search
	// inCheck reports whether all moves are returned there, since the side to move is in check.
	inCheck bool
	// quietChecks reports whether the quiet moves that give check follow the captures of the quiescence search.
	quietChecks bool
	skipQuiet   bool // set by the caller to skip quiet moves that do not give check
	// checksOnly reports whether only checks are left of the quiet moves.
	checksOnly bool
	ttMove     board.Move
	killers    [2]board.Move
	killer     int

	prev   previous
	checks *checkInfo

	moves [maxMoves]board.Move // as they were made; moves[:bad] are the captures put off
	bad   int
	// ranks[from:end] are the moves of the current list with their scores; those already returned have rank offered.
	ranks     [maxMoves]int64
	from, end int
	remaining int // moves not yet offered
}

// rank packs a score, the index of the move in its list and the move into one number: the highest rank is the next
// move. Nothing is sorted, and finding the maximum of forty numbers needs no branches.
func rank(score, index int, m board.Move) int64 {
	return int64(score)<<32 | int64(index)<<16 | int64(m)
}

const offered = math.MinInt64

// begin prepares the picker for a node of the main search.
func (k *picker) begin(ttMove board.Move, killers [2]board.Move, prev previous, checks *checkInfo) {
	k.stage, k.noisy, k.skipQuiet, k.checksOnly = stageTTMove, false, false, false
	k.ttMove, k.killers, k.killer = ttMove, killers, 0
	k.prev, k.checks = prev, checks
	k.from, k.end, k.remaining, k.bad = 0, 0, 0, 0
}

// beginNoisy prepares the picker for the quiescence search, in check or not, with or without the quiet moves that give
// check.
func (k *picker) beginNoisy(ttMove board.Move, prev previous, checks *checkInfo, inCheck, quietChecks bool) {
	k.begin(ttMove, [2]board.Move{}, prev, checks)
	k.noisy, k.inCheck, k.quietChecks = true, inCheck, quietChecks && !inCheck
}

// pick returns the next move, NoMove if there is none. It verifies the table move, since two positions may share a key.
func (k *picker) pick(p *board.Position, h *history, params *parameters) board.Move {
	for {
		switch k.stage {
		case stageTTMove:
			if params.MoveOrdering == 0 {
				k.stage = stageGenerateUnordered
				continue
			}
			k.stage = stageGenerateCaptures
			if k.noisy {
				k.stage = stageGenerateNoisy
				if k.inCheck {
					k.stage = stageGenerateEvasions
				}
			}
			if k.ttMove != board.NoMove {
				if p.IsPseudoLegal(k.ttMove) {
					return k.ttMove
				}
				k.ttMove = board.NoMove
			}

		case stageGenerateCaptures:
			k.list(p.PseudoCaptures(k.moves[:0]), 0)
			k.rankCaptures(p, h, params, 0)
			k.stage = stageCaptures

		case stageCaptures:
			if k.remaining == 0 {
				k.stage = stageKillers
				continue
			}
			m, score := k.best()
			if m == k.ttMove {
				continue
			}
			if !params.see.atLeast(p, m, -score/params.CaptureLeniency) {
				k.moves[k.bad] = m
				k.bad++
				continue
			}
			return m

		case stageKillers:
			if k.skipQuiet {
				clear(k.killers[k.killer:]) // one that gives check comes with the quiet moves
				k.killer = len(k.killers)
			}
			if k.killer == len(k.killers) {
				k.stage = stageGenerateQuiets
				continue
			}
			m := k.killers[k.killer]
			k.killer++
			if m != board.NoMove && m != k.ttMove && p.At(m.To()) == board.NoPiece && p.IsPseudoLegal(m) {
				return m
			}

		case stageGenerateQuiets:
			k.list(p.PseudoQuiets(k.moves[k.bad:k.bad], board.AllSquares()), k.bad)
			k.rankQuiets(p, h, params, k.from)
			k.stage = stageQuiets

		case stageQuiets:
			if k.skipQuiet && !k.checksOnly {
				k.keepChecks(p)
			}
			if k.remaining == 0 {
				k.from = 0
				k.stage = stageBadCaptures
				continue
			}
			m, _ := k.best()
			if m != k.ttMove && m != k.killers[0] && m != k.killers[1] {
				return m
			}

		case stageBadCaptures:
			if k.from == k.bad {
				k.stage = stageDone
				continue
			}
			k.from++
			return k.moves[k.from-1]

		case stageGenerateNoisy:
			k.list(p.PseudoCaptures(k.moves[:0]), 0)
			k.rankCaptures(p, h, params, 0)
			k.stage = stageNoisy

		case stageGenerateChecks:
			k.list(k.checks.quietChecks(p, k.moves[:0]), 0)
			k.rankQuiets(p, h, params, 0)
			k.quietChecks, k.stage = false, stageNoisy

		case stageGenerateEvasions:
			k.list(p.PseudoCaptures(k.moves[:0]), 0)
			k.rankCaptures(p, h, params, evasionCaptureBonus)
			captures := k.end
			k.list(p.PseudoQuiets(k.moves[captures:captures], board.AllSquares()), captures)
			k.rankQuiets(p, h, params, captures)
			k.from, k.remaining = 0, k.end
			k.stage = stageEvasions

		case stageGenerateUnordered:
			if k.noisy && !k.inCheck {
				k.list(p.PseudoCaptures(k.moves[:0]), 0)
			} else {
				k.list(p.PseudoMoves(k.moves[:0]), 0)
			}
			k.stage = stageUnordered

		case stageUnordered:
			if k.from == k.end {
				k.stage = stageDone
				continue
			}
			k.from++
			return k.moves[k.from-1]

		case stageNoisy, stageEvasions:
			if k.remaining == 0 {
				k.stage = stageDone
				if k.quietChecks {
					k.stage = stageGenerateChecks
				}
				continue
			}
			if m, _ := k.best(); m != k.ttMove {
				return m
			}

		case stageDone:
			return board.NoMove
		}
	}
}

// list sets the current list to moves generated into the picker's array from index at on.
func (k *picker) list(made []board.Move, at int) {
	k.from, k.end, k.remaining = at, at+len(made), len(made)
}

// best removes and returns the move with the highest rank.
func (k *picker) best() (board.Move, int) {
	top := int64(offered)
	for _, r := range k.ranks[k.from:k.end] {
		top = max(top, r)
	}
	k.ranks[top>>16&(maxMoves-1)] = offered
	k.remaining--
	return board.Move(top & 0xffff), int(top >> 32)
}

// keepChecks removes all quiet moves that do not give check at once. Skipping them one by one in order would cost more
// than the caller saves.
func (k *picker) keepChecks(p *board.Position) {
	k.checksOnly = true
	for i, r := range k.ranks[k.from:k.end] {
		if r != offered && !k.checks.givesCheck(p, board.Move(r&0xffff)) {
			k.ranks[k.from+i] = offered
			k.remaining--
		}
	}
}

// rankCaptures orders captures by the value of the victim and the capture history.
func (k *picker) rankCaptures(p *board.Position, h *history, params *parameters, base int) {
	weight, values := params.VictimWeight, &params.see
	for i := k.from; i < k.end; i++ {
		m := k.moves[i]
		victim := p.At(m.To()).Kind()
		k.ranks[i] = rank(base+weight*values[victim]+h.capture(p, m), i, m)
	}
}

// rankQuiets orders quiet moves by history, and by whether the piece leaves or enters the attack of a less valuable
// one.
func (k *picker) rankQuiets(p *board.Position, h *history, params *parameters, from int) {
	butterfly := &h.butterfly[p.SideToMove()]
	one, two, four := &h.continuation[k.prev[0]], &h.continuation[k.prev[1]], &h.continuation[k.prev[2]]
	pawns := h.withPawns(p)
	var t threats
	t.compute(p)
	for i := from; i < k.end; i++ {
		m := k.moves[i]
		piece := p.At(m.From())
		pt := targetOf(piece, m.To())
		score := int(butterfly[m]) + int(one[pt]) + int(two[pt]) + int(four[pt]) + int(pawns[pt])
		k.ranks[i] = rank(score+t.bonus(piece.Kind(), m, params.ThreatWeight), i, m)
	}
}
