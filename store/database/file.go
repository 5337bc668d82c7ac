package database

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// realPath returns the canonical name of path: absolute and without symbolic links, even if the last one is dangling.
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
		return path, nil //nolint:nilerr // not a link
	case !filepath.IsAbs(target):
		target = filepath.Join(folder, target)
	}
	return realPath(target)
}

// inspectFile reports whether there is anything at the real path of a database, and rejects what cannot become one. It
// opens nothing: closing a file releases the locks that SQLite holds on it in the same process.
func inspectFile(path string) (there bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, Permanent("the path cannot be used: %w", err)
	case info.IsDir():
		return false, Permanent("%s is a folder; name a file in it, such as %s", path, filepath.Join(path, "xiangqi.db"))
	case !info.Mode().IsRegular():
		return false, Permanent("%s is not a file on a disk; name another path", path)
	case info.Size() > 0:
		return true, nil
	}
	if sizeOf(path+"-wal") > 0 {
		// SQLite would delete the log, and with it the latest writes.
		return false, Permanent("%s is missing or empty, but its log %s-wal is there; "+
			"put the database back beside it, or move the log away", path, path)
	}
	return false, nil
}

// sizeOf returns the size of a file, 0 if there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// fileURL returns the URL of a file for SQLite, with special characters of the path escaped.
func fileURL(path string, query url.Values) string {
	file := url.URL{
		Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: query.Encode(),
	}
	return file.String()
}

// createFile creates the empty file of a database, readable by its owner only because it contains personal data. SQLite
// gives its companion files the same mode. The error is [fs.ErrExist] if the file exists; it is not changed.
func createFile(path string) error {
	//nolint:gosec // the path is that of the configuration
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return Permanent("the file cannot be made: %w", err)
	}
	return file.Close()
}

// flush waits until a new file and its name are on disk.
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
	_ = folder.Sync() // not supported on every system
	return folder.Close()
}
