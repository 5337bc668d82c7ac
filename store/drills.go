package store

import (
	"context"
	"database/sql"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

const wonFrom = `SELECT DISTINCT games.start FROM participants JOIN games ON games.id = participants.game
	WHERE participants.person = $1 AND games.start <> '' AND games.hints = '' AND games.conditions NOT LIKE '%"partner"%'
	AND (games.red = $1 AND games.black_level > 0 AND games.outcome = 'red wins'
		OR games.black = $1 AND games.red_level > 0 AND games.outcome = 'black wins')`

// WonFrom lists the positions from which p has won against the bot. See member.DrillStore.
func (s *Games) WonFrom(ctx context.Context, p game.Person) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, wonFrom, p)
	var starts []string
	if err == nil {
		starts, err = database.Collect(rows, func(rows *sql.Rows) (fen string, err error) { return fen, rows.Scan(&fen) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the endings that %s has won: %w", p, err)
	}
	return starts, nil
}
