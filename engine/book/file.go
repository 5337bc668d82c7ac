package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"xiangqibot/engine/board"
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

// ErrDamaged is wrapped by the errors for corrupt files.
var ErrDamaged = errors.New("the file is damaged")

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
	file = binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file))
	if _, err := w.Write(file); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}

// Read reads a book that Write wrote. It checks everything, including that every move is legal in its position. The
// errors for invalid files wrap [ErrDamaged].
func Read(r io.Reader) (*Book, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	if head := file[:min(len(file), len(magic))]; string(head) != magic {
		return nil, fmt.Errorf("book: this is no opening book, it begins with %q instead of %q: %w", head, magic, ErrDamaged)
	}
	if len(file) > maxFile {
		return nil, fmt.Errorf("book: it has more than %d bytes: %w", maxFile, ErrDamaged)
	}
	end := len(file) - crc32.Size
	if end < len(magic) {
		return nil, fmt.Errorf("book: it is cut off after %d bytes: %w", len(file), ErrDamaged)
	}
	if want, got := binary.LittleEndian.Uint32(file[end:]), crc32.ChecksumIEEE(file[:end]); want != got {
		return nil, fmt.Errorf("book: its checksum is %08x and should be %08x; copy the file again: %w", got, want, ErrDamaged)
	}
	l := loader{rest: file[len(magic):end], book: New(), queued: make(map[Key]bool)}
	if err := l.load(); err != nil {
		return nil, fmt.Errorf("book: byte %d: %w: %w", end-len(l.rest), err, ErrDamaged)
	}
	return l.book, nil
}

// loader parses a file.
type loader struct {
	rest   []byte
	book   *Book
	queue  []board.Position // reached and not yet read
	queued map[Key]bool
}

func (l *loader) load() error {
	positions := l.number()
	l.reach(board.StartPosition())
	for n := range positions {
		if len(l.queue) == 0 {
			return fmt.Errorf("%d positions are announced and only %d can be reached", positions, n)
		}
		p := l.queue[0]
		l.queue = l.queue[1:]
		if err := l.readEntry(&p); err != nil {
			return fmt.Errorf("position %d, %s: %w", n, p.FEN(), err)
		}
	}
	switch {
	case positions > 0 && len(l.queue) > 0:
		return fmt.Errorf("%d positions are announced and %d more can be reached", positions, len(l.queue))
	case len(l.rest) > 0:
		return fmt.Errorf("%d bytes are left after the last position", len(l.rest))
	}
	return nil
}

// reach puts a position in the queue; it reports false if it has been there.
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
func (l *loader) readEntry(p *board.Position) error {
	n := l.number()
	if n < 1 || n > maxMoves {
		return fmt.Errorf("%d moves", n)
	}
	k, f := keyOf(p)
	moves := make([]Move, 0, n)
	for range n {
		if len(l.rest) < 2 {
			return errors.New("it is cut off")
		}
		bits := binary.LittleEndian.Uint16(l.rest)
		l.rest = l.rest[2:]
		m := Move{Move: board.Move(bits &^ newPositionFlag), Weight: int(l.number()), Score: l.signed()}
		if err := check(p, f, m, moves); err != nil {
			return err
		}
		moves = append(moves, m)
		if bits&newPositionFlag != 0 {
			after := *p
			after.Make(m.Move)
			if !l.reach(after) {
				return fmt.Errorf("%s leads to a position that was reached before", m.Move)
			}
		}
	}
	l.book.set(k, f, moves)
	return nil
}

// number reads an unsigned number; for one that is incomplete or too large it returns 1<<31.
func (l *loader) number() uint32 {
	n, used := binary.Uvarint(l.rest)
	if used <= 0 || n > 1<<31 {
		return 1 << 31
	}
	l.rest = l.rest[used:]
	return uint32(n)
}

// signed reads a signed number; for one that is incomplete or beyond [MaxScore] it returns MaxScore+1.
func (l *loader) signed() int {
	n, used := binary.Varint(l.rest)
	if used <= 0 || n < -MaxScore || n > MaxScore {
		return MaxScore + 1
	}
	l.rest = l.rest[used:]
	return int(n)
}

// check returns an error for an invalid move of a position, or for one that is among others.
func check(p *board.Position, f orientation, m Move, others []Move) error {
	switch {
	case !p.IsLegal(m.Move):
		return fmt.Errorf("%s is not legal", m.Move)
	case m.Weight < 0 || m.Weight > MaxWeight:
		return fmt.Errorf("%s: a weight of %d: want 0 to %d", m.Move, m.Weight, MaxWeight)
	case m.Score < -MaxScore || m.Score > MaxScore:
		return fmt.Errorf("%s: a score of %d: want %d to %d", m.Move, m.Score, -MaxScore, MaxScore)
	}
	twice := func(o Move) bool { return f.canonical(o.Move) == f.canonical(m.Move) }
	if slices.ContainsFunc(others, twice) {
		return fmt.Errorf("%s is there twice, itself or its mirror image", m.Move)
	}
	return nil
}
