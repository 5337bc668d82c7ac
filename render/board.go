package render

import (
	"image"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fogleman/gg"

	"xiangqibot/engine/board"
)

// paintBoard draws the empty board in true color: case, field, grid, river, palaces and corner marks. The coordinates
// on the case are left out: only they depend on which side is at the bottom.
func paintBoard(l layout, st *style, f *fonts) *image.RGBA {
	dc := gg.NewContext(l.width, l.height)
	img := dc.Image().(*image.RGBA)
	paintCase(img, l, st)
	paintLines(img, l, st)
	paintRiver(img, l, st, f)
	return img
}

// paintCase draws the case, its bevel and the sunken field.
func paintCase(img *image.RGBA, l layout, st *style) {
	whole := img.Bounds()
	field := whole.Inset(l.frame)
	for _, strip := range l.casing() {
		paintGrain(img, strip, l, st.frame, st.frameDark, st.grain, 40)
	}
	paintGrain(img, field, l, st.field, st.fieldDark, st.grain, 0)

	// The bevel: light comes from above, so the upper outer edge and the lower inner edge are lit.
	lip := max(1, round(l.em(0.03)))
	bevel(img, whole, lip, st.frameLit, st.frameLow)
	bevel(img, field.Inset(-lip), lip, st.frameLow, st.frameLit)

	// The case casts a soft shadow on the upper and left part of the field.
	depth := round(l.em(0.09))
	for i := range depth {
		dark := st.shadow * 0.45 * (1 - float64(i)/float64(depth))
		for x := field.Min.X + i; x < field.Max.X; x++ {
			over(img, x, field.Min.Y+i, rgb{}, dark)
		}
		for y := field.Min.Y + i + 1; y < field.Max.Y; y++ {
			over(img, field.Min.X+i, y, rgb{}, dark)
		}
	}
}

// paintLines engraves the grid, the palaces and the corner marks. They are drawn into one mask first, so that
// intersections are no darker than the lines.
func paintLines(img *image.RGBA, l layout, st *style) {
	mask := gg.NewContext(l.width, l.height)
	mask.SetRGB(1, 1, 1)
	rect := func(x0, y0, x1, y1 int) { // a line between two points, ends included
		half := l.line / 2
		mask.DrawRectangle(float64(x0-half), float64(y0-half), float64(x1-x0+l.line), float64(y1-y0+l.line))
	}
	last, bottom := board.Files-1, board.Ranks-1
	for row := range board.Ranks {
		a, b := l.grid(0, row), l.grid(last, row)
		rect(a.X, a.Y, b.X, b.Y)
	}
	for column := range board.Files {
		north, northBank := l.grid(column, 0), l.grid(column, bottom/2)
		southBank, south := l.grid(column, bottom/2+1), l.grid(column, bottom)
		if column == 0 || column == last {
			rect(north.X, north.Y, south.X, south.Y)
			continue
		}
		rect(north.X, north.Y, northBank.X, northBank.Y)
		rect(southBank.X, southBank.Y, south.X, south.Y)
	}
	mask.Fill()

	// A thick border runs around the grid.
	gap, stout := l.em(0.085), float64(l.line)*1.5
	a, b := l.grid(0, 0), l.grid(last, bottom)
	outer := math.Round(gap + stout)
	mask.DrawRectangle(float64(a.X)-outer, float64(a.Y)-outer, float64(b.X-a.X)+2*outer, float64(b.Y-a.Y)+2*outer)
	inner := outer - math.Round(stout)
	mask.DrawRectangle(float64(a.X)-inner, float64(a.Y)-inner, float64(b.X-a.X)+2*inner, float64(b.Y-a.Y)+2*inner)
	mask.SetFillRuleEvenOdd()
	mask.Fill()
	mask.SetFillRuleWinding()

	mask.SetLineWidth(float64(l.line))
	for _, row := range []int{0, bottom - 2} {
		for _, from := range []int{3, 5} {
			p, q := l.grid(from, row), l.grid(8-from, row+2)
			mask.DrawLine(float64(p.X), float64(p.Y), float64(q.X), float64(q.Y))
		}
	}
	mask.Stroke()

	for _, p := range cornerMarks() {
		paintCornerMark(mask, l, p.X, p.Y)
	}
	mask.Fill()
	engrave(img, mask.AsMask(), 1, st.line, st.lineAlpha, st.carve, st.carveAlpha)
}

// cornerMarks returns the columns and rows of the points on which cannons and pawns start.
func cornerMarks() []image.Point {
	points := []image.Point{{X: 1, Y: 2}, {X: 7, Y: 2}, {X: 1, Y: 7}, {X: 7, Y: 7}}
	for column := 0; column < board.Files; column += 2 {
		points = append(points, image.Pt(column, 3), image.Pt(column, 6))
	}
	return points
}

// paintCornerMark adds the four corners around a point; on an edge file only the two inside the grid.
func paintCornerMark(mask *gg.Context, l layout, column, row int) {
	p := l.grid(column, row)
	gap, length, thick := l.em(0.07), l.em(0.16), float64(l.line)
	for _, dx := range []float64{-1, 1} {
		if column == 0 && dx < 0 || column == board.Files-1 && dx > 0 {
			continue
		}
		for _, dy := range []float64{-1, 1} {
			x, y := float64(p.X)+dx*math.Round(gap+thick/2), float64(p.Y)+dy*math.Round(gap+thick/2)
			span(mask, x, y, x+dx*length, y+dy*thick)
			span(mask, x, y, x+dx*thick, y+dy*length)
		}
	}
}

// span adds the rectangle between two opposite corners, rounded to whole pixels.
func span(mask *gg.Context, x0, y0, x1, y1 float64) {
	x0, x1 = math.Round(min(x0, x1)), math.Round(max(x0, x1))
	y0, y1 = math.Round(min(y0, y1)), math.Round(max(y0, y1))
	mask.DrawRectangle(x0, y0, x1-x0, y1-y0)
}

// paintRiver writes 楚河 and 漢界 between the banks.
func paintRiver(img *image.RGBA, l layout, st *style, f *fonts) {
	north, south := l.grid(0, 4), l.grid(0, 5)
	y := (north.Y + south.Y) / 2
	for i, r := range []rune("楚河漢界") {
		column := []float64{1.35, 2.65, 5.35, 6.65}[i]
		mask := f.centered(kai, r, l.em(0.64), float64(l.margin)+l.em(column), float64(y))
		engrave(img, mask, max(1, round(l.em(0.014))), st.line, st.lineAlpha*0.9, st.carve, st.carveAlpha)
	}
}

// edgeTexts are the coordinates on the four sides of the case: those of the upper and lower side from left to right,
// those of the other two from top to bottom.
type edgeTexts struct{ upper, lower, sides []string }

// edgeLabels returns the texts of a style of coordinates, with Red at the bottom, or Black if flipped.
func edgeLabels(e Coordinates, flipped bool) edgeTexts {
	const nineToOne, oneToNine, files = "9 8 7 6 5 4 3 2 1", "1 2 3 4 5 6 7 8 9", "a b c d e f g h i"
	var a edgeTexts
	switch e {
	case Numerals:
		a.upper, a.lower = strings.Fields(oneToNine), strings.Fields("九 八 七 六 五 四 三 二 一")
	case Digits:
		a.upper, a.lower = strings.Fields(oneToNine), strings.Fields(nineToOne)
	case Letters:
		a.upper, a.lower, a.sides = strings.Fields(files), strings.Fields(files), strings.Fields(nineToOne+" 0")
	case LettersFromOne:
		a.upper, a.lower, a.sides = strings.Fields(files), strings.Fields(files), strings.Fields("10 "+nineToOne)
	}
	if flipped {
		slices.Reverse(a.upper)
		slices.Reverse(a.lower)
		slices.Reverse(a.sides)
		a.upper, a.lower = a.lower, a.upper
	}
	return a
}

// paintEdge draws the coordinates on the case, each beside its file or rank.
func paintEdge(img *image.RGBA, l layout, st *style, f *fonts, a edgeTexts) {
	inset := float64(l.frame) / 2
	for column := range board.Files {
		x := float64(l.grid(column, 0).X)
		paintLabel(img, l, st, f, a.upper[column], x, inset)
		paintLabel(img, l, st, f, a.lower[column], x, float64(l.height)-inset)
	}
	for row, label := range a.sides {
		y := float64(l.grid(0, row).Y)
		paintLabel(img, l, st, f, label, inset, y)
		paintLabel(img, l, st, f, label, float64(l.width)-inset, y)
	}
}

// paintLabel draws one label centered on (x, y) by its ink. Lowercase letters share a baseline, whether or not they
// have ascenders or descenders.
func paintLabel(img *image.RGBA, l layout, st *style, f *fonts, label string, x, y float64) {
	face, size := latin, l.em(0.27)
	if first, _ := utf8.DecodeRuneInString(label); first >= utf8.RuneSelf {
		face, size = kai, l.em(0.29)
	}
	var glyphs []outline
	width := 0.0 // from the first pen position to the last
	for _, r := range label {
		o := f.outline(face, r, size)
		if len(glyphs) > 0 {
			width += glyphs[len(glyphs)-1].advance
		}
		glyphs = append(glyphs, o)
	}
	first, last := glyphs[0], glyphs[len(glyphs)-1]
	tall := first
	if label[0] >= 'a' && label[0] <= 'z' {
		tall = f.outline(face, 'b', size)
	}
	pen, base := x-(first.left+width+last.right)/2, y-(tall.top+tall.bottom)/2
	for _, o := range glyphs {
		shade(img, o.mask(pen, base), 0, 0, st.numeral, 1)
		pen += o.advance
	}
}

// grainTones is the number of tones of the grain. Few tones keep a picture small: a row of wood is then a handful of
// runs.
const grainTones = 5

// paintGrain fills r with wood grain whose fibers run from left to right.
//
// The tone changes slowly along the fibers and fast across them; slow noise bends the fibers. On a large board fibers
// are at least two pixels thick, which halves the compressed size of the grain.
func paintGrain(dst *image.RGBA, r image.Rectangle, l layout, light, dark rgb, strength float64, seed float64) {
	thick := max(1, l.cell/24)
	unit := 1 / float64(l.cell)
	var tones [grainTones]rgb
	for i := range tones {
		tones[i] = dark.mix(light, float64(i)/(grainTones-1))
	}
	row := func(y int) []byte { return dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)] }
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if y > r.Min.Y && y%thick > 0 { // the same fibers as in the row above
			copy(row(y), row(y-1))
			continue
		}
		v := float64(y/thick*thick)*unit + seed
		for x := r.Min.X; x < r.Max.X; x++ {
			u := float64(x) * unit
			swell := noise(u*0.04, v*0.28) * 1.6
			ring := noise(u*0.035+30, (v+swell)*4)
			fiber := noise(u*0.06+60, v*13)
			tone := 1 - strength*(0.58*ring+0.42*fiber)
			over(dst, x, y, tones[min(grainTones-1, int(tone*grainTones))], 1)
		}
	}
}

// noise is deterministic value noise: it interpolates smoothly between pseudo-random values from 0 to 1 on a lattice
// with unit spacing.
func noise(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int32(fx), int32(fy)
	sx, sy := smoothstep(x-fx), smoothstep(y-fy)
	upper := lerp(latticeValue(ix, iy), latticeValue(ix+1, iy), sx)
	lower := lerp(latticeValue(ix, iy+1), latticeValue(ix+1, iy+1), sx)
	return lerp(upper, lower, sy)
}

func smoothstep(t float64) float64 { return t * t * (3 - 2*t) }
func lerp(a, b, t float64) float64 { return a + (b-a)*t }

// latticeValue hashes a lattice point to a pseudo-random number between 0 and 1.
func latticeValue(x, y int32) float64 {
	n := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77
	n = (n ^ n>>15) * 0x2c1b3c6d
	n = (n ^ n>>12) * 0x297a2d39
	return float64(n^n>>15) / (1 << 32)
}
