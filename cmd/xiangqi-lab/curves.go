package main

import (
	"fmt"
	"image/color"
	"io"

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

// curveInks are the colors of curves, one after the other.
var curveInks = []color.RGBA{{R: 0x1f, G: 0x77, B: 0xb4, A: 255}, {R: 0xd6, G: 0x55, B: 0x2d, A: 255}}

// drawCurves draws lines to a PNG.
func drawCurves(path, x, y string, lines []curve) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	for i, c := range lines {
		line, err := plotter.NewLine(c.points)
		if err != nil {
			return fmt.Errorf("the curve %s: %w", c.name, err)
		}
		line.Color, line.Width = curveInks[i%len(curveInks)], vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(c.name, line)
	}
	picture, err := p.WriterTo(8*vg.Inch, 4.5*vg.Inch, "png")
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}
