package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/journal"
	"xiangqibot/engine/rules"
)

// Journal keeps the games of one match in a file, one JSON object a line, as they end. A match that is run again with
// the same journal plays only what is missing. The first line holds the terms of the match.
type Journal struct {
	file  *journal.Journal
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

// format is how the lines of a journal begin.
var format = journal.Format{`{"game":`, `{"terms":`}

// OpenJournal opens a journal, or begins it if it does not exist. An incomplete last line is cut off; a file that is no
// journal of a match is left as it is. While it is open no other process can open it: the error is filelock.ErrLocked.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{}
	file, err := journal.Open(path, format, j.reader())
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	j.file = file
	return j, nil
}

// reader takes the lines of a journal.
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

// Games returns the games that are finished, in the order in which they ended.
func (j *Journal) Games() []Game { return j.games }

// ReadJournal returns the games of a journal without opening it for writing: a match may be appending to it.
func ReadJournal(path string) ([]Game, error) {
	j := &Journal{}
	if err := journal.Read(path, format, j.reader()); err != nil {
		return nil, fmt.Errorf("match: %w", err)
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
	if err := j.file.Append(entry); err != nil {
		return fmt.Errorf("match: %w", err)
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

// between reports whether the game is one of a match of these two, the first of whom has Red in even games.
func (g *Game) between(a, b string) bool {
	if g.Number%2 == 1 {
		a, b = b, a
	}
	return g.Number >= 0 && g.Red == a && g.Black == b
}
