package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Hinting holds the acts by which a person gets hints in a casual game against the bot.
type Hinting struct{ *Game }

// Hinting returns the acts about hints.
func (g *Game) Hinting() Hinting { return Hinting{g} }

// MayAsk checks that by may get a hint now. Refusals: those of Play, [HintPeople], [HintPartner], [HintRated],
// [HintsSpent].
func (g Hinting) MayAsk(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch _, bot := g.BotSeat(); {
	case err != nil:
		return c, err
	case !bot || g.Vote != nil:
		return c, g.Refuse(HintPeople)
	case g.Partner != (Partner{}):
		return c, g.Refuse(HintPartner)
	case g.Rated:
		return c, g.Refuse(HintRated)
	case c != g.Turn():
		return c, g.Refuse(NotYourTurn)
	case g.here() < 0 && g.Hints.Of(c) >= MaxHints:
		return c, &Refusal{Code: HintsSpent, Game: g.ID, Limit: MaxHints}
	}
	return c, nil
}

// Given returns the hint about the current position, false if there is none.
func (g Hinting) Given() (Hint, bool) {
	if i := g.here(); i >= 0 {
		return g.Hints[i], true
	}
	return Hint{}, false
}

// here returns the index of the hint about the current position, -1 if there is none.
func (g Hinting) here() int {
	p := g.Position()
	return slices.IndexFunc(g.Hints, func(h Hint) bool { return h.Ply == g.Ply() && h.Position == p.Hash() })
}

// Reveal reveals one more step of the hint about the current position. The engine's result is needed only for the
// first step; its [Line] must begin with a legal move. Refusals: those of MayAsk.
func (g Hinting) Reveal(by Person, found Hint, at time.Time) (Hint, error) {
	c, err := g.MayAsk(by, at)
	if err != nil {
		return Hint{}, err
	}
	i := g.here()
	if i < 0 {
		p := g.Position()
		found.By, found.Ply, found.Position, found.Step = c, g.Ply(), p.Hash(), 0
		g.Hints = append(slices.Clone(g.Hints), found)
		i = len(g.Hints) - 1
	}
	g.Hints[i].Step = min(g.Hints[i].Step+1, HintSteps)
	return g.Hints[i], nil
}
