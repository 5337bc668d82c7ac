package rules

// Code is a set of rules by which a game is judged. Codes are plain values: take one and change what a server or a
// tournament wants different.
type Code struct {
	// Name identifies the code where games are stored.
	Name string
	// NaturalLimit is the number of counted plies without a capture that draws the game; 0 means no limit.
	NaturalLimit int
	// TenChecks keeps a side from running to the limit by checks: of its checks since the last capture only the first ten
	// count, and neither do the replies to the others.
	TenChecks bool
	// Repetitions is how often a position must stand before the moves between are judged, at least 2; 0 means never.
	Repetitions int
	// BareMaterial draws the game when neither side has a rook, horse, cannon or pawn.
	BareMaterial bool
}

// Asian returns the code that Asian and World championships and the strongest engines use, as far as checks decide: sixty
// rounds without a capture and third repetition. Chases are not judged: a position repeated by chasing is a draw.
func Asian() Code {
	return Code{Name: "asian", NaturalLimit: 120, TenChecks: true, Repetitions: 3, BareMaterial: true}
}
