package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"xiangqibot/engine/rules"
)

// Journal keeps the games of one match in a file, one JSON object a line, as they end.
// A match that is run again with the same journal plays only what is missing.
type Journal struct {
	file  *os.File
	games []Game
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

// OpenJournal opens a journal, or begins it if there is none. What a crash left of a line at its end is cut off.
func OpenJournal(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("match: journal: %w", err)
	}
	j := &Journal{file: file}
	if err := j.read(); err != nil {
		return nil, fmt.Errorf("match: journal %s: %w", path, err)
	}
	return j, nil
}

func (j *Journal) read() error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	for number, line := range bytes.Split(data[:whole], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var g Game
		if err := json.Unmarshal(line, &g); err != nil {
			return fmt.Errorf("line %d: %w", number+1, err)
		}
		j.games = append(j.games, g)
	}
	if err := j.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = j.file.Seek(int64(whole), io.SeekStart)
	return err
}

// Games returns the games that are finished, in the order in which they ended.
func (j *Journal) Games() []Game { return j.games }

// add keeps a game.
func (j *Journal) add(g Game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return fmt.Errorf("match: journal: %w", err)
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("match: journal: %w", err)
	}
	j.games = append(j.games, g)
	return nil
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// outcome reads back how the game ended.
func (g *Game) outcome() (rules.Outcome, error) {
	for _, o := range []rules.Outcome{rules.RedWins, rules.BlackWins, rules.Draw} {
		if g.Outcome == o.String() {
			return o, nil
		}
	}
	return rules.Ongoing, fmt.Errorf("match: game %d of the journal: unknown outcome %q", g.Number, g.Outcome)
}
