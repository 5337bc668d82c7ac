package gamefile

import "slices"

// Note is something beside the moves of a line, by how many of its moves stand before it.
type Note[T any] struct {
	At   int
	What T
}

// Notes are those of a line in the order of their places, none of which comes twice. They are no map, for a file may
// have half a million lines with one note each.
type Notes[T any] []Note[T]

// Get returns what is at a place, the zero value if nothing is.
func (n Notes[T]) Get(at int) (what T) {
	if i, found := n.find(at); found {
		return n[i].What
	}
	return what
}

// Set puts something at a place, instead of what is there.
func (n *Notes[T]) Set(at int, what T) {
	i, found := n.find(at)
	if found {
		(*n)[i].What = what
		return
	}
	*n = slices.Insert(*n, i, Note[T]{at, what})
}

// drop removes what is behind a place.
func (n *Notes[T]) drop(behind int) {
	if i, _ := n.find(behind + 1); i < len(*n) {
		if *n = (*n)[:i]; i == 0 {
			*n = nil
		}
	}
}

func (n Notes[T]) find(at int) (i int, found bool) {
	if last := len(n) - 1; last < 0 || n[last].At < at { // most come in their order
		return last + 1, false
	}
	return slices.BinarySearchFunc(n, at, func(note Note[T], at int) int { return note.At - at })
}
