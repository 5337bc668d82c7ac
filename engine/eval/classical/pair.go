package classical

// Pair is a weight twice over: what a thing is worth in centipawns on a full board and on an empty one. Both halves are
// added, subtracted and multiplied by small numbers in one operation; each stays within 16 bits.
type Pair int32

// S makes a pair of the weight on a full board and that on an empty one.
func S(full, empty int) Pair { return Pair(empty<<16 + full) }

func (p Pair) mg() int { return int(int16(p)) }

// The lower half borrows from the upper one when it is negative; adding half a unit gives that back.
func (p Pair) eg() int { return int(int16((p + 0x8000) >> 16)) }

// Split returns the weight on a full board and that on an empty one.
func (p Pair) Split() (full, empty int) { return p.mg(), p.eg() }
