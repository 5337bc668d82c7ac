//go:build unix

package journal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestOneAtATime opens a file twice, as two processes would.
func TestOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	first, second := open(), open()
	defer second.Close()
	if err := Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := Lock(second); !errors.Is(err, ErrLocked) {
		t.Errorf("a locked file is locked again: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Lock(second); err != nil {
		t.Errorf("the file is free and cannot be locked: %v", err)
	}
}
