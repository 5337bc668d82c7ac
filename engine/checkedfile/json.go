package checkedfile

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
)

// WriteJSON writes a value as JSON, compressed with gzip, which adds a checksum. The same value always gives the same
// bytes.
func WriteJSON(w io.Writer, v any) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(packed).Encode(v), packed.Close())
}

// ReadJSON reads what [WriteJSON] wrote.
func ReadJSON(r io.Reader, v any) error {
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
