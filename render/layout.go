package render

import (
	"image"
	"math"

	"xiangqibot/engine/board"
)

// layout says where everything is on a picture, in pixels. It depends on the height of the board alone.
//
// All measures hang on the cell, the distance between two neighboring lines. Points of the grid fall on whole pixels,
// so lines are sharp and every disc of a kind is the same sprite.
type layout struct {
	cell   int // distance between neighboring lines
	margin int // from the edge of the board to the first line
	frame  int // width of the case around the field
	radius float64
	line   int // thickness of a line
	width  int // of the picture
	height int // of the board
	bar    int // height of the bar of one player
	status int // height of the status line
}

// newLayout lays out a picture that is height pixels high with the bars of both players.
func newLayout(height int) layout {
	const cells, barCells = 10.9, 0.66 // heights of the board and of a bar
	cell := int(float64(height) / (cells + 2*barCells))
	bar := round(barCells * float64(cell))
	field := height - 2*bar
	margin := (field - (board.Ranks-1)*cell) / 2
	return layout{
		cell:   cell,
		margin: margin,
		frame:  round(0.43 * float64(cell)),
		radius: 0.46 * float64(cell),
		line:   max(1, round(float64(cell)/40)),
		width:  (board.Files-1)*cell + 2*margin,
		height: field,
		bar:    bar,
		status: round(0.56 * float64(cell)),
	}
}

// size returns the size of the whole picture.
func (l layout) size(bars bool, tally int, status bool) image.Point {
	h := l.height
	if bars {
		h += 2 * l.bar
	}
	h += tally * l.status
	if status {
		h += l.status
	}
	return image.Pt(l.width, h)
}

// point returns where a square lies on the board, Black at the bottom if flipped.
func (l layout) point(sq board.Square, flipped bool) image.Point {
	file, row := sq.File(), board.Ranks-1-sq.Rank()
	if flipped {
		file, row = board.Files-1-file, board.Ranks-1-row
	}
	return l.grid(file, row)
}

// grid returns the crossing of a column and a row, counted from the upper left.
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

// em is a share of the cell in pixels.
func (l layout) em(share float64) float64 { return share * float64(l.cell) }

func round(v float64) int { return int(math.Round(v)) }
