package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/base64"
	"fmt"

	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
	"xiangqibot/store/database"
)

const (
	saveFound = `INSERT INTO puzzles_found (guild, puzzle, game, at, data) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	readFound = `SELECT data FROM puzzles_found WHERE guild = $1 ORDER BY at DESC, puzzle LIMIT $2`
)

// SaveFound saves a puzzle that was found in a game. See [solving.FoundPuzzleStore].
func (s *Puzzles) SaveFound(ctx context.Context, f solving.FoundPuzzle) error {
	var file bytes.Buffer
	if err := puzzle.Write(&file, []puzzle.Puzzle{*f.Puzzle}); err != nil {
		return fmt.Errorf("keep puzzle %s: %w", f.Puzzle.ID(), err)
	}
	data := base64.StdEncoding.EncodeToString(file.Bytes())
	return s.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, saveFound, f.Guild, f.Puzzle.ID(), f.Game, toMillis(f.At), data); err != nil {
			return fmt.Errorf("keep puzzle %s: %w", f.Puzzle.ID(), err)
		}
		return nil
	})
}

// Found lists the puzzles from a server's games. See [solving.Store].
func (s *Puzzles) Found(ctx context.Context, guild string, limit int) ([]puzzle.Puzzle, error) {
	rows, err := s.read.QueryContext(ctx, readFound, guild, limit)
	var found []puzzle.Puzzle
	if err == nil {
		found, err = database.Collect(rows, func(rows *sql.Rows) (p puzzle.Puzzle, err error) {
			var data string
			if err := rows.Scan(&data); err != nil {
				return p, err
			}
			return decodeFound(data)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the puzzles from the games of server %s: %w", guild, err)
	}
	return found, nil
}

// decodeFound decodes what SaveFound has written.
func decodeFound(data string) (p puzzle.Puzzle, err error) {
	file, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return p, err
	}
	list, err := puzzle.Read(file)
	if err != nil {
		return p, err
	}
	if len(list) != 1 {
		return p, fmt.Errorf("%d puzzles in a file of one", len(list))
	}
	return list[0], nil
}
