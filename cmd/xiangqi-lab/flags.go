package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/match"
)

// atLeast returns an error for a value that is too small.
func atLeast[T int | uint64 | time.Duration](flag string, v, least T) error {
	if v < least {
		return fmt.Errorf("%s %v: want at least %v", flag, v, least)
	}
	return nil
}

// place returns an error, before hours of work, if a file cannot be written. The empty path means no file.
func place(flag, path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s %s: this is a folder; name a file", flag, path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s %s: there is no folder %s; make it first", flag, path, filepath.Dir(path))
	}
	return nil
}

// readOpenings reads a file of positions. Without a file it returns the start position.
func readOpenings(path string) ([]board.Position, error) {
	if path == "" {
		return []board.Position{board.StartPosition()}, nil
	}
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer file.Close()
	openings, err := match.ReadOpenings(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return openings, nil
}
