package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"

	"github.com/fogleman/gg"
)

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

// MaxChartRows is the maximum number of rows in a [Chart].
const MaxChartRows = 24

// The dimensions of a chart, in pixels.
const (
	chartWidth = 900
	chartRow   = 46
	chartTitle = 62
	chartPad   = 18
	chartArrow = 30  // column of the arrows
	chartLabel = 340 // column of the labels
	chartValue = 230 // column of the values
)

// The colors of rising and falling trends, on the dark panels of every theme. The shape shows the trend as well.
var rise, fall = hex(0x6fce8a), hex(0xff8a68)

// Chart draws a chart as a PNG. It returns an error for no rows or more than [MaxChartRows], and for a share that is
// not a number from -1 to 1.
func (r *Renderer) Chart(c Chart) ([]byte, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	st := &styles[c.Theme]
	height := 2*chartPad + len(c.Rows)*chartRow
	if c.Title != "" {
		height += chartTitle - chartPad
	}
	img := image.NewRGBA(image.Rect(0, 0, chartWidth, height))
	fill(img, img.Rect, st.bar, 1)
	y := chartPad
	if c.Title != "" {
		title := newTextFace(r.fonts, 27)
		r.drawText(img, title, c.Title, chartPad, chartTitle/2, chartWidth-2*chartPad, st.clockText, false)
		y = chartTitle
	}
	labels, values := newTextFace(r.fonts, 23), newTextFace(r.fonts, 22)
	for i, row := range c.Rows {
		r.chartRow(img, st, labels, values, row, i, y)
		y += chartRow
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img)
	return out.Bytes(), err
}

// chartRow draws a row with its upper edge at y.
func (r *Renderer) chartRow(img *image.RGBA, st *style, labels, values *textFace, row ChartRow, number, y int) {
	area := image.Rect(chartPad/2, y, chartWidth-chartPad/2, y+chartRow)
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
	x := chartPad
	if row.Trend != Unchanged {
		drawTrend(img, row.Trend, float64(x+chartArrow/2), float64(middle))
	}
	x += chartArrow + chartPad/3
	r.drawText(img, labels, row.Label, x, middle, chartLabel-chartPad, ink, false)
	x += chartLabel

	length := chartWidth - chartValue - chartPad - x
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

	r.drawText(img, values, row.Value, chartWidth-chartPad, middle, chartValue-chartPad, ink, true)
}

// drawText draws a text vertically centered on y, beginning at x, or ending there if upTo is set.
func (*Renderer) drawText(img *image.RGBA, t *textFace, text string, x, y, width int, c rgb, upTo bool) {
	line := t.fit(text, float64(width))
	if upTo {
		x -= round(line.width)
	}
	line.draw(x, baseline(y, t.size), func(mask *image.Alpha, dx, dy int) { shade(img, mask, dx, dy, c, 1) })
}

// drawTrend draws a triangle that points up or down.
func drawTrend(img *image.RGBA, way Trend, x, y float64) {
	dc := gg.NewContextForRGBA(img)
	c, tip := rise, -8.0
	if way == Down {
		c, tip = fall, 8
	}
	dc.MoveTo(x, y+tip)
	dc.LineTo(x+9, y-tip*0.75)
	dc.LineTo(x-9, y-tip*0.75)
	dc.ClosePath()
	dc.SetRGB255(int(c.r), int(c.g), int(c.b))
	dc.Fill()
}

func (c *Chart) validate() error {
	if int(c.Theme) >= len(styles) {
		return fmt.Errorf("render: theme %d is unknown: use one of %v", c.Theme, Themes())
	}
	if len(c.Rows) == 0 || len(c.Rows) > MaxChartRows {
		return fmt.Errorf("render: a chart has %d rows; want 1 to %d", len(c.Rows), MaxChartRows)
	}
	for i, row := range c.Rows {
		if !(row.Share >= -1 && row.Share <= 1) {
			return fmt.Errorf("render: row %d of a chart has share %v; want -1 to 1", i+1, row.Share)
		}
		if row.Trend < Unchanged || row.Trend > Down {
			return fmt.Errorf("render: row %d of a chart has trend %d; want Unchanged, Up or Down", i+1, row.Trend)
		}
	}
	return nil
}
