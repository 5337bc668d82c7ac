package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"slices"
	"strconv"

	"github.com/fogleman/gg"
)

// WinChances is a graph of the winning chances during a game, with its worst moves marked.
type WinChances struct {
	Theme Theme
	Title string
	// Red are Red's chances before the first move and after each move, from 0 for a loss to 1 for a win: at least two
	// and at most MaxChances values.
	Red []float64
	// Faults are the marked moves, in any order.
	Faults []Fault
}

// Fault marks a bad move in a graph of chances.
type Fault struct {
	// Ply counts the moves from 1.
	Ply  int
	Kind FaultKind
	// Name is written at the mark in the place of the symbol: "12. C2=5??". It is empty for most.
	Name string
}

// FaultKind says how bad a move was. Each kind has its own shape, symbol and color.
type FaultKind uint8

const (
	// Mistaken is ?, a diamond.
	Mistaken FaultKind = iota
	// Blundered is ??, a triangle.
	Blundered
)

// faultLooks are the symbols and colors of the kinds, which differ in lightness as well as in hue.
var faultLooks = [...]struct {
	sign string
	ink  rgb
}{{"?", hex(0xf09a3e)}, {"??", hex(0xe0453c)}}

// MaxChances is the maximum number of values in a graph of chances.
const MaxChances = 1000

// The dimensions of the picture, in pixels.
const (
	chancesTop    = 68
	chancesBottom = 50
	chancesLeft   = 92
)

// WinChances draws a graph of winning chances as a PNG: Red's share below the line, Black's above. It returns an error
// if there are too few or too many values, if a value is not between 0 and 1, or if a fault marks a move that does not
// exist.
func (r *Renderer) WinChances(c WinChances) ([]byte, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	st := &styles[c.Theme]
	img := image.NewRGBA(image.Rect(0, 0, graphWidth, chancesTop+graphHeight))
	fill(img, img.Rect, st.bar, 1)
	r.drawText(img, newTextFace(r.fonts, graphTitleSize), c.Title, chartPad, 34, graphWidth-2*chartPad, st.nameTurn, false)

	area := image.Rect(chancesLeft, chancesTop, graphWidth-chartPad, chancesTop+graphHeight-chancesBottom)
	at := func(ply int) (x, y float64) {
		x = float64(area.Min.X) + float64(ply)*float64(area.Dx())/float64(len(c.Red)-1)
		return x, float64(area.Max.Y) - c.Red[ply]*float64(area.Dy())
	}
	fill(img, area, hex(0x35312c), 1) // Black's share
	dc := gg.NewContextForRGBA(img)
	dc.MoveTo(float64(area.Min.X), float64(area.Max.Y))
	for ply := range c.Red {
		dc.LineTo(at(ply))
	}
	dc.LineTo(float64(area.Max.X), float64(area.Max.Y))
	dc.ClosePath()
	dc.SetColor(hex(0xd9a08c).alpha(1)) // Red's share
	dc.Fill()
	r.chancesAxes(img, &c, area, st)

	for ply := range c.Red {
		dc.LineTo(at(ply))
	}
	dc.SetColor(hex(0xfff6e6).alpha(1))
	dc.SetLineWidth(3)
	dc.Stroke()
	signs := newTextFace(r.fonts, graphLabelSize)
	var taken []image.Rectangle
	for _, f := range c.Faults {
		x, y := at(f.Ply)
		paintFault(dc, f.Kind, x, y)
		taken = append(taken, image.Rect(round(x)-9, round(y)-9, round(x)+9, round(y)+9))
	}
	for _, f := range slices.SortedStableFunc(slices.Values(c.Faults), namedFirst) {
		x, y := at(f.Ply)
		text, ink := faultLooks[f.Kind].sign, faultLooks[f.Kind].ink
		if f.Name != "" {
			text, ink = f.Name, hex(0xfff6e6)
		}
		width := round(signs.fit(text, faultWidth).width)
		left := min(max(round(x)-width/2, area.Min.X+2), area.Max.X-width-2)
		if box, ok := freeBox(left, width, round(y), area, taken); ok {
			taken = append(taken, box)
			fill(img, box, hex(0x1d1a17), 0.85)
			r.drawText(img, signs, text, left, (box.Min.Y+box.Max.Y)/2, faultWidth, ink, false)
		}
	}

	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img)
	return out.Bytes(), err
}

// faultWidth is how wide what is written at a mark may be.
const faultWidth = 280

// namedFirst has the faults with a name before others, which then have to make room.
func namedFirst(a, b Fault) int {
	switch {
	case a.Name != "" && b.Name == "":
		return -1
	case a.Name == "" && b.Name != "":
		return 1
	}
	return 0
}

// freeBox is a place above or below a mark at y for a text of a width, in the area and over none that is taken; it is
// false where there is none.
func freeBox(left, width, y int, area image.Rectangle, taken []image.Rectangle) (image.Rectangle, bool) {
	for _, middle := range [...]int{y - 28, y + 30, y - 60, y + 62} {
		box := image.Rect(left-3, middle-15, left+width+3, middle+15)
		free := !slices.ContainsFunc(taken, box.Overlaps)
		if free && box.Min.Y >= area.Min.Y && box.Max.Y <= area.Max.Y {
			return box, true
		}
	}
	return image.Rectangle{}, false
}

// chancesAxes draws the grid lines and labels of the chances and of the move numbers.
func (r *Renderer) chancesAxes(img *image.RGBA, c *WinChances, area image.Rectangle, st *style) {
	labels := newTextFace(r.fonts, graphLabelSize)
	for percent := 0; percent <= 100; percent += 25 {
		y := area.Max.Y - percent*area.Dy()/100
		opacity := 0.2
		if percent == 50 {
			opacity = 0.6
		}
		fill(img, image.Rect(area.Min.X, y-1, area.Max.X, y+1), hex(0xfff6e6), opacity)
		if percent%50 == 0 {
			text := strconv.Itoa(percent) + "%"
			width := round(labels.fit(text, chancesLeft).width)
			r.drawText(img, labels, text, area.Min.X-width-8, min(max(y, area.Min.Y+12), area.Max.Y-12), chancesLeft, st.name, false)
		}
	}
	plies := len(c.Red) - 1
	step := 1
	for _, s := range [...]int{1, 2, 5, 10, 20, 50, 100} {
		if step = s; plies/2 <= 10*s {
			break
		}
	}
	for rounds := step; 2*rounds <= plies; rounds += step {
		x := area.Min.X + 2*rounds*area.Dx()/plies
		fill(img, image.Rect(x, area.Min.Y, x+1, area.Max.Y), hex(0xfff6e6), 0.15)
		text := strconv.Itoa(rounds)
		width := round(labels.fit(text, 60).width)
		r.drawText(img, labels, text, min(x-width/2, graphWidth-width-4), area.Max.Y+25, 60, st.name, false)
	}
}

// paintFault draws the shape of a kind centered on a point.
func paintFault(dc *gg.Context, k FaultKind, x, y float64) {
	for _, pass := range [...]struct {
		grow float64
		ink  rgb
	}{{2.5, hex(0x1d1a17)}, {0, faultLooks[k].ink}} {
		switch k {
		case Mistaken:
			dc.DrawRegularPolygon(4, x, y, 8+1.4*pass.grow, math.Pi/4)
		case Blundered:
			dc.DrawRegularPolygon(3, x, y, 10+2*pass.grow, 0)
		}
		dc.SetColor(pass.ink.alpha(1))
		dc.Fill()
	}
}

func (c *WinChances) validate() error {
	switch {
	case c.Theme >= themeCount:
		return fmt.Errorf("render: theme %d is unknown: use one of %v", c.Theme, Themes())
	case len(c.Red) < 2 || len(c.Red) > MaxChances:
		return fmt.Errorf("render: a graph of %d chances cannot be drawn: use 2 to %d", len(c.Red), MaxChances)
	}
	for i, chance := range c.Red {
		if !(chance >= 0 && chance <= 1) {
			return fmt.Errorf("render: chance %d of a graph is %v; want 0 to 1", i, chance)
		}
	}
	for i, f := range c.Faults {
		if f.Ply < 1 || f.Ply >= len(c.Red) {
			return fmt.Errorf("render: fault %d is at ply %d; want 1 to %d", i, f.Ply, len(c.Red)-1)
		}
		if int(f.Kind) >= len(faultLooks) {
			return fmt.Errorf("render: fault %d is of kind %d; want Mistaken or Blundered", i, f.Kind)
		}
	}
	return nil
}
