package puzzle

import (
	_ "embed"
	"slices"
	"sync"
)

//go:embed standard.puzzles
var standardFile []byte

// Set is a collection of puzzles that can be found by their names. It does not change.
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

// Standard is the set that is part of the program.
func Standard() *Set { return standard() }

var standard = sync.OnceValue(func() *Set {
	list, err := Read(standardFile)
	if err != nil {
		panic(err) // a test reads the file
	}
	return NewSet(list)
})

// Find is the puzzle of that name; false where there is none.
func (s *Set) Find(id string) (*Puzzle, bool) {
	p, ok := s.byID[id]
	return p, ok
}

// All lists the puzzles in the order of the file. The caller changes none.
func (s *Set) All() []*Puzzle { return slices.Clone(s.list) }
