package pattern

import (
	"slices"

	"xiangqibot/engine/board"
)

// Motif is a tactical motif: the idea by which a move gains something.
type Motif uint8

// The motifs, the most significant first.
const (
	NoMotif    Motif = iota
	Chouzi           // 抽将: another piece checks, and the one that moved takes
	Zhuoshuang       // 捉双: a fork
	Chuanda          // 串打: a skewer
	Qianzhi          // 牵制: a pin
	Shanji           // 闪击: a line is opened onto a piece
	Xiaochu          // 消除保护: a protector is taken
	Yinli            // 引离: a protector is lured away
	Yinru            // 引入: the king is lured onto a point
	Duse             // 堵塞: a piece is forced onto a flight of its own king
	Lanjie           // 拦截: a protector is cut off
	Tengnuo          // 腾挪: a point or a line is cleared
	Kunzi            // 困子: a piece has nowhere to go
	Jiejiang         // 解将还将: a check is parried with check, a threat of mate with one
	Duncuo           // 顿挫: a check before the expected recapture
	Qizi             // 弃子: a sacrifice
	Duizi            // 兑子: an exchange
)

var motifIDs = [...]string{
	"none", "chouzi", "zhuoshuang", "chuanda", "qianzhi", "shanji", "xiaochu", "yinli", "yinru", "duse", "lanjie",
	"tengnuo", "kunzi", "jiejiang", "duncuo", "qizi", "duizi",
}

// AllMotifs returns the motifs, the most significant first.
func AllMotifs() []Motif { return allOf[Motif](motifIDs[:]) }

// allOf lists the values that have these ids, except the first, which is none.
func allOf[T ~uint8](ids []string) (all []T) {
	for i := range ids[1:] {
		all = append(all, T(i+1))
	}
	return all
}

// String returns the id of the motif, such as "zhuoshuang": its pinyin.
func (m Motif) String() string { return motifIDs[min(int(m), len(motifIDs)-1)] }

// WinsMaterial reports whether the motif is a way to win a piece with the mover's next move.
func (m Motif) WinsMaterial() bool {
	return m >= Chouzi && m <= Duncuo && m != Yinru && m != Duse && m != Jiejiang
}

// IsMotif reports whether an id is that of a motif.
func IsMotif(id string) bool { return slices.Contains(motifIDs[1:], id) }

// Shot is the outcome of a move with the line after it.
type Shot struct {
	// Motifs are the motifs of the move that the line confirms, the most significant first.
	Motifs []Motif
	// Gain is the material that the mover wins by the end of the line, in pawns: a pawn counts 1, across the river 2,
	// an advisor or elephant 2, a horse or cannon 4, a rook 9. It is negative for a loss.
	Gain int
	// Mates reports whether the line ends with the loss of the mover's opponent, by mate or stalemate.
	Mates bool
}

// maxLine is the maximum number of plies of a line.
const maxLine = 24

// ShotAt returns the outcome of the move of a game after so many plies, with the moves that follow it as its line; the
// zero value if the game has no such ply.
func ShotAt(rec *board.Record, ply int) Shot {
	if ply < 0 || ply >= len(rec.Moves) {
		return Shot{}
	}
	l := lineAt(rec, ply)
	s := Shot{Gain: l.gain, Mates: l.mates}
	for m, test := range motifTests {
		if test != nil && test(l) {
			s.Motifs = append(s.Motifs, Motif(m))
		}
	}
	return s
}

// line is a move with what follows it.
type line struct {
	me, them  board.Color
	moves     []board.Move     // the move, the reply, the next move, …
	positions []board.Position // one before each move, and the last
	before    board.Move       // the move before it, NoMove if none
	lost      int              // what that one captured
	gain      int
	mates     bool
}

func lineAt(rec *board.Record, ply int) *line {
	l := &line{moves: rec.Moves[ply:min(len(rec.Moves), ply+maxLine)]}
	for n, p := range rec.Positions() {
		if n == ply-1 {
			l.before, l.lost = rec.Moves[n], Worth(p, rec.Moves[n].To())
		}
		if n >= ply && n <= ply+len(l.moves) {
			l.positions = append(l.positions, *p)
		}
	}
	l.me = l.positions[0].SideToMove()
	l.them = l.me.Opponent()
	for i, m := range l.moves {
		if taken := Worth(&l.positions[i], m.To()); taken > 0 {
			l.addCapture(l.positions[i].SideToMove(), taken)
		}
	}
	last := &l.positions[len(l.moves)]
	l.mates = !last.HasLegalMove() && last.SideToMove() == l.them
	// A line may stop in the middle of an exchange: the side to move recaptures if the last move was a capture.
	if end := len(l.moves) - 1; Worth(&l.positions[end], l.moves[end].To()) > 0 {
		to := l.moves[end].To()
		if back := bestSEE(last, to); back > 0 {
			l.addCapture(last.SideToMove(), back)
		}
	}
	return l
}

// addCapture counts the material that a side gains by a capture.
func (l *line) addCapture(by board.Color, gain int) {
	if by == l.me {
		l.gain += gain
	} else {
		l.gain -= gain
	}
}

// value is the value of a kind in pawns.
func value(k board.Kind, crossed bool) int {
	switch k {
	case board.King:
		return 100
	case board.Rook:
		return 9
	case board.Horse, board.Cannon:
		return 4
	case board.Advisor, board.Elephant:
		return 2
	case board.Pawn:
		if crossed {
			return 2
		}
		return 1
	}
	return 0
}

// Worth is the worth of the piece on a square in pawns, as in [Shot.Gain]; 0 for none.
func Worth(p *board.Position, s board.Square) int {
	piece := p.At(s)
	return value(piece.Kind(), piece != board.NoPiece && s.Crossed(piece.Color()))
}

// bestSEE is the most that the side to move can win by a legal capture on a square, by [seeOf].
func bestSEE(p *board.Position, s board.Square) int {
	most := 0
	for from := range p.AttackersTo(s, p.SideToMove(), p.Occupied()).All() {
		if m := board.NewMove(from, s); p.At(s) != board.NoPiece && p.IsLegal(m) {
			most = max(most, seeOf(p, m))
		}
	}
	return most
}

// seeOf is the static exchange evaluation of a capture in pawns, negative if it loses.
func seeOf(p *board.Position, m board.Move) int {
	return p.SEE(m, func(s board.Square) int { return Worth(p, s) })
}

// passed is the position with the other side to move.
func passed(p *board.Position) *board.Position {
	q := *p
	q.MakeNull()
	return &q
}
