package render

import (
	"fmt"
	"image"
	"strings"

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
	// Pictograms is for people who do not read Chinese: crown, official's hat, elephant, horse, tower, cannon and pawn,
	// the same for both sides.
	Pictograms
	// Initials are the letters of the English notations, K A E H R C P, the same for both sides.
	Initials
	pieceSetCount // the number of sets
)

var pieceSetNames = [pieceSetCount]string{"traditional", "simplified", "stele", "pictograms", "initials"}

// PieceSets returns all sets, the default first.
func PieceSets() []PieceSet { return []PieceSet{Traditional, Simplified, Stele, Pictograms, Initials} }

// String returns the set's name: "traditional", "simplified", "stele", "pictograms" or "initials".
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
