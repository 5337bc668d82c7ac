package pattern

import (
	"slices"

	"xiangqibot/engine/board"
)

// Motif is a tactical motif, the idea by which a move gains something: its pinyin, such as "zhuoshuang".
type Motif string

const (
	// NoMotif is no motif.
	NoMotif Motif = ""
	// Qizi is 弃子, a sacrifice.
	Qizi Motif = "qizi"
	// Duizi is 兑子, an exchange.
	Duizi Motif = "duizi"
)

// AllMotifs returns the motifs, the most significant first.
func AllMotifs() []Motif {
	var all []Motif
	for _, m := range motifs {
		all = append(all, m.motif)
	}
	return all
}

// IsMotif reports whether an id is that of a motif.
func IsMotif(id string) bool { return slices.Contains(AllMotifs(), Motif(id)) }

// WinsMaterial reports whether the motif is a way to win a piece with the mover's next move.
func (m Motif) WinsMaterial() bool {
	i := slices.Index(AllMotifs(), m)
	return i >= 0 && motifs[i].wins
}

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
	for _, m := range motifs {
		if m.is(l) {
			s.Motifs = append(s.Motifs, m.motif)
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

// bestSEE is the most that the side to move can win by a legal capture on a square, by [SEE].
func bestSEE(p *board.Position, s board.Square) int {
	most := 0
	for from := range p.AttackersTo(s, p.SideToMove(), p.Occupied()).All() {
		if m := board.NewMove(from, s); p.At(s) != board.NoPiece && p.IsLegal(m) {
			most = max(most, SEE(p, m))
		}
	}
	return most
}

// SEE is the static exchange evaluation of a move by [Worth]: in pawns, negative if it loses.
func SEE(p *board.Position, m board.Move) int {
	return p.SEE(m, func(s board.Square) int { return Worth(p, s) })
}

// passed is the position with the other side to move.
func passed(p *board.Position) *board.Position {
	q := *p
	q.MakeNull()
	return &q
}
