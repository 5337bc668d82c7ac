package gamefile

import (
	"fmt"

	"xiangqibot/engine/notation"
)

// Write writes a game in a format; moves are written in the style where the format leaves a choice. What Read makes of the
// text is the same game, as far as the format can hold it: docs/formats.md lists what is lost.
func Write(g *Game, f Format, s notation.Style) ([]byte, error) {
	return nil, fmt.Errorf("game format %v cannot be written; want pgn, dhtmlxq, moves or fen", f)
}
