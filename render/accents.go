package render

import (
	"image"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// overLetter are the marks that stand over a letter and have a sign of their own in the Latin typeface.
var overLetter = map[rune]rune{'\u0300': '`', '\u0301': '´', '\u0302': 'ˆ', '\u0303': '˜', '\u0306': '˘', '\u0308': '¨'}

const (
	hookAbove = '\u0309'
	dotBelow  = '\u0323'
	horn      = '\u031B'
)

// above tells whether a mark stands over its letter.
func above(mark rune) bool { return overLetter[mark] != 0 || mark == hookAbove }

// stroke is the shape of a mark that no sign can stand for, in thousandths of the size: a closed path of lines (two numbers)
// and quadratic curves (four), y pointing down. It is as bold as the letters.
type stroke [][]float64

var (
	// hornStroke begins inside the letter, at its edge (0, 0), and bends upwards.
	hornStroke = stroke{{-60, 38}, {170, 52, 150, -150}, {62, -150}, {74, -36, -60, -42}}
	// hookStroke stands on (0, 0).
	hookStroke = stroke{{-36, 0}, {-36, -88}, {28, -98, 28, -134}, {28, -172, -96, -140}, {-96, -200}, {100, -246, 100, -134}, {100, -74, 36, -54}, {36, 0}}
)

// outline returns the stroke in a size in pixels.
func (s stroke) outline(size float64) outline {
	at := func(x, y float64) fixed.Point26_6 {
		return fixed.Point26_6{X: fixed.Int26_6(math.Round(x * size * 64 / 1000)), Y: fixed.Int26_6(math.Round(y * size * 64 / 1000))}
	}
	segments := sfnt.Segments{{Op: sfnt.SegmentOpMoveTo, Args: [3]fixed.Point26_6{at(s[0][0], s[0][1])}}}
	for _, p := range s[1:] {
		if len(p) == 2 {
			segments = append(segments, sfnt.Segment{Op: sfnt.SegmentOpLineTo, Args: [3]fixed.Point26_6{at(p[0], p[1])}})
		} else {
			segments = append(segments, sfnt.Segment{Op: sfnt.SegmentOpQuadTo, Args: [3]fixed.Point26_6{at(p[0], p[1]), at(p[2], p[3])}})
		}
	}
	box := segments.Bounds()
	return outline{
		segments: segments,
		left:     pixels(box.Min.X), top: pixels(box.Min.Y),
		right: pixels(box.Max.X), bottom: pixels(box.Max.Y),
	}
}

// accents draws the marks of Vietnamese and its neighbours that the Latin typeface has no finished letters for, on a base that may
// bear other marks already; plain is the same letter without any. Other marks are left out. At most four are drawn.
// It returns how far to the right they reach, too.
func (t *lettering) accents(base, plain *outline, marks []rune) (masks []*image.Alpha, right float64) {
	gap := t.size * 0.05
	top, bottom := base.top, base.bottom
	middle := (base.left + base.right) / 2
	for _, m := range marks[:min(4, len(marks))] {
		switch sign := overLetter[m]; {
		case sign != 0:
			o := t.fonts.outline(latin, sign, t.size*0.9)
			masks = append(masks, o.mask(middle-(o.left+o.right)/2, top-gap-o.bottom))
			top -= gap + o.bottom - o.top
		case m == hookAbove:
			o := hookStroke.outline(t.size)
			masks = append(masks, o.mask(middle, top-gap))
			top -= gap + o.bottom - o.top
		case m == dotBelow:
			o := t.fonts.outline(latin, '.', t.size*0.9)
			masks = append(masks, o.mask(middle-(o.left+o.right)/2, bottom+gap*1.4-o.top))
			bottom += gap*1.4 + o.bottom - o.top
		case m == horn: // at the letter's own height, under the tone that the base may bear
			o := hornStroke.outline(t.size)
			y := plain.top + t.size*0.08
			x := plain.edge(y)
			masks = append(masks, o.mask(x, y))
			right = max(right, x+o.right)
		}
	}
	return masks, right
}

// edge returns where the ink of o ends to the right at height y.
func (o *outline) edge(y float64) float64 {
	if o.right <= o.left {
		return o.right // a space
	}
	m := o.mask(0, 0)
	for x := m.Rect.Max.X - 1; x >= m.Rect.Min.X; x-- {
		if a := m.AlphaAt(x, int(math.Floor(y))).A; a > 0 {
			return float64(x) + float64(a)/255
		}
	}
	return o.right
}
