package grow

import (
	"encoding/json"
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/lab/journal"
)

// Journal stores search results in a file, one JSON line per position; a later line for the same position replaces an
// earlier one. An incomplete last line is dropped.
type Journal struct {
	file     *journal.Journal
	analyses map[book.Key]Analysis
}

// Analysis is the search result of a position.
type Analysis struct {
	Effort
	Moves []ScoredMove // the best first
}

// ScoredMove is a move with its score, in centipawns for the side that moves.
type ScoredMove struct {
	Move  board.Move
	Score int
}

// scored returns a move with its score, if the analysis has it.
func (s Analysis) scored(m board.Move) (ScoredMove, bool) {
	for _, f := range s.Moves {
		if f.Move == m {
			return f, true
		}
	}
	return ScoredMove{}, false
}

// entry is a line of the file.
type entry struct {
	FEN string `json:"fen"`
	Effort
	Moves []move `json:"moves"`
}

type move struct {
	Move  string `json:"move"`
	Score int    `json:"score"`
}

// format is how the lines of a journal begin.
var format = journal.Format{`{"fen":`}

// OpenJournal opens a journal, or creates it if it does not exist. A file that is not the journal of a book is left
// unchanged. While it is open, another process that opens it gets filelock.ErrLocked.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{analyses: make(map[book.Key]Analysis)}
	file, err := journal.Open(path, format, func(line []byte) error {
		if err := j.parseLine(line); err != nil {
			return fmt.Errorf("%w; is it the journal of a book?", err)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("grow: %w", err)
	}
	j.file = file
	return j, nil
}

// parseLine parses a line of the file.
func (j *Journal) parseLine(line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	p, err := board.ParseFEN(e.FEN)
	if err != nil {
		return err
	}
	study := Analysis{Effort: e.Effort}
	for _, f := range e.Moves {
		m, err := board.ParseMove(f.Move)
		if err != nil {
			return err
		}
		if !p.IsLegal(m) {
			return fmt.Errorf("%s is not legal in %s", m, e.FEN)
		}
		_, m = book.Canonical(&p, m)
		study.Moves = append(study.Moves, ScoredMove{m, f.Score})
	}
	if len(study.Moves) == 0 {
		return fmt.Errorf("no moves for %s", e.FEN)
	}
	j.analyses[book.KeyOf(&p)] = study
	return nil
}

// Len is the number of positions in the journal.
func (j *Journal) Len() int { return len(j.analyses) }

// add stores the analysis of a key's board.
func (j *Journal) add(k book.Key, s Analysis) error {
	p := k.Position()
	e := entry{FEN: p.FEN(), Effort: s.Effort}
	for _, f := range s.Moves {
		e.Moves = append(e.Moves, move{f.Move.String(), f.Score})
	}
	j.analyses[k] = s
	if err := j.file.Append(e); err != nil {
		return fmt.Errorf("grow: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
