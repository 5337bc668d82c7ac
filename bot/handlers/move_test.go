package handlers

import (
	"slices"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// Before anything is typed a move of every piece is suggested. Between people, and in a rated game, the order gives no
// advice.
func TestSuggestedMoves(t *testing.T) {
	pos := board.StartPosition()
	legal := pos.LegalMoves(nil)
	g := &game.Game{}
	bot := &game.Game{}
	bot.Seats[board.Black] = game.Seat{Level: 3}
	rated := &game.Game{}
	rated.Seats, rated.Rated = bot.Seats, true
	for name, g := range map[string]*game.Game{"between people": g, "rated": rated, "against the bot": bot} {
		suggested := suggestedMoves(g, &pos, legal)
		for _, m := range legal {
			if !slices.ContainsFunc(suggested, func(s board.Move) bool { return s.From() == m.From() }) {
				t.Errorf("%s: no move of the piece on %v is suggested", name, m.From())
			}
		}
		inOrder := slices.IsSortedFunc(suggested, func(a, b board.Move) int {
			return slices.Index(legal, a) - slices.Index(legal, b)
		})
		if inOrder != (g != bot) {
			t.Errorf("%s: the suggestions are %v", name, suggested)
		}
	}
	first := suggestedMoves(bot, &pos, legal)[0].String()
	if !slices.Contains([]string{"h2e2", "b2e2", "c3c4", "g3g4"}, first) {
		t.Errorf("against the bot %s comes first, which no book begins with", first)
	}
}

// Outside the book, moves are ordered by what they win: mates first, then by the outcome of the exchange.
func TestMoveScore(t *testing.T) {
	best := func(pos board.Position) board.Move {
		return slices.MaxFunc(pos.LegalMoves(nil), func(a, b board.Move) int {
			return moveScore(&pos, a) - moveScore(&pos, b)
		})
	}
	mate := testcases.Position(t, "3k5/9/9/R8/4R4/9/9/9/9/4K4 w - - 0 1")
	m := best(mate)
	if mate.Make(m); mate.HasLegalMove() {
		t.Errorf("%v comes before a mate", m)
	}
	for fen, want := range map[string]string{
		"5k3/9/9/4n4/9/r3R4/9/9/9/3K5 w - - 0 1": "e4a4", // the rook, not the horse
		"5k3/9/9/p8/9/p8/9/R8/9/3K5 w - - 0 1":   "a2a4", // a pawn that nothing guards
	} {
		if got := best(testcases.Position(t, fen)).String(); got != want {
			t.Errorf("%s: %s comes first, want %s", fen, got, want)
		}
	}
}
