package game

import (
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// PlayChoice carries out the engine's choice for c, which may be to move, to answer a draw offer, to offer a draw or to
// resign, as its level does. Out of turn it only answers the offer. For a team that has not voted it moves.
//
// It returns a [Refusal] if the engine has nothing to do for c.
func PlayChoice(g *Game, c board.Color, choice engine.Choice, at time.Time) error {
	side, level, ok := EngineTurn(g)
	switch {
	case !ok || side != c:
		return g.Refuse(Outdated)
	case FlagDown(g, at):
		return g.Refuse(FlagFell)
	}
	asked := g.Seats[c].IsBot() && g.Offers.Draw.To(c)
	switch {
	case asked && acceptsDraw(g, c, level, choice):
		finish(g, Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at)
		return nil
	case shouldResign(g, c, level, choice):
		finish(g, Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, at)
		return nil
	}
	if pos := g.Position(); c == g.Turn() && !pos.IsLegal(choice.Move) {
		return notation.Explain(&pos, choice.Move)
	}
	offers := offersDraw(g, c, level, choice)
	ev := Event{Kind: Moved, By: c, Move: choice.Move}
	if asked {
		g.Offers.declineDraw(g.Ply(), g.Turn())
		ev.Kind = DrawDeclined
	}
	if c != g.Turn() {
		ev.Move = board.NoMove
		note(g, ev, at, at)
		return nil
	}
	if err := push(g, choice.Move, at); err != nil {
		return err
	}
	if offers {
		g.Offers.Draw = Offer{Pending: true, By: c}
	}
	judge(g, ev, at, at)
	return nil
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

// acceptsDraw reports whether the bot, which plays c, accepts a draw.
func acceptsDraw(g *Game, c board.Color, level engine.Level, choice engine.Choice) bool {
	score, mate := choice.Score, choice.Mate
	if g.Turn() != c { // they are those of the side to move, which offered the draw
		score, mate = -score, -mate
	}
	return g.Ply() >= drawPly && (mate < 0 || mate == 0 && score <= maxDrawScore(level))
}

// shouldResign reports whether the bot, to move with side c, resigns. It goes by the score of the best move and by
// material; a weaker move that it chooses does not matter.
func shouldResign(g *Game, c board.Color, level engine.Level, choice engine.Choice) bool {
	if level < resignLevel || level > engine.LevelMax || !g.Seats[c].IsBot() || g.Turn() != c ||
		g.Ply() < resignPly || g.Record.Start != board.StartPosition() {
		return false
	}
	p := g.Position()
	hopeless := choice.BestMate < 0 || choice.BestScore <= resignStep*int(level)-resignScore
	return hopeless && materialOf(&p, c.Opponent())-materialOf(&p, c) >= resignMaterial
}

// offersDraw reports whether the bot offers a draw with the move that it plays for c.
func offersDraw(g *Game, c board.Color, level engine.Level, choice engine.Choice) bool {
	p := g.Position()
	clock := p.CaptureClock()
	switch {
	case level < offerLevel || level > engine.LevelMax || !g.Seats[c].IsBot() || g.Turn() != c:
		return false
	case g.Seats[c.Opponent()].Person == "":
		return false // a team votes on moves, not on draws
	case g.Offers.Draw.Pending || g.Ply() < max(offerPly, g.Offers.NoDrawBefore[c]) || choice.FromBook || choice.BestMate != 0:
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
