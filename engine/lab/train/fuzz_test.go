package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// FuzzCheckpoint reads descriptions whatever they hold, with the right bytes before them: a network begun from one has
// a name, or it is refused as a checkpoint.
func FuzzCheckpoint(f *testing.F) {
	for _, text := range []string{
		`{"terms":"width 64, …","files":"","games":[3,4],"sums":[1,2],"scale":400,"step":7}`, `{"games":[3]}`, `{"games":[3],"sums":[1,2]}`,
		`{"points":[[1]]}`, `{"games":[-1],"sums":[0],"step":-1}`, `{`, "null",
	} {
		f.Add([]byte(text), uint32(len(text)))
	}
	f.Add([]byte("{}"), uint32(maxHead+1))
	f.Fuzz(func(t *testing.T, text []byte, length uint32) {
		data := append(binary.LittleEndian.AppendUint32([]byte(magic), length), text...)
		games, err := CheckpointGames(bytes.NewReader(data))
		name, nameErr := checkpointName(bytes.NewReader(data))
		for _, err := range []error{err, nameErr} {
			if err != nil && !errors.Is(err, ErrCheckpoint) {
				t.Fatal(err)
			}
		}
		if err != nil && (nameErr == nil || games != nil) || nameErr == nil && name == "" {
			t.Fatalf("%d games (%v), called %q (%v)", len(games), err, name, nameErr)
		}
	})
}
