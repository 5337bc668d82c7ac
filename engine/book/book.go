// Package book knows openings by heart.
//
// The standard book is the list in lines.txt: main lines of opening theory with their names, one a line, each with a weight. Lines
// share their beginnings, and a position reached by another order of moves, or mirrored left to right, is the same position; so the
// book is kept by positions. [Book.Pick] plays one of the moves known there, each as often as the lines through it weigh.
package book

import (
	"bufio"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"xiangqibot/engine/board"
)

// Book says what to play in known positions. It does not change after it is made and is safe for concurrent use.
type Book struct {
	lines     []Line
	positions map[uint64][]Move
}

// Line is one main line from the start position.
type Line struct {
	Name   string // in Chinese, as players call it
	Weight int    // how often it is played beside the others
	Moves  []board.Move
}

// Move is a book move and the weight of all lines that go through it.
type Move struct {
	Move   board.Move
	Weight int
}

//go:embed lines.txt
var standardLines string

// Standard returns the book that is part of the program.
func Standard() *Book { return standard() }

var standard = sync.OnceValue(func() *Book {
	b, err := Parse(standardLines)
	if err != nil {
		panic(err) // a test reads the list
	}
	return b
})

// Parse reads a list of lines:
//
//	# a comment
//	中炮对屏风马 10: h2e2 h9g7 h0g2 i9h9
//
// that is a name, a weight and the moves in coordinates from the start position. A list with an illegal move or a malformed line is refused.
func Parse(text string) (*Book, error) {
	b := &Book{positions: make(map[uint64][]Move)}
	number := 0
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		number++
		content, _, _ := strings.Cut(lines.Text(), "#")
		if content = strings.TrimSpace(content); content == "" {
			continue
		}
		line, err := parseLine(content)
		if err != nil {
			return nil, fmt.Errorf("book: line %d: %w", number, err)
		}
		b.add(line)
	}
	return b, nil
}

func parseLine(content string) (Line, error) {
	head, moves, ok := strings.Cut(content, ":")
	fields := strings.Fields(head)
	if !ok || len(fields) != 2 {
		return Line{}, fmt.Errorf("want a name without spaces, a weight, a colon and moves, got %q", content)
	}
	weight, err := strconv.Atoi(fields[1])
	if err != nil || weight < 1 {
		return Line{}, fmt.Errorf("weight %q: want a whole number from 1 on", fields[1])
	}
	line := Line{Name: fields[0], Weight: weight}
	p := board.StartPosition()
	for _, text := range strings.Fields(moves) {
		m, err := board.ParseMove(text)
		if err != nil {
			return Line{}, err
		}
		if !p.IsLegal(m) {
			return Line{}, fmt.Errorf("%s: move %d, %s, is not legal", line.Name, len(line.Moves)+1, m)
		}
		p.Make(m)
		line.Moves = append(line.Moves, m)
	}
	return line, nil
}

// add enters a line and its mirror image.
func (b *Book) add(line Line) {
	b.lines = append(b.lines, line)
	for _, mirrored := range [...]bool{false, true} {
		p := board.StartPosition()
		for _, m := range line.Moves {
			if mirrored {
				m = board.NewMove(m.From().Mirror(), m.To().Mirror())
			}
			b.learn(p.Hash(), m, line.Weight)
			p.Make(m)
		}
	}
}

func (b *Book) learn(key uint64, m board.Move, weight int) {
	moves := b.positions[key]
	if i := slices.IndexFunc(moves, func(k Move) bool { return k.Move == m }); i >= 0 {
		moves[i].Weight += weight
		return
	}
	b.positions[key] = append(moves, Move{m, weight})
}

// Lines returns all lines of the book, in the order of the list.
func (b *Book) Lines() []Line { return slices.Clone(b.lines) }

// Moves returns the moves known in a position, the weightiest first, none if the position is unknown.
func (b *Book) Moves(p *board.Position) []Move {
	moves := slices.Clone(b.positions[p.Hash()])
	slices.SortStableFunc(moves, func(x, y Move) int { return y.Weight - x.Weight })
	return slices.DeleteFunc(moves, func(m Move) bool { return !p.IsLegal(m.Move) })
}

// Pick draws one of the moves known in the position, each with the chance of its weight. It reports false if none is known.
func (b *Book) Pick(p *board.Position, dice *rand.Rand) (board.Move, bool) {
	moves := b.Moves(p)
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	if sum == 0 {
		return board.NoMove, false
	}
	at := dice.IntN(sum)
	for _, m := range moves {
		if at -= m.Weight; at < 0 {
			return m.Move, true
		}
	}
	return board.NoMove, false
}
