package render

import (
	"fmt"
	"image"
	"strings"

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
func (s PieceSet) String() string {
	if s < pieceSetCount {
		return pieceSetNames[s]
	}
	return fmt.Sprintf("PieceSet(%d)", uint8(s))
}

// ParsePieceSet returns the set with a name, ignoring case. The empty name is the default.
func ParsePieceSet(name string) (PieceSet, error) {
	if name == "" {
		return Traditional, nil
	}
	for i, n := range pieceSetNames {
		if strings.EqualFold(n, name) {
			return PieceSet(i), nil
		}
	}
	return Traditional, fmt.Errorf("render: unknown piece set %q: use one of %v", name, PieceSets())
}

// pieceRunes holds the characters of the sets that have them, in the order of [board.Kind] from King to Pawn.
var pieceRunes = [pieceSetCount][2][]rune{
	Traditional: {[]rune("帥仕相傌俥炮兵"), []rune("將士象馬車砲卒")},
	Simplified:  {[]rune("帅仕相马车炮兵"), []rune("将士象马车炮卒")},
	Stele:       {[]rune("帥仕相傌俥炮兵"), []rune("將士象馬車砲卒")},
	Initials:    {[]rune("KAEHRCP"), []rune("KAEHRCP")},
}

// glyph returns the mask of what the set paints for a piece on a disc of a radius, centered on (mid, mid).
func (s PieceSet) glyph(f *fonts, p board.Piece, radius, mid float64) *image.Alpha {
	switch s {
	case Pictograms:
		return pictograms[p.Kind()].mask(radius, mid)
	case Initials:
		return f.bold(latin, pieceRunes[s][p.Color()][p.Kind()-board.King], radius*1.42, 0.02, radius*glyphReach, mid)
	case Stele:
		return f.bold(stele, pieceRunes[s][p.Color()][p.Kind()-board.King], radius*1.62, 0.012, radius*glyphReach, mid)
	default:
		return f.bold(kai, pieceRunes[s][p.Color()][p.Kind()-board.King], radius*1.62, 0.028, radius*glyphReach, mid)
	}
}

// glyphReach is how far the ink of a character may reach, as a fraction of the disc's radius: the ends of its strokes
// touch the rim, which has the same color.
const glyphReach = 0.92

// paintDisc draws a piece with its shadow in true color. The disc is centered in the picture.
func paintDisc(l layout, st *style, f *fonts, p board.Piece, set PieceSet) *image.RGBA {
	half := round(l.em(0.62))
	mid := float64(half)
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	look := st.disc[p.Color()]

	// Light comes from above and slightly from the left.
	shadow := blur(discMask(half, l.em(0.014), l.em(0.05), l.radius), 1)
	shade(img, shadow, 0, 0, rgb{}, st.shadow)

	dc := gg.NewContextForRGBA(img)
	disc := func(radius float64, upper, lower rgb) {
		gradient := gg.NewLinearGradient(0, mid-radius, 0, mid+radius)
		gradient.AddColorStop(0, upper.alpha(1))
		gradient.AddColorStop(1, lower.alpha(1))
		dc.DrawCircle(mid, mid, radius)
		dc.SetFillStyle(gradient)
		dc.Fill()
	}
	// A thin dark outline, a rim in the color of the side, and the face. The rim tells the sides apart where a disc is
	// too small to be read.
	edge := max(1, l.em(0.014))
	disc(l.radius, look.rim.mix(rgb{}, 0.45), look.rim.mix(rgb{}, 0.65))
	disc(l.radius-edge, look.rim.mix(look.rimLit, 0.16), look.rim)
	disc(l.radius*rimInner+edge/2, look.rim.mix(rgb{}, 0.25), look.rim.mix(look.rimLit, 0.12))
	disc(l.radius*rimInner, look.faceLit, look.faceLow)

	shade(img, set.glyph(f, p, l.radius, mid), 0, 0, look.ink, 1)
	return img
}

// rimInner is where the rim ends and the face begins, as a share of the radius.
const rimInner = 0.87

// discMask returns a filled circle on a square of 2*half pixels, shifted by (dx, dy) from its center.
func discMask(half int, dx, dy, radius float64) *image.Alpha {
	dc := gg.NewContext(2*half, 2*half)
	dc.DrawCircle(float64(half)+dx, float64(half)+dy, radius)
	dc.SetRGB(1, 1, 1)
	dc.Fill()
	return dc.AsMask()
}
