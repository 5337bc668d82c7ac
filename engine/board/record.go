package board

import (
	"fmt"
	"iter"
	"slices"
)

// Record is a game so far: its start position and its moves. Moves added by Play are legal.
type Record struct {
	Start Position `json:"start"`
	Moves []Move   `json:"moves"`
}

// NewRecord returns a game at the start position.
func NewRecord() Record { return Record{Start: StartPosition()} }

// Position returns the position after all moves.
func (r *Record) Position() Position {
	p := r.Start
	for _, m := range r.Moves {
		p.Make(m)
	}
	return p
}

// UpTo returns the game as it was after so many moves.
func (r *Record) UpTo(plies int) *Record { return &Record{r.Start, r.Moves[:plies:plies]} }

// Play adds moves. If one of them is illegal, it returns an error and adds none.
func (r *Record) Play(moves ...Move) error {
	p := r.Position()
	for i, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("move %d, %s, is not legal in %s", len(r.Moves)+i+1, m, p.FEN())
		}
		p.Make(m)
	}
	r.Moves = append(r.Moves, moves...)
	return nil
}

// PlayText adds moves by their coordinates, as Play does.
func (r *Record) PlayText(coordinates ...string) error {
	moves := make([]Move, len(coordinates))
	for i, text := range coordinates {
		var err error
		if moves[i], err = ParseMove(text); err != nil {
			return err
		}
	}
	return r.Play(moves...)
}

// Positions yields the number of plies played and the position, from (0, Start) to the last one. It reuses the
// position: copy it to keep it.
func (r *Record) Positions() iter.Seq2[int, *Position] {
	return func(yield func(int, *Position) bool) {
		p := r.Start
		for ply, m := range r.Moves {
			if !yield(ply, &p) {
				return
			}
			p.Make(m)
		}
		yield(len(r.Moves), &p)
	}
}

// Clone returns a copy that shares nothing with r.
func (r *Record) Clone() Record { return Record{r.Start, slices.Clone(r.Moves)} }
