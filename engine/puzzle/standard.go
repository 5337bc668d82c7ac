package puzzle

import (
	_ "embed"
	"slices"
	"sync"
)

//go:embed standard.puzzles
var standardFile []byte

// Set is an immutable collection of puzzles, indexed by ID.
type Set struct {
	list []*Puzzle
	byID map[string]*Puzzle
}

// NewSet makes a set of puzzles.
func NewSet(list []Puzzle) *Set {
	s := &Set{byID: make(map[string]*Puzzle, len(list))}
	for i := range list {
		p := &list[i]
		p.id = p.ID()
		s.list = append(s.list, p)
		s.byID[p.id] = p
	}
	return s
}

// Standard returns the embedded set.
func Standard() *Set { return standard() }

var standard = sync.OnceValue(func() *Set {
	list, err := Read(standardFile)
	if err != nil {
		panic(err) // a test reads the file
	}
	return NewSet(list)
})

// Find returns the puzzle with the given ID, false if there is none.
func (s *Set) Find(id string) (*Puzzle, bool) {
	p, ok := s.byID[id]
	return p, ok
}

// All returns the puzzles in the order of the file. The caller must not modify them.
func (s *Set) All() []*Puzzle { return slices.Clone(s.list) }
