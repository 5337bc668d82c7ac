package store

import (
	"context"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/rules"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	openedIn = `SELECT id, substr(moves, 1, $2), outcome FROM games WHERE guild = $1 AND state = 'finished' AND start = '' AND moves <> ''
		ORDER BY id DESC LIMIT $3`
	openedBy = `SELECT id, substr(moves, 1, $2), outcome FROM games JOIN (
		SELECT game FROM participants WHERE person = $1 ORDER BY game DESC LIMIT $3) AS theirs ON theirs.game = games.id
		WHERE state = 'finished' AND start = '' AND moves <> '' ORDER BY id DESC`
)

// ExplorerGames lists the openings and results of a server's latest games. See [standing.ExplorerStore].
func (s *Standings) ExplorerGames(ctx context.Context, guild string, limit int) ([]standing.ExplorerGame, error) {
	return s.opened(ctx, openedIn, guild, limit)
}

// ExplorerGamesOf lists those of the latest games of a person. See [standing.ExplorerStore].
func (s *Standings) ExplorerGamesOf(ctx context.Context, p game.Person, limit int) ([]standing.ExplorerGame, error) {
	return s.opened(ctx, openedBy, string(p), limit)
}

func (s *Standings) opened(ctx context.Context, query, of string, limit int) (all []standing.ExplorerGame, err error) {
	results := map[rules.Outcome]played.Result{
		rules.RedWins: played.RedWon, rules.Draw: played.Drawn, rules.BlackWins: played.BlackWon,
	}
	err = database.Each(ctx, s.db.Read, func(row database.Row) error {
		var g standing.ExplorerGame
		var outcome rules.Outcome
		err := row.Scan(&g.ID, columns.Moves(&g.Moves), columns.Enum(&outcome))
		if result, counts := results[outcome]; counts {
			g.Result = result
			all = append(all, g)
		}
		return err
	}, query, of, columns.MoveLetters*standing.ExplorerPlies, limit)
	return all, err
}

const partnerLines = `SELECT person, SUM(CASE WHEN score = 1 THEN 1 ELSE 0 END) AS wins,
		SUM(CASE WHEN score > 0 AND score < 1 THEN 1 ELSE 0 END) AS draws, SUM(CASE WHEN score = 0 THEN 1 ELSE 0 END) AS losses,
		COALESCE((SELECT MIN(rd) FROM ratings WHERE ratings.person = results.person), $4 + 1) <= $4 AS established
	FROM results WHERE guild = $1 AND at >= $2 AND partner <> ''
	GROUP BY person ORDER BY established DESC, SUM(score) DESC, COUNT(*), person LIMIT $3`

// PartnerEntries lists the people who have won the most points with a partner. See [standing.LeaderboardStore].
func (s *Standings) PartnerEntries(
	ctx context.Context, guild string, since time.Time, limit int,
) ([]standing.PartnerEntry, error) {
	return database.All(ctx, s.db.Read, func(l *standing.PartnerEntry) []any {
		return []any{&l.Person, &l.Wins, &l.Draws, &l.Losses, &l.Established}
	}, partnerLines, guild, columns.ToMillis(since), limit, glicko.SettledRD)
}

// farmedPairs counts the rated results of each two people, from the view of each of them.
const farmedPairs = `SELECT person, opponent, COUNT(*), SUM(CASE WHEN score = 1 AND plies < $4 THEN 1 ELSE 0 END),
		SUM(after_rating - before_rating)
	FROM results WHERE guild = $1 AND at >= $2 AND rated <> '' AND opponent <> '' GROUP BY person, opponent
	HAVING COUNT(*) >= $3 AND 2 * SUM(CASE WHEN score = 1 AND plies < $4 THEN 1 ELSE 0 END) > COUNT(*)
	ORDER BY 4 DESC, person, opponent LIMIT $5`

// FarmedPairs lists pairs whose rated games look farmed. See [standing.PlayerStore].
func (s *Standings) FarmedPairs(ctx context.Context, q standing.FarmedQuery) ([]standing.FarmedPair, error) {
	return database.All(ctx, s.db.Read, func(p *standing.FarmedPair) []any {
		return []any{&p.Winner, &p.Loser, &p.Games, &p.Quick, &p.Gain}
	}, farmedPairs, q.Guild, columns.ToMillis(q.Since), q.Games, standing.QuickPlies, q.Limit)
}
