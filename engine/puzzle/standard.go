package puzzle

import (
	_ "embed"
	"slices"
	"sync"
)

//go:embed standard.puzzles
var standardFile []byte

// Set is an immutable collection of puzzles, indexed by ID.
type Set struct{ read func() *contents }

// contents are the puzzles of a set.
type contents struct {
	list []*Puzzle
	byID map[string]*Puzzle
}

// NewSet makes a set of puzzles.
func NewSet(list []Puzzle) *Set {
	c := index(list)
	return &Set{func() *contents { return c }}
}

func index(list []Puzzle) *contents {
	c := &contents{byID: make(map[string]*Puzzle, len(list))}
	for i := range list {
		p := &list[i]
		p.id = p.ID()
		c.list = append(c.list, p)
		c.byID[p.id] = p
	}
	return c
}

// Standard returns the embedded set. It is read when the first puzzle is asked for: a start of the bot does not wait
// for that.
func Standard() *Set { return standard }

var standard = &Set{sync.OnceValue(func() *contents {
	list, err := Read(standardFile)
	if err != nil {
		panic(err) // a test reads the file
	}
	return index(list)
})}

// Find returns the puzzle with the given ID, false if there is none.
func (s *Set) Find(id string) (*Puzzle, bool) {
	p, ok := s.read().byID[id]
	return p, ok
}

// All returns the puzzles in the order of the file. The caller must not modify them.
func (s *Set) All() []*Puzzle { return slices.Clone(s.read().list) }
