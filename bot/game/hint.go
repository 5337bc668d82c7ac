package game

import (
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Hint is what a person has been told about a position of their game against the bot.
type Hint struct {
	By       board.Color  `json:"by"`
	Ply      int          `json:"ply"`      // after which the position came
	Position uint64       `json:"position"` // its hash: after a takeback another position may occur at that ply
	Step     int          `json:"step"`     // how much was told, from 1, the vaguest, to HintSteps
	Line     []board.Move `json:"line"`     // the engine's line
	Score    int          `json:"score,omitempty"`
	Mate     int          `json:"mate,omitempty"` // Score and Mate as in engine.Info
}

// The limits of hints.
const (
	HintSteps = 4 // the theme, the piece, the move, the line
	MaxHints  = 3 // positions of a game for which a side may get hints
)

// Chance returns the expected score of the side with the move of the hint, from 0 to 1.
func (h *Hint) Chance() float64 { return engine.WinChance(h.Score, h.Mate) }

// Hints are the hints of a game in order.
type Hints []Hint

// Of returns for how many positions a side got hints.
func (h Hints) Of(c board.Color) (n int) {
	for _, hint := range h {
		if hint.By == c {
			n++
		}
	}
	return n
}
