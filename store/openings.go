package store

import (
	"context"
	"database/sql"
	"fmt"

	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/rules"
	"xiangqibot/store/database"
)

const openedIn = `SELECT substr(moves, 1, $2), outcome FROM games WHERE guild = $1 AND state = 'finished' AND start = '' AND moves <> ''
	ORDER BY id DESC LIMIT $3`

// ExplorerGames lists the openings and results of a server's latest games. See [standing.ExplorerStore].
func (s *Standings) ExplorerGames(ctx context.Context, guild string, limit int) ([]standing.ExplorerGame, error) {
	rows, err := s.read.QueryContext(ctx, openedIn, guild, moveLen*standing.ExplorerPlies, limit)
	var all []standing.ExplorerGame
	if err == nil {
		_, err = database.Collect(rows, func(rows *sql.Rows) (struct{}, error) {
			var moves []board.Move
			var outcome rules.Outcome
			err := rows.Scan(asMoves{&moves}, asName(&outcome))
			result, counts := map[rules.Outcome]played.Result{
				rules.RedWins: played.RedWon, rules.Draw: played.Drawn, rules.BlackWins: played.BlackWon,
			}[outcome]
			if err == nil && counts {
				all = append(all, standing.ExplorerGame{Moves: moves, Result: result})
			}
			return struct{}{}, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the openings of server %s: %w", guild, err)
	}
	return all, nil
}
