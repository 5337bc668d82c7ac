package render

import (
	"fmt"
	"image"
	"strings"

	"xiangqibot/engine/board"
)

// Pieces is a set of pieces: what is painted on the discs. A set is stored and typed by its name; see ParsePieces.
type Pieces uint8

const (
	// Traditional is the set of most boards, 帥仕相傌俥炮兵 against 將士象馬車砲卒: the default.
	Traditional Pieces = iota
	// Simplified is 帅仕相马车炮兵 against 将士象马车炮卒.
	Simplified
	// Stele is the traditional set in a second hand: the heavy brush of the steles of Wei (魏碑).
	Stele
	// Pictograms are for those who read no Chinese: crown, official's hat, elephant, horse, tower, cannon and pawn, the
	// same for both sides.
	Pictograms
	// Initials are those of the notations in English, K A E H R C P, the same for both sides.
	Initials
	pieceSets // how many there are
)

var piecesNames = [pieceSets]string{"traditional", "simplified", "stele", "pictograms", "initials"}

// AllPieces returns all sets, the default first.
func AllPieces() []Pieces { return []Pieces{Traditional, Simplified, Stele, Pictograms, Initials} }

// String returns the set's name in small letters: "traditional", "simplified", "stele", "pictograms" or
// "initials".
func (s Pieces) String() string {
	if s < pieceSets {
		return piecesNames[s]
	}
	return fmt.Sprintf("Pieces(%d)", uint8(s))
}

// ParsePieces finds a set by its name, in any case. The empty name is the default.
func ParsePieces(name string) (Pieces, error) {
	if name == "" {
		return Traditional, nil
	}
	for i, n := range piecesNames {
		if strings.EqualFold(n, name) {
			return Pieces(i), nil
		}
	}
	return Traditional, fmt.Errorf("render: there is no set of pieces %q: use one of %v", name, AllPieces())
}

// written holds the signs of the sets that are written, in the order of board.Kind from King to Pawn.
var written = [pieceSets][2][]rune{
	Traditional: {[]rune("帥仕相傌俥炮兵"), []rune("將士象馬車砲卒")},
	Simplified:  {[]rune("帅仕相马车炮兵"), []rune("将士象马车炮卒")},
	Stele:       {[]rune("帥仕相傌俥炮兵"), []rune("將士象馬車砲卒")},
	Initials:    {[]rune("KAEHRCP"), []rune("KAEHRCP")},
}

// sign is what the set shows for a piece on a disc of a radius: a mask with the sign's middle at (mid, mid).
func (s Pieces) sign(f *fonts, p board.Piece, radius, mid float64) *image.Alpha {
	switch s {
	case Pictograms:
		return pictograms[p.Kind()].mask(radius, mid)
	case Initials:
		return f.heavy(latin, written[s][p.Color()][p.Kind()-board.King], radius*1.42, 0.02, radius*signReach, mid)
	case Stele:
		return f.heavy(stele, written[s][p.Color()][p.Kind()-board.King], radius*1.62, 0.012, radius*signReach, mid)
	default:
		return f.heavy(kai, written[s][p.Color()][p.Kind()-board.King], radius*1.62, 0.028, radius*signReach, mid)
	}
}

// signReach is how far the ink of a written sign may reach, as a share of the disc's radius: the ends of its strokes
// touch the rim, which has their color.
const signReach = 0.92
