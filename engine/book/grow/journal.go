package grow

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/filelock"
)

// Journal keeps what searches found in a file, a line of JSON for each position; of two about the same position the
// later one counts. A line that a crash cut off is dropped.
type Journal struct {
	file    *os.File
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

// OpenJournal opens a journal, or begins it if there is none. A file that is none is left as it is. Until the journal
// is closed nobody else can open it: the error is filelock.ErrLocked.
func OpenJournal(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("grow: journal: %w", err)
	}
	j := &Journal{file: file, studies: make(map[book.Key]Study)}
	if err := j.read(); err != nil {
		return nil, errors.Join(fmt.Errorf("grow: journal %s: %w", path, err), file.Close())
	}
	return j, nil
}

func (j *Journal) read() error {
	if err := filelock.TryLock(j.file); err != nil {
		return err
	}
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	const begin = `{"fen":`
	if rest := bytes.TrimRight(data[whole:], "\x00"); string(rest[:min(len(rest), len(begin))]) != begin[:min(len(rest), len(begin))] {
		return fmt.Errorf("it ends with %q, which is no line that was cut off; is it the journal of a book?", rest[:min(len(rest), 40)])
	}
	for number, line := range bytes.Split(data[:whole], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		if err := j.learn(line); err != nil {
			return fmt.Errorf("line %d: %w; is it the journal of a book?", number+1, err)
		}
	}
	if err := j.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = j.file.Seek(int64(whole), io.SeekStart)
	return err
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

func (j *Journal) write(line any) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(data, '\n'))
	return err
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
	if err := j.write(e); err != nil {
		return fmt.Errorf("grow: journal: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
