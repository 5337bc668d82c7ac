package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"slices"
	"testing"

	"xiangqibot/engine/checkedfile"
)

// FuzzCheckpoint resumes a run from arbitrary files with a right checksum: they work or are refused. The lists of weights
// are shortened, so that a file has kilobytes and not megabytes; TestResume has complete ones.
func FuzzCheckpoint(f *testing.F) {
	r := newRun(f, small(), threeFiles(f, 1)) // for all: a checkpoint overwrites whatever one before has left
	from, err := ReadCheckpoint(saved(f, r))
	if err != nil {
		f.Fatal(err)
	}
	for i, list := range from.Weights {
		from.Weights[i] = list[:min(len(list), 100)]
	}
	for _, spoil := range []func(c *Checkpoint){
		func(*Checkpoint) {},
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
			err = r.Resume(from)
		}
		if err != nil && !errors.Is(err, ErrCheckpoint) {
			t.Fatal(err)
		}
	})
}
