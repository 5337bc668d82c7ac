package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// This file writes points and moves in the notation of a viewer, and names pieces by their points.

// coordinates reports whether the viewer's notation names points by their coordinates and nothing else.
func (r Viewer) coordinates() bool { return r.Style.Family() == notation.Coordinates }

// letters reports whether the viewer finds a point by letters. Readers of Chinese and Vietnamese notation do not:
// nothing that they read has any.
func (r Viewer) letters() bool { return r.coordinates() || r.Style == notation.WXF }

// Edge is how the viewer's notation names the points around the board.
func (r Viewer) Edge() render.Coordinates {
	switch family := r.Style.Family(); {
	case family == notation.Coordinates && r.Style.FirstRank() == 1:
		return render.LettersFromOne
	case family == notation.Coordinates:
		return render.Letters
	case family == notation.Letters:
		return render.Digits
	}
	return render.Numerals
}

// Square names a point by its coordinates: the ranks from 0, or from 1 for those who count them so.
func (r Viewer) Square(s board.Square) string {
	if first := r.Style.FirstRank(); first != 0 {
		return fmt.Sprintf("%c%d", 'a'+s.File(), s.Rank()+first)
	}
	return s.String()
}

// file writes the number of a file as c counts it: with Chinese numerals for Red where the edge of the board has them.
func (r Viewer) file(s board.Square, c board.Color) string {
	n := s.File() + 1
	if c == board.Red {
		n = board.Files - s.File()
	}
	if c == board.Red && r.Edge() == render.Numerals {
		return string([]rune("一二三四五六七八九")[n-1])
	}
	return fmt.Sprint(n)
}

// Point names a point for a viewer who sees the board: by its coordinates where the viewer knows the letters, otherwise
// by its file alone, as c counts it from their own right.
func (r Viewer) Point(s board.Square, c board.Color) string {
	if r.letters() {
		return r.Exactly(s, c)
	}
	return r.Say("at.file", words.Vars{"File": r.file(s, c)})
}

// Exactly names a point so that it is found without seeing the board: by its coordinates, and for readers of a notation
// that counts files by its file too.
func (r Viewer) Exactly(s board.Square, c board.Color) string {
	if r.coordinates() {
		return r.Square(s)
	}
	return r.Say("at.point", words.Vars{"Square": r.Square(s), "File": r.file(s, c)})
}

// NamePoints names several points by one of these ways, each name once.
func NamePoints(way func(board.Square, board.Color) string, squares []board.Square, c board.Color) []string {
	var names []string
	for _, s := range squares {
		if name := way(s, c); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// lineUp lists points as players of a side count them: the files from their own right, on each file the front point
// first.
func lineUp(b board.Bitboard, c board.Color) []board.Square {
	return slices.SortedFunc(b.All(), func(a, b board.Square) int {
		if c == board.Red {
			return cmp.Or(b.File()-a.File(), b.Rank()-a.Rank())
		}
		return cmp.Or(a.File()-b.File(), a.Rank()-b.Rank())
	})
}

// PieceOn names a piece as a menu does: "cannon b2" or "炮 八路", and of two on a file "前炮八路".
func (r Viewer) PieceOn(p *board.Position, s board.Square) string {
	piece := p.At(s)
	name := PieceName(r.Words, piece, 1)
	if r.coordinates() {
		return r.Say("menu.piece-at", words.Vars{"Piece": name, "Square": r.Square(s)})
	}
	alike := slices.DeleteFunc(lineUp(p.Pieces(piece.Color(), piece.Kind()), piece.Color()), func(other board.Square) bool {
		return other.File() != s.File()
	})
	if len(alike) > 1 {
		name = r.inTandem(name, slices.Index(alike, s), len(alike))
	}
	name = r.Say("menu.piece-on-file", words.Vars{"Piece": name, "File": r.file(s, piece.Color())})
	if r.letters() {
		name += " · " + r.Square(s)
	}
	return name
}

// inTandem names the nth of several pieces on a file, counted from 0 at the front.
func (r Viewer) inTandem(name string, n, of int) string {
	vars := words.Vars{"Piece": name, "Number": n + 1}
	switch {
	case n == 0:
		return r.Say("at.front", vars)
	case n == of-1:
		return r.Say("at.rear", vars)
	case of == 3:
		return r.Say("at.middle", vars)
	}
	return r.Say("at.nth", vars)
}

// leftOrRight says of one of two like pieces whether it is the left or the right one in a picture; it is empty for
// others.
func (r Viewer) leftOrRight(p *board.Position, s board.Square, flipped bool) string {
	piece := p.At(s)
	alike := lineUp(p.Pieces(piece.Color(), piece.Kind()), piece.Color())
	if len(alike) != 2 {
		return ""
	}
	for _, other := range alike {
		switch {
		case other.File() == s.File():
		case (s.File() < other.File()) != flipped:
			return r.Say("menu.left-one")
		default:
			return r.Say("menu.right-one")
		}
	}
	return ""
}

// MoveText formats a legal move in p in the viewer's notation.
func MoveText(p *board.Position, m board.Move, r Viewer) string {
	return notation.Format(p, m, r.Style)
}

// MoveTexts formats each move of a line that begins in p.
func MoveTexts(p board.Position, line []board.Move, r Viewer) (texts []string) {
	for _, m := range line {
		texts = append(texts, MoveText(&p, m, r))
		p.Make(m)
	}
	return texts
}

// MoveTextBoth writes a move in the viewer's notation and, for readers of WXF, in coordinates too.
func MoveTextBoth(p *board.Position, m board.Move, r Viewer) string {
	if !r.letters() {
		return MoveText(p, m, r)
	}
	return moveExactly(p, m, r)
}

// moveExactly writes a move so that it is followed without seeing the board: in the viewer's notation and in
// coordinates. Their ranks count from 0, as they do in the rest of such a message.
func moveExactly(p *board.Position, m board.Move, r Viewer) string {
	text := MoveText(p, m, r)
	if !r.coordinates() {
		text += " (" + notation.Format(p, m, notation.UCI) + ")"
	}
	return text
}

// MoveNumber is what is written before a move: "12. ", and before one of Black's "12… ".
func MoveNumber(p *board.Position) string {
	if p.SideToMove() == board.Black {
		return strconv.Itoa(p.MoveNumber()) + "… "
	}
	return strconv.Itoa(p.MoveNumber()) + ". "
}

// ReviewLine is how many moves of a line are shown.
const ReviewLine = 5

// MovesText writes the first moves of a line in the viewer's notation.
func MovesText(p *board.Position, line []board.Move, r Viewer) string {
	return FirstMoves(p, line, ReviewLine, r)
}

// FirstMoves writes at most so many moves of a line.
func FirstMoves(p *board.Position, line []board.Move, most int, r Viewer) string {
	at := *p
	var moves []string
	for i, m := range line {
		if i == most {
			moves = append(moves, "…")
			break
		}
		text := MoveText(&at, m, r)
		if i == 0 || at.SideToMove() == board.Red {
			text = MoveNumber(&at) + text
		}
		moves = append(moves, Escaped(text))
		at.Make(m)
	}
	return strings.Join(moves, " ")
}
