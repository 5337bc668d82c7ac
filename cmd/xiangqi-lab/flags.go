package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/engine/board"
)

// atLeast returns an error for a value that is too small.
func atLeast[T int | uint64](flag string, v, least T) error {
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

// readOpenings reads a file of positions, one FEN a line. It skips empty lines and lines that begin with #. A position
// without a legal move is an error, and so is a file without positions. Without a path it returns the start position.
func readOpenings(path string) ([]board.Position, error) {
	if path == "" {
		return []board.Position{board.StartPosition()}, nil
	}
	text, err := os.ReadFile(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	var openings []board.Position
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		p, err := board.ParseFEN(line)
		if err == nil && !p.HasLegalMove() {
			err = errors.New("the side to move has no move")
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, number, err)
		}
		openings = append(openings, p)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: there is no opening: want a position a line, as FEN", path)
	}
	return openings, nil
}
