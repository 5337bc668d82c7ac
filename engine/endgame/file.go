package endgame

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// magic begins every file: the name of the format and its version.
const magic = "XQENDG\x01"

// ErrDamaged is wrapped by the errors for files whose bytes make no sense.
var ErrDamaged = errors.New("the file is damaged")

// Write writes a table as docs/formats.md describes it.
func (t *Table) Write(w io.Writer) error {
	name := t.material.String()
	head := binary.AppendUvarint([]byte(magic), uint64(len(name)))
	if _, err := w.Write(append(head, name...)); err != nil {
		return fmt.Errorf("endgame: %w", err)
	}
	z := zlib.NewWriter(w)
	if _, err := z.Write(t.values); err != nil {
		return fmt.Errorf("endgame: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("endgame: %w", err)
	}
	return nil
}

// ReadTable reads a table that Write wrote.
func ReadTable(r io.Reader) (*Table, error) {
	damaged := func(what string, err error) error { return fmt.Errorf("endgame: %s: %w: %w", what, err, ErrDamaged) }
	b := bufio.NewReader(r)
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(b, head); err != nil {
		return nil, damaged("the head is cut off", err)
	}
	if !bytes.Equal(head, []byte(magic)) {
		return nil, fmt.Errorf("endgame: this is no file of an ending, it begins with %q: %w", head, ErrDamaged)
	}
	n, err := binary.ReadUvarint(b)
	if err != nil || n > 64 {
		return nil, fmt.Errorf("endgame: a material of %d letters: %w", n, ErrDamaged)
	}
	name := make([]byte, n)
	if _, err := io.ReadFull(b, name); err != nil {
		return nil, damaged("the material is cut off", err)
	}
	m, err := ParseMaterial(string(name))
	if err != nil {
		return nil, damaged("the material", err)
	}
	z, err := zlib.NewReader(b)
	if err != nil {
		return nil, damaged("the values", err)
	}
	l := newLayout(m)
	values := make([]uint8, 2*l.size)
	if _, err := io.ReadFull(z, values); err != nil {
		return nil, damaged("the values are cut off", err)
	}
	extra, err := io.Copy(io.Discard, z) // reaches the checksum
	if err != nil {
		return nil, damaged("the values", err)
	}
	if extra > 0 {
		return nil, fmt.Errorf("endgame: after the values come %d bytes more: %w", extra, ErrDamaged)
	}
	if err := z.Close(); err != nil {
		return nil, damaged("the values", err)
	}
	return &Table{m, l, values}, nil
}
