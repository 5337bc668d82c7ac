package store

import (
	"context"
	"database/sql"
	"maps"
	"reflect"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// boardColumns lists the columns of boards with the values of b, except for the game.
func boardColumns(b *game.Board) []column {
	return []column{
		{"announced", &b.Announced},
		{"message", &b.Message},
		{"thread_wanted", &b.ThreadWanted},
		{"starter", &b.Starter},
		{"gone", &b.Gone},
		{"why", &b.Why},
		{"asked", columns.JSON(&b.Question)},
		{"direct", columns.JSON(&b.Direct)},
	}
}

var (
	columnsOfBoard = names(boardColumns(&game.Board{}))
	updateBoard    = `UPDATE boards SET (` + columnsOfBoard + `) = (` +
		placeholders(boardColumns(&game.Board{})) + `) WHERE game = $9`
)

const (
	newBoard  = `INSERT INTO boards (game) VALUES ($1)`
	moveBoard = `UPDATE games SET channel = $2, home = $3, next_job = $4 WHERE id = $1`
)

// boardOf returns a copy of the board of a game for later comparison.
func boardOf(g *game.Game) game.Board {
	b := g.Board
	b.Direct = maps.Clone(b.Direct)
	return b
}

// writeBoard writes the board of a game if it has changed.
func writeBoard(ctx context.Context, tx *sql.Tx, was game.Board, g *game.Game) error {
	if reflect.DeepEqual(was, g.Board) {
		return nil
	}
	return database.Exec(ctx, tx, updateBoard, append(values(boardColumns(&g.Board)), g.ID)...)
}

// UpdateBoard passes the game to fn and saves the changes to its board, its channel and its outbox. See
// [posted.BoardStore].
func (s *Games) UpdateBoard(ctx context.Context, id game.ID, fn func(*game.Game) error) error {
	return s.db.Tx(ctx, func(tx *sql.Tx) error {
		g, err := readGame(ctx, tx, id, s.db.Dialect.ForUpdate)
		if err != nil {
			return err
		}
		was, channel, home, next := boardOf(g), g.Channel, g.Home, g.Next()
		if err := fn(g); err != nil {
			return err
		}
		if err := s.writer.enqueue(ctx, tx, next, g); err != nil {
			return err
		}
		if g.Channel != channel || g.Home != home {
			if err := database.Exec(ctx, tx, moveBoard, g.ID, g.Channel, g.Home, g.NextJob); err != nil {
				return err
			}
		}
		return writeBoard(ctx, tx, was, g)
	})
}
