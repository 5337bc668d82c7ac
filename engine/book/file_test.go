package book_test

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/testcases"
)

func bytesOf(t rapid.TB, b *book.Book) []byte {
	var buffer bytes.Buffer
	if err := b.Write(&buffer); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

// drawn is a book of the positions along some games.
func drawn(t *rapid.T) *book.Book {
	b := book.New()
	for range rapid.IntRange(0, 4).Draw(t, "games") {
		p := board.StartPosition()
		for _, m := range testcases.Playout(t, board.StartPosition(), 12).Moves {
			moves := b.AllMoves(&p)
			if !slices.ContainsFunc(moves, func(known book.Move) bool { return known.Move == m }) {
				moves = append(moves, move(t, m))
			}
			b.Set(&p, moves)
			p.Make(m)
		}
	}
	return b
}

func move(t *rapid.T, m board.Move) book.Move {
	return book.Move{
		Move: m, Weight: rapid.IntRange(0, 1000).Draw(t, "weight"), Score: rapid.IntRange(-1000, 1000).Draw(t, "score"),
	}
}

// A book is read from its file as it was written, and the same book always gives the same file.
func TestFileRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawn(t)
		file := bytesOf(t, b)
		read, err := book.Read(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if read.Len() != b.Len() || !bytes.Equal(bytesOf(t, read), file) {
			t.Fatalf("%d positions come back as %d", b.Len(), read.Len())
		}
	})
}
