package played

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// magic begins every file: the name of the format and its version.
const magic = "XQPLAYD\x01"

// maxFile limits the decompressed size of a file, far beyond any table.
const maxFile = 16 << 20

// newPositionFlag marks a move in a file that leads to a position not reached by an earlier move.
const newPositionFlag = 1 << 15

// ErrDamaged is wrapped by the errors for corrupt files.
var ErrDamaged = errors.New("the file is damaged")

// Write writes the positions that can be reached from the start by moves of the table. The same table always gives the
// same bytes.
func (t *Table) Write(w io.Writer) error {
	var body []byte
	start := board.StartPosition()
	reached := map[book.Key]bool{book.KeyOf(&start): true}
	for queue := []book.Key{book.KeyOf(&start)}; len(queue) > 0; queue = queue[1:] {
		moves := t.positions[queue[0]]
		body = binary.AppendUvarint(body, uint64(len(moves)))
		for _, m := range moves {
			p := queue[0].Position()
			p.Make(m.Move)
			mark, k := uint16(0), book.KeyOf(&p)
			if len(t.positions[k]) > 0 && !reached[k] {
				reached[k] = true
				queue = append(queue, k)
				mark = newPositionFlag
			}
			body = binary.LittleEndian.AppendUint16(body, uint16(m.Move)|mark)
			for _, n := range m.Counts {
				body = binary.AppendUvarint(body, uint64(n))
			}
		}
	}
	packed, err := flate.NewWriter(w, flate.BestCompression)
	if err == nil {
		_, err = io.WriteString(w, magic)
	}
	if err == nil {
		_, err = packed.Write(body)
	}
	if err == nil {
		err = packed.Close()
	}
	if err != nil {
		return fmt.Errorf("played: %w", err)
	}
	return nil
}

// Read reads a table that Write wrote. It checks everything, including that every move is legal in its position.
func Read(r io.Reader) (*Table, error) {
	begin := make([]byte, len(magic))
	if _, err := io.ReadFull(r, begin); err != nil || string(begin) != magic {
		return nil, fmt.Errorf("played: %w: it does not begin with %q", ErrDamaged, magic)
	}
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(r), maxFile))
	if err != nil {
		return nil, fmt.Errorf("played: %w: %w", ErrDamaged, err)
	}
	t := &Table{map[book.Key][]Move{}}
	in := bytes.NewReader(body)
	start := board.StartPosition()
	for queue := []book.Key{book.KeyOf(&start)}; len(queue) > 0; queue = queue[1:] {
		further, err := t.readPosition(in, queue[0])
		if err != nil {
			return nil, fmt.Errorf("played: %w: %w", ErrDamaged, err)
		}
		queue = append(queue, further...)
	}
	if in.Len() > 0 {
		return nil, fmt.Errorf("played: %w: %d bytes after the end", ErrDamaged, in.Len())
	}
	return t, nil
}

// readPosition reads the moves of a position, and returns the new positions that they lead to.
func (t *Table) readPosition(in *bytes.Reader, key book.Key) (further []book.Key, err error) {
	if _, twice := t.positions[key]; twice {
		return nil, errors.New("a position twice")
	}
	count, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, err
	}
	if count > 128 { // no position has as many
		return nil, fmt.Errorf("%d moves in a position", count)
	}
	p := key.Position()
	moves := make([]Move, count)
	for i := range moves {
		var code [2]byte
		if _, err := io.ReadFull(in, code[:]); err != nil {
			return nil, err
		}
		text := binary.LittleEndian.Uint16(code[:])
		m := board.Move(text &^ newPositionFlag)
		if !p.IsLegal(m) {
			return nil, fmt.Errorf("%s is not legal in %s", m, p.FEN())
		}
		moves[i].Move = m
		for r := range moves[i].Counts {
			n, err := binary.ReadUvarint(in)
			if err != nil {
				return nil, err
			}
			if n > 1<<30 {
				return nil, fmt.Errorf("a count of %d games", n)
			}
			moves[i].Counts[r] = int(n)
		}
		if text&newPositionFlag != 0 {
			after := p
			after.Make(m)
			further = append(further, book.KeyOf(&after))
		}
	}
	t.positions[key] = moves
	return further, nil
}
