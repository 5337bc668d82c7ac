package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// IncurableError is a failure of Open or Check that the next try meets again: somebody has to change the database,
// its path or the program first.
type IncurableError struct{ Err error }

func (e *IncurableError) Error() string { return e.Err.Error() }
func (e *IncurableError) Unwrap() error { return e.Err }

// incurable makes an IncurableError with a formatted message.
func incurable(format string, args ...any) error { return &IncurableError{fmt.Errorf(format, args...)} }

// realPath is the one name of what lies, or is to lie, at path: absolute and without symbolic links, also where the
// last of them leads to nothing yet.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	switch {
	case err == nil:
		return real, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: %w", path, err)
	}
	folder, err := realPath(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, filepath.Base(path))
	target, err := os.Readlink(path)
	switch {
	case err != nil:
		return path, nil //nolint:nilerr // it is no link
	case !filepath.IsAbs(target):
		target = filepath.Join(folder, target)
	}
	return realPath(target)
}

// fileState is what lies at a database's path.
type fileState int

const (
	fileMissing fileState = iota
	fileEmpty
	fileFilled
)

// inspectFile looks at what lies at the real path of a database and refuses what cannot become one. It opens nothing:
// closing a file takes away the locks that SQLite holds on it in the same process.
func inspectFile(path string) (fileState, error) {
	info, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, incurable("the path cannot be used: %w", err)
	}
	state := fileMissing
	if err == nil {
		switch {
		case info.IsDir():
			return 0, incurable("%s is a folder; name a file in it, such as %s", path, filepath.Join(path, "xiangqi.db"))
		case !info.Mode().IsRegular():
			return 0, incurable("%s is not a file on a disk; name another path", path)
		}
		if n := links(info); n > 1 {
			return 0, incurable("%s has %d names (hard links), and SQLite keeps a log for each: "+
				"used by two names, the database is damaged. Keep one name; \"find / -xdev -samefile %s\" lists them. "+
				"A backup must be a copy, see docs/operating.md", path, n, path)
		}
		state = fileFilled
		if info.Size() == 0 {
			state = fileEmpty
		}
	}
	if state != fileFilled && sizeOf(path+"-wal") > 0 {
		// SQLite would delete the log, and with it what was written last.
		return 0, incurable("%s is missing or empty, but its log %s-wal is there; "+
			"put the database back beside it, or move the log away", path, path)
	}
	return state, nil
}

// sizeOf is the size of a file, 0 where there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// fileURL is the address of a file for SQLite. Characters that mean something in an address are only letters in a path.
func fileURL(path string, query url.Values) string {
	file := url.URL{
		Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: query.Encode(),
	}
	return file.String()
}

// createFile makes the empty file of a database, for its owner's eyes only: who plays whom and what people have
// chosen is in it. SQLite gives its companions the same mode. The error is fs.ErrExist where there is a file, which
// stays as it is.
func createFile(path string) error {
	//nolint:gosec // the path is that of the configuration
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return incurable("the file cannot be made: %w", err)
	}
	return file.Close()
}

// flush waits until the disk has a new file and its name.
func flush(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // the path is that of the configuration
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	_ = folder.Sync() // not every system can
	return folder.Close()
}

// creatable tells why a database that is missing could not be made at its real path. It leaves nothing behind.
func creatable(path string) error {
	folder, missing := filepath.Dir(path), []string{filepath.Base(path) + "-journal"}
	for {
		info, err := os.Stat(folder)
		if err == nil {
			if !info.IsDir() {
				return incurable("the path cannot be used: %s is not a folder", folder)
			}
			break
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(folder) == folder {
			return incurable("the path cannot be used: %w", err)
		}
		missing = append(missing, filepath.Base(folder))
		folder = filepath.Dir(folder)
	}
	for _, name := range missing {
		if _, err := os.Lstat(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return incurable("the path cannot be used: %w", err) // a name that is too long, for instance
		}
	}
	probe, err := os.MkdirTemp(folder, ".xiangqi-check-")
	if err != nil {
		return incurable("nothing can be made in the folder %s: %w", folder, err)
	}
	return os.Remove(probe)
}

// endsInSeparator reports whether a path names a folder by its form.
func endsInSeparator(path string) bool {
	return strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator))
}
