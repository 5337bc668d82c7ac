package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// FuzzCheckpoint reads descriptions whatever they hold, with the right bytes before them: it finds games, or refuses
// them as a checkpoint.
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
		if err != nil && (!errors.Is(err, ErrCheckpoint) || games != nil) {
			t.Fatalf("%d games, %v", len(games), err)
		}
	})
}
