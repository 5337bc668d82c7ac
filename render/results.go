package render

import (
	"image"
	"strconv"

	"xiangqibot/engine/board"
)

// Result is a row about a move: its number, what it is called, and how the games with it ended.
type Result struct {
	Label string // truncated with an ellipsis if too long
	Note  string // at the other end of the line
	// Red, Drawn and Black count the games that Red won, that nobody won and that Black won: the bar has a part for
	// each. Without games there is no bar.
	Red, Drawn, Black int
}

// MaxResults is the maximum number of results in a scene.
const MaxResults = 8

// resultColumns is how many results are side by side below a board.
const resultColumns = 2

// resultSize holds the dimensions of a result, in cells: of its line, of the bar below it, and of the whole.
type resultSize struct{ line, bar, whole float64 }

var (
	resultBeside = resultSize{line: 0.70, bar: 0.46, whole: 1.30} // on the panel
	resultBelow  = resultSize{line: 0.62, bar: 0.20, whole: 1.00} // below the board, where height is scarce
)

// resultsHeight returns the height of n results below a board.
func resultsHeight(l layout, n int) int {
	return (n + resultColumns - 1) / resultColumns * round(l.em(resultBelow.whole))
}

// drawResults draws the results of a scene on its panel, or below its board.
func (s *sheet) drawResults(dst *image.Paletted, scene *Scene) {
	l, n := s.layout, len(scene.Results)
	if scene.Wide {
		height := round(l.em(resultBeside.whole))
		top := (l.height - n*height) / 2
		for i := range scene.Results {
			y := top + i*height
			s.drawResult(dst, scene, i, image.Rect(l.width, y, l.width+l.panel, y+height), resultBeside)
		}
		return
	}
	height, rows := round(l.em(resultBelow.whole)), (n+resultColumns-1)/resultColumns
	fillPlain(dst, image.Rect(0, l.height, l.width, l.height+rows*height), s.palette.nearestExact(s.bars.panel[0]))
	width := l.width / resultColumns
	for i := range scene.Results {
		x, y := i/rows*width, l.height+i%rows*height
		s.drawResult(dst, scene, i, image.Rect(x, y, x+width, y+height), resultBelow)
	}
}

// drawResult draws a result in a part of dst: its number, label and note, and below them its bar.
func (s *sheet) drawResult(dst *image.Paletted, scene *Scene, i int, part image.Rectangle, size resultSize) {
	l, b, result := s.layout, s.bars, &scene.Results[i]
	pad := round(l.em(0.22))
	left, right := part.Min.X+pad, part.Max.X-pad
	top := part.Min.Y + round(l.em(size.whole-size.line-size.bar)/2)
	middle := top + round(l.em(size.line)/2)

	badge := round(l.em(0.28))
	s.numbers().onPoint[i].draw(dst, s.palette, image.Pt(left+badge, middle))
	x := left + 2*badge + pad/2
	label := b.moves.fit(result.Label, float64(right-x))
	label.draw(x, baseline(middle, b.moves.size), painter(dst, s.palette, b.name[1]))
	note := b.clocks.fit(result.Note, float64(right-x)-label.width-l.em(0.1))
	note.draw(right-round(note.width), baseline(middle, b.clocks.size), painter(dst, s.palette, b.name[0]))

	top += round(l.em(size.line))
	s.drawShares(dst, scene.Theme, result, image.Rect(left, top, right, top+round(l.em(size.bar))))
}

// drawShares draws a bar with a part for each way in which the games of a result ended. A part shows its percentage if
// it has room for that.
func (s *sheet) drawShares(dst *image.Paletted, theme Theme, result *Result, bar image.Rectangle) {
	games := result.Red + result.Drawn + result.Black
	if games == 0 {
		return
	}
	st, b, p := &styles[theme], s.bars, s.palette
	edge := max(1, round(s.layout.em(0.025)))
	fillPlain(dst, bar.Inset(-edge), p.nearestExact(st.name))
	sum, x := 0, bar.Min.X
	for _, part := range [...]struct {
		count       int
		ground, ink rgb
	}{
		{result.Red, st.redShare(), hex(0xffffff)},
		{result.Drawn, st.name, st.clock},
		{result.Black, st.clock, st.clockText},
	} {
		sum += part.count
		end := bar.Min.X + bar.Dx()*sum/games
		fillPlain(dst, image.Rect(x, bar.Min.Y, end, bar.Max.Y), p.nearestExact(part.ground))
		text := b.status.fit(strconv.Itoa((200*part.count+games)/(2*games))+"%", s.layout.em(2))
		room, line := float64(end-x), baseline((bar.Min.Y+bar.Max.Y)/2, b.status.size)
		if text.width+s.layout.em(0.12) < room && b.status.size < float64(bar.Dy()) {
			text.draw(x+round((room-text.width)/2), line, painter(dst, p, part.ink))
		}
		x = end
	}
}

// redShare is the color of the games that Red won: that of Red's ink, which is dark in every theme.
func (st *style) redShare() rgb { return st.disc[board.Red].ink }
