package played

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/jsonfile"
)

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
