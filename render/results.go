package render

import (
	"image"
	"strconv"

	"xiangqibot/engine/board"
)

// resultColumns is how many results are side by side below a board.
const resultColumns = 2

// resultSize holds the dimensions of a result, in cells: of its line, of the bar below it, and of the whole.
type resultSize struct{ line, bar, whole float64 }

var (
	resultBeside = resultSize{line: 0.70, bar: 0.46, whole: 1.30} // on the panel
	resultBelow  = resultSize{line: 0.62, bar: 0.20, whole: 1.00} // below the board, where height is scarce
)

// resultsHeight returns the height of n results below a board.
func (l layout) resultsHeight(n int) int {
	return (n + resultColumns - 1) / resultColumns * round(l.em(resultBelow.whole))
}

// drawResultsBeside draws the results of a scene on its panel.
func (p *picture) drawResultsBeside(panel image.Rectangle) {
	height := round(p.em(resultBeside.whole))
	top := (p.height - len(p.scene.Results)*height) / 2
	for i := range p.scene.Results {
		y := top + i*height
		p.drawResult(i, image.Rect(panel.Min.X, y, panel.Max.X, y+height), resultBeside)
	}
}

// drawResultsBelow draws the results of a scene in columns below its board, from y on.
func (p *picture) drawResultsBelow(y int) {
	n := len(p.scene.Results)
	p.fill(image.Rect(0, y, p.width, y+p.resultsHeight(n)), p.st.bar)
	height, rows, width := round(p.em(resultBelow.whole)), (n+resultColumns-1)/resultColumns, p.width/resultColumns
	for i := range p.scene.Results {
		at := image.Pt(i/rows*width, y+i%rows*height)
		p.drawResult(i, image.Rectangle{Min: at, Max: at.Add(image.Pt(width, height))}, resultBelow)
	}
}

// drawResult draws a result in a part of the picture: its number, label and note, and below them its bar.
func (p *picture) drawResult(i int, part image.Rectangle, size resultSize) {
	result := &p.scene.Results[i]
	pad := round(p.em(0.22))
	left, right := part.Min.X+pad, part.Max.X-pad
	top := part.Min.Y + round(p.em(size.whole-size.line-size.bar)/2)
	middle := top + round(p.em(size.line)/2)

	badge := round(p.em(0.28))
	p.put(&p.numbers().onPoint[i], image.Pt(left+badge, middle))
	x := left + 2*badge + pad/2
	label := p.fit(result.Label, moveText, float64(right-x))
	label.draw(x, middle, p.ink(p.st.nameTurn))
	note := p.fit(result.Note, clockText, float64(right-x)-label.width-p.em(0.1))
	note.draw(right-note.pixels(), middle, p.ink(p.st.name))

	top += round(p.em(size.line))
	p.drawShares(result, image.Rect(left, top, right, top+round(p.em(size.bar))))
}

// drawShares draws a bar with a part for each way in which the games of a result ended. A part shows its percentage if
// it has room for that.
func (p *picture) drawShares(result *Result, bar image.Rectangle) {
	games := result.Red + result.Drawn + result.Black
	if games == 0 {
		return
	}
	st := p.st
	p.fill(bar.Inset(-max(1, round(p.em(0.025)))), st.name)
	sum, x := 0, bar.Min.X
	for _, part := range [...]struct {
		count       int
		ground, ink rgb
	}{
		{result.Red, st.disc[board.Red].ink, hex(0xffffff)}, // dark in every theme
		{result.Drawn, st.name, st.clock},
		{result.Black, st.clock, st.clockText},
	} {
		sum += part.count
		end := bar.Min.X + bar.Dx()*sum/games
		p.fill(image.Rect(x, bar.Min.Y, end, bar.Max.Y), part.ground)
		text := p.fit(strconv.Itoa((200*part.count+games)/(2*games))+"%", smallText, p.em(2))
		if room := float64(end - x); text.width+p.em(0.12) < room && text.size < float64(bar.Dy()) {
			text.draw(x+round((room-text.width)/2), (bar.Min.Y+bar.Max.Y)/2, p.ink(part.ink))
		}
		x = end
	}
}
