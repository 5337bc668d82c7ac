package render

import (
	_ "embed"
	"image"
	"math"
	"sync"
	"unicode/utf8"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// kaiFont is a subset of LXGW WenKai with the characters that a board needs. Its license is in OFL-LXGWWenKai.txt.
//
//go:embed XQBoardKai-Bold.ttf
var kaiFont []byte

// steleFont is a subset of Yuji Boku with the characters of the pieces; 傌, which that font lacks, is composed of two of
// its other characters (docs/pictures.md). Its license is in OFL-Yuji.txt.
//
//go:embed XQBoardStele.ttf
var steleFont []byte

// namesFont is another subset of LXGW WenKai, in a lighter weight, for people's names: the 6,722 characters that either
// GB 2312 or Big5 ranks as common, and kana. docs/decisions.md says how it was made.
//
//go:embed XQNamesKai-Regular.ttf
var namesFont []byte

// latinFont is a subset of Roboto Medium with the letters of the Latin (including Vietnamese), Greek and Cyrillic
// alphabets. Its license is in Apache-Roboto.txt. All digits have the same width, so that clocks do not jump.
//
//go:embed XQLatin-Medium.ttf
var latinFont []byte

// typeface names one of the fonts.
type typeface uint8

const (
	kai   typeface = iota // brush characters: discs, river, Chinese text
	latin                 // alphabetic text and digits
	stele                 // the pieces in a second style
	names                 // further characters for Chinese and Japanese names
)

// outline is the shape of one character in pixels, with the pen at (0, 0) and y pointing down.
type outline struct {
	segments sfnt.Segments
	advance  float64
	// The bounding box of the ink, empty for a space.
	left, top, right, bottom float64
}

// enclosingCircle returns the center and radius of the smallest circle around the ink, approximately: the center moves
// towards the farthest point in ever smaller steps.
func (o outline) enclosingCircle() (x, y, radius float64) {
	var points [][2]float64
	for _, s := range o.segments {
		for i := range segmentPoints[s.Op] {
			points = append(points, [2]float64{pixels(s.Args[i].X), pixels(s.Args[i].Y)})
		}
	}
	x, y = (o.left+o.right)/2, (o.top+o.bottom)/2
	for step := 2.0; step < 200; step++ {
		var far [2]float64
		radius = 0
		for _, p := range points {
			if d := math.Hypot(p[0]-x, p[1]-y); d >= radius {
				far, radius = p, d
			}
		}
		x, y = x+(far[0]-x)/step/2, y+(far[1]-y)/step/2
	}
	return x, y, radius
}

// segmentPoints is the number of points of an outline's segment, by its operation.
var segmentPoints = [...]int{sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3}

// alphaStep is the quantization step of the opacity of glyph edges: at these sizes three levels look like 255, and a
// picture takes half the bytes. It divides 255.
const alphaStep = 85

// mask rasterizes the outline with the pen at (x, y).
func (o outline) mask(x, y float64) *image.Alpha {
	r := image.Rect(
		int(math.Floor(x+o.left))-1, int(math.Floor(y+o.top))-1,
		int(math.Ceil(x+o.right))+1, int(math.Ceil(y+o.bottom))+1,
	)
	x, y = x-float64(r.Min.X), y-float64(r.Min.Y)
	dc := gg.NewContext(r.Dx(), r.Dy())
	o.trace(dc, x, y)
	dc.SetRGB(1, 1, 1)
	dc.Fill()
	mask := dc.AsMask()
	mask.Rect = r
	quantizeAlpha(mask)
	return mask
}

// trace adds the outline, with the pen at (x, y), to the path of dc.
func (o outline) trace(dc *gg.Context, x, y float64) {
	at := func(p fixed.Point26_6) (float64, float64) { return x + pixels(p.X), y + pixels(p.Y) }
	for _, s := range o.segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			dc.ClosePath()
			dc.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			dc.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			dc.QuadraticTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			dc.CubicTo(ax, ay, bx, by, cx, cy)
		}
	}
	dc.ClosePath()
}

// quantizeAlpha rounds the opacity of a mask to multiples of alphaStep.
func quantizeAlpha(mask *image.Alpha) {
	for i, a := range mask.Pix {
		mask.Pix[i] = uint8((int(a) + alphaStep/2) / alphaStep * alphaStep)
	}
}

func pixels(v fixed.Int26_6) float64 { return float64(v) / 64 }

// glyph is one character with the pen at (0, 0).
type glyph struct {
	mask    *image.Alpha // nil for a space
	advance float64
}

// glyphKey is a character, as [clusters] returns it, in a size.
type glyphKey struct {
	cluster string
	size    float64
}

// maxGlyphs limits the cache of glyphs, in case somebody tries every combination of combining marks.
const maxGlyphs = 8192

// placeholder is a faint disc of the size of a character.
func placeholder(size float64) glyph {
	radius := size * 0.24
	half := round(radius) + 2
	m := discMask(half, 0, 0, radius)
	for i := range m.Pix {
		m.Pix[i] = uint8(int(m.Pix[i]) * 5 / 8)
	}
	x, y := round(size*0.38)-half, -round(size*0.36)-half
	m.Rect = m.Rect.Add(image.Pt(x, y))
	return glyph{mask: m, advance: size * 0.76}
}

// fonts draws characters and lines of text. It is safe for concurrent use.
type fonts struct {
	parsed []*sfnt.Font // by typeface

	mu     sync.Mutex
	glyphs map[glyphKey]glyph // cache of the glyphs of lines of text
}

// newFonts parses the fonts in the binary.
func newFonts() *fonts {
	f := &fonts{glyphs: map[glyphKey]glyph{}}
	for _, data := range [][]byte{kai: kaiFont, latin: latinFont, stele: steleFont, names: namesFont} {
		parsed, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // a font in the binary is damaged
		}
		f.parsed = append(f.parsed, parsed)
	}
	return f
}

// typefaceFor returns the typeface for r in running text: the first of latin, names and kai that has it. ok is false if
// none has.
func (f *fonts) typefaceFor(r rune) (t typeface, ok bool) {
	var buf sfnt.Buffer
	for _, t := range []typeface{latin, names, kai} {
		if index, err := f.parsed[t].GlyphIndex(&buf, r); err == nil && index != 0 {
			return t, true
		}
	}
	return latin, false
}

// drawn returns the character that is drawn for a cluster, and its typeface: the composed one if the fonts have it, else
// its base character. Further marks are left out. ok is false if the fonts have neither.
func (f *fonts) drawn(cluster string) (r rune, t typeface, ok bool) {
	r, _ = utf8.DecodeRuneInString(cluster)
	if t, ok = f.typefaceFor(r); !ok {
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(cluster)) // without its marks
		t, ok = f.typefaceFor(r)
	}
	return r, t, ok
}

// outline returns the shape of r at a size in pixels. A character that the typeface lacks has an empty outline.
func (f *fonts) outline(t typeface, r rune, size float64) outline {
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(math.Round(size * 64))
	index, err := f.parsed[t].GlyphIndex(&buf, r)
	if err != nil || index == 0 {
		return outline{}
	}
	segments, err := f.parsed[t].LoadGlyph(&buf, index, ppem, nil)
	if err != nil {
		return outline{}
	}
	advance, err := f.parsed[t].GlyphAdvance(&buf, index, ppem, font.HintingNone)
	if err != nil {
		return outline{}
	}
	box := segments.Bounds()
	return outline{
		segments: segments, // not overwritten: buf is not shared
		advance:  pixels(advance),
		left:     pixels(box.Min.X), top: pixels(box.Min.Y),
		right: pixels(box.Max.X), bottom: pixels(box.Max.Y),
	}
}

// centered returns the mask of r with its ink centered on (x, y).
func (f *fonts) centered(t typeface, r rune, size, x, y float64) *image.Alpha {
	o := f.outline(t, r, size)
	return o.mask(x-(o.left+o.right)/2, y-(o.top+o.bottom)/2)
}

// bold returns the mask of r, centered in a circle of radius reach around (mid, mid), on a square with sides of twice
// mid. The character has the given size, or the largest at which its ink stays inside the circle if that is less. Its
// strokes are made thicker by extra times the size, half of that on each side.
//
// A character is centered by its smallest enclosing circle, not by its bounding box: with the box, one with a long
// stroke on one side would reach over the edge there.
func (f *fonts) bold(t typeface, r rune, size, extra, reach, mid float64) *image.Alpha {
	x, y, radius := f.outline(t, r, size).enclosingCircle()
	if stroke := extra * size / 2; radius+stroke > reach {
		size *= reach / (radius + stroke)
		x, y, _ = f.outline(t, r, size).enclosingCircle()
	}
	o := f.outline(t, r, size)
	side := 2 * int(math.Ceil(mid))
	dc := gg.NewContext(side, side)
	o.trace(dc, mid-x, mid-y)
	dc.SetRGB(1, 1, 1)
	dc.SetLineJoinRound()
	dc.SetLineWidth(extra * size)
	dc.FillPreserve()
	dc.Stroke()
	mask := dc.AsMask()
	quantizeAlpha(mask)
	return mask
}

// glyph returns the glyph of a cluster in a size.
func (f *fonts) glyph(cluster string, size float64) glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := glyphKey{cluster, size}
	g, ok := f.glyphs[key]
	if !ok {
		if len(f.glyphs) >= maxGlyphs {
			clear(f.glyphs)
		}
		g = f.drawGlyph(key)
		f.glyphs[key] = g
	}
	return g
}

// drawGlyph draws a glyph, or a placeholder for a character that no font has.
func (f *fonts) drawGlyph(key glyphKey) glyph {
	r, t, ok := f.drawn(key.cluster)
	if !ok {
		return placeholder(key.size)
	}
	o := f.outline(t, r, key.size)
	g := glyph{advance: o.advance}
	if o.right > o.left {
		g.mask = o.mask(0, 0)
	}
	return g
}
