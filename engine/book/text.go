package book

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// startWord stands for the start position.
const startWord = "start"

// Export writes the positions that can be reached from the start by book moves as text, one per line:
//
//	# a comment
//	h2e2 h9g7: h0g2/4000/52 g3g4/1000/50 b0c2/0/-12
//
// that is the moves that lead to the position, and its book moves with their weights and scores. [Parse] reads it back.
func (b *Book) Export(w io.Writer) error {
	out := bufio.NewWriter(w)
	for page := range b.Entries() {
		way := startWord
		if len(page.Path) > 0 {
			way = joinMoves(page.Path)
		}
		fmt.Fprintf(out, "%s:", way)
		for _, m := range page.Moves {
			fmt.Fprintf(out, " %s/%d/%d", m.Move, m.Weight, m.Score)
		}
		fmt.Fprintf(out, "\n")
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}

func joinMoves(moves []board.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// Parse reads a book from the text that Export writes. The order of the lines does not matter, but each position must
// be reachable by book moves. Errors name the line.
func Parse(text string) (*Book, error) {
	b := New()
	from := make(map[Key]int) // the line of each position
	for number, content := range contentLines(text) {
		p, moves, err := parseEntry(content)
		if err != nil {
			return nil, fmt.Errorf("book: line %d: %w", number, err)
		}
		k := KeyOf(&p)
		if first := from[k]; first > 0 {
			return nil, fmt.Errorf("book: line %d: the position of line %d again, or its mirror image", number, first)
		}
		from[k] = number
		b.Set(&p, moves)
	}
	for page := range b.Entries() {
		delete(from, KeyOf(&page.Position))
	}
	stray := 0
	for _, line := range from {
		if stray == 0 || line < stray {
			stray = line
		}
	}
	if stray > 0 {
		return nil, fmt.Errorf("book: line %d: no moves of the book lead to this position; add the lines on the way", stray)
	}
	return b, nil
}

// contentLines yields the non-empty lines of a text with their numbers from 1, without comments.
func contentLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.Lines(text) {
			number++
			content, _, _ := strings.Cut(line, "#")
			if content = strings.TrimSpace(content); content != "" && !yield(number, content) {
				return
			}
		}
	}
}

// parseEntry parses a line of a book.
func parseEntry(content string) (p board.Position, moves []Move, err error) {
	p = board.StartPosition()
	way, known, ok := strings.Cut(content, ":")
	if !ok {
		return p, nil, fmt.Errorf("want moves, a colon and moves with weights and scores, got %.80q", content)
	}
	if way = strings.TrimSpace(way); way != startWord {
		if way == "" {
			return p, nil, fmt.Errorf("no moves before the colon; the line of the start position begins with %q", startWord)
		}
		for _, word := range strings.Fields(way) {
			m, err := board.ParseMove(word)
			if err != nil {
				return p, nil, err
			}
			if !p.IsLegal(m) {
				return p, nil, fmt.Errorf("%s is not legal in %s", m, p.FEN())
			}
			p.Make(m)
		}
	}
	_, f := keyOf(&p)
	for _, word := range strings.Fields(known) {
		m, err := parseBookMove(word)
		if err != nil {
			return p, nil, err
		}
		if err := check(&p, f, m, moves); err != nil {
			return p, nil, err
		}
		moves = append(moves, m)
	}
	if len(moves) == 0 {
		return p, nil, fmt.Errorf("no moves after the colon")
	}
	return p, moves, nil
}

// parseBookMove parses a move with its weight and score.
func parseBookMove(word string) (m Move, err error) {
	parts := strings.Split(word, "/")
	if len(parts) != 3 {
		return m, fmt.Errorf("%q: want a move, its weight and its score, as in h2e2/1000/25", word)
	}
	if m.Move, err = board.ParseMove(parts[0]); err != nil {
		return m, err
	}
	if m.Weight, err = strconv.Atoi(parts[1]); err != nil {
		return m, fmt.Errorf("%q: weight %q is no whole number", word, parts[1])
	}
	if m.Score, err = strconv.Atoi(parts[2]); err != nil {
		return m, fmt.Errorf("%q: score %q is no whole number", word, parts[2])
	}
	return m, nil
}
