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
type Table struct {
	positions map[book.Key][]Move // moves as on the key's board, the most played first
	codes     map[book.Key]Code   // of the openings of positions, where most games agree
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
func (t *Table) Len() int { return len(t.positions) }

// At returns the moves played in p, most played first. In a symmetric position one of two mirrored moves stands for
// both.
func (t *Table) At(p *board.Position) []Move {
	key := book.KeyOf(p)
	known := t.positions[key]
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
	positions map[book.Key]map[board.Move]*Counts
	codes     map[book.Key]map[Code]int
}

// NewBuilder returns a [Builder] that counts the first plies of games.
func NewBuilder(plies int) *Builder {
	return &Builder{plies, map[book.Key]map[board.Move]*Counts{}, map[book.Key]map[Code]int{}}
}

// Add counts a game from the standard start position, and the code of its opening, if it has one. Its moves must
// be legal.
func (b *Builder) Add(moves []board.Move, r Result, code Code) {
	p := board.StartPosition()
	for ply, m := range moves[:min(len(moves), b.plies)] {
		key, normal := book.Canonical(&p, m)
		at := b.positions[key]
		if at == nil {
			at = map[board.Move]*Counts{}
			b.positions[key] = at
		}
		if at[normal] == nil {
			at[normal] = new(Counts)
		}
		at[normal][r]++
		if code != "" && ply <= codedPlies {
			if b.codes[key] == nil {
				b.codes[key] = map[Code]int{}
			}
			b.codes[key][code]++
		}
		p.Make(m)
	}
}

// Table returns the table of the moves played in at least so many games.
func (b *Builder) Table(games int) *Table {
	t := &Table{map[book.Key][]Move{}, map[book.Key]Code{}}
	for key, moves := range b.positions {
		var kept []Move
		for m, c := range moves {
			if c.Games() >= games {
				kept = append(kept, Move{m, *c})
			}
		}
		if len(kept) > 0 {
			sortMoves(kept)
			t.positions[key] = kept
			if code := agreed(b.codes[key]); code != "" {
				t.codes[key] = code
			}
		}
	}
	return t
}

// page is a position in a file, in the orientation of its key.
type page struct {
	Position board.Position `json:"position"`
	Code     Code           `json:"code,omitempty"`
	Moves    []Move         `json:"moves"`
}

// Write writes the table as a list in JSON, compressed with gzip. The same table always gives the same bytes.
func (t *Table) Write(w io.Writer) error {
	var pages []page
	for key, moves := range t.positions {
		pages = append(pages, page{key.Position(), t.codes[key], moves})
	}
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
	t := &Table{map[book.Key][]Move{}, map[book.Key]Code{}}
	for i := range pages {
		p := &pages[i]
		key := book.KeyOf(&p.Position)
		t.positions[key] = p.Moves
		if p.Code != "" {
			t.codes[key] = p.Code
		}
	}
	return t, nil
}
