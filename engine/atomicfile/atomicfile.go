// Package atomicfile replaces files atomically: after a crash or a loss of power, a file has its old or its new
// content, never part of either.
package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write calls write with a temporary file in the same directory, syncs it and renames it to path. If anything fails,
// the file at path is unchanged. The file is readable by everybody.
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

// WriteBytes writes content to a file atomically.
func WriteBytes(path string, content []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
