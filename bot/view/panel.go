package view

import (
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// This file fills what is beside the board in a picture.
//
// Discord draws a picture into 550 by 350 pixels, and a telephone into the width of a column. All that the message says
// in words anyway only makes the board smaller there, so the usual picture is the board alone, in live games with the
// clocks. Those who read at a desk, where the width costs nothing, may have it wide, with a panel beside the board.

// Layout says how boards are shown, by the name under which it is chosen and kept; "" is [Tall].
type Layout string

// The layouts.
const (
	Tall    Layout = "tall"  // a picture of the board alone
	Wide    Layout = "wide"  // a picture with a panel beside the board
	InWords Layout = "words" // no pictures: their content as text, for people who cannot see them
)

// PictureNames lists the layouts that are pictures by their names, the default first. A server chooses among these
// alone.
func PictureNames() []string { return []string{string(Tall), string(Wide)} }

// toOthers is the layout of what others see too, of whom nobody knows that they read it in words.
func (l Layout) toOthers() Layout {
	if l == InWords {
		return Tall
	}
	return l
}

// beside puts the clocks of a live game under the board; where it is drawn wide, it puts them onto the panel with who
// plays, how strong they are, and the last moves.
func beside(s *render.Scene, g *game.Game, r Viewer) {
	s.RedClock, s.BlackClock = clockFace(g, board.Red), clockFace(g, board.Black)
	if s.RedClock+s.BlackClock != "" || r.Layout == Wide { // beside clocks names take no space
		s.RedName, s.BlackName = SeatLabel(g, board.Red, r.Words), SeatLabel(g, board.Black, r.Words)
	}
	if r.Layout != Wide {
		return
	}
	s.Wide = true
	if g.Rated {
		s.RedNote, s.BlackNote = seatRating(g, board.Red), seatRating(g, board.Black)
	}
	FillPanel(s, &g.Record, r)
}

// FillPanel puts the last moves of a record onto the panel, and what was captured in it.
func FillPanel(s *render.Scene, record *board.Record, r Viewer) {
	s.Captured = captured(record)
	s.Moves = lastRounds(record, r)
}

// captured lists the pieces that have left the board since a record began.
func captured(record *board.Record) []board.Piece {
	p := record.Position()
	var gone []board.Piece
	for _, c := range []board.Color{board.Red, board.Black} {
		for kind := board.Advisor; kind <= board.Pawn; kind++ {
			for n := record.Start.Pieces(c, kind).Count() - p.Pieces(c, kind).Count(); n > 0; n-- {
				gone = append(gone, board.MakePiece(c, kind))
			}
		}
	}
	return gone
}

// roundsShown is how many rounds are written for the panel; about as many fit in it.
const roundsShown = 8

// lastRounds writes the last rounds of a record in the viewer's notation.
func lastRounds(record *board.Record, r Viewer) []render.MovePair {
	var rounds []render.MovePair
	from := max(0, len(record.Moves)-2*roundsShown)
	for ply, p := range record.Positions() {
		if ply < from || ply >= len(record.Moves) {
			continue
		}
		text := MoveText(p, record.Moves[ply], r)
		switch {
		case p.SideToMove() == board.Red:
			rounds = append(rounds, render.MovePair{Number: p.MoveNumber(), Red: text})
		case len(rounds) == 0:
			rounds = append(rounds, render.MovePair{Number: p.MoveNumber(), Black: text})
		default:
			rounds[len(rounds)-1].Black = text
		}
	}
	return rounds
}
