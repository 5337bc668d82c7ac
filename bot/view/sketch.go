package view

import (
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// sketch is a board that is no game's: a puzzle, a hint, a line that is looked at.
type sketch struct {
	record *board.Record
	black  bool // Black is at the bottom
	from   board.Square
	arrows []render.Arrow
	ringed []board.Square // pieces to look at
}

// draw draws the last position of a record, with where the piece on from can go.
func (k sketch) draw(v *View, r Viewer) *Picture {
	p := k.record.Position()
	var marks []render.Mark
	for _, square := range k.ringed {
		marks = append(marks, render.Mark{Square: square, Kind: render.Selected})
	}
	if k.from != board.NoSquare {
		marks = append(marks, render.Mark{Square: k.from, Kind: render.Selected})
		for _, m := range movesFrom(&p, k.from) {
			marks = append(marks, render.Mark{Square: m.To(), Kind: render.Destination})
		}
	}
	return v.position(k.record, k.black, marks, r, k.arrows...)
}

// Studies makes the messages in which people look into positions: hints, analyses and what follows from them.
type Studies struct{ *View }
