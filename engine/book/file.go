package book

import (
	"fmt"
	"io"

	"xiangqibot/engine/board"
	"xiangqibot/engine/jsonfile"
)

// page is a position in a file.
type page struct {
	Position board.Position `json:"position"`
	Moves    []Move         `json:"moves"`
}

// Write writes the positions that can be reached from the start by book moves, as a list in JSON, compressed with gzip.
// The same book always gives the same bytes.
func (b *Book) Write(w io.Writer) error {
	var pages []page
	for e := range b.Entries() {
		pages = append(pages, page{e.Position, e.Moves})
	}
	if err := jsonfile.Write(w, pages); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}

// Read reads a book that Write wrote.
func Read(r io.Reader) (*Book, error) {
	var pages []page
	if err := jsonfile.Read(r, &pages); err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	b := New()
	for i := range pages {
		b.Set(&pages[i].Position, pages[i].Moves)
	}
	return b, nil
}
