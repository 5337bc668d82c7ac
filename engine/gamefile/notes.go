package gamefile

import "slices"

// Note is an annotation in a line, after the first At moves.
type Note[T any] struct {
	At    int
	Value T
}

// Notes are the annotations of a line, sorted by At, which is unique. They are not a map because a file can have half a
// million lines with one note each.
type Notes[T any] []Note[T]

// Get returns the value at a place, the zero value if there is none.
func (n Notes[T]) Get(at int) (what T) {
	if i, found := n.find(at); found {
		return n[i].Value
	}
	return what
}

// Set sets or replaces the value at a place.
func (n *Notes[T]) Set(at int, what T) {
	i, found := n.find(at)
	if found {
		(*n)[i].Value = what
		return
	}
	*n = slices.Insert(*n, i, Note[T]{at, what})
}

// drop removes the notes after a place.
func (n *Notes[T]) drop(behind int) {
	if i, _ := n.find(behind + 1); i < len(*n) {
		if *n = (*n)[:i]; i == 0 {
			*n = nil
		}
	}
}

func (n Notes[T]) find(at int) (i int, found bool) {
	if last := len(n) - 1; last < 0 || n[last].At < at { // most are added in order
		return last + 1, false
	}
	return slices.BinarySearchFunc(n, at, func(note Note[T], at int) int { return note.At - at })
}
