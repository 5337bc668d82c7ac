package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"xiangqibot/engine/atomicfile"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	broken := errors.New("the disk is full")
	for _, step := range []struct {
		text string
		err  error
		want string
	}{{"first", nil, "first"}, {"second", nil, "second"}, {"thi", broken, "second"}} {
		err := atomicfile.Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, step.text)
			return errors.Join(err, step.err)
		})
		if !errors.Is(err, step.err) {
			t.Fatalf("%q: error %v", step.text, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != step.want {
			t.Errorf("%q: the file holds %q (%v)", step.text, got, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%d files are left (%v)", len(left), err)
	}
	if err := atomicfile.WriteBytes(filepath.Join(dir, "no folder", "file"), nil); err == nil {
		t.Error("a file is written where no folder is")
	}
}
