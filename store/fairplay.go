package store

import (
	"context"
	"database/sql"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/store/database"
)

// farmedPairs counts the rated results of each two people, from the view of each of them.
const farmedPairs = `SELECT person, opponent, COUNT(*), SUM(CASE WHEN score = 1 AND plies < $4 THEN 1 ELSE 0 END),
		SUM(after_rating - before_rating)
	FROM results WHERE guild = $1 AND at >= $2 AND rated <> '' AND opponent <> '' GROUP BY person, opponent
	HAVING COUNT(*) >= $3 AND 2 * SUM(CASE WHEN score = 1 AND plies < $4 THEN 1 ELSE 0 END) > COUNT(*)
	ORDER BY 4 DESC, person, opponent LIMIT $5`

// FarmedPairs lists pairs whose rated games look farmed. See [standing.PlayerStore].
func (s *Standings) FarmedPairs(ctx context.Context, q standing.FarmedQuery) ([]standing.FarmedPair, error) {
	rows, err := s.read.QueryContext(ctx, farmedPairs, q.Guild, toMillis(q.Since), q.Games, standing.QuickPlies, q.Limit)
	var pairs []standing.FarmedPair
	if err == nil {
		pairs, err = database.Collect(rows, func(rows *sql.Rows) (p standing.FarmedPair, err error) {
			return p, rows.Scan(&p.Winner, &p.Loser, &p.Games, &p.Quick, &p.Gain)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read whose games look farmed on server %s: %w", q.Guild, err)
	}
	return pairs, nil
}

var ratedOfPair = `SELECT ` + columnsOfResults + ` FROM results WHERE opponent = $1 AND person = $2 AND guild = $3 AND rated <> '' ORDER BY seq`

const makeCasual = `UPDATE games SET (rated, ratings) = (FALSE, $2) WHERE id = $1`

// UndoPair takes all games of two people on a guild out of the ratings. See [standing.Games].
func (s *Games) UndoPair(ctx context.Context, key, guild string, a, b game.Person) (n int, err error) {
	var none [2]glicko.Rating
	err = s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if _, err := s.writer.lockRatings(ctx, tx, nil); err != nil {
			return err
		}
		undone, err := queryResults(ctx, tx, ratedOfPair, a, b, guild)
		if err != nil {
			return err
		}
		theirs, err := queryResults(ctx, tx, ratedOfPair, b, a, guild)
		switch {
		case err != nil:
			return err
		case len(undone) == 0:
			return &game.Refusal{Code: standing.NoRatedPair}
		}
		for _, row := range undone {
			if _, err := tx.ExecContext(ctx, makeCasual, row.Game, asRatings{&none, &none}); err != nil {
				return err
			}
		}
		n = len(undone)
		return undoResults(ctx, tx, append(undone, theirs...))
	})
	if err != nil {
		return 0, unlessRefused(err, "undo the results of %s against %s", a, b)
	}
	return n, nil
}
