package endgame

import (
	"fmt"
	"strings"

	"xiangqibot/engine/board"
)

// Material is what is on the board, wherever it is. The side with attackers comes first and is Red in tables; with
// colors swapped it is the same ending. Materials are compared with ==.
type Material struct{ count [2][8]uint8 }

// maxAttackers is how many attacking pieces the strong side may have.
const maxAttackers = 2

// maxCount is how many pieces of a kind a side can have, 0 of what is no piece.
var maxCount = [8]uint8{board.King: 1, board.Advisor: 2, board.Elephant: 2, board.Horse: 2, board.Rook: 2, board.Cannon: 2, board.Pawn: 5}

// pieceOrder is how a material is written: the king, the attackers, the guards.
var pieceOrder = [...]board.Kind{board.King, board.Rook, board.Horse, board.Cannon, board.Pawn, board.Advisor, board.Elephant}

// attackers are the kinds that cross the river. Of two different ones in a table the earlier one is the first, which
// compresses best.
var attackers = [...]board.Kind{board.Horse, board.Rook, board.Cannon, board.Pawn}

// ParseMaterial reads the pieces of both sides in FEN letters, the strong side first: "KRA-KAABB". The order within a
// side does not matter.
func ParseMaterial(text string) (Material, error) {
	var m Material
	err := fmt.Errorf("endgame: material %q: want a side with one or two attackers, - and one with none, as in KR-KAA", text)
	strong, weak, _ := strings.Cut(strings.ToUpper(text), "-")
	for side, letters := range []string{strong, weak} {
		for _, letter := range letters {
			kind := board.Kind(max(strings.IndexRune(".KABNRCP", letter), 0))
			if m.count[side][kind]++; m.count[side][kind] > maxCount[kind] {
				return m, err
			}
		}
	}
	if m.count[0][board.King]+m.count[1][board.King] != 2 || m.attackers(1) > 0 || m.attackers(0) < 1 || m.attackers(0) > maxAttackers {
		return m, err
	}
	return m, nil
}

// with returns the material with other attackers; y may be NoKind.
func (m Material) with(x, y board.Kind) Material {
	for _, k := range attackers {
		m.count[0][k] = 0
	}
	m.count[0][x]++
	if y != board.NoKind {
		m.count[0][y]++
	}
	return m
}

// strongSide writes the pieces of the strong side.
func (m Material) strongSide() string {
	text, _, _ := strings.Cut(m.String(), "-")
	return text
}

// String writes the material as [ParseMaterial] reads it.
func (m Material) String() string {
	var b strings.Builder
	for side := range m.count {
		if side == 1 {
			b.WriteByte('-')
		}
		for _, k := range pieceOrder {
			letter := board.MakePiece(board.Red, k).Letter()
			b.WriteString(strings.Repeat(string(letter), int(m.count[side][k])))
		}
	}
	return b.String()
}

// attackers counts the rooks, horses, cannons and pawns of a side.
func (m Material) attackers(side int) int {
	c := &m.count[side]
	return int(c[board.Rook] + c[board.Horse] + c[board.Cannon] + c[board.Pawn])
}

// attack returns the kinds of the strong side's attackers, NoKind for those that are missing.
func (m Material) attack() (x, y board.Kind) {
	for _, k := range attackers {
		for range m.count[0][k] {
			if x == board.NoKind {
				x = k
			} else {
				y = k
			}
		}
	}
	return x, y
}

// materialOf returns the material of a position. swapped reports that the strong side is Black.
func materialOf(p *board.Position) (m Material, swapped bool) {
	for _, c := range []board.Color{board.Red, board.Black} {
		for k := board.King; k <= board.Pawn; k++ {
			m.count[c][k] = uint8(p.Pieces(c, k).Count())
		}
	}
	if m.attackers(0) == 0 && m.attackers(1) > 0 {
		m.count[0], m.count[1] = m.count[1], m.count[0]
		return m, true
	}
	return m, false
}
