package notation

import (
	"slices"

	"xiangqibot/engine/board"
)

// Complete returns the legal moves that a text can still become while it is being typed, in any notation that Parse reads:
// 炮 gives every cannon move, 炮2 and C2 those of the second file (and C2 also the moves from that point), 前 those of front
// pieces. An empty text gives all legal moves, a text that begins no legal move gives none.
//
// The moves come in the order in which a list for people is easiest to scan: by the piece that moves, strongest
// first and from the mover's right, then by where it goes.
func Complete(p *board.Position, typed string) []board.Move {
	var s script
	if len(typed) > MaxText || s.normalize(typed) != "" {
		return nil
	}
	moves := p.LegalMoves(nil)
	side := p.SideToMove()
	var lineups [board.Pawn + 1]lineup
	for k := board.King; k <= board.Pawn; k++ {
		lineups[k] = muster(p, side, k)
	}
	moves = slices.DeleteFunc(moves, func(m board.Move) bool {
		k := p.At(m.From()).Kind()
		return !lineups[k].begins(s.runes(), k, m)
	})
	slices.SortStableFunc(moves, func(a, b board.Move) int {
		ka, kb := p.At(a.From()).Kind(), p.At(b.From()).Kind()
		if ka != kb {
			return scanOrder[ka] - scanOrder[kb]
		}
		if a.From() != b.From() {
			return lineups[ka].position(a.From()) - lineups[ka].position(b.From())
		}
		return int(a.To()) - int(b.To())
	})
	return moves
}

// scanOrder puts the pieces that move most first.
var scanOrder = [...]int{board.Rook: 1, board.Cannon: 2, board.Horse: 3, board.Pawn: 4, board.Elephant: 5, board.Advisor: 6, board.King: 7}

// position returns where in the line-up the piece on s stands.
func (l *lineup) position(s board.Square) int { return slices.Index(l.squares[:l.n], s) }

var (
	kindRunes      = [...]rune{board.King: '帅', board.Advisor: '仕', board.Elephant: '相', board.Horse: '马', board.Rook: '车', board.Cannon: '炮', board.Pawn: '兵'}
	directionRunes = [...]rune{forward: '进', back: '退', sideways: '平'}
	placeRunes     = [...]rune{front: '前', middle: '中', rear: '后'}
)

// begins tells whether some spelling of the move begins with what was typed.
func (l *lineup) begins(typed []rune, k board.Kind, m board.Move) bool {
	from, to := m.From(), m.To()
	a, b := rune('A'+from.File()), rune('A'+to.File())
	x, y := numeral(from.Rank()), numeral(to.Rank())
	if isPrefix(typed, a, x, b, y) || isPrefix(typed, a, x, '-', b, y) {
		return true
	}
	dir, number := way(l.color, k, m)
	d, n := directionRunes[dir], numeral(number)
	name := kindRunes[k]
	fileNo := fileNumber(l.color, from)
	file := numeral(fileNo)
	if isPrefix(typed, name, file, d, n) {
		return true
	}
	alike := l.on[fileNo]
	if alike < 2 {
		return false
	}
	onFile, inAll := l.ranks(from)
	if onFile == 1 || onFile == alike || alike == 3 {
		q := placeRunes[placeAmong(onFile, alike)]
		if isPrefix(typed, q, name, d, n) || isPrefix(typed, name, q, d, n) {
			return true
		}
		if k == board.Pawn && (isPrefix(typed, q, file, d, n) || isPrefix(typed, q, name, file, d, n)) {
			return true
		}
	}
	if k != board.Pawn {
		return false
	}
	return isPrefix(typed, numeral(inAll), name, d, n) || isPrefix(typed, name, rune('A'+inAll-1), d, n) ||
		isPrefix(typed, numeral(onFile), file, d, n) || isPrefix(typed, numeral(onFile), name, file, d, n)
}

func numeral(n int) rune { return '0' + rune(n) }

// isPrefix compares what was typed with the beginning of a spelling, in which pieces, directions and places are
// Chinese. Typed letters and signs match the characters they stand for.
func isPrefix(typed []rune, spelling ...rune) bool {
	if len(typed) > len(spelling) {
		return false
	}
	for i, t := range typed {
		want := spelling[i]
		if t == want {
			continue
		}
		if want < 0x80 ||
			(kindOf(want) == 0 || kindOf(want) != kindOf(t)) &&
				(placeOf(want) == 0 || placeOf(want) != placeOf(t)) &&
				(directionOf(want) == 0 || directionOf(want) != directionOf(t)) {
			return false
		}
	}
	return true
}
