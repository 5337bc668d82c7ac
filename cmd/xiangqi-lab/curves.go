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

	"xiangqibot/engine/atomicfile"
)

// curve is a line in a picture.
type curve struct {
	name   string
	points plotter.XYs
}

func (c *curve) add(x, y float64) { c.points = append(c.points, plotter.XY{X: x, Y: y}) }

// curveInks are the colors of named curves in order, curveGray that of the others.
var curveInks = []color.RGBA{
	{R: 0x1f, G: 0x77, B: 0xb4, A: 255}, {R: 0xd6, G: 0x55, B: 0x2d, A: 255}, {R: 0x2c, G: 0xa0, B: 0x2c, A: 255},
	{R: 0x94, G: 0x67, B: 0xbd, A: 255}, {R: 0x8c, G: 0x56, B: 0x4b, A: 255}, {R: 0xe3, G: 0x77, B: 0xc2, A: 255},
	{R: 0x30, G: 0x30, B: 0x30, A: 255}, {R: 0xbc, G: 0xa1, B: 0x22, A: 255}, {R: 0x17, G: 0xa2, B: 0xb8, A: 255},
}

var curveGray = color.RGBA{R: 0xb0, G: 0xb0, B: 0xb0, A: 255}

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

// drawCurves draws curves to a PNG, later ones over earlier ones, on a logarithmic scale if all values are above 0. The
// legend lists the named ones.
func drawCurves(path, x, y string, lines []curve) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	named, highest := 0, plotter.XY{Y: math.Inf(-1)}
	for _, c := range lines {
		line, err := plotter.NewLine(c.points)
		if err != nil {
			return fmt.Errorf("the curve %s: %w", c.name, err)
		}
		line.Color, line.Width = curveGray, vg.Points(0.5)
		if c.name != "" {
			line.Color, line.Width = curveInks[named%len(curveInks)], vg.Points(1.5)
			p.Legend.Add(c.name, line)
			named++
		}
		p.Add(line)
		for _, point := range c.points {
			if point.Y > highest.Y {
				highest = point
			}
		}
	}
	// The legend is above the lower half of the curves.
	p.Legend.Left = 2*highest.X > p.X.Min+p.X.Max
	p.Legend.XOffs = vg.Points(-8)
	if p.Legend.Left {
		p.Legend.XOffs *= -1
	}
	if p.Y.Min > 0 && p.Y.Max > p.Y.Min {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	}
	return writePicture(path, p, 4.5*vg.Inch)
}

// writePicture writes a plot as a PNG, 8 inches wide.
func writePicture(path string, p *plot.Plot, height vg.Length) error {
	picture, err := p.WriterTo(8*vg.Inch, height, "png")
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}
