package book

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/checkedfile"
)

// magic begins every file: the name of the format and its version.
const magic = "XQBOOK\x01"

// Limits of a file, far beyond any book.
const (
	maxFile  = 16 << 20 // bytes
	maxMoves = 128      // of a position; there are never more legal ones
)

// newPositionFlag marks a move in a file that leads to a position not reached by an earlier move.
const newPositionFlag = 1 << 15

// Write writes the positions that can be reached from the start by book moves, in the format of docs/formats.md. The
// same book always gives the same bytes.
func (b *Book) Write(w io.Writer) error {
	var body []byte
	positions := 0
	start := board.StartPosition()
	reached := map[Key]bool{KeyOf(&start): true}
	for page := range b.Entries() {
		positions++
		body = binary.AppendUvarint(body, uint64(len(page.Moves)))
		for _, m := range page.Moves {
			p := page.Position
			p.Make(m.Move)
			mark, k := uint16(0), KeyOf(&p)
			if _, known := b.positions[k]; known && !reached[k] {
				reached[k] = true
				mark = newPositionFlag
			}
			body = binary.LittleEndian.AppendUint16(body, uint16(m.Move)|mark)
			body = binary.AppendUvarint(body, uint64(m.Weight))
			body = binary.AppendVarint(body, int64(m.Score))
		}
	}
	file := append(binary.AppendUvarint([]byte(magic), uint64(positions)), body...)
	if _, err := w.Write(checkedfile.Seal(file)); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}

// Read reads a book that Write wrote. It checks everything, including that every move is legal in its position. The
// errors for invalid files wrap [checkedfile.ErrDamaged].
func Read(r io.Reader) (*Book, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	body, err := checkedfile.Open(file, magic, maxFile)
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	l := loader{Reader: checkedfile.NewReader(body, len(magic)), book: New(), queued: make(map[Key]bool)}
	l.load()
	if err := l.End(); err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	return l.book, nil
}

// loader parses a file.
type loader struct {
	*checkedfile.Reader
	book   *Book
	queue  []board.Position // reached and not yet read
	queued map[Key]bool
}

func (l *loader) load() {
	positions := l.Uvarint(1 << 31)
	l.reach(board.StartPosition())
	for n := 0; n < positions && l.Err() == nil; n++ {
		if len(l.queue) == 0 {
			l.Fail("%d positions are announced and only %d can be reached", positions, n)
			return
		}
		p := l.queue[0]
		l.queue = l.queue[1:]
		l.readEntry(&p)
	}
	if positions > 0 && len(l.queue) > 0 {
		l.Fail("%d positions are announced and %d more can be reached", positions, len(l.queue))
	}
}

// reach adds a position to the queue; it returns false if it was there before.
func (l *loader) reach(p board.Position) bool {
	k := KeyOf(&p)
	if l.queued[k] {
		return false
	}
	l.queued[k] = true
	l.queue = append(l.queue, p)
	return true
}

// readEntry reads the moves of a position.
func (l *loader) readEntry(p *board.Position) {
	n := l.Uvarint(maxMoves)
	if n == 0 {
		l.Fail("0 moves in %s", p.FEN())
	}
	k, f := keyOf(p)
	moves := make([]Move, 0, n)
	for range n {
		bits := l.Uint16()
		m := Move{Move: board.Move(bits &^ newPositionFlag), Weight: l.Uvarint(MaxWeight), Score: l.Varint(MaxScore)}
		if l.Err() != nil {
			return
		}
		if err := check(p, f, m, moves); err != nil {
			l.Fail("%s: %w", p.FEN(), err)
			return
		}
		moves = append(moves, m)
		if bits&newPositionFlag != 0 {
			after := *p
			after.Make(m.Move)
			if !l.reach(after) {
				l.Fail("%s leads to a position that was reached before", m.Move)
			}
		}
	}
	l.book.set(k, f, moves)
}

// check returns an error for an invalid move of a position, or for one that others contain already.
func check(p *board.Position, f orientation, m Move, others []Move) error {
	if !p.IsLegal(m.Move) {
		return fmt.Errorf("%s is not legal", m.Move)
	}
	twice := func(o Move) bool { return f.canonical(o.Move) == f.canonical(m.Move) }
	if slices.ContainsFunc(others, twice) {
		return fmt.Errorf("%s is there twice, itself or its mirror image", m.Move)
	}
	return nil
}
