package board

// Placement is pieces on any points, indexed by [Square]. It need not be legal.
type Placement [Squares]Piece

// Position is a legal position. [NewPosition] and [ParseFEN] create one, and Make keeps it legal as long as the moves
// are. It is a plain value: assignment copies it, and == compares everything, including the counters. The zero value is
// not valid.
type Position struct {
	pieces       [16]Bitboard // by Piece
	colors       [2]Bitboard
	hash         uint64
	parts        [3]uint64 // Zobrist keys of the parts, see partOf
	squares      Placement
	kings        [2]Square
	side         Color
	captureClock uint16
	moveNumber   uint16
}

// SideToMove returns whose turn it is.
func (p *Position) SideToMove() Color { return p.side }

// At returns the piece on s, [NoPiece] if the point is empty. s must be on the board.
func (p *Position) At(s Square) Piece { return p.squares[s] }

// King returns where the king of c is.
func (p *Position) King(c Color) Square { return p.kings[c] }

// Pieces returns where the pieces of one kind and side are.
func (p *Position) Pieces(c Color, k Kind) Bitboard { return p.pieces[MakePiece(c, k)] }

// ByColor returns where all pieces of a side are.
func (p *Position) ByColor(c Color) Bitboard { return p.colors[c] }

// Occupied returns where any piece is.
func (p *Position) Occupied() Bitboard { return p.colors[Red].Or(p.colors[Black]) }

// Placement returns the pieces alone.
func (p *Position) Placement() Placement { return p.squares }

// Hash returns the Zobrist key of the placement and the side to move. Except for collisions, equal keys mean the same
// position for the repetition rule: the counters are not part of the key.
func (p *Position) Hash() uint64 { return p.hash }

// PawnKey returns the Zobrist key of all pawns alone.
func (p *Position) PawnKey() uint64 { return p.parts[partPawns] }

// NonPawnKey returns the Zobrist key of all pieces of c except its pawns.
func (p *Position) NonPawnKey(c Color) uint64 { return p.parts[c] }

// CaptureClock returns the number of plies since the last capture.
func (p *Position) CaptureClock() int { return int(p.captureClock) }

// MoveNumber returns the number of the full move, counted from 1.
func (p *Position) MoveNumber() int { return int(p.moveNumber) }

// Undo is the state that a move destroys and Unmake needs.
type Undo struct {
	// Captured is the piece that the move took, NoPiece if none.
	Captured Piece
	hash     uint64
	clock    uint16
}

// Make plays a move. The move must be pseudo-legal; if it leaves the mover's king in check, only Unmake may follow.
func (p *Position) Make(m Move) Undo {
	from, to := m.From(), m.To()
	piece, captured := p.squares[from], p.squares[to]
	undo := Undo{captured, p.hash, p.captureClock}
	us := p.side

	both := squareBits[from].Xor(squareBits[to])
	p.pieces[piece] = p.pieces[piece].Xor(both)
	p.colors[us] = p.colors[us].Xor(both)
	change := pieceKeys[piece][from] ^ pieceKeys[piece][to]
	p.parts[partOf[piece]] ^= change
	hash := p.hash ^ change ^ sideKey
	p.captureClock++
	if captured != NoPiece {
		target := squareBits[to]
		p.pieces[captured] = p.pieces[captured].Xor(target)
		p.colors[us^1] = p.colors[us^1].Xor(target)
		p.parts[partOf[captured]] ^= pieceKeys[captured][to]
		hash ^= pieceKeys[captured][to]
		p.captureClock = 0
	}
	p.hash = hash
	p.squares[from], p.squares[to] = NoPiece, piece
	if piece.Kind() == King {
		p.kings[us] = to
	}
	p.moveNumber += uint16(us)
	p.side = us ^ 1
	return undo
}

// Unmake takes back m, the last move played by Make, which returned u.
func (p *Position) Unmake(m Move, u Undo) {
	from, to := m.From(), m.To()
	us := p.side ^ 1
	piece := p.squares[to]

	both := squareBits[from].Xor(squareBits[to])
	p.pieces[piece] = p.pieces[piece].Xor(both)
	p.colors[us] = p.colors[us].Xor(both)
	p.parts[partOf[piece]] ^= pieceKeys[piece][from] ^ pieceKeys[piece][to]
	if u.Captured != NoPiece {
		target := squareBits[to]
		p.pieces[u.Captured] = p.pieces[u.Captured].Xor(target)
		p.colors[us^1] = p.colors[us^1].Xor(target)
		p.parts[partOf[u.Captured]] ^= pieceKeys[u.Captured][to]
	}
	p.squares[from], p.squares[to] = piece, u.Captured
	if piece.Kind() == King {
		p.kings[us] = from
	}
	p.hash, p.captureClock = u.hash, u.clock
	p.moveNumber -= uint16(us)
	p.side = us
}

// MakeNull makes a null move: it passes the turn, which only a search may do. The side to move must not be in check.
func (p *Position) MakeNull() Undo {
	undo := Undo{NoPiece, p.hash, p.captureClock}
	p.hash ^= sideKey
	p.captureClock++
	p.moveNumber += uint16(p.side)
	p.side ^= 1
	return undo
}

// UnmakeNull takes back MakeNull.
func (p *Position) UnmakeNull(u Undo) {
	p.side ^= 1
	p.moveNumber -= uint16(p.side)
	p.hash, p.captureClock = u.hash, u.clock
}
