package render

import (
	"image"
	"image/png"
)

// The width of charts and graphs and the space at their sides, in pixels.
const (
	figureWidth = 900
	figurePad   = 18
)

// figure is a chart or a graph while it is drawn: in true color, on the background of a theme.
type figure struct {
	*image.RGBA
	fonts *fonts
	st    *style
}

func (r *Renderer) newFigure(theme Theme, height int) figure {
	f := figure{image.NewRGBA(image.Rect(0, 0, figureWidth, height)), r.fonts, &styles[theme]}
	fill(f.RGBA, f.Rect, f.st.bar, 1)
	return f
}

// fit lays out a text of at most so many pixels.
func (f figure) fit(text string, size float64, width int) textLine {
	return f.fonts.fit(text, size, float64(width))
}

// write draws a line that begins at x and is vertically centered on y.
func (f figure) write(line textLine, x, y int, c rgb) {
	line.draw(x, y, func(mask *image.Alpha, dx, dy int) { shade(f.RGBA, mask, dx, dy, c, 1) })
}

// encode returns the picture as a PNG.
func (f figure) encode() []byte { return encodePNG(f.RGBA, png.BestSpeed) }
