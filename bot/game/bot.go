package game

import (
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// Bot is the engine's part in a running game: on a side of its own, or in place of a team that has not voted.
type Bot struct{ *Game }

// Bot returns the acts of the engine.
func (g *Game) Bot() Bot { return Bot{g} }

// Play plays m for the bot, and settles a draw offer to it: if accept is set the bot accepts instead of moving,
// otherwise its move declines. When it is not the bot's turn it only answers the offer, and m is not used. For a
// team that has not voted it plays m and answers nothing.
//
// It returns a [Refusal] if the bot has nothing to do here.
func (g Bot) Play(m board.Move, accept bool, at time.Time) error {
	return g.play(m, accept, false, at)
}

// play is like Play, and offers a draw with the move if offer is set.
func (g Bot) play(m board.Move, accept, offer bool, at time.Time) error {
	c, _, ok := g.ToMove()
	if !ok {
		return g.Refuse(Outdated)
	}
	if g.Timing().FlagDown(at) {
		return g.Refuse(FlagFell)
	}
	offered := g.Seats[c].IsBot() && g.DrawOffer.To(c)
	if offered && accept {
		g.DrawOffer = Offer{}
		g.finish(Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at)
		return nil
	}
	if pos := g.Position(); c == g.Turn() && !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	ev := Event{Kind: Moved, By: c, Move: m}
	if offered {
		g.declineDraw(g.Ply(), g.Turn())
		ev.Kind = DrawDeclined
	}
	if c != g.Turn() {
		ev.Move = board.NoMove
		g.note(ev, at, at)
		return nil
	}
	if err := g.push(m, at); err != nil {
		return err
	}
	if offer {
		g.DrawOffer = Offer{Pending: true, By: c}
	}
	g.judge(ev, at, at)
	g.ask(at) // a person's plan may have answered already, or this move was played in place of a team
	return nil
}

// Decide carries out the engine's choice for c, which may be to move, to answer a draw offer, to offer a draw or to
// resign, as its level does. It returns a [Refusal] if the bot has nothing to do here.
func (g Bot) Decide(c board.Color, level engine.Level, choice engine.Choice, at time.Time) error {
	score, mate := choice.Score, choice.Mate
	if g.Turn() != c { // the score is that of the side to move, which offered the draw
		score, mate = -score, -mate
	}
	accept := g.acceptsDraw(level, score, mate)
	if g.shouldResign(c, level, choice) && (!accept || !g.DrawOffer.To(c)) {
		return g.resign(c, at)
	}
	return g.play(choice.Move, accept, g.offersDraw(c, level, choice), at)
}

// standInLevel is the strength of the engine that moves for a team in which nobody voted.
const standInLevel = engine.LevelMin

// ask enqueues a [Think] job if the engine has something to do.
func (g Bot) ask(at time.Time) {
	if _, _, ok := g.ToMove(); ok {
		g.Enqueue(Think{Game: g.ID, Ply: g.Ply()}, at)
	}
}

// ToMove returns the side for which the engine has to act now, and at which strength: its own side, or a team that has
// not voted.
func (g Bot) ToMove() (c board.Color, level engine.Level, ok bool) {
	if g.State != Active {
		return board.Red, 0, false
	}
	if g.Vote != nil && g.Vote.Turn.StandIn {
		return g.Turn(), standInLevel, true
	}
	c, ok = g.BotSeat()
	return c, g.Seats[c].Level, ok && (g.Turn() == c || g.DrawOffer.To(c))
}
