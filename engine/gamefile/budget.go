package gamefile

import "slices"

// Budget counts moves while a file is read, by how many variations deep they lie. A move is dropped at once where those
// that go before it, of its own depth and of smaller ones, take all the room: they can only become more. What is kept
// for the time being, until prune has seen all, takes at most twice the room.
type Budget struct {
	kept    [MaxDepth + 1]int
	Total   int
	Dropped int // moves of variations for which there was no room
}

// Spend counts a move that lies depth variations deep. It returns false where there is no room for it. The game itself
// has its own, however many variations come before its end.
func (b *Budget) Spend(depth int) bool {
	before := 0
	for _, n := range b.kept[:depth+1] {
		before += n
	}
	if depth == 0 && before >= MaxPlies || depth > 0 && (before >= MaxMoves || b.Total >= 2*MaxMoves) {
		return false
	}
	b.kept[depth]++
	b.Total++
	return true
}

// Report notes in the fault of a file how many moves found no room.
func (b *Budget) Report(fault *Error) {
	if fault != nil {
		fault.DroppedMoves = b.Dropped
	}
}

// prune keeps the moves of a line and as many of its variations as there is room for, those that leave it first, then
// those that leave these, and returns how many moves are left out.
func (l *Line) prune(room int) (left int) {
	room -= len(l.Moves)
	for level := []*Line{l}; len(level) > 0; {
		var next []*Line
		for _, around := range level {
			kept := 0
			for i := range around.Variations {
				v := &around.Variations[i]
				if room <= 0 {
					left += v.total()
					continue
				}
				if len(v.Moves) > room {
					all := v.total()
					v.Truncate(room)
					left += all - v.total()
				}
				room -= len(v.Moves)
				kept++ // those kept are before those left out
			}
			if around.Variations = slices.Clip(around.Variations[:kept]); kept == 0 {
				around.Variations = nil
			}
			for i := range around.Variations {
				next = append(next, &around.Variations[i].Line)
			}
		}
		level = next
	}
	return left
}

// total counts the moves of a line and of all its variations.
func (l *Line) total() int {
	n := len(l.Moves)
	for i := range l.Variations {
		n += l.Variations[i].total()
	}
	return n
}

// Truncate drops all that is after the first n moves.
func (l *Line) Truncate(n int) {
	n = min(n, len(l.Moves))
	if l.Moves = l.Moves[:n]; n == 0 {
		l.Moves = nil
	}
	l.Comments.drop(n)
	l.NAGs.drop(n)
	l.Variations = slices.DeleteFunc(l.Variations, func(v Variation) bool { return v.Ply >= n })
}
