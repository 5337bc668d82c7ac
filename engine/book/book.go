// Package book is the opening book, and knows the names of openings.
//
// The book is a few thousand positions with the moves that are played there, each with a weight and a score. A position
// reached by another order of moves, or mirrored left to right, is the same position. [Book.Pick] plays:
//
//	b := book.Standard()
//	if m, ok := b.Pick(&p, dice); ok {
//		// m is legal in p; other dice may give another one
//	}
//
// # Where it comes from
//
// theory.txt is our own list of main lines of opening theory. Package grow lets the engine search every position along
// them and follow the answers beside them; xiangqi-lab book runs it and writes standard.book, which is part of the
// program. docs/formats.md describes the file, docs/engine.md how this one was made. [Read] and [Book.Write]
// are the file, [Parse] and [Book.Export] the same as text that people can read and change.
//
// # What a move weighs
//
// Where several moves are known, each is played as often as it weighs. Moves of theory weigh more than others of the
// same score, and a better score weighs more than a worse one. A move of weight 0 is never played: it is an answer to
// which the book has a reply.
//
// # Names
//
// names.txt names some 150 openings in four languages and says by what signs on the board each is known. [OpeningOf]
// returns the opening of a game.
package book

import (
	"bytes"
	"cmp"
	_ "embed"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"xiangqibot/engine/board"
)

// Book says what to play in known positions. It is safe for concurrent use once it is made.
type Book struct {
	positions map[Key][]Move
}

// Move is a book move.
type Move struct {
	Move board.Move
	// Weight is how often it is played beside the others, 1 to [MaxWeight]; 0 for an answer that is known and not played.
	Weight int
	// Score is what the engine thought of it when the book was made, in centipawns for the side that moves.
	Score int
}

// Limits of what a book holds.
const (
	MaxWeight = 1 << 20
	MaxScore  = 30000
)

//go:embed standard.book
var standardBook []byte

// Standard returns the book that is part of the program.
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

// Set says what is known in a position, and so in its mirror image. The moves must be legal, and so must their weights
// and scores. In a position that is its own mirror image, one of two mirrored moves is enough.
func (b *Book) Set(p *board.Position, moves []Move) {
	k, f := keyOf(p)
	b.set(k, f, moves)
}

// set is Set for a position whose key and face are known.
func (b *Book) set(k Key, f face, moves []Move) {
	known := make([]Move, 0, len(moves))
	for _, m := range moves {
		m.Move = f.normal(m.Move)
		if !slices.ContainsFunc(known, func(k Move) bool { return k.Move == m.Move }) {
			known = append(known, m)
		}
	}
	b.positions[k] = known
}

// Known returns all that is known in a position, the weightiest moves first and of equals the better one; none if the
// position is not in the book. In a position that is its own mirror image each move comes with its mirror image, which
// weighs as much.
func (b *Book) Known(p *board.Position) []Move {
	k, f := keyOf(p)
	moves := f.here(b.positions[k])
	if f == symmetric {
		for _, m := range moves {
			if image := Mirror(m.Move); image != m.Move {
				moves = append(moves, Move{image, m.Weight, m.Score})
			}
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

// Moves returns the moves that are played in a position, the weightiest first, none if the position is not in the book.
// All are legal.
func (b *Book) Moves(p *board.Position) []Move {
	return slices.DeleteFunc(b.Known(p), func(m Move) bool { return m.Weight == 0 || !p.IsLegal(m.Move) })
}

// Pick draws one of the moves that are played in the position. It reports false if the position is not in the book.
func (b *Book) Pick(p *board.Position, dice *rand.Rand) (board.Move, bool) {
	return Draw(b.Moves(p), dice)
}

// Draw draws one of the moves, each with the chance of its weight. It reports false if there is none.
func Draw(moves []Move, dice *rand.Rand) (board.Move, bool) {
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	if sum == 0 {
		return board.NoMove, false
	}
	at := dice.IntN(sum)
	for _, m := range moves {
		if at -= m.Weight; at < 0 {
			return m.Move, true
		}
	}
	return board.NoMove, false
}

// A Page is a position of the book.
type Page struct {
	Path     []board.Move // moves that lead there from the start
	Position board.Position
	Moves    []Move // as Known returns them, but of two mirrored ones in a position that is its own mirror image only one
}

// Pages visits every position that can be reached from the start position by moves of the book, once and by a shortest
// way: those of few plies before those of many.
func (b *Book) Pages() iter.Seq[Page] {
	return func(yield func(Page) bool) {
		reached := make(map[Key]bool)
		var queue []Page
		reach := func(path []board.Move, p board.Position) {
			k, f := keyOf(&p)
			if known, ok := b.positions[k]; ok && !reached[k] {
				reached[k] = true
				moves := f.here(known)
				sortMoves(moves)
				queue = append(queue, Page{path, p, moves})
			}
		}
		reach(nil, board.StartPosition())
		for len(queue) > 0 {
			page := queue[0]
			queue = queue[1:]
			if !yield(page) {
				return
			}
			for _, m := range page.Moves {
				p := page.Position
				p.Make(m.Move)
				reach(append(slices.Clip(page.Path), m.Move), p)
			}
		}
	}
}
