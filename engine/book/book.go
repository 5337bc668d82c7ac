// Package book holds the opening book and the names of openings.
//
// The book is a few thousand positions with their moves, each with a weight and a score. Transpositions and mirror
// images (left to right) are the same position. [Book.Pick] chooses a move:
//
//	b := book.Standard()
//	if m, ok := b.Pick(&p, rng); ok {
//		// m is legal in p
//	}
//
// # Where it comes from
//
// theory.txt is our own list of main lines of opening theory. Package grow searches every position along them and
// expands other good replies; xiangqi-lab book runs it and writes standard.book, which is embedded in the program.
// docs/formats.md describes the file format of [Read] and [Book.Write], docs/engine.md how this book was made.
//
// # Weights
//
// A move is played with a probability proportional to its weight. Theory moves have a higher weight than others of the
// same score, and better scores a higher weight than worse ones. A move of weight 0 is never played: the book only has
// a reply to it.
//
// # Names
//
// names.txt names some 150 openings in four languages and gives the signatures on the board that identify each.
// [OpeningOf] returns the opening of a game.
package book

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"xiangqibot/engine/board"
	"xiangqibot/engine/jsonfile"
)

// Book is an opening book. It is safe for concurrent use once it is built.
type Book struct {
	positions map[Key][]Move // moves as on the key's board
}

// Move is a book move.
type Move struct {
	Move board.Move `json:"move"`
	// Weight is its relative frequency; 0 for a move that is known but not played.
	Weight int `json:"weight"`
	// Score is the engine's score when the book was made, in centipawns for the side that moves.
	Score int `json:"score"`
}

//go:embed standard.book
var standardBook []byte

// Standard returns the embedded book.
func Standard() *Book { return standard() }

var standard = sync.OnceValue(func() *Book {
	b, err := Read(bytes.NewReader(standardBook))
	if err != nil {
		panic(err) // a test reads the file
	}
	return b
})

// New returns an empty book.
func New() *Book { return &Book{positions: make(map[Key][]Move)} }

// Len is the number of positions in the book, where a position and its mirror image count once.
func (b *Book) Len() int { return len(b.positions) }

// Set sets the moves of a position and of its mirror image. The moves must be legal. In a symmetric position, one of
// two mirrored moves is enough.
func (b *Book) Set(p *board.Position, moves []Move) {
	known := make([]Move, 0, len(moves))
	for _, m := range moves {
		_, m.Move = Canonical(p, m.Move)
		if !slices.ContainsFunc(known, func(k Move) bool { return k.Move == m.Move }) {
			known = append(known, m)
		}
	}
	sortMoves(known)
	b.positions[KeyOf(p)] = known
}

// AllMoves returns all moves of a position, also those of weight 0, ordered by weight and then by score; none if the
// position is not in the book. All are legal. In a symmetric position each move comes with its mirror image, which has
// the same weight.
func (b *Book) AllMoves(p *board.Position) (moves []Move) {
	known := b.positions[KeyOf(p)]
	if len(known) == 0 {
		return nil
	}
	for _, m := range p.LegalMoves(nil) {
		_, normal := Canonical(p, m)
		if i := slices.IndexFunc(known, func(k Move) bool { return k.Move == normal }); i >= 0 {
			moves = append(moves, Move{m, known[i].Weight, known[i].Score})
		}
	}
	sortMoves(moves)
	return moves
}

func sortMoves(moves []Move) {
	slices.SortFunc(moves, func(x, y Move) int {
		return cmp.Or(y.Weight-x.Weight, y.Score-x.Score, cmp.Compare(y.Move, x.Move))
	})
}

// Moves returns the moves that are played in a position, ordered by weight; none if the position is not in the book.
func (b *Book) Moves(p *board.Position) []Move {
	return slices.DeleteFunc(b.AllMoves(p), func(m Move) bool { return m.Weight == 0 })
}

// Pick chooses one of the Moves of a position at random. It reports false if the position is not in the book.
func (b *Book) Pick(p *board.Position, rng *rand.Rand) (board.Move, bool) {
	return PickWeighted(b.Moves(p), rng)
}

// PickWeighted chooses one of the moves with a probability proportional to its weight. It reports false if all weights
// are 0.
func PickWeighted(moves []Move, rng *rand.Rand) (board.Move, bool) {
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	if sum == 0 {
		return board.NoMove, false
	}
	at := rng.IntN(sum)
	for _, m := range moves {
		if at -= m.Weight; at < 0 {
			return m.Move, true
		}
	}
	return board.NoMove, false
}

// page is a position in a file, on the board of its key.
type page struct {
	Position board.Position `json:"position"`
	Moves    []Move         `json:"moves"`
}

// Write writes the book as a list in JSON, compressed with gzip. The same book always gives the same bytes.
func (b *Book) Write(w io.Writer) error {
	var pages []page
	for k, moves := range b.positions {
		pages = append(pages, page{k.Position(), moves})
	}
	slices.SortFunc(pages, func(x, y page) int { return strings.Compare(x.Position.FEN(), y.Position.FEN()) })
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
