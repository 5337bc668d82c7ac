package puzzle

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"

	"xiangqibot/engine/checkedfile"
)

// FuzzRead reads arbitrary files with the right magic and checksum: what is read is valid and round-trips, everything
// else is refused as damaged.
func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	if err := Write(&file, []Puzzle{bolt(f)}); err != nil {
		f.Fatal(err)
	}
	whole := file.Bytes()[len(magic) : file.Len()-crc32.Size]
	f.Add(whole)
	f.Add(whole[:len(whole)-2])
	f.Add([]byte{0, 0})
	f.Add([]byte{1, 3, 'a', 'b', 'c', 1, 7})
	f.Fuzz(func(t *testing.T, body []byte) {
		data := append([]byte(magic), body...)
		data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
		list, err := Read(data)
		if err != nil {
			if !errors.Is(err, checkedfile.ErrDamaged) || list != nil {
				t.Fatalf("%d puzzles and error %v", len(list), err)
			}
			return
		}
		for i := range list {
			if len(list[i].Line()) == 0 {
				t.Fatalf("puzzle %d has no line", i)
			}
		}
		var first, second bytes.Buffer
		if err := Write(&first, list); err != nil {
			t.Fatal(err)
		}
		again, err := Read(first.Bytes())
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
		if err := Write(&second, again); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%d puzzles are written in two ways (%v)", len(list), err)
		}
	})
}
