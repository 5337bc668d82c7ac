package game

import "xiangqibot/engine/board"

// Opening is the kind of a game's beginning, told by Red's first move.
type Opening uint8

// The openings.
const (
	OtherOpening      Opening = iota
	CentralCannon             // 中炮
	ElephantOpening           // 飞相
	PawnOpening               // 仙人指路
	HorseOpening              // 起马
	CornerCannon              // 士角炮: a cannon before its own advisor
	CrossPalaceCannon         // 过宫炮: a cannon before the advisor of the other wing
)

// openings tells the opening by the first move, in coordinates; each with its mirror image.
var openings = map[string]Opening{
	"h2e2": CentralCannon, "b2e2": CentralCannon,
	"g0e2": ElephantOpening, "c0e2": ElephantOpening,
	"g3g4": PawnOpening, "c3c4": PawnOpening,
	"h0g2": HorseOpening, "b0c2": HorseOpening,
	"h2f2": CornerCannon, "b2d2": CornerCannon,
	"h2d2": CrossPalaceCannon, "b2f2": CrossPalaceCannon,
}

// OpeningOf tells the opening of a game by its first moves.
func OpeningOf(moves []board.Move) Opening {
	if len(moves) == 0 {
		return OtherOpening
	}
	return openings[moves[0].String()]
}
