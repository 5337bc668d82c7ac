package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Hinting is how a person who plays the bot for nothing asks for hints.
type Hinting struct{ *Game }

// Hinting is the game as one in which hints may be asked for.
func (g *Game) Hinting() Hinting { return Hinting{g} }

// Open checks that by may be given a hint now. Refusals: as for Play, HintPeople, HintPartner, HintRated, HintsSpent.
func (g Hinting) MayAsk(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch _, bot := g.BotSeat(); {
	case err != nil:
		return c, err
	case !bot || g.Vote != nil:
		return c, g.refuse(HintPeople)
	case g.Partner != (Partner{}):
		return c, g.refuse(HintPartner)
	case g.Rated:
		return c, g.refuse(HintRated)
	case c != g.Turn():
		return c, g.refuse(NotYourTurn)
	case g.here() < 0 && g.Hints.Of(c) >= MaxHints:
		return c, &Refusal{Code: HintsSpent, Game: g.ID, Limit: MaxHints}
	}
	return c, nil
}

// Told is what was told of the position on the board, false if nothing was.
func (g Hinting) Given() (Hint, bool) {
	if i := g.here(); i >= 0 {
		return g.Hints[i], true
	}
	return Hint{}, false
}

// here is the index of the hint about the position on the board, -1 if there is none.
func (g Hinting) here() int {
	p := g.Position()
	return slices.IndexFunc(g.Hints, func(h Hint) bool { return h.Ply == g.Ply() && h.Position == p.Hash() })
}

// Tell tells by one step more of the position on the board. What the engine found there is needed for the first step
// alone; its Line must begin with a legal move. Refusals: as for Open.
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
