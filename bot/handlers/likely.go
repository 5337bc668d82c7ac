package handlers

import (
	"cmp"
	"slices"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// SuggestedMoves are the moves that are suggested before anything is typed: some of every piece, as many as fit. In
// a casual game against the bot book moves come first, and then those that a shallow search prefers. In any other
// Game they are ordered by piece and file from the right, which reveals nothing.
func SuggestedMoves(g *game.Game, p *board.Position, moves []board.Move) []board.Move {
	order := moves
	if _, againstBot := g.BotSeat(); againstBot && !g.Rated && g.Vote == nil {
		order = slices.Clone(moves)
		weight := make(map[board.Move]int, len(moves))
		for _, m := range moves {
			weight[m] = MoveScore(p, m)
		}
		for i, m := range book.Standard().Moves(p) { // the most played first
			weight[m.Move] = inBook - i
		}
		slices.SortStableFunc(order, func(a, b board.Move) int { return cmp.Compare(weight[b], weight[a]) })
	}
	chosen := make(map[board.Move]bool)
	for turn := 1; len(chosen) < min(len(order), discord.ChoiceLimit); turn++ {
		of := make(map[board.Square]int) // moves of a piece that were passed in this turn
		for _, m := range order {
			if of[m.From()]++; of[m.From()] == turn && len(chosen) < discord.ChoiceLimit {
				chosen[m] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(order), func(m board.Move) bool { return !chosen[m] })
}

// pieceValue is the approximate value of pieces, in tenths of a pawn.
var pieceValue = [...]int{board.Advisor: 20, board.Elephant: 20, board.Horse: 45, board.Rook: 95, board.Cannon: 50, board.Pawn: 12, board.King: 500}

const (
	inBook  = 100_000 // the weight of a move of the book
	wins    = 10_000  // and of one that leaves the other side without an answer
	shallow = 3       // so many captures in a row are looked at behind a move
)

// MoveScore rates how good a move looks, on an arbitrary scale: by what it captures, by what can be captured after
// it, and by where its piece goes.
func MoveScore(p *board.Position, m board.Move) int {
	piece, taken := p.At(m.From()), p.At(m.To())
	after := *p
	after.Make(m)
	if !after.HasLegalMove() {
		return wins
	}
	points := -exchangeGain(&after, shallow)
	if taken != board.NoPiece {
		points += pieceValue[taken.Kind()]
	}
	if p.GivesCheck(m) {
		points += 4
	}
	toMiddle := func(s board.Square) int { return board.Files/2 - max(s.File()-board.Files/2, board.Files/2-s.File()) }
	switch closer := toMiddle(m.To()) - toMiddle(m.From()); piece.Kind() {
	case board.Cannon:
		if m.From().Rank() == m.To().Rank() && toMiddle(m.To()) == board.Files/2 {
			points += 9
		}
	case board.Horse:
		points += 5 + closer
	case board.Pawn:
		points += 2 + toMiddle(m.To())%2
	case board.Rook:
		points += 3 + closer
	case board.Elephant, board.Advisor:
		points += closer
	case board.King:
		points -= 5
	}
	return points
}

// exchangeGain returns what the side to move gains by captures, when both sides make profitable captures, at most so
// many times.
func exchangeGain(p *board.Position, times int) int {
	if times == 0 {
		return 0
	}
	best := 0
	for _, m := range p.LegalMoves(nil) {
		taken := p.At(m.To())
		if taken == board.NoPiece || pieceValue[taken.Kind()] <= best {
			continue
		}
		after := *p
		after.Make(m)
		best = max(best, pieceValue[taken.Kind()]-exchangeGain(&after, times-1))
	}
	return best
}
