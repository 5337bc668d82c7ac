package classical

// Pair is a weight with two values in centipawns: one for a full board and one for an empty board. Both are added,
// subtracted and multiplied by small numbers in one operation; each stays within 16 bits.
type Pair int32

// S returns the pair of a weight on a full board and on an empty one.
func S(full, empty int) Pair { return Pair(empty<<16 + full) }

// mg returns the value on a full board, as in the middlegame.
func (p Pair) mg() int { return int(int16(p)) }

// eg returns the value on an empty board, as in the endgame. A negative lower half borrows from the upper one; adding
// half a unit compensates for that.
func (p Pair) eg() int { return int(int16((p + 0x8000) >> 16)) }

// Split returns the weight on a full board and that on an empty one.
func (p Pair) Split() (full, empty int) { return p.mg(), p.eg() }
