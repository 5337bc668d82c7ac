package tune

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
)

// Material returns weights with only the piece values of [eval.PieceValues]. Both tuning methods can start from them.
func Material() (w classical.Weights) {
	for kind, value := range eval.PieceValues {
		if board.Kind(kind) != board.King {
			w.Piece[kind] = classical.S(value, value)
		}
	}
	return w
}
