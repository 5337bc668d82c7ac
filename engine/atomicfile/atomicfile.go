// Package atomicfile replaces files as a whole: after a crash or a loss of power a file is the old one or the new one,
// never a part of either.
package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write has the content of a file written beside its place, brings it to the disk and moves it there. If anything
// fails, the file stays as it was. Everybody may read it.
func Write(path string, write func(io.Writer) error) error {
	part, err := os.CreateTemp(filepath.Dir(path), "*.part")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) //nolint:errcheck // it has been moved away, unless something went wrong before
	if err := errors.Join(part.Chmod(0o644), write(part), part.Sync()); err != nil {
		part.Close()
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}

// WriteBytes is Write for a content that is there already.
func WriteBytes(path string, content []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
