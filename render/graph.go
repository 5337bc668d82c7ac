package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"time"

	"github.com/fogleman/gg"
)

// Graph is a graph of values over time, such as ratings: a line for each, within a band that shows its uncertainty.
type Graph struct {
	Theme Theme
	Title string
	Lines []GraphLine // one to three; each has its own color and is named below the title
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

// The dimensions of the picture, in pixels.
const (
	graphHeight = 420
	graphTitle  = 96
	graphLeft   = 92
	graphRight  = 96 // for the last values
	graphBottom = 50
)

// The sizes of the texts: a phone shows the picture at a third of its width.
const (
	graphTitleSize = 34
	graphLabelSize = 27
)

// graphInks are the colors of the lines, which differ in lightness as well as in hue.
var graphInks = [...]rgb{hex(0xf2b632), hex(0x6fb7e9), hex(0xe98a9a)}

// Graph draws a graph as a PNG.
func (r *Renderer) Graph(g Graph) []byte {
	f := r.newFigure(g.Theme, graphTitle+graphHeight)
	f.write(f.fit(g.Title, graphTitleSize, figureWidth-2*figurePad), figurePad, 30, f.st.nameTurn)
	x := figurePad
	for i, line := range g.Lines {
		fill(f.img, image.Rect(x, 68, x+22, 74), graphInks[i], 1)
		name := f.fit(line.Name, graphLabelSize, 300)
		f.write(name, x+30, 71, f.st.name)
		x += name.pixels() + 60
	}

	s := g.scale(image.Rect(graphLeft, graphTitle, figureWidth-graphRight, graphTitle+graphHeight-graphBottom))
	f.graphAxes(s)
	dc := gg.NewContextForRGBA(f.img)
	dc.DrawRectangle(float64(s.area.Min.X), float64(s.area.Min.Y), float64(s.area.Dx()), float64(s.area.Dy()))
	dc.Clip() // a band may be wider than the graph
	for i, line := range g.Lines {
		drawBand(dc, s, line, graphInks[i])
	}
	dc.ResetClip()
	for i, line := range g.Lines {
		drawLine(dc, s, line, graphInks[i])
	}
	f.lastValues(s, g.Lines)
	return f.encode()
}

// graphScale maps times, in seconds, and values to the pixels of an area.
type graphScale struct {
	area         image.Rectangle
	since, until float64
	low, high    float64
}

// scale fits a graph into an area: all values, and of their bands as much as leaves the lines half of the height.
func (g *Graph) scale(area image.Rectangle) graphScale {
	s := graphScale{area: area, since: math.Inf(1), until: math.Inf(-1), low: math.Inf(1), high: math.Inf(-1)}
	least, most := s.low, s.high // with the bands
	for _, line := range g.Lines {
		for _, p := range line.Points {
			at := float64(p.At.Unix())
			s.since, s.until = min(s.since, at), max(s.until, at)
			s.low, s.high = min(s.low, p.Value), max(s.high, p.Value)
			least, most = min(least, p.Value-p.Band), max(most, p.Value+p.Band)
		}
	}
	const minute, minRange = 60, 40
	if s.until-s.since < minute {
		s.since, s.until = s.since-minute/2, s.until+minute/2
	}
	if s.high-s.low < minRange {
		middle := (s.high + s.low) / 2
		s.low, s.high = middle-minRange/2, middle+minRange/2
	}
	margin := (s.high - s.low) / 2
	s.low, s.high = max(min(least, s.low-margin/4), s.low-margin), min(max(most, s.high+margin/4), s.high+margin)
	return s
}

// x returns where a time is, in pixels.
func (s graphScale) x(at float64) float64 {
	return float64(s.area.Min.X) + (at-s.since)/(s.until-s.since)*float64(s.area.Dx())
}

// y returns where a value is, in pixels.
func (s graphScale) y(value float64) float64 {
	return float64(s.area.Max.Y) - (value-s.low)/(s.high-s.low)*float64(s.area.Dy())
}

// at returns where a point is.
func (s graphScale) at(p GraphPoint) (x, y float64) { return s.x(float64(p.At.Unix())), s.y(p.Value) }

// drawBand fills the band of a line.
func drawBand(dc *gg.Context, s graphScale, line GraphLine, c rgb) {
	for _, p := range line.Points {
		dc.LineTo(s.x(float64(p.At.Unix())), s.y(p.Value+p.Band))
	}
	for _, p := range slices.Backward(line.Points) {
		dc.LineTo(s.x(float64(p.At.Unix())), s.y(p.Value-p.Band))
	}
	dc.ClosePath()
	dc.SetColor(c.alpha(0.16))
	dc.Fill()
}

// drawLine draws a line, with its points unless they are so many that they would merge.
func drawLine(dc *gg.Context, s graphScale, line GraphLine, c rgb) {
	dc.SetColor(c.alpha(1))
	dc.SetLineWidth(2.5)
	for _, p := range line.Points {
		dc.LineTo(s.at(p))
	}
	dc.Stroke()
	if len(line.Points) > 60 {
		return
	}
	for _, p := range line.Points {
		x, y := s.at(p)
		dc.DrawCircle(x, y, 3)
		dc.Fill()
	}
}

// lastValues writes the last value of each line to the right of the area, in the color of the line and at its height,
// unless another one is there.
func (f figure) lastValues(s graphScale, lines []GraphLine) {
	const height = 30
	var taken []int
	for i, line := range lines {
		last := line.Points[len(line.Points)-1]
		y := round(s.y(last.Value))
		for _, other := range taken {
			if d := y - other; d >= 0 && d < height {
				y = other + height
			} else if d < 0 && d > -height {
				y = other - height
			}
		}
		taken = append(taken, y)
		f.write(f.fit(fmt.Sprint(round(last.Value)), graphLabelSize, graphRight-10), s.area.Max.X+10, y, graphInks[i])
	}
}

// graphAxes draws the grid, and labels days and round values.
func (f figure) graphAxes(s graphScale) {
	for _, value := range roundValues(s.low, s.high) {
		y := round(s.y(value))
		fill(f.img, image.Rect(s.area.Min.X, y, s.area.Max.X, y+1), f.st.name, 0.15)
		label := f.fit(fmt.Sprint(int(value)), graphLabelSize, graphLeft)
		f.write(label, s.area.Min.X-8-label.pixels(), y, f.st.name)
	}
	fill(f.img, image.Rect(s.area.Min.X, s.area.Max.Y, s.area.Max.X, s.area.Max.Y+1), f.st.name, 0.6)
	days, layout := someDays(s.since, s.until)
	for _, day := range days {
		x := round(s.x(day))
		fill(f.img, image.Rect(x, s.area.Max.Y, x+1, s.area.Max.Y+6), f.st.name, 0.6)
		label := f.fit(time.Unix(int64(day), 0).UTC().Format(layout), graphLabelSize, 120)
		x = min(max(x-label.pixels()/2, 4), figureWidth-label.pixels()-4)
		f.write(label, x, s.area.Max.Y+26, f.st.name)
	}
}

// someDays returns about six beginnings of days between two times in seconds, and the layout of their labels, in ISO
// order. If no day begins there, it is the middle.
func someDays(from, to float64) (days []float64, layout string) {
	const day = 24 * 60 * 60
	step := math.Max(1, math.Ceil((to-from)/day/6)) * day
	layout = "01-02"
	if to-from > 300*day {
		layout = "2006-01"
	}
	for at := math.Ceil(from/day) * day; at <= to; at += step {
		days = append(days, at)
	}
	if len(days) == 0 {
		days = []float64{(from + to) / 2}
	}
	return days, layout
}

// roundValues returns at most eight round numbers between two values.
func roundValues(from, to float64) (values []float64) {
	step := roundStep(to-from, 7, 10)
	for value := math.Ceil(from/step) * step; value <= to; value += step {
		values = append(values, value)
	}
	return values
}

// roundStep returns the first of the steps 1, 2, 5, 10, 20, … times least of which at most so many fit into a span.
func roundStep(span, most, least float64) float64 {
	for {
		for _, step := range [...]float64{least, 2 * least, 5 * least} {
			if span/step <= most {
				return step
			}
		}
		least *= 10
	}
}
