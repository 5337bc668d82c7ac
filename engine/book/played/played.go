// Package played is an opening explorer: it counts the moves people have played in openings, and their results.
//
//	for _, m := range played.Standard().At(&p) {
//		// m.Move was played in m.Games() games; m.Red of them were won by Red
//	}
//	code := played.Standard().ECCO(&record)
//
// Transpositions and mirror images (left to right) are the same position, as in package book. The table holds only
// counts and codes: no names, no games. standard.played, which is embedded in the program, was made from the games of
// the Chinese-Chess Practical Dataset (Tseng and Chen 2026, CC BY 4.0) by xiangqi-lab book played; docs/formats.md
// describes the file.
package played

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/jsonfile"
)

// Result is how a game ended.
type Result uint8

// The results.
const (
	RedWon Result = iota
	Drawn
	BlackWon
	results
)

// Counts are numbers of games, by [Result].
type Counts [results]int

// Games is the number of games.
func (c Counts) Games() int { return c[RedWon] + c[Drawn] + c[BlackWon] }

// Move is a move that people have played, with the results of those games.
type Move struct {
	Move   board.Move `json:"move"`
	Counts `json:"games"`
}

// Table holds the moves that people have played. It is safe for concurrent use once it is built.
type Table struct{ pages map[book.Key]page }

// page is a position on the board of its key, in a table and in its file.
type page struct {
	Position board.Position `json:"position"`
	Code     Code           `json:"code,omitempty"` // of the opening, where most games agree
	Moves    []Move         `json:"moves"`          // the most played first
}

//go:embed standard.played
var standardTable []byte

// Standard returns the embedded table. It is read on first use.
func Standard() *Table { return standard() }

var standard = sync.OnceValue(func() *Table {
	t, err := Read(bytes.NewReader(standardTable))
	if err != nil {
		panic(err) // a test reads the file
	}
	return t
})

// Len is the number of positions.
func (t *Table) Len() int { return len(t.pages) }

// At returns the moves played in p, most played first. In a symmetric position one of two mirrored moves stands for
// both.
func (t *Table) At(p *board.Position) []Move {
	key := book.KeyOf(p)
	known := t.pages[key].Moves
	if len(known) == 0 {
		return nil
	}
	var moves []Move
	symmetric := key.Symmetric()
	for _, m := range p.LegalMoves(nil) {
		_, normal := book.Canonical(p, m)
		i := slices.IndexFunc(known, func(k Move) bool { return k.Move == normal })
		if i >= 0 && (!symmetric || m == normal) {
			moves = append(moves, Move{m, known[i].Counts})
		}
	}
	sortMoves(moves)
	return moves
}

// sortMoves sorts the most played first.
func sortMoves(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Or(b.Games()-a.Games(), int(a.Move)-int(b.Move)) })
}

// Builder counts games.
type Builder struct {
	plies     int
	positions map[book.Key]*tally
}

// tally counts the games of a position.
type tally struct {
	moves map[board.Move]*Counts
	codes map[Code]int
}

// NewBuilder returns a [Builder] that counts the first plies of games.
func NewBuilder(plies int) *Builder { return &Builder{plies, map[book.Key]*tally{}} }

// Add counts a game from the standard start position, and the code of its opening, if it has one. Its moves must
// be legal.
func (b *Builder) Add(moves []board.Move, r Result, code Code) {
	p := board.StartPosition()
	for ply, m := range moves[:min(len(moves), b.plies)] {
		key, normal := book.Canonical(&p, m)
		at := b.positions[key]
		if at == nil {
			at = &tally{map[board.Move]*Counts{}, map[Code]int{}}
			b.positions[key] = at
		}
		if at.moves[normal] == nil {
			at.moves[normal] = new(Counts)
		}
		at.moves[normal][r]++
		if code != "" && ply <= codedPlies {
			at.codes[code]++
		}
		p.Make(m)
	}
}

// Table returns the table of the moves played in at least so many games.
func (b *Builder) Table(games int) *Table {
	t := &Table{map[book.Key]page{}}
	for key, at := range b.positions {
		var kept []Move
		for m, c := range at.moves {
			if c.Games() >= games {
				kept = append(kept, Move{m, *c})
			}
		}
		if len(kept) > 0 {
			sortMoves(kept)
			t.pages[key] = page{key.Position(), agreed(at.codes), kept}
		}
	}
	return t
}

// Write writes the table as a list in JSON, compressed with gzip. The same table always gives the same bytes.
func (t *Table) Write(w io.Writer) error {
	pages := slices.Collect(maps.Values(t.pages))
	slices.SortFunc(pages, func(a, b page) int { return strings.Compare(a.Position.FEN(), b.Position.FEN()) })
	if err := jsonfile.Write(w, pages); err != nil {
		return fmt.Errorf("played: %w", err)
	}
	return nil
}

// Read reads a table that Write wrote.
func Read(r io.Reader) (*Table, error) {
	var pages []page
	if err := jsonfile.Read(r, &pages); err != nil {
		return nil, fmt.Errorf("played: %w", err)
	}
	t := &Table{map[book.Key]page{}}
	for _, p := range pages {
		t.pages[book.KeyOf(&p.Position)] = p
	}
	return t, nil
}
