package render

import (
	"image"
	"math"

	"xiangqibot/engine/board"
)

// layout holds the dimensions of a picture, in pixels. It depends only on the height of the board.
//
// All dimensions derive from the cell, the distance between two neighboring lines. Grid points fall on whole pixels, so
// that lines are sharp and all discs of a kind are the same sprite.
type layout struct {
	cell   int // distance between neighboring lines
	margin int // from the edge of the board to the first line
	frame  int // width of the case around the field
	radius float64
	line   int // thickness of a line
	width  int // of the picture
	height int // of the board
	strip  int // height of the strip of both players under the board
	status int // height of the status line
	panel  int // width of the panel beside the board, in a wide picture
}

// newLayout returns the layout of a board that is height pixels high.
//
// Chat clients show pictures so small that the pieces get all the room there is: the discs nearly touch, and the case
// is only as wide as its labels.
func newLayout(height int) layout {
	const cells = 10.6 // height of the board in cells
	cell := int(float64(height) / cells)
	margin := (height - (board.Ranks-1)*cell) / 2
	width := (board.Files-1)*cell + 2*margin
	return layout{
		cell:   cell,
		margin: margin,
		frame:  round(0.32 * float64(cell)),
		radius: 0.475 * float64(cell),
		line:   max(1, round(float64(cell)/33)),
		width:  width,
		height: height,
		strip:  round(0.62 * float64(cell)),
		status: round(0.56 * float64(cell)),
		panel:  round(float64(height)*wideRatio) - width,
	}
}

// wideRatio is the aspect ratio of a wide picture: that of the 550 by 350 pixels into which Discord fits an attachment.
const wideRatio = 550.0 / 350

// point returns the position of a square on the board, with Black at the bottom if flipped.
func (l layout) point(sq board.Square, flipped bool) image.Point {
	file, row := sq.File(), board.Ranks-1-sq.Rank()
	if flipped {
		file, row = board.Files-1-file, board.Ranks-1-row
	}
	return l.grid(file, row)
}

// grid returns the intersection of a column and a row, counted from the upper left.
func (l layout) grid(column, row int) image.Point {
	return image.Pt(l.margin+column*l.cell, l.margin+row*l.cell)
}

// casing returns the four sides of the case around the field.
func (l layout) casing() [4]image.Rectangle {
	return [4]image.Rectangle{
		image.Rect(0, 0, l.width, l.frame), image.Rect(0, l.height-l.frame, l.width, l.height),
		image.Rect(0, l.frame, l.frame, l.height-l.frame), image.Rect(l.width-l.frame, l.frame, l.width, l.height-l.frame),
	}
}

// em converts a fraction of the cell to pixels.
func (l layout) em(share float64) float64 { return share * float64(l.cell) }

func round(v float64) int { return int(math.Round(v)) }
