package main

import (
	"fmt"
	"os"
	"path/filepath"

	"xiangqibot/engine/board"
	"xiangqibot/engine/match"
)

// The most that an engine is given, as its UCI options have it.
const (
	maxHash    = 16384 // megabytes
	maxThreads = 256
)

// within refuses a number that does not lie between two others.
func within(flag string, n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("%s %d: want %d to %d", flag, n, least, most)
	}
	return nil
}

// atLeast refuses a number that is too small.
func atLeast(flag string, n, least int) error {
	if n < least {
		return fmt.Errorf("%s %d: want %d at least", flag, n, least)
	}
	return nil
}

// portion refuses what is no share of a whole, as NaN is not.
func portion(flag string, part float64) error {
	if !(part >= 0 && part <= 1) {
		return fmt.Errorf("%s %g: want 0 to 1", flag, part)
	}
	return nil
}

// place refuses, before hours of work, a file that could not be written after them. The empty path is none.
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

// readOpenings reads a file of positions, or gives the start position alone where none is named.
func readOpenings(path string) ([]board.Position, error) {
	if path == "" {
		return []board.Position{board.StartPosition()}, nil
	}
	file, err := os.Open(path) //nolint:gosec // whoever runs the program names the file
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
