package render

import (
	"image"
	"image/png"
	"math"

	"github.com/fogleman/gg"
)

// The width of charts and graphs and the space at their sides, in pixels.
const (
	figureWidth = 900
	figurePad   = 18
)

// figure is a chart or a graph while it is drawn: in true color, on the background of a theme.
type figure struct {
	img   *image.RGBA
	fonts *fonts
	st    *style
}

func (r *Renderer) newFigure(theme Theme, height int) figure {
	f := figure{image.NewRGBA(image.Rect(0, 0, figureWidth, height)), r.fonts, &styles[theme]}
	fill(f.img, f.img.Rect, f.st.bar, 1)
	return f
}

// fit lays out a text of at most so many pixels.
func (f figure) fit(text string, size float64, width int) textLine {
	return f.fonts.fit(text, size, float64(width))
}

// write draws a line that begins at x and is vertically centered on y.
func (f figure) write(line textLine, x, y int, c rgb) {
	line.draw(x, y, func(mask *image.Alpha, dx, dy int) { shade(f.img, mask, dx, dy, c, 1) })
}

// encode returns the picture as a PNG.
func (f figure) encode() []byte { return encodePNG(f.img, png.BestSpeed) }

// Chart is a list with a bar in each row, such as a leaderboard or the votes for moves. The caller supplies the texts.
type Chart struct {
	Theme Theme
	Title string // above the list; text that does not fit is truncated
	Rows  []ChartRow
}

// ChartRow is a row of a [Chart].
type ChartRow struct {
	Label string  // on the left
	Value string  // on the right
	Share float64 // length of the bar, from -1 to 1; a negative bar has another color
	Trend Trend   // an arrow before the label
	Mark  bool    // highlights the row, such as the reader's own
}

// Trend is the direction of a row's arrow.
type Trend int8

// The trends.
const (
	Unchanged Trend = iota // no arrow
	Up
	Down
)

// The dimensions of a chart, in pixels.
const (
	chartRow   = 46
	chartTitle = 62
	chartArrow = 30  // column of the arrows
	chartLabel = 340 // column of the labels
	chartValue = 230 // column of the values
)

// The colors of rising and falling trends, on the dark panels of every theme. The shape shows the trend as well.
var rise, fall = hex(0x6fce8a), hex(0xff8a68)

// Chart draws a chart as a PNG.
func (r *Renderer) Chart(c Chart) []byte {
	top := figurePad
	if c.Title != "" {
		top = chartTitle
	}
	f := r.newFigure(c.Theme, top+len(c.Rows)*chartRow+figurePad)
	f.write(f.fit(c.Title, 27, figureWidth-2*figurePad), figurePad, chartTitle/2, f.st.clockText)
	for i, row := range c.Rows {
		f.chartRow(row, i, top+i*chartRow)
	}
	return f.encode()
}

// chartRow draws a row with its upper edge at y.
func (f figure) chartRow(row ChartRow, number, y int) {
	img, st := f.img, f.st
	area := image.Rect(figurePad/2, y, figureWidth-figurePad/2, y+chartRow)
	ink := st.name
	switch {
	case row.Mark:
		fill(img, area, st.barTurn, 1)
		fill(img, image.Rect(area.Min.X, y, area.Min.X+5, y+chartRow), st.turn, 1)
		ink = st.nameTurn
	case number%2 == 0:
		fill(img, area, st.clock, 0.45)
	}
	middle := y + chartRow/2
	x := figurePad
	if row.Trend != Unchanged {
		f.drawTrend(row.Trend, float64(x+chartArrow/2), float64(middle))
	}
	x += chartArrow + figurePad/3
	f.write(f.fit(row.Label, 23, chartLabel-figurePad), x, middle, ink)
	x += chartLabel

	length := figureWidth - chartValue - figurePad - x
	track := image.Rect(x, middle-7, x+length, middle+7)
	fill(img, track, st.clock, 0.9)
	bar := track
	bar.Max.X = x + round(math.Abs(row.Share)*float64(length))
	c := st.turn
	if row.Share < 0 {
		c = fall
	}
	fill(img, bar, c, 1)
	fill(img, image.Rect(bar.Min.X, bar.Max.Y-4, bar.Max.X, bar.Max.Y), st.clock, 0.25)
	fill(img, image.Rect(x-2, y, x, y+chartRow), st.name, 0.7) // the line at which the bars begin

	value := f.fit(row.Value, 22, chartValue-figurePad)
	f.write(value, figureWidth-figurePad-value.pixels(), middle, ink)
}

// drawTrend draws a triangle that points up or down.
func (f figure) drawTrend(way Trend, x, y float64) {
	dc := gg.NewContextForRGBA(f.img)
	c, tip := rise, -8.0
	if way == Down {
		c, tip = fall, 8
	}
	dc.MoveTo(x, y+tip)
	dc.LineTo(x+9, y-tip*0.75)
	dc.LineTo(x-9, y-tip*0.75)
	dc.ClosePath()
	dc.SetColor(c.alpha(1))
	dc.Fill()
}
