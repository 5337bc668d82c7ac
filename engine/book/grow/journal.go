package grow

import (
	"encoding/json"
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/journal"
)

// Journal keeps what searches found in a file, a line of JSON for each position; of two about the same position the
// later one counts. A line that a crash cut off is dropped.
type Journal struct {
	file    *journal.Journal
	studies map[book.Key]Study
}

// Study is what a search found out about a position.
type Study struct {
	Effort
	Findings []Finding // the best first
}

// Finding is a move and its score, in centipawns for the side that moves.
type Finding struct {
	Move  board.Move
	Score int
}

// of returns the finding about a move.
func (s Study) of(m board.Move) (Finding, bool) {
	for _, f := range s.Findings {
		if f.Move == m {
			return f, true
		}
	}
	return Finding{}, false
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

// OpenJournal opens a journal, or begins it if it does not exist. A file that is no journal of a book is left as it is.
// While it is open no other process can open it: the error is filelock.ErrLocked.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{studies: make(map[book.Key]Study)}
	file, err := journal.Open(path, format, func(line []byte) error {
		if err := j.learn(line); err != nil {
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

// learn takes a line of the file.
func (j *Journal) learn(line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	p, err := board.ParseFEN(e.FEN)
	if err != nil {
		return err
	}
	study := Study{Effort: e.Effort}
	for _, f := range e.Moves {
		m, err := board.ParseMove(f.Move)
		if err != nil {
			return err
		}
		if !p.IsLegal(m) {
			return fmt.Errorf("%s is not legal in %s", m, e.FEN)
		}
		_, m = book.Normal(&p, m)
		study.Findings = append(study.Findings, Finding{m, f.Score})
	}
	if len(study.Findings) == 0 {
		return fmt.Errorf("no moves for %s", e.FEN)
	}
	j.studies[book.KeyOf(&p)] = study
	return nil
}

// Len is the number of positions in the journal.
func (j *Journal) Len() int { return len(j.studies) }

// keep adds a study of a key's board.
func (j *Journal) keep(k book.Key, s Study) error {
	p := k.Position()
	e := entry{FEN: p.FEN(), Effort: s.Effort}
	for _, f := range s.Findings {
		e.Moves = append(e.Moves, move{f.Move.String(), f.Score})
	}
	j.studies[k] = s
	if err := j.file.Append(e); err != nil {
		return fmt.Errorf("grow: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
