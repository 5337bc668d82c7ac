package rules

import "xiangqibot/engine/board"

// CycleMoveKind classifies a move of a cycle by the [Asian] rules.
type CycleMoveKind uint8

// The kinds, in order of severity. A move that does several things has the most severe kind.
const (
	// Idle moves make no threat that counts: plain moves, blocks (拦), offers (献), threats of mate (杀), attacks on
	// protected pieces (跟), and attacks that existed before.
	Idle CycleMoveKind = iota
	// Exchanging moves (兑) newly attack a piece of the attacker's kind that could also take the attacker.
	Exchanging
	// Chasing moves (捉) newly threaten to win a piece, for nothing or for a piece of less value.
	Chasing
	// Checking moves (将) give check.
	Checking
)

var cycleMoveNames = [...]string{"idle", "exchange", "chase", "check"}

// String returns "idle", "exchange", "chase" or "check".
func (k CycleMoveKind) String() string { return name(cycleMoveNames[:], k) }

// CycleMove is the classification of one move of a cycle.
type CycleMove struct {
	By   board.Color
	Kind CycleMoveKind
	// Threats are the new threats of the move: the real threats if Chasing, the mutual attacks if Exchanging.
	Threats []Threat
}

// Threat is an attack of one piece on another. The points are those after the move.
type Threat struct {
	Attacker, Victim           board.Square
	AttackerPiece, VictimPiece board.Piece

	attacker, victim board.Square // identities of the pieces: their points at the start of the cycle
	created          bool         // the move created the threat; otherwise it only unpinned the attacker
}
