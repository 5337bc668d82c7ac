package game

import (
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// This file is how the bot behaves as a player, by its strength: when it gives a game up, and which draws it agrees to
// and offers.
//
// The weaker strengths never resign: people who play them want to learn how a game is won. In a game from a position of its
// own, a handicap among them, nobody knows what the person wants to try out, and the bot plays on to the end.
//
// The limits were tried on games that were played to the end, see docs/decisions.md: nobody who would have resigned by
// them was saved.
const (
	resignLevel    = engine.Level(4) // the weakest that resigns
	resignPly      = 30              // and not before
	resignScore    = 2400            // centipawns behind at which strength 0 would; each strength resignStep earlier
	resignStep     = 120
	resignMaterial = 8 // by how much the pieces on the board must be worth less, see worth

	offerLevel = engine.Level(4) // the weakest that offers a draw
	offerPly   = 60              // and not before
	offerScore = 30              // centipawns: neither side is better
	offerQuiet = 40              // plies without a capture before the first offer of a stretch
	offerEvery = 20              // and between offers

	// No draw is accepted before drawPly: a rated half point against the strongest level is not to be had by asking for
	// it on the first move.
	drawPly   = 40
	drawScore = 0 // centipawns, from the bot's side: the most of the strong ones, see mayAgree

	// The weakest strength takes a draw when it thinks itself better by drawGenerous centipawns at most, each further one
	// by drawStep less.
	drawGenerous = 60
	drawStep     = 15
)

// mayAgree is the most, in centipawns, by which the bot may think itself better and still accept a draw.
func maxDrawScore(level engine.Level) int {
	return max(drawScore, drawGenerous-drawStep*int(level-engine.LevelMin))
}

// agrees reports whether the bot accepts a draw, by what it thinks of its own side.
func (g Bot) acceptsDraw(level engine.Level, score, mate int) bool {
	return g.Ply() >= drawPly && (mate < 0 || mate == 0 && score <= maxDrawScore(level))
}

// lost reports whether the bot, on the move with side c, gives the game up: by what the best move promises, and by what
// is on the board. A move that it plays badly is no reason.
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

// worth is what the pieces of a side are worth, in pawns.
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

// resign gives the game up for c, a side of the bot's. It returns a Refusal where its flag has fallen.
func (g Bot) resign(c board.Color, at time.Time) error {
	if g.Timing().FlagDown(at) {
		return g.refuse(FlagFell)
	}
	g.finish(Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, at)
	return nil
}
