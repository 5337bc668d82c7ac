package board

// Zobrist keys: one random word for each piece on each point and one for the side to move. The key of a position is
// their exclusive or, so that a move changes it by a few operations (A. L. Zobrist, 1970).
var pieceKeys, sideKey = zobristKeys() // sideKey is in the key when Black is to move

// zobristKeys generates the words with SplitMix64 and a fixed seed. Keys are the same in every run and on every
// machine, so they may be stored in books and tables.
func zobristKeys() (pieces [16][Squares]uint64, side uint64) {
	state := uint64(0x5879_616E_6771_6921)
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for p := range pieces {
		for s := range pieces[p] {
			pieces[p][s] = next()
		}
	}
	return pieces, next()
}

// partPawns is the part that both sides' pawns belong to. All other pieces belong to that of their color.
const partPawns = 2

// partOf is the part that a piece belongs to.
var partOf = func() (t [16]uint8) {
	for c := Red; c <= Black; c++ {
		for k := King; k <= Pawn; k++ {
			t[MakePiece(c, k)] = uint8(c)
		}
		t[MakePiece(c, Pawn)] = partPawns
	}
	return t
}()
