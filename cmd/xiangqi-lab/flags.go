package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/uciclient"
)

// programFlags name a program that is run as a process.
type programFlags struct {
	Command string   `help:"Program that speaks UCI, with arguments."`
	Option  []string `help:"UCI option of the program, NAME=VALUE. May be repeated." sep:"none"`
	Rank    int      `help:"Number of Red's first rank: 0, or 1 for Fairy-Stockfish." enum:"0,1" default:"0"`
}

func (f *programFlags) options() uciclient.Options {
	return uciclient.Options{
		Command: strings.Fields(f.Command), Settings: f.Option, FirstRank: f.Rank,
	}
}

// The maximum values of the engine's UCI options.
const (
	maxHash    = 16384 // megabytes
	maxThreads = 256
)

// within returns an error for a number out of range.
func within(flag string, n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("%s %d: want %d to %d", flag, n, least, most)
	}
	return nil
}

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
