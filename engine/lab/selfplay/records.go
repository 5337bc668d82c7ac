package selfplay

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// All yields the remaining games, and at the end the error if there is one. An incomplete last game is not an error.
func (r *Reader) All() iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// Records yields games without scores, such as those of people, from JSON objects, one per line, with the moves from
// the start position in coordinates, separated by spaces, and the result as 1-0, 0-1 or 1/2-1/2, and perhaps the code
// of the opening as ecco. Other fields are ignored, and games without such a result are skipped. An illegal move ends
// the reading with an error.
func Records(r io.Reader) iter.Seq2[Game, error] {
	outcomes := map[string]rules.Outcome{"1-0": rules.RedWins, "0-1": rules.BlackWins, "1/2-1/2": rules.Draw}
	return func(yield func(Game, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxBody)
		for number := 1; lines.Scan(); number++ {
			var record struct{ Result, Moves, ECCO string }
			if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
				yield(Game{}, fmt.Errorf("selfplay: line %d is not a record of a game: %w", number, err))
				return
			}
			outcome, ok := outcomes[record.Result]
			if !ok {
				continue
			}
			rec := board.NewRecord()
			if err := rec.PlayText(strings.Fields(record.Moves)...); err != nil {
				yield(Game{}, fmt.Errorf("selfplay: line %d: %w", number, err))
				return
			}
			g := Game{Start: rec.Start, Outcome: outcome, ECCO: record.ECCO}
			for _, m := range rec.Moves {
				g.Plies = append(g.Plies, Ply{m, NoScore})
			}
			if !yield(g, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Game{}, fmt.Errorf("selfplay: %w", err))
		}
	}
}

// GamesIn yields the games of a file: those of [Records] if its name ends with .jsonl, else those of a [Reader]; with
// .gz it is unpacked. Errors begin with the name.
func GamesIn(path string) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		file, err := os.Open(path) //nolint:gosec // the caller names the file
		if err != nil {
			yield(Game{}, err)
			return
		}
		defer file.Close()
		games, err := gamesOf(path, file)
		if err != nil {
			yield(Game{}, fmt.Errorf("%s: %w", path, err))
			return
		}
		for g, err := range games {
			if err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// gamesOf yields the games of an open file.
func gamesOf(path string, file io.Reader) (iter.Seq2[Game, error], error) {
	plain, packed := strings.CutSuffix(path, ".gz")
	if packed {
		unpacked, err := gzip.NewReader(file)
		if err != nil {
			return nil, err
		}
		file = unpacked
	}
	if strings.HasSuffix(plain, ".jsonl") {
		return Records(file), nil
	}
	r, err := NewReader(file)
	if err != nil {
		return nil, err
	}
	return r.All(), nil
}
