package board

// Phase is a part of a game.
type Phase uint8

// The phases. [Position.Phase] says which one a position is in.
const (
	Opening Phase = iota
	Middlegame
	Endgame
)

var phaseNames = [...]string{"opening", "middle", "ending"}

// String returns "opening", "middle" or "ending".
func (p Phase) String() string { return phaseNames[min(int(p), len(phaseNames)-1)] }

const (
	openingMoves  = 10
	endgamePieces = 3
)

// Phase returns the phase of the game: an endgame if each side has at most three rooks, horses and cannons, else an
// opening in the first ten moves.
func (p *Position) Phase() Phase {
	endgame := true
	for _, c := range [...]Color{Red, Black} {
		endgame = endgame && p.Pieces(c, Rook).Or(p.Pieces(c, Horse)).Or(p.Pieces(c, Cannon)).Count() <= endgamePieces
	}
	switch {
	case endgame:
		return Endgame
	case p.MoveNumber() <= openingMoves:
		return Opening
	}
	return Middlegame
}
