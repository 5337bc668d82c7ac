package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/store/database"
)

const partnerLines = `SELECT person, SUM(CASE WHEN score = 1 THEN 1 ELSE 0 END) AS wins,
		SUM(CASE WHEN score > 0 AND score < 1 THEN 1 ELSE 0 END) AS draws, SUM(CASE WHEN score = 0 THEN 1 ELSE 0 END) AS losses,
		COALESCE((SELECT MIN(rd) FROM ratings WHERE ratings.person = results.person), $4 + 1) > $4 AS provisional
	FROM results WHERE guild = $1 AND at >= $2 AND partner <> ''
	GROUP BY person ORDER BY provisional, SUM(score) DESC, COUNT(*), person LIMIT $3`

// PartnerEntries lists the people who have won the most points with a partner. See [standing.PartnerStore].
func (s *Standings) PartnerEntries(
	ctx context.Context, guild string, since time.Time, limit int,
) ([]standing.PartnerEntry, error) {
	rows, err := s.read.QueryContext(ctx, partnerLines, guild, toMillis(since), limit, glicko.SettledRD)
	var lines []standing.PartnerEntry
	if err == nil {
		lines, err = database.Collect(rows, func(rows *sql.Rows) (l standing.PartnerEntry, err error) {
			var provisional bool
			err = rows.Scan(&l.Person, &l.Wins, &l.Draws, &l.Losses, &provisional)
			l.Established = !provisional
			return l, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the leaderboard of games with a partner: %w", err)
	}
	return lines, nil
}
