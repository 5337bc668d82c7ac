package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"xiangqibot/engine/board"
)

// PieceSet is a piece set: what is painted on the discs. A set is stored and typed by its name; see [ParsePieceSet].
type PieceSet uint8

const (
	// Traditional is the set of most boards, 帥仕相傌俥炮兵 against 將士象馬車砲卒: the default.
	Traditional PieceSet = iota
	// Simplified is 帅仕相马车炮兵 against 将士象马车炮卒.
	Simplified
	// Stele is the traditional set in a second style, the heavy brush of the Wei steles (魏碑).
	Stele
	// Pictograms is for people who do not read Chinese: crown, fan, elephant, horse, tower, cannon and pawn,
	// the same for both sides.
	Pictograms
	// Initials are the letters of the English notations, K A E H R C P, the same for both sides.
	Initials
	pieceSetCount // the number of sets
)

var pieceSetNames = [pieceSetCount]string{"traditional", "simplified", "stele", "pictograms", "initials"}

// PieceSets returns all sets, the default first.
func PieceSets() []PieceSet { return upTo(pieceSetCount) }

// String returns the set's name.
func (s PieceSet) String() string { return pieceSetNames[s] }

// ParsePieceSet returns the set with a name, ignoring case. The empty name is the default.
func ParsePieceSet(name string) (PieceSet, error) {
	return parse[PieceSet]("piece set", name, pieceSetNames[:])
}

// lettering is how a set that has characters paints them.
type lettering struct {
	face        typeface
	size, extra float64   // of a character and of its strokes, see [fonts.bold], as fractions of the radius and of the size
	runes       [2][]rune // of each side, in the order of [board.Kind] from King to Pawn
}

var letterings = [pieceSetCount]lettering{
	Traditional: {kai, 1.62, 0.028, [2][]rune{[]rune("帥仕相傌俥炮兵"), []rune("將士象馬車砲卒")}},
	Simplified:  {kai, 1.62, 0.028, [2][]rune{[]rune("帅仕相马车炮兵"), []rune("将士象马车炮卒")}},
	Stele:       {stele, 1.62, 0.012, [2][]rune{[]rune("帥仕相傌俥炮兵"), []rune("將士象馬車砲卒")}},
	Initials:    {latin, 1.42, 0.02, [2][]rune{[]rune("KAEHRCP"), []rune("KAEHRCP")}},
}

// glyph returns the mask of what the set paints for a piece on a disc of a radius, centered on (mid, mid).
func (s PieceSet) glyph(f *fonts, p board.Piece, radius, mid float64) *image.Alpha {
	if s == Pictograms {
		return pictograms[p.Kind()].mask(radius, mid)
	}
	l := &letterings[s]
	return f.bold(l.face, l.runes[p.Color()][p.Kind()-board.King], radius*l.size, l.extra, radius*glyphReach, mid)
}

// glyphReach is how far the ink of a character may reach, as a fraction of the disc's radius: the ends of its strokes
// touch the rim, which has the same color.
const glyphReach = 0.92

// paintDisc draws a piece with its shadow in true color, centered in the picture.
func paintDisc(l layout, st *style, f *fonts, p board.Piece, set PieceSet) *image.RGBA {
	img := paintBlank(l, st, p.Color())
	paintGlyph(img, l, st, f, p, set)
	return img
}

// paintGlyph draws the character or pictogram of a piece on its disc.
func paintGlyph(disc *image.RGBA, l layout, st *style, f *fonts, p board.Piece, set PieceSet) {
	shade(disc, set.glyph(f, p, l.radius, float64(disc.Rect.Dx()/2)), 0, 0, st.disc[p.Color()].ink, 1)
}

// paintBlank draws a disc of a side, with its shadow and without a character.
func paintBlank(l layout, st *style, c board.Color) *image.RGBA {
	half := round(l.em(0.62))
	mid := float64(half)
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	look := st.disc[c]

	// Light comes from above and slightly from the left.
	shadow := blur(discMask(half, l.em(0.014), l.em(0.05), l.radius), 1)
	shade(img, shadow, 0, 0, rgb{}, st.shadow)

	dc := gg.NewContextForRGBA(img)
	disc := func(radius float64, upper, lower rgb) {
		gradient := gg.NewLinearGradient(0, mid-radius, 0, mid+radius)
		gradient.AddColorStop(0, upper.alpha(1))
		gradient.AddColorStop(1, lower.alpha(1))
		dc.DrawCircle(mid, mid, radius)
		dc.SetFillStyle(&rows{pattern: gradient})
		dc.Fill()
	}
	// A thin dark outline, a rim in the color of the side, and the face. The rim tells the sides apart where a disc is
	// too small to be read.
	edge := max(1, l.em(0.014))
	disc(l.radius, look.rim.mix(rgb{}, 0.45), look.rim.mix(rgb{}, 0.65))
	disc(l.radius-edge, look.rim.mix(look.rimLit, 0.16), look.rim)
	disc(l.radius*rimInner+edge/2, look.rim.mix(rgb{}, 0.25), look.rim.mix(look.rimLit, 0.12))
	disc(l.radius*rimInner, look.faceLit, look.faceLow)
	return img
}

// rows is a pattern whose colors depend on the row alone. It evaluates the pattern once a row, which is slow for a
// gradient of gg.
type rows struct {
	pattern gg.Pattern
	y       int
	color   color.Color // the color of row y; nil before the first
}

// ColorAt implements [gg.Pattern].
func (r *rows) ColorAt(x, y int) color.Color {
	if r.color == nil || r.y != y {
		r.y, r.color = y, r.pattern.ColorAt(x, y)
	}
	return r.color
}

// rimInner is where the rim ends and the face begins, as a share of the radius.
const rimInner = 0.87

// pictogram draws a piece for people who do not read Chinese: ink draws a silhouette, and cut what is removed from it.
// Both use coordinates in which (0, 0) is the center of the disc, y points down, and a circle of radius 1 touches the
// inner ring of the disc.
//
// On a phone a disc is hardly larger than a line of text: the silhouette alone has to be recognizable, and a visible
// gap is at least 0.1 wide.
type pictogram struct{ ink, cut func(stencil) }

// pictograms are the pictograms by [board.Kind].
var pictograms = [...]pictogram{
	board.King:     {crown, crownCut},
	board.Advisor:  {fan, fanCut},
	board.Elephant: {elephant, elephantCut},
	board.Horse:    {horse, horseCut},
	board.Rook:     {tower, towerCut},
	board.Cannon:   {cannon, cannonCut},
	board.Pawn:     {pawn, pawnCut},
}

// mask draws the pictogram for a disc with a radius and the center (mid, mid).
func (p pictogram) mask(radius, mid float64) *image.Alpha {
	layer := func(draw func(stencil)) *image.Alpha {
		dc := gg.NewContext(2*round(mid), 2*round(mid))
		dc.SetRGB(1, 1, 1)
		dc.SetLineCapRound()
		dc.SetLineJoinRound()
		draw(stencil{dc, mid, radius * 0.82})
		return dc.AsMask()
	}
	return subtract(layer(p.ink), layer(p.cut), 0, 0)
}

// stencil draws in the coordinates of a pictogram.
type stencil struct {
	dc        *gg.Context
	mid, unit float64
}

func (s stencil) at(x, y float64) (float64, float64) { return s.mid + x*s.unit, s.mid + y*s.unit }

// shape fills a closed path that begins at (x, y). A step of two numbers is a line to a point, one of six a cubic
// Bézier curve: two control points and the end.
func (s stencil) shape(x, y float64, steps ...[]float64) {
	s.dc.MoveTo(s.at(x, y))
	for _, step := range steps {
		if len(step) == 2 {
			s.dc.LineTo(s.at(step[0], step[1]))
			continue
		}
		ax, ay := s.at(step[0], step[1])
		bx, by := s.at(step[2], step[3])
		cx, cy := s.at(step[4], step[5])
		s.dc.CubicTo(ax, ay, bx, by, cx, cy)
	}
	s.dc.ClosePath()
	s.dc.Fill()
}

// oval fills an ellipse centered on (x, y).
func (s stencil) oval(x, y, rx, ry float64) {
	x, y = s.at(x, y)
	s.dc.DrawEllipse(x, y, rx*s.unit, ry*s.unit)
	s.dc.Fill()
}

// ring strokes a circle centered on (x, y).
func (s stencil) ring(x, y, r, width float64) {
	x, y = s.at(x, y)
	s.dc.DrawCircle(x, y, r*s.unit)
	s.dc.SetLineWidth(width * s.unit)
	s.dc.Stroke()
}

// line strokes a line through points, given as pairs of x and y.
func (s stencil) line(width float64, points ...float64) {
	for i := 0; i+1 < len(points); i += 2 {
		s.dc.LineTo(s.at(points[i], points[i+1]))
	}
	s.dc.SetLineWidth(width * s.unit)
	s.dc.Stroke()
}

// mirrored draws something on the right side and again on the left. draw has to multiply every x by side.
func mirrored(draw func(side float64)) {
	draw(1)
	draw(-1)
}

// crown is the king, a crown.
func crown(s stencil) {
	s.shape(-0.56, 0.74,
		[]float64{-0.74, -0.32}, []float64{-0.35, 0.10}, []float64{0, -0.60}, []float64{0.35, 0.10}, []float64{0.74, -0.32},
		[]float64{0.56, 0.74})
	s.oval(0, -0.70, 0.16, 0.16)
	mirrored(func(side float64) { s.oval(side*0.76, -0.36, 0.14, 0.14) })
}

func crownCut(s stencil) {
	s.line(0.10, -0.70, 0.42, 0.70, 0.42)
}

// fan is the advisor, the folding fan of a counselor.
func fan(s stencil) {
	s.dc.MoveTo(s.at(0, fanPivot))
	s.dc.DrawArc(s.mid, s.mid+fanPivot*s.unit, 1.34*s.unit, fanAngle(-1), fanAngle(1))
	s.dc.ClosePath()
	s.dc.Fill()
	s.oval(0, fanPivot, 0.16, 0.16)
}

func fanCut(s stencil) {
	at := func(part, r float64) (x, y float64) {
		return r * math.Cos(fanAngle(part)), fanPivot + r*math.Sin(fanAngle(part))
	}
	s.dc.DrawArc(s.mid, s.mid+fanPivot*s.unit, 0.62*s.unit, fanAngle(-1.2), fanAngle(1.2)) // the leaf begins
	s.dc.SetLineWidth(0.10 * s.unit)
	s.dc.Stroke()
	for _, part := range [...]float64{-0.6, -0.2, 0.2, 0.6} {
		fromX, fromY := at(part, 0.62)
		toX, toY := at(part, 1.4)
		s.line(0.09, fromX, fromY, toX, toY)
	}
	for _, part := range [...]float64{-0.4, 0.4} { // between the sticks
		fromX, fromY := at(part, 0.3)
		toX, toY := at(part, 0.6)
		s.line(0.10, fromX, fromY, toX, toY)
	}
}

const fanPivot = 0.68

// fanAngle is the direction of a fold of the fan, from -1 at its left to 1 at its right.
func fanAngle(part float64) float64 { return -math.Pi/2 + part*0.82 }

// elephant is an elephant's head from the front.
func elephant(s stencil) {
	mirrored(func(side float64) {
		s.shape(side*0.30, -0.50,
			[]float64{side * 0.52, -0.86, side * 0.92, -0.60, side * 0.90, -0.22},
			[]float64{side * 0.88, 0.10, side * 0.66, 0.34, side * 0.36, 0.16})
		s.shape(side*0.24, 0.16, // a tusk
			[]float64{side * 0.42, 0.22}, []float64{side * 0.44, 0.46, side * 0.54, 0.60, side * 0.68, 0.64}, []float64{side * 0.44, 0.70, side * 0.28, 0.54, side * 0.24, 0.30})
	})
	s.oval(0, -0.26, 0.42, 0.52)
	s.shape(-0.26, 0, []float64{0.26, 0}, []float64{0.20, 0.40, 0.12, 0.50, 0.16, 0.66}, []float64{0.20, 0.74, 0.32, 0.72, 0.34, 0.64},
		[]float64{0.50, 0.80, 0.30, 0.96, 0.10, 0.92}, []float64{-0.16, 0.86, -0.18, 0.50, -0.26, 0})
}

func elephantCut(s stencil) {
	mirrored(func(side float64) {
		s.line(0.09, side*0.36, -0.66, side*0.48, -0.30, side*0.40, 0.10)
		s.oval(side*0.19, -0.16, 0.08, 0.08)
	})
}

// horse is a horse's head, facing left.
func horse(s stencil) {
	s.shape(-0.56, 0.76,
		[]float64{-0.56, 0.54, -0.20, 0.42, -0.14, 0.14},
		[]float64{-0.30, 0.20, -0.44, 0.22, -0.54, 0.36},
		[]float64{-0.64, 0.48, -0.88, 0.42, -0.88, 0.22},
		[]float64{-0.88, 0.08, -0.74, 0.0, -0.64, -0.20},
		[]float64{-0.56, -0.46, -0.40, -0.60, -0.24, -0.68},
		[]float64{-0.14, -0.96},
		[]float64{0.04, -0.74},
		[]float64{0.56, -0.64, 0.80, 0.10, 0.60, 0.76})
}

func horseCut(s stencil) {
	s.oval(-0.28, -0.30, 0.08, 0.08)
	s.line(0.08, 0.08, -0.50, 0.34, -0.26, 0.42, 0.16, 0.40, 0.54)
	s.oval(-0.70, 0.20, 0.06, 0.06)
}

// tower is the rook, a tower.
func tower(s stencil) {
	s.shape(-0.56, -0.76, []float64{-0.33, -0.76}, []float64{-0.33, -0.56}, []float64{-0.13, -0.56}, []float64{-0.13, -0.76},
		[]float64{0.13, -0.76}, []float64{0.13, -0.56}, []float64{0.33, -0.56}, []float64{0.33, -0.76}, []float64{0.56, -0.76},
		[]float64{0.56, -0.40}, []float64{0.40, -0.22}, []float64{0.44, 0.46}, []float64{0.62, 0.54}, []float64{0.62, 0.76},
		[]float64{-0.62, 0.76}, []float64{-0.62, 0.54}, []float64{-0.44, 0.46}, []float64{-0.40, -0.22}, []float64{-0.56, -0.40})
}

func towerCut(s stencil) {
	s.line(0.09, -0.36, -0.22, 0.36, -0.22)
	s.line(0.09, -0.40, 0.47, 0.40, 0.47)
}

// cannon is a cannon on a wheel.
func cannon(s stencil) {
	s.shape(-0.80, 0.04, []float64{-0.90, -0.16, -0.80, -0.30, -0.60, -0.36},
		[]float64{0.64, -0.74}, []float64{0.86, -0.30}, []float64{-0.42, 0.24}, []float64{-0.58, 0.30, -0.72, 0.22, -0.80, 0.04})
	s.line(0.17, 0.1, 0.30, -0.56, 0.66)
	s.oval(0.14, 0.36, 0.46, 0.46)
}

func cannonCut(s stencil) {
	s.ring(0.14, 0.36, 0.50, 0.09)
	s.ring(0.14, 0.36, 0.26, 0.10)
}

// pawn is the pawn, as in Western chess.
func pawn(s stencil) {
	s.oval(0, -0.46, 0.38, 0.38)
	s.shape(-0.46, -0.12, []float64{0.46, -0.12}, []float64{0.26, 0.06}, []float64{0.26, 0.28, 0.36, 0.40, 0.52, 0.48}, []float64{0.62, 0.54, 0.64, 0.64, 0.64, 0.76},
		[]float64{-0.64, 0.76}, []float64{-0.64, 0.64, -0.62, 0.54, -0.52, 0.48}, []float64{-0.36, 0.40, -0.26, 0.28, -0.26, 0.06})
}

func pawnCut(s stencil) {
	s.line(0.09, -0.46, 0.50, 0.46, 0.50)
}
