package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	plotdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Graph is a graph of values over time, such as ratings: a line for each, within a band that shows its uncertainty.
type Graph struct {
	Theme Theme
	Title string
	Lines []GraphLine // at most MaxGraphLines; each has its own color and is named below the title
}

// GraphLine is one value over time.
type GraphLine struct {
	Name   string
	Points []GraphPoint // at least one, in order of time
}

// GraphPoint is the value at a time; the true value lies within Band of it.
type GraphPoint struct {
	At    time.Time
	Value float64
	Band  float64
}

// MaxGraphLines is the maximum number of lines in a [Graph].
const MaxGraphLines = 3

const (
	graphWidth  = 900
	graphHeight = 420
	graphTitle  = 64
)

// graphInks are the colors of the lines, which differ in lightness as well as in hue.
var graphInks = [MaxGraphLines]rgb{hex(0xf2b632), hex(0x6fb7e9), hex(0xe98a9a)}

// Graph draws a graph as a PNG. It returns an error if a line has no points, if there are no lines or more than
// [MaxGraphLines], or if a value is not a number of reasonable size.
func (r *Renderer) Graph(g Graph) ([]byte, error) {
	if err := g.validate(); err != nil {
		return nil, err
	}
	st := &styles[g.Theme]
	p := plot.New()
	p.BackgroundColor = color.Transparent
	ink := st.name.alpha(1)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color = st.name.alpha(0.6)
		axis.Tick.Color = axis.Color
		axis.Tick.Label.Color = ink
		axis.Tick.Label.Font.Variant = "Sans"
		axis.Tick.Label.Font.Size = vg.Points(19) // as large as the names: Discord shows the picture at half its size
		axis.Label.Text = ""
	}
	p.X.Tick.Marker = dayTicks{}
	p.Y.Tick.Marker = roundTicks{}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = st.name.alpha(0.15), color.Transparent
	p.Add(grid)
	for i, line := range g.Lines {
		if err := addLine(p, line, graphInks[i]); err != nil {
			return nil, fmt.Errorf("render: line %q of a graph: %w", line.Name, err)
		}
	}
	ensureRange(p)

	img := image.NewRGBA(image.Rect(0, 0, graphWidth, graphTitle+graphHeight))
	fill(img, img.Rect, st.bar, 1)
	title := newTextFace(r.fonts, 25)
	r.drawText(img, title, g.Title, chartPad, 24, graphWidth-2*chartPad, st.nameTurn, false)
	names := newTextFace(r.fonts, 19)
	x := chartPad
	for i, line := range g.Lines {
		fill(img, image.Rect(x, 50, x+22, 55), graphInks[i], 1)
		width := round(names.fit(line.Name, 300).width)
		r.drawText(img, names, line.Name, x+30, 53, 300, st.name, false)
		x += width + 60
	}
	// At 72 dots an inch a point is a pixel.
	canvas := vgimg.NewWith(vgimg.UseWH(graphWidth, graphHeight), vgimg.UseDPI(72), vgimg.UseBackgroundColor(color.Transparent))
	area := plotdraw.Crop(plotdraw.New(canvas), 8, -24, 10, -10)
	p.Draw(area)
	draw.Draw(img, image.Rect(0, graphTitle, graphWidth, graphTitle+graphHeight), canvas.Image(), image.Point{}, draw.Over)

	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img)
	return out.Bytes(), err
}

// addLine adds a line with its band.
func addLine(p *plot.Plot, line GraphLine, c rgb) error {
	n := len(line.Points)
	points, band := make(plotter.XYs, n), make(plotter.XYs, 2*n)
	for i, at := range line.Points {
		x := float64(at.At.Unix())
		points[i] = plotter.XY{X: x, Y: at.Value}
		band[i] = plotter.XY{X: x, Y: at.Value + at.Band}
		band[2*n-1-i] = plotter.XY{X: x, Y: at.Value - at.Band}
	}
	area, err := plotter.NewPolygon(band)
	if err != nil {
		return err
	}
	area.Color, area.Width = c.alpha(0.16), 0
	curve, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	curve.Color, curve.Width = c.alpha(1), vg.Points(2.5)
	dots.Color, dots.Shape, dots.Radius = c.alpha(1), plotdraw.CircleGlyph{}, vg.Points(2.5)
	p.Add(area, curve)
	if n <= 60 { // more would merge
		p.Add(dots)
	}
	return nil
}

// ensureRange widens axes whose range is too small.
func ensureRange(p *plot.Plot) {
	const minute = 60
	if p.X.Max-p.X.Min < minute {
		p.X.Min, p.X.Max = p.X.Min-minute/2, p.X.Max+minute/2
	}
	if p.Y.Max-p.Y.Min < 20 {
		p.Y.Min, p.Y.Max = p.Y.Min-10, p.Y.Max+10
	}
}

// dayTicks labels about six days of an axis of seconds, in ISO order. If no day begins in the range, the middle is
// labeled with its day.
type dayTicks struct{}

// Ticks implements [plot.Ticker].
func (dayTicks) Ticks(from, to float64) []plot.Tick {
	const day = 24 * 60 * 60
	step := math.Max(1, math.Ceil((to-from)/day/6)) * day
	layout := "01-02"
	if to-from > 300*day {
		layout = "2006-01"
	}
	var ticks []plot.Tick
	for x := math.Ceil(from/day) * day; x <= to; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: time.Unix(int64(x), 0).UTC().Format(layout)})
	}
	if middle := (from + to) / 2; len(ticks) == 0 {
		ticks = []plot.Tick{{Value: middle, Label: time.Unix(int64(middle), 0).UTC().Format(layout)}}
	}
	return ticks
}

// roundTicks labels round numbers.
type roundTicks struct{}

// Ticks implements [plot.Ticker].
func (roundTicks) Ticks(from, to float64) []plot.Tick {
	step := 10.0
	for _, s := range []float64{10, 20, 50, 100, 200, 500, 1000} {
		if step = s; (to-from)/s <= 7 {
			break
		}
	}
	var ticks []plot.Tick
	for y := math.Ceil(from/step) * step; y <= to; y += step {
		ticks = append(ticks, plot.Tick{Value: y, Label: fmt.Sprint(int(y))})
	}
	return ticks
}

func (g *Graph) validate() error {
	if int(g.Theme) >= len(styles) {
		return fmt.Errorf("render: there is no theme %d", g.Theme)
	}
	if len(g.Lines) == 0 || len(g.Lines) > MaxGraphLines {
		return fmt.Errorf("render: a graph has %d lines; want 1 to %d", len(g.Lines), MaxGraphLines)
	}
	for _, line := range g.Lines {
		if len(line.Points) == 0 {
			return fmt.Errorf("render: line %q of a graph has no points", line.Name)
		}
		for _, p := range line.Points {
			if sum := p.Value + p.Band; math.IsNaN(sum) || math.Abs(p.Value) > 1e6 || math.Abs(p.Band) > 1e6 {
				return errors.New("render: a value of a graph is not a number that can be drawn")
			}
		}
	}
	return nil
}
