package gamefile

import (
	"strconv"
	"strings"
	"unicode"

	"xiangqibot/engine/board"
)

// diagram is a position as the blocks SETUP and DIAG of a WXF file may hold it: a list of pieces with their points, as
// in "Ke0 Ra4 ke9 BLACK", or ten drawn ranks of nine characters.
type diagram struct {
	board.Setup
	black bool // the pieces that follow are Black's, whatever their case
	sided bool // a heading such as "Red:" says whose they are
	mover bool // a word says who is to move
}

// diagramOf reads a block and tells whether it says who is to move. It is not ok where a word is not known: what it
// means cannot be left to chance.
func diagramOf(text string) (setup board.Setup, mover, ok bool) {
	if placement, ok := drawnPlacement(text); ok {
		return board.Setup{Placement: placement, MoveNumber: 1}, false, true
	}
	d := diagram{Setup: board.Setup{MoveNumber: 1}}
	pieces := 0
	words := strings.FieldsFunc(strings.ReplaceAll(text, ":", ": "), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;()[]", r)
	})
	for i := 0; i < len(words); i++ {
		switch word := strings.ToUpper(words[i]); {
		case word == "RED:" || word == "BLACK:" || word == "WHITE:":
			d.sided, d.black = true, word == "BLACK:"
		case word == "RED" || word == "WHITE":
			d.SideToMove, d.mover = board.Red, true
		case word == "BLACK":
			d.SideToMove, d.mover = board.Black, true
		case word == "MOVE" && i+1 < len(words):
			i++
			n, err := strconv.Atoi(words[i])
			if err != nil || n < 1 {
				return d.Setup, d.mover, false
			}
			d.MoveNumber = n
		case d.put(words[i]):
			pieces++
		default:
			return d.Setup, d.mover, false
		}
	}
	return d.Setup, d.mover, pieces > 1 // two kings at the least
}

// put puts a piece on its point: Ra4. It tells false where the word is neither, or the point is taken.
func (d *diagram) put(word string) bool {
	if len(word) != len("Ra4") {
		return false
	}
	kind, ok := wxfKind(word[0])
	file, rank := int(word[1]|0x20)-'a', int(word[2])-'0'
	if !ok || file < 0 || file >= board.Files || rank < 0 || rank >= board.Ranks {
		return false
	}
	side := board.Red
	if d.sided && d.black || !d.sided && unicode.IsLower(rune(word[0])) {
		side = board.Black
	}
	at := board.SquareAt(file, rank)
	if d.Placement[at] != board.NoPiece {
		return false
	}
	d.Placement[at] = board.MakePiece(side, kind)
	return true
}

// wxfKind reads a letter of a piece in either case, those that older programs use included.
func wxfKind(letter byte) (board.Kind, bool) {
	i := strings.IndexByte("KAGEBMHNRCP", letter&^0x20)
	if i < 0 {
		return 0, false
	}
	return [...]board.Kind{
		board.King, board.Advisor, board.Advisor, board.Elephant, board.Elephant, board.Elephant, board.Horse, board.Horse,
		board.Rook, board.Cannon, board.Pawn,
	}[i], true
}

// drawnPlacement reads ten lines of nine points, Black's back rank first: letters are pieces, Black's in lower case, and
// signs are points without one. Blanks may be between them.
func drawnPlacement(text string) (placement board.Placement, ok bool) {
	rank := board.Ranks
	for line := range strings.Lines(text) {
		points := strings.Join(strings.Fields(line), "")
		if points == "" {
			continue
		}
		if rank--; rank < 0 || len(points) != board.Files {
			return placement, false
		}
		for file := range board.Files {
			switch c := points[file]; {
			case strings.IndexByte(".+-*_0", c) >= 0:
			default:
				kind, isPiece := wxfKind(c)
				if !isPiece || !unicode.IsLetter(rune(c)) {
					return placement, false
				}
				side := board.Red
				if unicode.IsLower(rune(c)) {
					side = board.Black
				}
				placement[board.SquareAt(file, rank)] = board.MakePiece(side, kind)
			}
		}
	}
	return placement, rank == 0
}
