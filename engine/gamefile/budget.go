package gamefile

// Budget counts the moves of a game and those of its variations while a file is read.
type Budget [2]int

// Spend counts a move that lies depth variations deep. It returns false where there is no room for it. The game itself
// has room of its own, however many variations come before its end.
func (b *Budget) Spend(depth int) bool {
	room := Budget{MaxPlies, MaxMoves - MaxPlies}
	i := min(depth, 1)
	if b[i] == room[i] {
		return false
	}
	b[i]++
	return true
}
