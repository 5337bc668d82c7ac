package gamefile

import "slices"

// budget counts moves while a file is read, so that none takes more room than twice what is kept.
type budget struct{ moves, game int }

// spend counts a move that lies depth variations deep. It tells false where there is no room for it.
func (b *budget) spend(depth int) bool {
	if b.moves == 2*MaxMoves || depth == 0 && b.game == MaxPlies {
		return false
	}
	b.moves++
	if depth == 0 {
		b.game++
	}
	return true
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
					v.cut(room)
					left += all - v.total()
				}
				room -= len(v.Moves)
				kept++ // those kept stand before those left out
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
