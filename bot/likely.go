package bot

import (
	"cmp"
	"slices"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// offered are the moves that are shown to somebody who has typed nothing yet: some of every piece, as many as there is
// room for. In a rated game they come by piece and file from the right, which tells nothing; in a casual one those that
// people play most come first: what takes something for nothing, gives check, or develops.
func offered(g *game.Game, p *board.Position, moves []board.Move) []board.Move {
	order := moves
	if !g.Rated {
		order = slices.Clone(moves)
		weight := make(map[board.Move]int, len(moves))
		for _, m := range moves {
			weight[m] = likelihood(p, m)
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

// worth is about what pieces are worth, in pawns times ten.
var worth = [...]int{board.Advisor: 20, board.Elephant: 20, board.Horse: 45, board.Rook: 95, board.Cannon: 50, board.Pawn: 12, board.King: 500}

// likelihood tells how likely people play a move, as a number that means nothing else. It looks one move ahead: at what is
// won, and at what can be taken in return.
func likelihood(p *board.Position, m board.Move) int {
	piece, taken := p.At(m.From()), p.At(m.To())
	side := piece.Color()
	points := 0
	if taken != board.NoPiece {
		points += worth[taken.Kind()]
	}
	if p.GivesCheck(m) {
		points += 8
	}
	attacked := !p.AttackersTo(m.From(), side.Opponent(), p.Occupied()).Empty()
	if attacked && p.AttackersTo(m.From(), side, p.Occupied()).Empty() {
		points += worth[piece.Kind()] / 3 // nothing guards it
	}
	after := *p
	after.Make(m)
	if !after.AttackersTo(m.To(), side.Opponent(), after.Occupied()).Empty() {
		points -= worth[piece.Kind()]
		if !after.AttackersTo(m.To(), side, after.Occupied()).Empty() {
			points += worth[piece.Kind()] / 2
		}
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
