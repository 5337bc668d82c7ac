package book_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/testcases"
)

func bytesOf(t rapid.TB, b *book.Book) []byte {
	var buffer bytes.Buffer
	if err := b.Write(&buffer); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

// textOf writes a book as [parse] reads it: a line for each position, with the moves that lead to it.
func textOf(b *book.Book) string {
	var text strings.Builder
	for page := range b.Entries() {
		for _, m := range page.Path {
			fmt.Fprint(&text, m, " ")
		}
		text.WriteString(":")
		for _, m := range page.Moves {
			fmt.Fprintf(&text, " %s/%d/%d", m.Move, m.Weight, m.Score)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// parse makes a book of a text.
func parse(t rapid.TB, text string) *book.Book {
	b := book.New()
	for line := range strings.Lines(text) {
		way, known, _ := strings.Cut(line, ":")
		p := board.StartPosition()
		for word := range strings.FieldsSeq(way) {
			m, err := board.ParseMove(word)
			if err != nil || !p.IsLegal(m) {
				t.Fatalf("%s: %s, %v", line, word, err)
			}
			p.Make(m)
		}
		var moves []book.Move
		for word := range strings.FieldsSeq(known) {
			name, numbers, _ := strings.Cut(word, "/")
			m, err := board.ParseMove(name)
			of := book.Move{Move: m}
			if _, scanErr := fmt.Sscanf(numbers, "%d/%d", &of.Weight, &of.Score); err != nil || scanErr != nil {
				t.Fatalf("%s: %s, %v, %v", line, word, err, scanErr)
			}
			moves = append(moves, of)
		}
		b.Set(&p, moves)
	}
	return b
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
		Move: m, Weight: rapid.IntRange(0, book.MaxWeight).Draw(t, "weight"), Score: rapid.IntRange(-book.MaxScore, book.MaxScore).Draw(t, "score"),
	}
}

// A book is read from its file as it was written, and the same book always gives the same file.
func TestFileRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawn(t)
		file, text := bytesOf(t, b), textOf(b)
		read, err := book.Read(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, again := range []*book.Book{read, parse(t, text)} {
			if again.Len() != b.Len() || textOf(again) != text || !bytes.Equal(bytesOf(t, again), file) {
				t.Fatalf("%d positions:\n%s\ncome back as %d:\n%s", b.Len(), text, again.Len(), textOf(again))
			}
		}
	})
}

const small = ": h2e2/300/50 c3c4/100/-2\nh2e2: h9g7/1/0 h7e7/2/1\nh2e2 h7e7: h0g2/3/10\n"

// Any damage to a file is noticed, and the error says so.
func TestDamageIsNoticed(t *testing.T) {
	b := parse(t, small)
	file := bytesOf(t, b)
	refused := func(what string, data []byte) {
		t.Helper()
		if _, err := book.Read(bytes.NewReader(data)); !errors.Is(err, checkedfile.ErrDamaged) {
			t.Errorf("%s: %v, want damage", what, err)
		}
	}
	for n := range file {
		refused("cut off", file[:n])
		changed := bytes.Clone(file)
		changed[n] ^= 0x10
		refused("a changed byte", changed)
	}
	refused("a byte too many", append(bytes.Clone(file), 0))
}

// What a checksum does not detect is noticed too: a file is not believed because it is whole.
func TestUnsoundFilesAreRefused(t *testing.T) {
	const startMove = "\x19\x0b" // h2e2: 25 + 128 × 22
	for what, c := range map[string]struct{ body, want string }{
		"no moves":               {"\x01\x00", "0 moves"},
		"cut off":                {"\x01\x01", "cut off"},
		"not legal":              {"\x01\x01\x99\x28\x01\x00", "not legal"},
		"twice":                  {"\x01\x02" + startMove + "\x01\x00" + startMove + "\x01\x00", "twice"},
		"its mirror image":       {"\x01\x02" + startMove + "\x01\x00" + "\x13\x0b\x01\x00", "twice"},
		"weight":                 {"\x01\x01" + startMove + "\xff\xff\xff\xff\x07\x00", "beyond 1048576"},
		"score":                  {"\x01\x01" + startMove + "\x01\xff\xff\xff\x07", "beyond ±30000"},
		"more positions":         {"\x02\x01" + startMove + "\x01\x00", "only 1 can be reached"},
		"fewer positions":        {"\x01\x01\x19\x8b\x01\x00", "1 more can be reached"},
		"what comes after":       {"\x01\x01" + startMove + "\x01\x00\x00", "1 bytes are left"},
		"a great many positions": {"\xff\xff\xff\xff\x07\x01" + startMove + "\x01\x00", "can be reached"},
	} {
		_, err := book.Read(strings.NewReader(sealed(c.body)))
		if !errors.Is(err, checkedfile.ErrDamaged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
}

// sealed makes a file of what is between its head and its checksum.
func sealed(body string) string {
	file := []byte("XQBOOK\x01" + body)
	return string(binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file)))
}

// FuzzRead reads arbitrary files with a right checksum: what is read is valid, and round-trips.
func FuzzRead(f *testing.F) {
	b := parse(f, small)
	file := bytesOf(f, b)
	f.Add(string(file[len("XQBOOK\x01") : len(file)-crc32.Size]))
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, body string) {
		b, err := book.Read(strings.NewReader(sealed(body)))
		if err != nil {
			return
		}
		for page := range b.Entries() {
			if len(b.Moves(&page.Position)) > len(page.Position.LegalMoves(nil)) {
				t.Errorf("%s: %v", page.Position.FEN(), page.Moves)
			}
		}
		again, err := book.Read(bytes.NewReader(bytesOf(t, b)))
		if err != nil || textOf(again) != textOf(b) {
			t.Errorf("it does not come back: %v\n%s", err, textOf(b))
		}
	})
}
