package render

import (
	"image"
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
	// values.
	Red []float64
	// Faults are the marked moves, in any order.
	Faults []Fault
}

// Fault marks a bad move in a graph of chances.
type Fault struct {
	// Ply counts the moves from 1.
	Ply  int
	Kind MarkKind // Mistake, a diamond, or Blunder, a triangle
	// Name is written at the mark in the place of the symbol: "12. C2=5??". It is empty for most.
	Name string
}

// faultLooks are the colors of faults, which differ in lightness as well as in hue, and their shapes: regular polygons
// with a radius that grows by some pixels for each pixel of their outline. They are in the order of gradeSigns.
var faultLooks = [len(gradeSigns)]struct {
	ink                    rgb
	corners                int
	radius, grows, rotated float64
}{
	{hex(0xf09a3e), 4, 8, 1.4, math.Pi / 4},
	{hex(0xe0453c), 3, 10, 2, 0},
}

// The dimensions of the picture, in pixels.
const (
	chancesTop    = 68
	chancesBottom = 50
	chancesLeft   = 92
)

// WinChances draws a graph of winning chances as a PNG: Red's share below the line, Black's above.
func (r *Renderer) WinChances(c WinChances) []byte {
	f := r.newFigure(c.Theme, chancesTop+graphHeight)
	f.write(f.fit(c.Title, graphTitleSize, figureWidth-2*figurePad), figurePad, 34, f.st.nameTurn)

	area := image.Rect(chancesLeft, chancesTop, figureWidth-figurePad, chancesTop+graphHeight-chancesBottom)
	at := func(ply int) (x, y float64) {
		x = float64(area.Min.X) + float64(ply)*float64(area.Dx())/float64(len(c.Red)-1)
		return x, float64(area.Max.Y) - c.Red[ply]*float64(area.Dy())
	}
	fill(f.img, area, hex(0x35312c), 1) // Black's share
	dc := gg.NewContextForRGBA(f.img)
	dc.MoveTo(float64(area.Min.X), float64(area.Max.Y))
	for ply := range c.Red {
		dc.LineTo(at(ply))
	}
	dc.LineTo(float64(area.Max.X), float64(area.Max.Y))
	dc.ClosePath()
	dc.SetColor(hex(0xd9a08c).alpha(1)) // Red's share
	dc.Fill()
	f.chancesAxes(len(c.Red)-1, area)

	for ply := range c.Red {
		dc.LineTo(at(ply))
	}
	dc.SetColor(hex(0xfff6e6).alpha(1))
	dc.SetLineWidth(3)
	dc.Stroke()
	var taken []image.Rectangle
	for _, fault := range c.Faults {
		x, y := at(fault.Ply)
		paintFault(dc, fault.Kind, x, y)
		taken = append(taken, image.Rect(round(x)-9, round(y)-9, round(x)+9, round(y)+9))
	}
	for _, fault := range slices.SortedStableFunc(slices.Values(c.Faults), namedFirst) {
		x, y := at(fault.Ply)
		text, ink := gradeSigns[fault.Kind-Mistake], faultLooks[fault.Kind-Mistake].ink
		if fault.Name != "" {
			text, ink = fault.Name, hex(0xfff6e6)
		}
		sign := f.fit(text, graphLabelSize, 280)
		left := min(max(round(x)-sign.pixels()/2, area.Min.X+2), area.Max.X-sign.pixels()-2)
		if box, ok := freeBox(left, sign.pixels(), round(y), area, taken); ok {
			taken = append(taken, box)
			fill(f.img, box, hex(0x1d1a17), 0.85)
			f.write(sign, left, (box.Min.Y+box.Max.Y)/2, ink)
		}
	}
	return f.encode()
}

// namedFirst orders faults with a name before the others, so that their texts find room first.
func namedFirst(a, b Fault) int { return min(len(b.Name), 1) - min(len(a.Name), 1) }

// freeBox returns a box for a text of a width, above or below a mark at y: in the area, and overlapping none that is
// taken. It returns false if there is none.
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

// chancesAxes draws the grid lines and labels of the chances, and of the numbers of the moves of so many plies.
func (f figure) chancesAxes(plies int, area image.Rectangle) {
	for percent := 0; percent <= 100; percent += 25 {
		y := area.Max.Y - percent*area.Dy()/100
		opacity := 0.2
		if percent == 50 {
			opacity = 0.6
		}
		fill(f.img, image.Rect(area.Min.X, y-1, area.Max.X, y+1), hex(0xfff6e6), opacity)
		if percent%50 == 0 {
			label := f.fit(strconv.Itoa(percent)+"%", graphLabelSize, chancesLeft)
			f.write(label, area.Min.X-label.pixels()-8, min(max(y, area.Min.Y+12), area.Max.Y-12), f.st.name)
		}
	}
	step := int(roundStep(float64(plies/2), 10, 1))
	for rounds := step; 2*rounds <= plies; rounds += step {
		x := area.Min.X + 2*rounds*area.Dx()/plies
		fill(f.img, image.Rect(x, area.Min.Y, x+1, area.Max.Y), hex(0xfff6e6), 0.15)
		label := f.fit(strconv.Itoa(rounds), graphLabelSize, 60)
		f.write(label, min(x-label.pixels()/2, figureWidth-label.pixels()-4), area.Max.Y+25, f.st.name)
	}
}

// paintFault draws the shape of a kind centered on a point.
func paintFault(dc *gg.Context, k MarkKind, x, y float64) {
	look := &faultLooks[k-Mistake]
	dc.DrawRegularPolygon(look.corners, x, y, look.radius+2.5*look.grows, look.rotated)
	dc.SetColor(hex(0x1d1a17).alpha(1))
	dc.Fill()
	dc.DrawRegularPolygon(look.corners, x, y, look.radius, look.rotated)
	dc.SetColor(look.ink.alpha(1))
	dc.Fill()
}
