package search

import "xiangqibot/engine/board"

// Histories remember which moves cut the tree elsewhere (Schaeffer 1983) and order the moves here. Each entry moves
// towards +historyLimit with every success and towards -historyLimit with every failure, the slower the nearer it is.
type history struct {
	// butterfly knows a quiet move by side, origin and target.
	butterfly [2][1 << 14]int16
	// captures knows a capture by piece, target and kind taken.
	captures [pieceTargets][8]int16
	// continuation knows a quiet move by piece and target, after an earlier move of such a piece to such a target:
	// one ply before (what answers it), two and four plies before (what follows it up).
	continuation [pieceTargets][pieceTargets]int16
	// correction knows by how much the evaluation was off in positions with the same pawns.
	correction [2][correctionSize]int16
}

// pieceTarget numbers a piece together with the square it goes to.
type pieceTarget uint16

const pieceTargets = 16 * board.Squares

// noTarget stands for "no move before": it is a number that no real move has, since NoPiece goes nowhere.
const noTarget pieceTarget = 0

func targetOf(p board.Piece, to board.Square) pieceTarget {
	return pieceTarget(p)*board.Squares + pieceTarget(to)
}

const historyLimit = 16384

// learn moves an entry by a bonus, which may be negative.
func learn(entry *int16, bonus int) {
	v := int(*entry)
	size := bonus
	if size < 0 {
		size = -size
	}
	*entry = int16(v + bonus - v*size/historyLimit)
}

func (h *history) clear() { *h = history{} }

// fade halves what is known of single moves, so that a new search is soon led by what it finds itself.
func (h *history) fade() {
	for side := range h.butterfly {
		for m := range h.butterfly[side] {
			h.butterfly[side][m] /= 2
		}
	}
}

// previous are the moves one, two and four plies before a position, noTarget where there was none.
type previous [3]pieceTarget

// quiet is how well a quiet move did so far.
func (h *history) quiet(side board.Color, m board.Move, pt pieceTarget, prev *previous) int {
	return int(h.butterfly[side][m]) + int(h.continuation[prev[0]][pt]) + int(h.continuation[prev[1]][pt]) + int(h.continuation[prev[2]][pt])
}

// learnContinuations records what a move was worth after those before it.
func (h *history) learnContinuations(pt pieceTarget, prev *previous, bonus int) {
	for _, p := range prev {
		if p != noTarget {
			learn(&h.continuation[p][pt], bonus)
		}
	}
}

// The corrections are kept by a hash of the pawns, which change seldom.
const correctionSize = 1 << 13

// pawnKey mixes the two sets of pawns into one index of the correction table.
func pawnKey(p *board.Position) int {
	red, black := p.Pieces(board.Red, board.Pawn), p.Pieces(board.Black, board.Pawn)
	const odd1, odd2, odd3, odd4 = 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xd6e8feb86659fd93
	k := red.Lo*odd1 ^ red.Hi*odd2 ^ black.Lo*odd3 ^ black.Hi*odd4
	return int(k >> (64 - 13))
}

// learnCapture credits a capture in p, or blames it where the bonus is negative.
func (h *history) learnCapture(p *board.Position, m board.Move, bonus int) {
	learn(&h.captures[targetOf(p.At(m.From()), m.To())][p.At(m.To()).Kind()], bonus)
}
