package main

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// curve is a line in a picture.
type curve struct {
	name   string
	points plotter.XYs
}

func (c *curve) add(x, y float64) { c.points = append(c.points, plotter.XY{X: x, Y: y}) }

// curveInks are the colors of curves, one after the other; when they come again the lines are dashed.
var curveInks = []color.RGBA{
	{R: 0x1f, G: 0x77, B: 0xb4, A: 255}, {R: 0xd6, G: 0x55, B: 0x2d, A: 255}, {R: 0x2c, G: 0xa0, B: 0x2c, A: 255},
	{R: 0x94, G: 0x67, B: 0xbd, A: 255}, {R: 0x8c, G: 0x56, B: 0x4b, A: 255}, {R: 0xe3, G: 0x77, B: 0xc2, A: 255},
	{R: 0x7f, G: 0x7f, B: 0x7f, A: 255}, {R: 0xbc, G: 0xa1, B: 0x22, A: 255}, {R: 0x17, G: 0xa2, B: 0xb8, A: 255},
}

// decades are ticks at 1, 2 and 5 times the powers of ten.
type decades struct{}

func (decades) Ticks(least, most float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(least)); e <= math.Log10(most); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= least && v <= most {
				ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 3, 64)})
			}
		}
	}
	return ticks
}

// drawCurves draws lines to a PNG, on a logarithmic scale if all of them are above 0.
func drawCurves(path, x, y string, lines []curve) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Top, p.Legend.XOffs = true, vg.Points(-8)
	height := 4.5 * vg.Inch
	if len(lines) > len(curveInks) {
		// So many names need their own column, and the height for it.
		p.Legend.TextStyle.Font.Size, height = vg.Points(7), 4.5*vg.Inch+vg.Length(len(lines))*vg.Points(4)
	}
	p.Add(plotter.NewGrid())
	for i, c := range lines {
		line, err := plotter.NewLine(c.points)
		if err != nil {
			return fmt.Errorf("the curve %s: %w", c.name, err)
		}
		line.Color, line.Width = curveInks[i%len(curveInks)], vg.Points(1.5)
		if round := i / len(curveInks); round > 0 {
			line.Dashes = []vg.Length{vg.Points(8 / float64(round)), vg.Points(3)}
		}
		p.Add(line)
		p.Legend.Add(c.name, line)
	}
	if p.Y.Min > 0 && p.Y.Max > p.Y.Min {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	}
	return writePicture(path, p, height)
}

// writePicture writes a plot as a PNG, 8 inches wide.
func writePicture(path string, p *plot.Plot, height vg.Length) error {
	picture, err := p.WriterTo(8*vg.Inch, height, "png")
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}
