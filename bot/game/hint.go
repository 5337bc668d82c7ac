package game

import (
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Hint is what a person was told of a position of their game against the bot.
type Hint struct {
	By       board.Color  `json:"by"`
	Ply      int          `json:"ply"`      // after which the position came
	Position uint64       `json:"position"` // its hash: after a takeback another one may come at that ply
	Step     int          `json:"step"`     // how much was told, from 1, which is vague, to HintSteps
	Line     []board.Move `json:"line"`     // how the engine would go on
	Score    int          `json:"score,omitempty"`
	Mate     int          `json:"mate,omitempty"` // Score and Mate as in engine.Info
}

// The limits of hints.
const (
	HintSteps = 4 // what it is about, the piece, the move, the line
	MaxHints  = 3 // positions of a game about which a side may ask
)

// Chance is what the side can expect with the move of the hint, from 0 to 1.
func (h *Hint) Chance() float64 { return engine.WinChance(h.Score, h.Mate) }

// Hints are those of a game, in their order.
type Hints []Hint

// Of is how many positions a side has asked about.
func (h Hints) Of(c board.Color) (n int) {
	for _, hint := range h {
		if hint.By == c {
			n++
		}
	}
	return n
}
