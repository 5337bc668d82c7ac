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

// entryBegin is how the lines of a journal begin.
const entryBegin = `{"game":`

// ReadJournal returns the games of a journal without locking it: a match may be appending to it.
func ReadJournal(path string) (games []Game, err error) {
	err = journal.Read(path, entryBegin, entryReader(func(g Game) error {
		games = append(games, g)
		return nil
	}))
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return games, nil
}

// entryReader returns a function that parses the lines of a journal and passes the games to keep.
func entryReader(keep func(Game) error) func(line []byte) error {
	return func(line []byte) error {
		var g Game
		if err := json.Unmarshal(line, &g); err != nil {
			return err
		}
		if g.FEN == "" {
			return errors.New("it holds no game: is it the journal of a match?")
		}
		return keep(g)
	}
}

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
