package gamefile

// budget counts the moves of a game with its variations: together MaxMoves at most.
type budget struct {
	// room is how many of them may stand in variations.
	room int
	// moves are those counted, variations those among them that stand in one.
	moves, variations int
	// exhausted tells that a move found no room.
	exhausted bool
}

// spend counts a move that lies depth variations deep. It tells false where there is no room for it.
func (b *budget) spend(depth int) bool {
	if b.moves == MaxMoves || depth > 0 && b.variations == b.room {
		b.exhausted = true
		return false
	}
	b.moves++
	if depth > 0 {
		b.variations++
	}
	return true
}
