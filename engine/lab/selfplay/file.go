package selfplay

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/rules"
)

// record is a game as a line of a file.
type record struct {
	FEN    board.Position `json:"fen"` // the start of the game where it is missing
	Result string         `json:"result"`
	// Moves are coordinates separated by spaces.
	Moves string `json:"moves"`
	// Scores are those of the plies; none is as good as NoScore for each.
	Scores []int16 `json:"scores,omitempty"`
	ECCO   string  `json:"ecco,omitempty"`
}

// results are the outcomes of games as text.
var results = map[rules.Outcome]string{rules.RedWins: "1-0", rules.BlackWins: "0-1", rules.Draw: "1/2-1/2"}

// Writer appends games to a file.
type Writer struct{ file *journal.Journal }

// Append opens a file to append games to it, or creates it, and returns the number of games that it has. The terms
// describe in one line how its games are made: a file of other terms is left unchanged, with [journal.ErrOtherTerms], and
// so is one that holds something else. An incomplete line at its end is removed. Until the writer is closed, other
// processes that append get [journal.ErrLocked].
func Append(path, terms string) (w *Writer, games int, err error) {
	file, err := journal.Open(path, `{"fen":`, terms, func(entry []byte) error {
		games++
		return json.Unmarshal(entry, new(record))
	})
	if err != nil {
		return nil, 0, fmt.Errorf("selfplay: %w", err)
	}
	return &Writer{file}, games, nil
}

// Write appends a game. An invalid game is an error.
func (w *Writer) Write(g Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	r := record{FEN: g.Start, Result: results[g.Outcome], ECCO: g.ECCO}
	var moves []board.Move
	for _, p := range g.Plies {
		moves, r.Scores = append(moves, p.Move), append(r.Scores, p.Score)
	}
	r.Moves = board.MovesText(moves)
	return w.file.Append(&r)
}

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }

// GamesIn yields the games of a file, those of a [Writer] or of people; a name that ends with .gz is unpacked. Errors
// begin with the name. See [Games].
func GamesIn(path string) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		file, err := os.Open(path) //nolint:gosec // the caller names the file
		if err != nil {
			yield(Game{}, err)
			return
		}
		defer file.Close()
		var lines io.Reader = file
		if strings.HasSuffix(path, ".gz") {
			if lines, err = gzip.NewReader(file); err != nil {
				yield(Game{}, fmt.Errorf("%s: %w", path, err))
				return
			}
		}
		for g, err := range Games(lines) {
			if err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// Games yields games from JSON objects, one per line, with the moves in coordinates, separated by spaces, and the result
// as 1-0, 0-1 or 1/2-1/2; perhaps with a start position as fen, scores of the plies, and the code of the opening as
// ecco. Other fields are ignored, and objects without such a result are skipped. So is an incomplete last one, which was
// cut off. An illegal move ends the reading with an error.
func Games(r io.Reader) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		objects := json.NewDecoder(r)
		for number := 1; ; number++ {
			read := record{FEN: board.StartPosition()}
			err := objects.Decode(&read)
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return
			}
			var g Game
			if err == nil {
				g, err = read.game()
			}
			if err != nil {
				yield(Game{}, fmt.Errorf("selfplay: line %d is not a game: %w", number, err))
				return
			}
			if g.Outcome != rules.Ongoing && !yield(g, nil) {
				return
			}
		}
	}
}

// game returns the game of a record. It is ongoing if there is no result.
func (r *record) game() (Game, error) {
	g := Game{Start: r.FEN, ECCO: r.ECCO}
	for outcome, text := range results {
		if r.Result == text {
			g.Outcome = outcome
		}
	}
	rec := board.Record{Start: r.FEN}
	if err := rec.PlayText(strings.Fields(r.Moves)...); err != nil {
		return Game{}, err
	}
	if r.Scores != nil && len(r.Scores) != len(rec.Moves) {
		return Game{}, fmt.Errorf("%d scores of %d moves", len(r.Scores), len(rec.Moves))
	}
	for i, m := range rec.Moves {
		p := Ply{m, NoScore}
		if r.Scores != nil {
			p.Score = r.Scores[i]
		}
		g.Plies = append(g.Plies, p)
	}
	return g, nil
}
