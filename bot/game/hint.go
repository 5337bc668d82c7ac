package game

import (
	"slices"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Hint is how much help a person has had with a position of their game against the bot.
type Hint struct {
	Spot
	Step  int          `json:"step"` // the latest step, from 1, the vaguest, to HintSteps
	Line  []board.Move `json:"line"` // the engine's line
	Score int          `json:"score,omitempty"`
	Mate  int          `json:"mate,omitempty"` // Score and Mate as in engine.Info
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

// Hinting holds the acts by which a person gets hints in a casual game against the bot.
type Hinting struct{ *Game }

// Hinting returns the acts about hints.
func (g *Game) Hinting() Hinting { return Hinting{g} }

// MayAsk checks that by may get a hint now.
func (g Hinting) MayAsk(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayBeHelped(by, at)
	switch {
	case err != nil:
		return c, err
	case c != g.Turn():
		return c, g.Refuse(NotYourTurn)
	case g.hinted() < 0 && g.Hints.Of(c) >= MaxHints:
		return c, &Refusal{Code: HintsSpent, Game: g.ID, Limit: MaxHints}
	}
	return c, nil
}

// mayBeHelped checks that by is playing a casual game of their own against the bot.
func (g Hinting) mayBeHelped(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch _, bot := g.BotSeat(); {
	case err != nil:
	case !bot || g.Vote != nil:
		err = g.Refuse(HintPeople)
	case g.Partner != (Partner{}):
		err = g.Refuse(HintPartner)
	case g.Rated:
		err = g.Refuse(HintRated)
	}
	return c, err
}

// CoachLevel is the highest level at which the bot warns its opponent.
const CoachLevel = 3

// MayCoach checks that by may have the bot warn them of what it threatens: in a casual game of their own against one of
// the lower levels.
func (g Hinting) MayCoach(by Person, at time.Time) error {
	c, err := g.mayBeHelped(by, at)
	if err == nil && g.Seats[c.Opponent()].Level > CoachLevel {
		err = &Refusal{Code: CoachTooStrong, Game: g.ID, Limit: CoachLevel}
	}
	return err
}

// Given returns the hint about the current position, false if there is none.
func (g Hinting) Given() (Hint, bool) {
	if i := g.hinted(); i >= 0 {
		return g.Hints[i], true
	}
	return Hint{}, false
}

// hinted returns the index of the hint about the current position, -1 if there is none.
func (g Hinting) hinted() int {
	here := g.spot()
	return slices.IndexFunc(g.Hints, func(h Hint) bool { return h.Spot == here })
}

// Reveal reveals one more step of the hint about the current position. The engine's result is needed only for the first
// step; its [Line] must begin with a legal move.
func (g Hinting) Reveal(by Person, found Hint, at time.Time) (Hint, error) {
	if _, err := g.MayAsk(by, at); err != nil {
		return Hint{}, err
	}
	i := g.hinted()
	if i < 0 {
		found.Spot, found.Step = g.spot(), 0
		g.Hints = append(slices.Clone(g.Hints), found)
		i = len(g.Hints) - 1
	}
	g.Hints[i].Step = min(g.Hints[i].Step+1, HintSteps)
	return g.Hints[i], nil
}
