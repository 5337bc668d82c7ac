package puzzle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"xiangqibot/engine/board"
	"xiangqibot/engine/jsonfile"
)

// Limits of a puzzle, beyond any that is made.
const (
	maxDepth  = 12 // moves of the solver
	maxRating = 4000
)

// Write writes puzzles as a list in JSON, compressed with gzip. The same puzzles always give the same bytes.
func Write(w io.Writer, list []Puzzle) error {
	if err := jsonfile.Write(w, list); err != nil {
		return fmt.Errorf("puzzle: %w", err)
	}
	return nil
}

// Read reads puzzles that [Write] wrote. A puzzle that comes twice is an error.
func Read(file []byte) ([]Puzzle, error) {
	var list []Puzzle
	if err := jsonfile.Read(bytes.NewReader(file), &list); err != nil {
		return nil, fmt.Errorf("puzzle: %w", err)
	}
	seen := make(map[string]bool, len(list))
	for i := range list {
		p := &list[i]
		p.id = p.ID()
		if seen[p.id] {
			return nil, fmt.Errorf("puzzle: %s comes twice", p.id)
		}
		seen[p.id] = true
	}
	return list, nil
}

// UnmarshalJSON decodes a puzzle. Every move has to be legal in its position.
func (p *Puzzle) UnmarshalJSON(text []byte) error {
	type plain Puzzle
	var read plain
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*p = Puzzle(read)
	return p.check()
}

// check returns an error for a puzzle that cannot be solved, or has values that there are not.
func (p *Puzzle) check() error {
	switch {
	case p.Goal > Win || p.Source > Tables || p.Phase > board.Endgame:
		return fmt.Errorf("there is no goal %d, source %d or phase %d", p.Goal, p.Source, p.Phase)
	case p.Rating < 0 || p.Rating > maxRating:
		return fmt.Errorf("the rating %d is not from 0 to %d", p.Rating, maxRating)
	case !p.Before.IsLegal(p.Prior):
		return fmt.Errorf("the move before, %v, is not legal", p.Prior)
	}
	return p.Root.check(p.Position(), maxDepth)
}

// check is Puzzle.check for a position in which the solver moves, and what follows it.
func (n *Node) check(pos board.Position, depth int) error {
	if len(n.Correct) == 0 || depth == 0 {
		return fmt.Errorf("a position has no right move, or the solution more than %d", maxDepth)
	}
	for _, m := range n.AlsoWinning {
		if !pos.IsLegal(m) {
			return fmt.Errorf("the move %v, which wins too, is not legal", m)
		}
	}
	for _, b := range n.Correct {
		if !pos.IsLegal(b.Move) {
			return fmt.Errorf("the right move %v is not legal", b.Move)
		}
		if b.Next == nil && b.Reply == board.NoMove {
			continue
		}
		after := pos
		after.Make(b.Move)
		if b.Next == nil || !after.IsLegal(b.Reply) {
			return fmt.Errorf("the reply %v to %v is not legal, or nothing follows it", b.Reply, b.Move)
		}
		after.Make(b.Reply)
		if err := b.Next.check(after, depth-1); err != nil {
			return err
		}
	}
	return nil
}
