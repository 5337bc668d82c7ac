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

// The shapes of pictures, as they are chosen and kept.
const (
	tallPicture = "tall"
	widePicture = "wide"
)

// PictureNames lists the picture layouts, the default first.
func PictureNames() []string { return []string{tallPicture, widePicture} }

// ParsePicture parses the name of a picture layout, and reports whether it exists.
func ParsePicture(name string) (wide, known bool) {
	return name == widePicture, name == widePicture || name == tallPicture
}

// pictureName names a shape.
func pictureName(wide bool) string {
	if wide {
		return widePicture
	}
	return tallPicture
}

// beside puts the clocks of a live game under the board; where it is drawn wide, it puts them onto the panel with who
// plays, how strong they are, and the last moves.
func beside(s *render.Scene, g *game.Game, r Viewer) {
	s.RedClock, s.BlackClock = clockFace(g, board.Red), clockFace(g, board.Black)
	if s.RedClock+s.BlackClock != "" || r.Wide { // beside clocks names take no space
		s.RedName, s.BlackName = SeatLabel(g, board.Red, r.Words), SeatLabel(g, board.Black, r.Words)
	}
	if !r.Wide {
		return
	}
	s.Wide = true
	if g.Rated {
		s.RedNote, s.BlackNote = seatRating(g, board.Red), seatRating(g, board.Black)
	}
	fillPanel(s, &g.Record, r)
}

// fillPanel puts the last moves of a record onto the panel, and what was captured in it.
func fillPanel(s *render.Scene, record *board.Record, r Viewer) {
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
