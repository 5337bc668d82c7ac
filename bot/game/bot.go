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

// This file defines when the bot resigns, and which draws it accepts and offers, by its strength.
//
// The weaker levels never resign: people who play them want to learn how to win a game. In a game from another start
// position, a handicap included, the bot plays to the end, because the person may want to try something out.
//
// The limits were tested on games that were played to the end, see docs/decisions.md: no side that would have resigned
// by them was saved.
const (
	resignLevel    = engine.Level(4) // the weakest level that resigns
	resignPly      = 30              // not before this ply
	resignScore    = 2400            // the deficit in centipawns at which level 0 would resign; each level resignStep earlier
	resignStep     = 120
	resignMaterial = 8 // and so much less material, see materialOf

	offerLevel = engine.Level(4) // the weakest level that offers a draw
	offerPly   = 60              // not before this ply
	offerScore = 30              // centipawns: neither side is better
	offerQuiet = 40              // plies without a capture before the first offer
	offerEvery = 20              // plies between offers

	// No draw is accepted before drawPly: otherwise a draw offer on the first move would give a rated half point
	// against the strongest level.
	drawPly   = 40
	drawScore = 0 // centipawns, from the bot's side: the maximum of the strong levels, see maxDrawScore

	// The weakest level accepts a draw at a score of at most drawGenerous centipawns for itself, each further level at
	// drawStep less.
	drawGenerous = 60
	drawStep     = 15
)

// maxDrawScore returns the highest score, in centipawns for the bot, at which it accepts a draw.
func maxDrawScore(level engine.Level) int {
	return max(drawScore, drawGenerous-drawStep*int(level-engine.LevelMin))
}

// acceptsDraw reports whether the bot accepts a draw at this evaluation of its side.
func (g Bot) acceptsDraw(level engine.Level, score, mate int) bool {
	return g.Ply() >= drawPly && (mate < 0 || mate == 0 && score <= maxDrawScore(level))
}

// shouldResign reports whether the bot, to move with side c, resigns. It goes by the score of the best move and by
// material; a weaker move that it chooses does not matter.
func (g Bot) shouldResign(c board.Color, level engine.Level, choice engine.Choice) bool {
	if level < resignLevel || level > engine.LevelMax || !g.Seats[c].IsBot() || g.Turn() != c ||
		g.Ply() < resignPly || g.Record.Start != board.StartPosition() {
		return false
	}
	p := g.Position()
	hopeless := choice.BestMate < 0 || choice.BestScore <= resignStep*int(level)-resignScore
	return hopeless && materialOf(&p, c.Opponent())-materialOf(&p, c) >= resignMaterial
}

// offersDraw reports whether the bot offers a draw with the move that it plays for c.
func (g Bot) offersDraw(c board.Color, level engine.Level, choice engine.Choice) bool {
	p := g.Position()
	clock := p.CaptureClock()
	switch {
	case level < offerLevel || level > engine.LevelMax || !g.Seats[c].IsBot() || g.Turn() != c:
		return false
	case g.Seats[c.Opponent()].Person == "":
		return false // a team votes on moves, not on draws
	case g.DrawOffer.Pending || g.Ply() < max(offerPly, g.NoDrawBefore[c]) || choice.FromBook || choice.BestMate != 0:
		return false
	}
	even := choice.BestScore >= -offerScore && choice.BestScore <= offerScore
	return even && choice.Depth > 0 && clock >= offerQuiet && clock%offerEvery < 2
}

// materialOf returns the material of a side in pawns.
func materialOf(p *board.Position, c board.Color) int {
	sum := 0
	for kind, value := range map[board.Kind]int{
		board.Rook: 9, board.Cannon: 4, board.Horse: 4, board.Pawn: 1, board.Elephant: 2, board.Advisor: 2,
	} {
		pieces := p.Pieces(c, kind)
		sum += value * pieces.Count()
	}
	return sum
}

// resign resigns for c, a side of the bot's. It returns a [Refusal] if its flag has fallen.
func (g Bot) resign(c board.Color, at time.Time) error {
	if g.Timing().FlagDown(at) {
		return g.Refuse(FlagFell)
	}
	g.finish(Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, at)
	return nil
}
