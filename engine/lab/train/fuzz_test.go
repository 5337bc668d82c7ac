package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"slices"
	"testing"

	"xiangqibot/engine/checkedfile"
)

// FuzzCheckpoint resumes a run from a file whose checksum is right, whatever else it holds: it does, or refuses it.
func FuzzCheckpoint(f *testing.F) {
	files := threeFiles(f, 1)
	survey := newRun(f, small(), files).survey
	good := saved(f, newRun(f, small(), files))
	f.Add(good[len(magic) : len(good)-4])
	from, err := ReadCheckpoint(good)
	if err != nil {
		f.Fatal(err)
	}
	for _, spoil := range []func(c *Checkpoint){
		func(c *Checkpoint) { c.Step = -1 },
		func(c *Checkpoint) { c.Weights = c.Weights[1:] },
		func(c *Checkpoint) { c.Weights = slices.Concat(c.Weights[1:], c.Weights[:1]) },
	} {
		spoilt, body := *from, bytes.Buffer{}
		spoil(&spoilt)
		if err := gob.NewEncoder(&body).Encode(spoilt); err != nil {
			f.Fatal(err)
		}
		f.Add(body.Bytes())
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		from, err := ReadCheckpoint(checkedfile.Seal(append([]byte(magic), body...)))
		if err == nil {
			var r *Run
			if r, err = NewRun(small(), files, survey); err != nil {
				t.Fatal(err)
			}
			err = r.Resume(from)
		}
		if err != nil && !errors.Is(err, ErrCheckpoint) {
			t.Fatal(err)
		}
	})
}
