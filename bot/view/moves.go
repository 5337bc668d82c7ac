package view

import (
	"strconv"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// This file writes moves in the notation of a viewer.

// MoveText formats a legal move in p in the viewer's notation.
func MoveText(p *board.Position, m board.Move, r Viewer) string {
	return notation.Format(p, m, r.Style)
}

// MoveTexts formats each move of a line that begins in p.
func MoveTexts(p board.Position, line []board.Move, r Viewer) (texts []string) {
	for _, m := range line {
		texts = append(texts, MoveText(&p, m, r))
		p.Make(m)
	}
	return texts
}

// MoveTextBoth writes a move in the viewer's notation and, for readers of WXF, in coordinates too.
func MoveTextBoth(p *board.Position, m board.Move, r Viewer) string {
	if !r.letters() {
		return MoveText(p, m, r)
	}
	return moveExactly(p, m, r)
}

// moveExactly writes a move so that it is followed without seeing the board: in the viewer's notation and in
// coordinates. Their ranks count from 0, as they do in the rest of such a message.
func moveExactly(p *board.Position, m board.Move, r Viewer) string {
	text := MoveText(p, m, r)
	if !r.coordinates() {
		text += " (" + notation.Format(p, m, notation.UCI) + ")"
	}
	return text
}

// MoveNumber is what is written before a move: "12. ", and before one of Black's "12… ".
func MoveNumber(p *board.Position) string {
	if p.SideToMove() == board.Black {
		return strconv.Itoa(p.MoveNumber()) + "… "
	}
	return strconv.Itoa(p.MoveNumber()) + ". "
}

// ReviewLine is how many moves of a line are shown.
const ReviewLine = 5

// MovesText writes the first moves of a line in the viewer's notation.
func MovesText(p *board.Position, line []board.Move, r Viewer) string {
	return FirstMoves(p, line, ReviewLine, r)
}

// FirstMoves writes at most so many moves of a line.
func FirstMoves(p *board.Position, line []board.Move, most int, r Viewer) string {
	at := *p
	var moves []string
	for i, m := range line {
		if i == most {
			moves = append(moves, "…")
			break
		}
		text := MoveText(&at, m, r)
		if i == 0 || at.SideToMove() == board.Red {
			text = MoveNumber(&at) + text
		}
		moves = append(moves, Escaped(text))
		at.Make(m)
	}
	return strings.Join(moves, " ")
}
