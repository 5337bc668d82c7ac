package endgame

import (
	"bytes"
	"errors"
	"testing"
)

// TestFile writes a table and reads it back, whole, cut off and changed.
func TestFile(t *testing.T) {
	tables := solved(t, "KP-KB")
	m, err := ParseMaterial("KP-KB")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := tables.Table(m).Write(&file); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	got, err := ReadTable(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got.Material() != m || !bytes.Equal(got.values, tables.Table(m).values) {
		t.Error("the table that is read is not the one that was written")
	}
	for cut := 0; cut < len(data); cut += 1 + len(data)/200 {
		if _, err := ReadTable(bytes.NewReader(data[:cut])); !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut off at byte %d of %d: error %v", cut, len(data), err)
		}
	}
	for i := 0; i < len(data); i += 1 + len(data)/200 {
		bad := bytes.Clone(data)
		bad[i] ^= 0x10
		if back, err := ReadTable(bytes.NewReader(bad)); err == nil && bytes.Equal(back.values, got.values) && back.material == m {
			continue // a spare bit of the compressed stream
		} else if !errors.Is(err, ErrDamaged) {
			t.Fatalf("with byte %d changed: error %v", i, err)
		}
	}
}
