package book

import (
	_ "embed"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// Line is one main line of opening theory, from the start position.
type Line struct {
	Name   string // in Chinese, as players call it
	Weight int    // relative frequency
	Moves  []board.Move
}

//go:embed theory.txt
var standardTheory string

// Theory returns the main lines from which the standard book was grown.
func Theory() []Line {
	lines, err := ParseTheory(standardTheory)
	if err != nil {
		panic(err) // a test reads the list
	}
	return lines
}

// ParseTheory reads a list of lines:
//
//	# a comment
//	中炮对屏风马 10: h2e2 h9g7 h0g2 i9h9
//
// that is a name, a weight and the moves in coordinates from the start position. An illegal move or a malformed line is
// an error.
func ParseTheory(text string) ([]Line, error) {
	var lines []Line
	for number, content := range contentLines(text) {
		line, err := parseLine(content)
		if err != nil {
			return nil, fmt.Errorf("book: line %d: %w", number, err)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func parseLine(content string) (Line, error) {
	head, moves, ok := strings.Cut(content, ":")
	fields := strings.Fields(head)
	if !ok || len(fields) != 2 {
		return Line{}, fmt.Errorf("want a name without spaces, a weight, a colon and moves, got %.80q", content)
	}
	weight, err := strconv.Atoi(fields[1])
	if err != nil || weight < 1 {
		return Line{}, fmt.Errorf("weight %q: want a whole number from 1 on", fields[1])
	}
	rec := board.NewRecord()
	if err := rec.PlayText(strings.Fields(moves)...); err != nil {
		return Line{}, fmt.Errorf("%s: %w", fields[0], err)
	}
	return Line{Name: fields[0], Weight: weight, Moves: rec.Moves}, nil
}

// contentLines yields the non-empty lines of a text with their numbers from 1, without comments and what is blank at
// their ends.
func contentLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.Lines(text) {
			number++
			content, _, _ := strings.Cut(line, "#")
			if content = strings.TrimRight(content, " \t\r\n"); content != "" && !yield(number, content) {
				return
			}
		}
	}
}
