package pattern

import (
	"fmt"
	"slices"

	"xiangqibot/engine/board"
)

// Motif is the idea by which a move gains something.
type Motif uint8

// The motifs, in the order in which they are worth being named.
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

// AllMotifs lists the motifs in the order in which they are worth being named.
func AllMotifs() []Motif {
	all := make([]Motif, 0, len(motifIDs)-1)
	for m := NoMotif + 1; int(m) < len(motifIDs); m++ {
		all = append(all, m)
	}
	return all
}

// String returns the id of the motif, such as "zhuoshuang": its pinyin.
func (m Motif) String() string { return motifIDs[min(int(m), len(motifIDs)-1)] }

// MarshalText writes the id.
func (m Motif) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads an id. An unknown one is an error.
func (m *Motif) UnmarshalText(id []byte) error {
	i := slices.Index(motifIDs[:], string(id))
	if i < 0 {
		return fmt.Errorf("pattern: there is no motif %q, only %v", id, AllMotifs())
	}
	*m = Motif(i)
	return nil
}

// Shot is what a move and the line after it come to.
type Shot struct {
	// Motifs are the ideas behind the move, the most telling first; none is named that the line does not bear out.
	Motifs []Motif
	// Gain is the material that the mover is ahead by at the end of the line more than before, in pawns: a pawn counts 1,
	// beyond the river 2, an advisor or elephant 2, a horse or cannon 4, a rook 9. It is negative for a loss.
	Gain int
	// Victim is the dearest piece that the mover takes in the line, NoPiece if there is none.
	Victim board.Piece
	// Mates reports whether the line ends with the loss of the mover's opponent, by mate or stalemate.
	Mates bool
}

// maxLine is how many plies of a line are looked at.
const maxLine = 24

// ShotAt looks at the move of a game that was made after so many plies, with the moves that follow it as its line. A
// ply that the game does not have gives the zero value.
func ShotAt(rec *board.Record, ply int) Shot {
	if ply < 0 || ply >= len(rec.Moves) {
		return Shot{}
	}
	l := lineAt(rec, ply)
	s := Shot{Gain: l.gain, Victim: l.victim, Mates: l.mates}
	for m, shown := range shows {
		if shown != nil && shown(l) {
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
	before    board.Move       // what was played before the move, NoMove if nothing
	lost      int              // what it took
	gain      int
	victim    board.Piece
	mates     bool
}

func lineAt(rec *board.Record, ply int) *line {
	l := &line{moves: rec.Moves[ply:min(len(rec.Moves), ply+maxLine)]}
	for n, p := range rec.Positions() {
		if n == ply-1 {
			l.before, l.lost = rec.Moves[n], worth(p, rec.Moves[n].To())
		}
		if n >= ply && n <= ply+len(l.moves) {
			l.positions = append(l.positions, *p)
		}
	}
	l.me = l.positions[0].SideToMove()
	l.them = l.me.Opponent()
	for i, m := range l.moves {
		taken := worth(&l.positions[i], m.To())
		if i%2 != 0 {
			taken = -taken
		} else if taken > 0 && (l.victim == board.NoPiece || taken > value(l.victim.Kind(), true)) {
			l.victim = l.positions[i].At(m.To())
		}
		l.gain += taken
	}
	last := &l.positions[len(l.moves)]
	l.mates = !last.HasLegalMove() && last.SideToMove() == l.them
	// A line may stop in the middle of an exchange: whoever is to move takes back where the last move has taken.
	if end := len(l.moves) - 1; worth(&l.positions[end], l.moves[end].To()) > 0 {
		back := profit(last, l.moves[end].To())
		if last.SideToMove() == l.them {
			back = -back
		}
		l.gain += back
	}
	return l
}

// value is the worth of a kind in pawns.
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

// worth is the value of the piece on a point, 0 if there is none.
func worth(p *board.Position, s board.Square) int {
	piece := p.At(s)
	return value(piece.Kind(), piece != board.NoPiece && s.Crossed(piece.Color()))
}

// profit is the most that the side to move can win by taking on a point, when both sides take back there, the cheapest
// piece first, for as long as it pays. The first capture must be legal; pins are not seen after it.
func profit(p *board.Position, s board.Square) int {
	most := 0
	for from := range squares(p.AttackersTo(s, p.SideToMove(), p.Occupied())) {
		if p.At(s) != board.NoPiece && p.IsLegal(board.NewMove(from, s)) {
			most = max(most, profitOf(p, from, s))
		}
	}
	return most
}

// profitOf is what the capture from a point brings, which may be a loss.
func profitOf(p *board.Position, from, to board.Square) int {
	by := p.At(from).Color()
	occ := p.Occupied().AndNot(board.SquareBit(from)).Or(board.SquareBit(to))
	return worth(p, to) - takeBack(p, to, worth(p, from), by.Opponent(), occ)
}

// takeBack is the most that a side can win by taking a piece of that value on s, when only occ is left.
func takeBack(p *board.Position, s board.Square, stake int, by board.Color, occ board.Bitboard) int {
	cheapest, cost := board.NoSquare, 0
	for a := range squares(p.AttackersTo(s, by, occ).And(occ)) {
		if v := worth(p, a); cheapest == board.NoSquare || v < cost {
			cheapest, cost = a, v
		}
	}
	if cheapest == board.NoSquare {
		return 0
	}
	return max(0, stake-takeBack(p, s, cost, by.Opponent(), occ.AndNot(board.SquareBit(cheapest))))
}

// passed is the position with the other side to move.
func passed(p *board.Position) *board.Position {
	q := *p
	q.MakeNull()
	return &q
}
