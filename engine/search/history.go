package search

import "xiangqibot/engine/board"

// history holds the history tables (Schaeffer 1983): which moves caused cutoffs in other nodes. They order the moves.
// Each entry moves towards +historyLimit with every bonus and towards -historyLimit with every malus, the slower the
// nearer it is ("history gravity").
type history struct {
	// butterfly is indexed by side, origin and target of a quiet move.
	butterfly [2][1 << 14]int16
	// captures is indexed by piece, target and captured kind.
	captures [pieceTargets][8]int16
	// continuation is indexed by piece and target of an earlier move and piece and target of a quiet move: one ply
	// before (counter-move history), two and four plies before (follow-up history).
	continuation [pieceTargets][pieceTargets]int16
	// pawns is indexed by the pawns of both sides and piece and target of a quiet move.
	pawns [1 << pawnBits][pieceTargets]int16
	// correction is the error of the evaluation in positions that share a key.
	correction [2][correctionParts][correctionSize]int16
}

// pieceTarget numbers a piece together with the square it goes to.
type pieceTarget uint16

const pieceTargets = 16 * board.Squares

// noTarget means that there is no move before: a number that no real move has, since NoPiece goes nowhere.
const noTarget pieceTarget = 0

func targetOf(p board.Piece, to board.Square) pieceTarget {
	return pieceTarget(p)*board.Squares + pieceTarget(to)
}

const (
	historyLimit = 16384
	pawnBits     = 9 // of the key of the pawns
)

// applyBonus updates an entry by a bonus, which may be negative.
func applyBonus(entry *int16, bonus int) {
	v := int(*entry)
	size := bonus
	if size < 0 {
		size = -size
	}
	*entry = int16(v + bonus - v*size/historyLimit)
}

func (h *history) clear() { *h = history{} }

// decay halves the butterfly history, so that a new search soon relies on its own results.
func (h *history) decay() {
	for side := range h.butterfly {
		for to := range board.Square(board.Squares) {
			// A row has room for 128 points, of which 90 exist: in a short search this loop is a tenth of the time.
			row := h.butterfly[side][board.NewMove(0, to):][:board.Squares]
			for i := range row {
				row[i] /= 2
			}
		}
	}
}

// previous are the moves one, two and four plies before a position, noTarget where there was none.
type previous [3]pieceTarget

// quiet returns the history score of a quiet move in p, of the piece and to the target pt.
func (h *history) quiet(p *board.Position, m board.Move, pt pieceTarget, prev *previous) int {
	score := int(h.butterfly[p.SideToMove()][m]) + int(h.withPawns(p)[pt])
	for _, before := range prev {
		score += int(h.continuation[before][pt])
	}
	return score
}

// withPawns returns the pawn history of the moves in p.
func (h *history) withPawns(p *board.Position) *[pieceTargets]int16 {
	return &h.pawns[p.PawnKey()>>(64-pawnBits)]
}

// updateContinuations applies a bonus to a move in combination with the moves before it.
func (h *history) updateContinuations(pt pieceTarget, prev *previous, bonus int) {
	for _, p := range prev {
		if p != noTarget {
			applyBonus(&h.continuation[p][pt], bonus)
		}
	}
}

// The correction history is keyed by features that change rarely or recur in other parts of the tree: the pawns, the
// other pieces of either side, the last two moves, the moves two and four plies before.
const (
	correctionParts = 5
	correctionBits  = 13
	correctionSize  = 1 << correctionBits
)

// goldenRatio is 2^64 divided by the golden ratio, an odd number: multiplying by it spreads small numbers over all bits
// (Fibonacci hashing, Knuth 1973).
const goldenRatio = 0x9e3779b97f4a7c15

// corrections returns the correction entries of a position.
func (h *history) corrections(p *board.Position, prev *previous) (entries [correctionParts]*int16) {
	moves := func(a, b pieceTarget) uint64 { return (uint64(a)*pieceTargets + uint64(b)) * goldenRatio }
	for i, key := range [correctionParts]uint64{
		p.PawnKey(), p.NonPawnKey(board.Red), p.NonPawnKey(board.Black), moves(prev[0], prev[1]), moves(prev[1], prev[2]),
	} {
		entries[i] = &h.correction[p.SideToMove()][i][key>>(64-correctionBits)]
	}
	return entries
}

// capture returns the history score of a capture in p.
func (h *history) capture(p *board.Position, m board.Move) int {
	return int(h.captures[targetOf(p.At(m.From()), m.To())][p.At(m.To()).Kind()])
}

// updateCapture applies a bonus, which may be negative, to a capture in p.
func (h *history) updateCapture(p *board.Position, m board.Move, bonus int) {
	applyBonus(&h.captures[targetOf(p.At(m.From()), m.To())][p.At(m.To()).Kind()], bonus)
}
