// Package jsonfile reads and writes values as JSON, compressed with gzip, which adds a checksum. Books and puzzles are
// such files.
package jsonfile

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
)

// Write writes a value. The same value always gives the same bytes.
func Write(w io.Writer, v any) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(packed).Encode(v), packed.Close())
}

// Read reads what [Write] wrote.
func Read(r io.Reader, v any) error {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
