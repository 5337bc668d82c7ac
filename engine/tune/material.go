package tune

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Material returns weights with only the piece values that beginners are taught: a rook is worth nine pawns, a cannon
// four and a half, a horse four, advisors and elephants two. Both tuning methods can start from them.
func Material() (w classical.Weights) {
	for kind, price := range map[board.Kind]int{
		board.Advisor: 200, board.Elephant: 200, board.Horse: 400, board.Rook: 900, board.Cannon: 450, board.Pawn: 100,
	} {
		w.Piece[kind] = classical.S(price, price)
	}
	return w
}
