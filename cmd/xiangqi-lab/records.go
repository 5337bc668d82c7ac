package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

type recordsCommand struct {
	Dir  string `arg:"" help:"Folder with game records of any kind; folders within it are read too." type:"existingdir"`
	JSON bool   `name:"json" help:"Print a line of JSON for each file instead of counts."`
}

// How much of a file was read.
const (
	whole   = "whole"
	cutOff  = "cut"     // part of a game
	refused = "refused" // no game
)

// readFile is the result of reading a file, as printed by --json.
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
	// Differs are the formats that do not round-trip: the game was written and then read as another one.
	Differs []string `json:"differs,omitempty"`

	kind string // the reason without its details, for counting
}

// Run reads every file of the folder and prints the result. A complete game is also written in each format and read
// again.
func (c *recordsCommand) Run(ctx context.Context) error {
	var all []readFile
	encoder := json.NewEncoder(os.Stdout)
	err := filepath.WalkDir(c.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || !isFile(path, entry) {
			return err
		}
		var r readFile
		if data, err := readSome(path); err != nil { // the other files are still read
			r = readFile{Result: refused, Reason: err.Error(), kind: "the file cannot be opened"}
		} else {
			r = recordOf(data)
		}
		if r.File, err = filepath.Rel(c.Dir, path); err != nil {
			return err
		}
		r.File = filepath.ToSlash(r.File)
		if c.JSON {
			return encoder.Encode(r)
		}
		r.Moves = "" // of a hundred thousand files only the counts are kept
		all = append(all, r)
		return nil
	})
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Print(recordsReport(all))
	}
	return nil
}

// isFile reports whether a directory entry is a regular file or a link to one. A broken link counts as a file that
// cannot be opened.
func isFile(path string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		return err != nil || info.Mode().IsRegular()
	}
	return entry.Type().IsRegular()
}

// readSome reads a file; of one that is too large it reads just enough to exceed the limit.
func readSome(path string) (data []byte, err error) {
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(io.LimitReader(file, gamefile.MaxSize+1))
}

// recordOf reads a file.
func recordOf(data []byte) readFile {
	g, source, err := codec.ReadGame(data, 0)
	r := readFile{Format: source.Format.String(), Encoding: source.Encoding.String(), Result: whole, More: g.More}
	var moves []string
	for _, m := range g.Moves {
		moves = append(moves, m.String())
	}
	r.Moves = strings.Join(moves, " ")
	r.Variations, r.Comments = beside(&g.Line)
	if err != nil {
		r.Result, r.Reason, r.kind = cutOff, err.Error(), err.Error()
		if fault := (*gamefile.Error)(nil); errors.As(err, &fault) {
			r.kind = fault.Problem.String()
			if fault.Problem == gamefile.NotSupported {
				r.kind += ": " + fault.Text
			}
		}
		if len(g.Moves) == 0 && source.Format != gamefile.FEN {
			r.Result = refused
		}
		return r
	}
	for _, format := range []gamefile.Format{gamefile.PGN, gamefile.DhtmlXQ, gamefile.MoveList} {
		if !survives(&g, format) {
			r.Differs = append(r.Differs, format.String())
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

// survives reports whether a game round-trips through a format: start, moves and result, and variations and comments in
// the formats that have them.
func survives(g *gamefile.Game, format gamefile.Format) bool {
	text, err := codec.Write(g, format, notation.ICCS)
	if err != nil {
		return false
	}
	if format == gamefile.MoveList && len(g.Moves) == 0 && g.Start == board.StartPosition() {
		return true // a list without moves is empty
	}
	back, source, err := codec.ReadGame(text, 0)
	same := source.Format == format || len(g.Moves) == 0
	if err != nil || !same || back.Start != g.Start || !slices.Equal(back.Moves, g.Moves) || back.Result != g.Result {
		return false
	}
	return format == gamefile.MoveList || sameBeside(&g.Line, &back.Line)
}

// sameBeside reports whether two lines have the same moves and variations and as many comments. The texts of comments
// may differ by characters that a format reserves.
func sameBeside(a, b *gamefile.Line) bool {
	keys := func(l *gamefile.Line) (all []int) {
		for _, comment := range l.Comments {
			all = append(all, comment.At)
		}
		return all
	}
	if !slices.Equal(a.Moves, b.Moves) || len(a.Variations) != len(b.Variations) || !reflect.DeepEqual(keys(a), keys(b)) {
		return false
	}
	for i := range a.Variations {
		if a.Variations[i].Ply != b.Variations[i].Ply || !sameBeside(&a.Variations[i].Line, &b.Variations[i].Line) {
			return false
		}
	}
	return true
}

// recordsReport counts files by result.
func recordsReport(all []readFile) string {
	count := map[string]int{}
	reasons := map[string]int{}
	kinds := map[string]int{}
	differing := 0 // games that change in some format
	var differ []string
	for i := range all {
		r := &all[i]
		count[r.Result]++
		if r.Result != refused {
			kinds[r.Format+", "+r.Encoding]++
		}
		if r.Reason != "" {
			reasons[r.Result+": "+r.kind]++
		}
		if len(r.Differs) > 0 {
			differing++
		}
		for _, format := range r.Differs {
			differ = append(differ, fmt.Sprintf("%s: does not round-trip through %s", r.File, format))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d files: %d whole, %d cut, %d refused\n", len(all), count[whole], count[cutOff], count[refused])
	for _, group := range []map[string]int{kinds, reasons} {
		names := slices.Sorted(maps.Keys(group))
		slices.SortStableFunc(names, func(a, b string) int { return group[b] - group[a] })
		for _, name := range names {
			fmt.Fprintf(&b, "%8d %s\n", group[name], name)
		}
	}
	fmt.Fprintf(&b, "round trips: %d of %d whole games change in some format\n", differing, count[whole])
	for _, line := range differ {
		b.WriteString(line + "\n")
	}
	return b.String()
}
