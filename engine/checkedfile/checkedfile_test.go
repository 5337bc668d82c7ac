package checkedfile_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"xiangqibot/engine/checkedfile"
)

func TestOpen(t *testing.T) {
	file := checkedfile.Seal([]byte("MAGIC\x01body"))
	if body, err := checkedfile.Open(file, "MAGIC\x01", 100); err != nil || string(body) != "body" {
		t.Fatalf("the body %q, error %v", body, err)
	}
	changed := append([]byte{}, file...)
	changed[7]++
	for _, c := range []struct {
		file  []byte
		magic string
		limit int
		want  string
	}{
		{file, "MAGIC\x02", 100, "begins with"},
		{file, "MAGIC\x01", len(file) - 1, "more than"},
		{file[:8], "MAGIC\x01", 100, "cut off"},
		{file[:len(file)-1], "MAGIC\x01", 100, "checksum"},
		{changed, "MAGIC\x01", 100, "checksum"},
		{nil, "MAGIC\x01", 100, "begins with"},
	} {
		_, err := checkedfile.Open(c.file, c.magic, c.limit)
		if !errors.Is(err, checkedfile.ErrDamaged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q with magic %q: %v, want %q", c.file, c.magic, err, c.want)
		}
	}
}

func TestReader(t *testing.T) {
	body := binary.AppendVarint(binary.AppendUvarint([]byte{7, 'a', 'b'}, 300), -300)
	r := checkedfile.NewReader(body, 10)
	if b, text, u, v := r.Byte(), string(r.Bytes(2)), r.Uvarint(300), r.Varint(300); b != 7 || text != "ab" ||
		u != 300 || v != -300 || r.End() != nil {
		t.Errorf("%d, %q, %d, %d, error %v", b, text, u, v, r.End())
	}
	for want, read := range map[string]func(r *checkedfile.Reader){
		"byte 13: a number is cut off or beyond 299":  func(r *checkedfile.Reader) { r.Bytes(3); r.Uvarint(299) },
		"byte 15: a number is cut off or beyond ±299": func(r *checkedfile.Reader) { r.Bytes(5); r.Varint(299) },
		"byte 10: it is cut off":                      func(r *checkedfile.Reader) { r.Bytes(100); r.Byte() },
		"byte 11: 6 bytes are left":                   func(r *checkedfile.Reader) { r.Byte() },
	} {
		r := checkedfile.NewReader(body, 10)
		read(r)
		if err := r.End(); !errors.Is(err, checkedfile.ErrDamaged) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
