package played

import (
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/checkedfile"
)

// magic begins every file: the name of the format and its version.
const magic = "XQPLAYD\x02"

// maxFile limits the decompressed size of a file, far beyond any table.
const maxFile = 16 << 20

// newPositionFlag marks a move in a file that leads to a position not reached by an earlier move.
const newPositionFlag = 1 << 15

// Write writes the positions that can be reached from the start by moves of the table. The same table always gives the
// same bytes.
func (t *Table) Write(w io.Writer) error {
	var body []byte
	start := board.StartPosition()
	reached := map[book.Key]bool{book.KeyOf(&start): true}
	for queue := []book.Key{book.KeyOf(&start)}; len(queue) > 0; queue = queue[1:] {
		moves := t.positions[queue[0]]
		body = binary.AppendUvarint(body, uint64(len(moves)))
		body = binary.AppendUvarint(body, uint64(t.codes[queue[0]]))
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

// Read reads a table that Write wrote. It checks everything, including that every move is legal in its position. The
// errors for invalid files wrap [checkedfile.ErrDamaged].
func Read(r io.Reader) (*Table, error) {
	begin := make([]byte, len(magic))
	if _, err := io.ReadFull(r, begin); err != nil || string(begin) != magic {
		return nil, fmt.Errorf("played: it does not begin with %q: %w", magic, checkedfile.ErrDamaged)
	}
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(r), maxFile))
	if err != nil {
		return nil, fmt.Errorf("played: %w: %w", err, checkedfile.ErrDamaged)
	}
	t := &Table{map[book.Key][]Move{}, map[book.Key]Code{}}
	in := checkedfile.NewReader(body, 0)
	start := board.StartPosition()
	for queue := []book.Key{book.KeyOf(&start)}; len(queue) > 0 && in.Err() == nil; queue = queue[1:] {
		queue = append(queue, t.readPosition(in, queue[0])...)
	}
	if err := in.End(); err != nil {
		return nil, fmt.Errorf("played: %w", err)
	}
	return t, nil
}

// readPosition reads the moves of a position and its code, and returns the new positions that they lead to.
func (t *Table) readPosition(in *checkedfile.Reader, key book.Key) (further []book.Key) {
	if _, twice := t.positions[key]; twice {
		in.Fail("a position twice")
	}
	p := key.Position()
	moves := make([]Move, in.Uvarint(128)) // no position has more
	if code := Code(in.Uvarint(maxCode)); code != 0 {
		t.codes[key] = code
	}
	for i := range moves {
		bits := in.Uint16()
		m := board.Move(bits &^ newPositionFlag)
		moves[i].Move = m
		for r := range moves[i].Counts {
			moves[i].Counts[r] = in.Uvarint(1 << 30)
		}
		if in.Err() == nil && !p.IsLegal(m) {
			in.Fail("%s is not legal in %s", m, p.FEN())
		}
		if in.Err() != nil {
			return nil
		}
		if bits&newPositionFlag != 0 {
			after := p
			after.Make(m)
			further = append(further, book.KeyOf(&after))
		}
	}
	t.positions[key] = moves
	return further
}
