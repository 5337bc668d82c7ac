package board

import "fmt"

// Setup is the content of a FEN. It need not be legal.
type Setup struct {
	Placement  Placement
	SideToMove Color
	// CaptureClock counts the plies since the last capture.
	CaptureClock int
	// MoveNumber is the number of the full move, counted from 1; it increases after Black's move.
	MoveNumber int
}

// maxCounter bounds both counters of a setup: more than any game under the rules can reach.
const maxCounter = 9999

// initialCounts are the numbers of pieces of each kind that a side starts with.
var initialCounts = [8]int{King: 1, Advisor: 2, Elephant: 2, Horse: 2, Rook: 2, Cannon: 2, Pawn: 5}

// ReachableSquares returns the points that a piece can ever be on. [NewPosition] refuses it on all others.
func ReachableSquares(p Piece) Bitboard { return reachableSquares[p] }

var reachableSquares = func() (t [16]Bitboard) {
	for _, c := range [...]Color{Red, Black} {
		for _, k := range [...]Kind{Horse, Rook, Cannon} {
			t[MakePiece(c, k)] = AllSquares()
		}
		t[MakePiece(c, King)] = palaces[c]
		var advisors, elephants, pawns Bitboard
		for i := range Squares {
			s := Square(i)
			own := s.SeenBy(c)
			f, r := own.File(), own.Rank()
			if palaces[Red].Has(own) && (f+r)%2 == 1 {
				advisors = advisors.Or(SquareBit(s))
			}
			switch {
			case r == 0 && (f == 2 || f == 6), r == 4 && (f == 2 || f == 6), r == 2 && (f == 0 || f == 4 || f == 8):
				elephants = elephants.Or(SquareBit(s))
			}
			if r >= 5 || r >= 3 && f%2 == 0 {
				pawns = pawns.Or(SquareBit(s))
			}
		}
		t[MakePiece(c, Advisor)], t[MakePiece(c, Elephant)], t[MakePiece(c, Pawn)] = advisors, elephants, pawns
	}
	return t
}()

// SetupFault is what makes a setup illegal.
type SetupFault uint8

// The faults of a setup.
const (
	NoPieceOfTheGame SetupFault = iota // a number that stands for no piece
	OutOfReach                         // a piece on a point that it can never reach
	TooMany                            // more pieces of a kind than a side starts with
	SharedFile                         // two pawns of a side on one file before the river
	NoKing                             // a side without a king
	KingsFace                          // the kings see each other
	KingCapturable                     // the king of the side that has moved is in check
	CounterRange                       // the plies since the last capture or the move number
)

// SetupError says why a setup is illegal.
type SetupError struct {
	Fault SetupFault
	// Square is the point of the offending piece, NoSquare if the problem is not at one point.
	Square Square
	// Piece is the offending piece, NoPiece if there is none. Of a missing king it is that king.
	Piece Piece
	// Problem says what is wrong and what was expected.
	Problem string
}

func (e *SetupError) Error() string {
	if e.Square == NoSquare {
		return e.Problem
	}
	return e.Square.String() + ": " + e.Problem
}

// NewPosition checks that the setup is legal and returns the position. The error is a *[SetupError].
//
// It refuses: a side without exactly one king; more pieces of a kind than a side starts with; a piece where it could
// never come (king or advisor off its palace points, elephant off its seven points, a pawn behind its start or, before
// the river, off its file or with a second one on it); kings that face each other; a side that has just moved and
// is in check; counters out of range.
func NewPosition(s Setup) (Position, error) {
	if err := checkPlacement(&s.Placement); err != nil {
		return Position{}, err
	}
	for _, c := range [...]struct {
		name          string
		value, lowest int
	}{{"plies since the last capture", s.CaptureClock, 0}, {"move number", s.MoveNumber, 1}} {
		if c.value < c.lowest || c.value > maxCounter {
			return Position{}, &SetupError{CounterRange, NoSquare, NoPiece, fmt.Sprintf("%s is %d, want %d..%d", c.name, c.value, c.lowest, maxCounter)}
		}
	}
	p := Position{
		squares: s.Placement, side: s.SideToMove,
		captureClock: uint16(s.CaptureClock), moveNumber: uint16(s.MoveNumber),
	}
	if s.SideToMove == Black {
		p.hash = sideKey
	}
	for i, piece := range s.Placement {
		if piece != NoPiece {
			bit := squareBits[i]
			p.pieces[piece] = p.pieces[piece].Or(bit)
			p.colors[piece.Color()] = p.colors[piece.Color()].Or(bit)
			p.hash ^= pieceKeys[piece][i]
			p.parts[partOf[piece]] ^= pieceKeys[piece][i]
			if piece.Kind() == King {
				p.kings[piece.Color()] = Square(i)
			}
		}
	}
	red, black := p.kings[Red], p.kings[Black]
	if squareFiles[red] == squareFiles[black] && between[red][black].And(p.Occupied()).Empty() {
		return Position{}, &SetupError{
			KingsFace, NoSquare, NoPiece, "the kings face each other on an open file; a piece has to be between them",
		}
	}
	if waiting := p.side.Opponent(); p.attacked(p.kings[waiting], p.side) {
		return Position{}, &SetupError{
			KingCapturable, p.kings[waiting], MakePiece(waiting, King),
			fmt.Sprintf("the %s king could be taken: %s is to move; the side that has moved must not be in check", waiting, p.side),
		}
	}
	return p, nil
}

// Setup returns what the FEN of the position would say.
func (p *Position) Setup() Setup {
	return Setup{Placement: p.squares, SideToMove: p.side, CaptureClock: int(p.captureClock), MoveNumber: int(p.moveNumber)}
}

func checkPlacement(placement *Placement) error {
	var count [16]int
	var waiting [2]Bitboard // pawns before the river
	for i, piece := range placement {
		s := Square(i)
		if piece == NoPiece {
			continue
		}
		kind, color := piece.Kind(), piece.Color()
		if kind == NoKind || piece > MakePiece(Black, Pawn) {
			return &SetupError{NoPieceOfTheGame, s, NoPiece, fmt.Sprintf("%d is not a piece", piece)}
		}
		if !reachableSquares[piece].Has(s) {
			return &SetupError{OutOfReach, s, piece, fmt.Sprintf("a %s %s can never be here", color, kind)}
		}
		if count[piece]++; count[piece] > initialCounts[kind] {
			return &SetupError{TooMany, s, piece, fmt.Sprintf("one %s %s too many, a side has at most %d", color, kind, initialCounts[kind])}
		}
		if kind == Pawn && !s.Crossed(color) {
			if !waiting[color].And(lines[s]).And(fromFileRow(s.File(), 1<<Ranks-1)).Empty() {
				return &SetupError{SharedFile, s, piece, fmt.Sprintf("a second %s pawn on this file before the river, there is one at most", color)}
			}
			waiting[color] = waiting[color].Or(squareBits[s])
		}
	}
	for _, c := range [...]Color{Red, Black} {
		if count[MakePiece(c, King)] == 0 {
			return &SetupError{NoKing, NoSquare, MakePiece(c, King), fmt.Sprintf("no %s king, each side has one in its palace", c)}
		}
	}
	return nil
}
