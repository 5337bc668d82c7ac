package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
)

type recordsCommand struct {
	Dir string `arg:"" help:"Folder with game records of any kind; folders within it are read too." type:"existingdir"`
}

// How much of a file was read.
const (
	whole   = "whole"
	cutOff  = "cut"     // part of a game
	refused = "refused" // no game
)

// readFile is the result of reading a file, as it is printed.
type readFile struct {
	File       string `json:"file"` // its path within the folder
	Format     string `json:"format"`
	Encoding   string `json:"encoding"`
	Result     string `json:"result"`
	Reason     string `json:"reason"` // of a file that is not whole, else empty
	Moves      string `json:"moves"`  // those played, in coordinates with ranks 0 to 9
	Variations int    `json:"variations"`
	Comments   int    `json:"comments"`
	// More is the number of further games in the file.
	More int `json:"more,omitempty"`
}

// Run reads every file of the folder and prints a line of JSON for each.
func (c *recordsCommand) Run(ctx context.Context) error {
	encoder := json.NewEncoder(os.Stdout)
	return filepath.WalkDir(c.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || !entry.Type().IsRegular() {
			return err
		}
		var r readFile
		if data, err := os.ReadFile(path); err != nil { //nolint:gosec // one of the folder; the others are still read
			r = readFile{Result: refused, Reason: err.Error()}
		} else {
			r = recordOf(data)
		}
		if r.File, err = filepath.Rel(c.Dir, path); err != nil {
			return err
		}
		r.File = filepath.ToSlash(r.File)
		return encoder.Encode(r)
	})
}

// recordOf reads a file.
func recordOf(data []byte) readFile {
	g, source, err := codec.ReadGame(data, 0)
	r := readFile{Format: source.Format.String(), Encoding: source.Encoding.String(), Result: whole, More: g.More}
	r.Moves = board.MovesText(g.Moves)
	r.Variations, r.Comments = beside(&g.Line)
	if err != nil {
		r.Result, r.Reason = cutOff, err.Error()
		if len(g.Moves) == 0 && source.Format != gamefile.FEN {
			r.Result = refused
		}
	}
	return r
}

// beside counts the variations and comments of a line, including those within its variations.
func beside(l *gamefile.Line) (variations, comments int) {
	variations, comments = len(l.Variations), len(l.Comments)
	for i := range l.Variations {
		v, c := beside(&l.Variations[i].Line)
		variations, comments = variations+v, comments+c
	}
	return variations, comments
}
