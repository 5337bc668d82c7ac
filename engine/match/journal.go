package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/filelock"
	"xiangqibot/engine/rules"
)

// Journal keeps the games of one match in a file, one JSON object a line, as they end. A match that is run again with
// the same journal plays only what is missing. The first line holds the terms of the match.
type Journal struct {
	file  *os.File
	terms string
	games []Game
}

// heading is the first line of a journal.
type heading struct {
	Terms string `json:"terms,omitempty"`
}

// Game is one finished game as a journal keeps it.
type Game struct {
	// Number counts the games of the match from 0. Games 2n and 2n+1 are a pair; A has Red in the first of them.
	Number int    `json:"game"`
	Red    string `json:"red"`
	Black  string `json:"black"`
	FEN    string `json:"fen"`
	// Moves are coordinates parted by blanks.
	Moves string `json:"moves"`
	// Scores are what the player to move thought at each ply, in centipawns for its own side; null where it said nothing.
	Scores  []*int `json:"scores"`
	Outcome string `json:"outcome"`
	Ending  Ending `json:"ending"`
	Problem string `json:"problem,omitempty"`
}

// OpenJournal opens a journal, or begins it if there is none. What a crash left of a line at its end is cut off; a file
// that is no journal is left as it is. Until it is closed nobody else can open it so: the error is filelock.ErrLocked.
func OpenJournal(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("match: journal: %w", err)
	}
	j := &Journal{file: file}
	if err := j.resume(); err != nil {
		return nil, errors.Join(fmt.Errorf("match: journal %s: %w", path, err), file.Close())
	}
	return j, nil
}

// resume reads the journal and brings it to where the next line is written.
func (j *Journal) resume() error {
	if err := filelock.TryLock(j.file); err != nil {
		return err
	}
	whole, err := j.read()
	if err != nil {
		return err
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	_, err = j.file.Seek(whole, io.SeekStart)
	return err
}

// read takes in the whole lines and returns where they end.
func (j *Journal) read() (whole int64, err error) {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return 0, err
	}
	whole = int64(bytes.LastIndexByte(data, '\n') + 1)
	if rest := data[whole:]; !torn(rest) {
		return 0, fmt.Errorf("it ends with %q, which is no line of a journal that was cut off: is it another file?", rest[:min(len(rest), 40)])
	}
	numbers := map[int]bool{}
	for number, line := range bytes.Split(data[:whole], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var entry struct {
			heading
			Game
		}
		if err := json.Unmarshal(line, &entry); err != nil {
			return 0, fmt.Errorf("line %d: %w", number+1, err)
		}
		if entry.Terms != "" {
			j.terms = entry.Terms
			continue
		}
		switch {
		case entry.FEN == "":
			return 0, fmt.Errorf("line %d: it holds no game: is it the journal of a match?", number+1)
		case numbers[entry.Number]:
			return 0, fmt.Errorf("line %d: game %d is there twice: take one of the lines away", number+1, entry.Number)
		}
		numbers[entry.Number] = true
		j.games = append(j.games, entry.Game)
	}
	return whole, nil
}

// torn reports whether the rest of a file can be a line that was cut off, at any byte. A machine without power may
// leave zeros behind it.
func torn(rest []byte) bool {
	rest = bytes.TrimRight(rest, "\x00")
	for _, begin := range []string{`{"game":`, `{"terms":`} {
		if n := min(len(rest), len(begin)); string(rest[:n]) == begin[:n] {
			return true
		}
	}
	return false
}

// Games returns the games that are finished, in the order in which they ended.
func (j *Journal) Games() []Game { return j.games }

// ReadJournal returns the games of a journal without going on with it: a match may be writing there.
func ReadJournal(path string) ([]Game, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("match: journal: %w", err)
	}
	defer file.Close()
	j := &Journal{file: file}
	if _, err := j.read(); err != nil {
		return nil, fmt.Errorf("match: journal %s: %w", path, err)
	}
	return j.games, nil
}

// agree makes sure that the games of the journal were played under the terms, or notes them if there are none yet.
// Journals of earlier versions have games and no terms; nothing can be said about those.
func (j *Journal) agree(terms string) error {
	switch {
	case j.terms == terms:
		return nil
	case j.terms != "":
		return fmt.Errorf("match: the journal %s was begun under other terms: give it another name, or go on as it was begun.\nThere: %s\nNow:   %s", j.file.Name(), j.terms, terms)
	case len(j.games) > 0:
		return nil
	}
	j.terms = terms
	return j.write(heading{terms})
}

// add keeps a game.
func (j *Journal) add(g Game) error {
	if err := j.write(g); err != nil {
		return err
	}
	j.games = append(j.games, g)
	return nil
}

// write adds a line.
func (j *Journal) write(entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return fmt.Errorf("match: journal: %w", err)
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("match: journal: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Record reads the game back. The error names the game.
func (g *Game) Record() (board.Record, error) {
	start, err := board.ParseFEN(g.FEN)
	if err != nil {
		return board.Record{}, fmt.Errorf("match: game %d of the journal: %w", g.Number, err)
	}
	rec := board.Record{Start: start}
	for _, text := range strings.Fields(g.Moves) {
		m, err := board.ParseMove(text)
		if err == nil {
			err = rec.Play(m)
		}
		if err != nil {
			return board.Record{}, fmt.Errorf("match: game %d of the journal: %w", g.Number, err)
		}
	}
	return rec, nil
}

// Result reads back how the game ended.
func (g *Game) Result() (rules.Outcome, error) {
	for _, o := range []rules.Outcome{rules.RedWins, rules.BlackWins, rules.Draw} {
		if g.Outcome == o.String() {
			return o, nil
		}
	}
	return rules.Ongoing, fmt.Errorf("match: game %d of the journal: unknown outcome %q", g.Number, g.Outcome)
}
