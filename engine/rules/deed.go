package rules

import "xiangqibot/engine/board"

// CycleMoveKind is what a move of a repeated stretch was, by the Asian rules.
type CycleMoveKind uint8

// The kinds. A move that does several things is the gravest of them, which is the last here.
const (
	// Idle moves threaten nothing that counts: plain moves, blocks (拦), offers (献), threats of mate (杀), attacks on
	// protected pieces (跟), and attacks that were there before.
	Idle CycleMoveKind = iota
	// Exchanging moves (兑) newly attack a piece of the attacker's own kind that could take it as well.
	Exchanging
	// Chasing moves (捉) newly threaten to take a piece for nothing, or for a piece of less value.
	Chasing
	// Checking moves (将) give check.
	Checking
)

var cycleMoveNames = [...]string{"idle", "exchange", "chase", "check"}

// String returns "idle", "exchange", "chase" or "check".
func (k CycleMoveKind) String() string { return name(cycleMoveNames[:], k) }

// CycleMove is what one move of a repeated stretch did.
type CycleMove struct {
	By   board.Color
	Kind CycleMoveKind
	// Threats holds what the move newly threatens to take: with Chasing the real threats, with Exchanging the mutual
	// attacks.
	Threats []Threat
}

// Threat is an attack of one piece on another. The points are those where the two are after the move.
type Threat struct {
	Attacker, Victim           board.Square
	AttackerPiece, VictimPiece board.Piece

	attacker, victim board.Square // which pieces they are: where they were when the stretch began
	made             bool         // the move made it; otherwise it only freed the attacker from a pin
}
