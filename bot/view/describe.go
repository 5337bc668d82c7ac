package view

import (
	"cmp"
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// describe puts the board into words, for those who cannot see the picture: where the pieces of each side stand, the
// last move, check, and whose turn it is. It fits into Discord's alternative text whatever the position.
//
// Points are named in the way of the viewer's notation, and the pieces in the order in which their loss would hurt.
func describe(g *game.Game, r Viewer) string {
	w := r.Words
	p := g.Position()
	sentences := []string{w.Say("describe.board", words.Vars{"Game": g.ID})}
	for _, c := range []board.Color{board.Red, board.Black} {
		sentences = append(sentences, capital(w.Say("describe.side", words.Vars{"Side": sideName(w, c), "Pieces": army(&p, c, r)})))
	}
	if g.Ply() > 0 {
		before := g.LastPosition()
		sentences = append(sentences, w.Say("describe.last", words.Vars{"Move": moveExactly(&before, g.LastMove(), r)}))
	}
	if g.Ballot().Open() && len(g.Vote.Turn.Proposals) > 0 {
		votes := strings.Join(proposalLines(g, r), w.Say("list.comma"))
		sentences = append(sentences, w.Say("vote.alt", words.Vars{"Votes": strings.ReplaceAll(votes, "**", "")}))
	}
	switch {
	case mated(&p):
		sentences = append(sentences, checkmateText(&g.Record, w))
	case p.InCheck():
		sentences = append(sentences, capital(w.Say("describe.check", words.Vars{"Side": sideName(w, p.SideToMove())})))
	}
	switch {
	case g.State == game.Finished:
		sentences = append(sentences, w.Say("describe.over", words.Vars{"Result": outcomeText(w, g.Outcome)}))
	case p.SideToMove() == board.Red:
		sentences = append(sentences, w.Say("describe.red-turn"))
	default:
		sentences = append(sentences, w.Say("describe.black-turn"))
	}
	return discord.Cut(w.Sentences(sentences), discord.AltLimit)
}

// BoardAsText describes the board for screen readers: in sentences, and below them in characters for Braille
// displays. It is ephemeral.
func BoardAsText(g *game.Game, r Viewer) Reply {
	return Private(describe(g, r) + "\n" + diagram(g, r))
}

// mated reports whether the side to move is checkmated.
func mated(p *board.Position) bool { return p.InCheck() && len(p.LegalMoves(nil)) == 0 }

// byWorth lists the kinds of pieces, the king first and then the strongest.
var byWorth = [...]board.Kind{board.King, board.Rook, board.Cannon, board.Horse, board.Pawn, board.Elephant, board.Advisor}

// army lists the pieces of a side with their points.
func army(p *board.Position, c board.Color, r Viewer) string {
	var groups []string
	for _, kind := range byWorth {
		squares := lineUp(p.Pieces(c, kind), c)
		if len(squares) == 0 {
			continue
		}
		groups = append(groups, r.Words.Say("describe.group", words.Vars{
			"Piece":  pieceName(r.Words, board.MakePiece(c, kind), len(squares)),
			"Points": strings.Join(namePoints(r.exactly, squares, c), r.Words.Say("list.comma")),
		}))
	}
	return strings.Join(groups, r.Words.Say("describe.between"))
}

// lineUp lists points as players of a side count them: the files from their own right, on each file the front point
// first.
func lineUp(b board.Bitboard, c board.Color) []board.Square {
	var squares []board.Square
	for !b.Empty() {
		var s board.Square
		s, b = b.Next()
		squares = append(squares, s)
	}
	slices.SortFunc(squares, func(a, b board.Square) int {
		if c == board.Red {
			return cmp.Or(b.File()-a.File(), b.Rank()-a.Rank())
		}
		return cmp.Or(a.File()-b.File(), a.Rank()-b.Rank())
	})
	return squares
}
