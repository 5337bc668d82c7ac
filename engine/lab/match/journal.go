package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/rules"
)

// Journal stores the games of one match in a file as they end, one JSON object per line. A match that is run again with
// the same journal plays only the missing games. The first line holds the terms of the match.
type Journal struct {
	file  *journal.Journal
	terms string // Match.terms, empty in a new journal
	games []Game
}

// heading is the first line of a journal.
type heading struct {
	Terms string `json:"terms"`
}

// Game is a finished game as stored in a journal.
type Game struct {
	// Number counts the games of the match from 0. Games 2n and 2n+1 are a pair; A has Red in the first of them.
	Number int    `json:"game"`
	Red    string `json:"red"`
	Black  string `json:"black"`
	FEN    string `json:"fen"`
	// Moves are coordinates separated by spaces.
	Moves string `json:"moves"`
	// Scores has for each ply the score reported by the side to move, in centipawns for itself; null where there is
	// none.
	Scores      []*int      `json:"scores"`
	Outcome     string      `json:"outcome"`
	Termination Termination `json:"ending"`
	Problem     string      `json:"problem,omitempty"`
}

// format is how the lines of a journal begin.
var format = journal.Format{`{"game":`, `{"terms":`}

// OpenJournal opens a journal, or creates it if it does not exist. An incomplete last line is removed; a file that is
// not the journal of a match is left unchanged. While it is open, another process that opens it gets
// journal.ErrLocked.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{}
	file, err := journal.Open(path, format, j.reader())
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	j.file = file
	return j, nil
}

// reader returns a function that parses the lines of a journal.
func (j *Journal) reader() func(line []byte) error {
	numbers := map[int]bool{}
	return func(line []byte) error {
		var entry struct {
			heading
			Game
		}
		if err := json.Unmarshal(line, &entry); err != nil {
			return err
		}
		if entry.Terms != "" {
			j.terms = entry.Terms
			return nil
		}
		switch {
		case entry.FEN == "":
			return errors.New("it holds no game: is it the journal of a match?")
		case numbers[entry.Number]:
			return fmt.Errorf("game %d is there twice: remove one of the lines", entry.Number)
		}
		numbers[entry.Number] = true
		j.games = append(j.games, entry.Game)
		return nil
	}
}

// Games returns the finished games in the order in which they ended.
func (j *Journal) Games() []Game { return j.games }

// ReadJournal returns the games of a journal without locking it: a match may be appending to it.
func ReadJournal(path string) ([]Game, error) {
	j := &Journal{}
	if err := journal.Read(path, format, j.reader()); err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return j.games, nil
}

// begin writes the terms to a journal without games, and returns an error if it has games of other terms.
func (j *Journal) begin(terms string) error {
	switch {
	case j.terms == terms:
		return nil
	case len(j.games) > 0:
		return fmt.Errorf("match: the journal %s was begun under other terms: give it another name, or go on as it was begun.\n"+
			"There: %s\nNow:   %s", j.file.Name(), j.terms, terms)
	}
	j.terms = terms
	return j.write(heading{terms})
}

// add appends a game.
func (j *Journal) add(g Game) error {
	if err := j.write(g); err != nil {
		return err
	}
	j.games = append(j.games, g)
	return nil
}

// write appends a line.
func (j *Journal) write(entry any) error {
	if err := j.file.Append(entry); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// Record parses the game. The error names the game.
func (g *Game) Record() (board.Record, error) {
	start, err := board.ParseFEN(g.FEN)
	if err != nil {
		return board.Record{}, fmt.Errorf("match: game %d of the journal: %w", g.Number, err)
	}
	rec := board.Record{Start: start}
	if err := rec.PlayText(strings.Fields(g.Moves)...); err != nil {
		return board.Record{}, fmt.Errorf("match: game %d of the journal: %w", g.Number, err)
	}
	return rec, nil
}

// Result parses the outcome of the game.
func (g *Game) Result() (rules.Outcome, error) {
	for _, o := range []rules.Outcome{rules.RedWins, rules.BlackWins, rules.Draw} {
		if g.Outcome == o.String() {
			return o, nil
		}
	}
	return rules.Ongoing, fmt.Errorf("match: game %d of the journal: unknown outcome %q", g.Number, g.Outcome)
}

// between reports whether a and b played the game, with a as Red if its number is even.
func (g *Game) between(a, b string) bool {
	if g.Number%2 == 1 {
		a, b = b, a
	}
	return g.Number >= 0 && g.Red == a && g.Black == b
}
