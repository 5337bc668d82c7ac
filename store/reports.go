package store

import (
	"context"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
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

const (
	ratedGames = `SELECT id, red, black, start, moves FROM games WHERE guild = $1 AND state = 'active' AND rated
		ORDER BY id DESC LIMIT $2`
	saveAsked = `INSERT INTO asked_positions (game, person, guild, ply, first, last) VALUES ($1, $2, $3, $4, $5, $5)
		ON CONFLICT (game, person) DO UPDATE SET (last, ply) = (excluded.last, excluded.ply)`
	sweepAsked = `DELETE FROM asked_positions WHERE last < $1
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = asked_positions.game AND state = 'active')`
	readAsked = `SELECT game, person, ply, first, last FROM asked_positions WHERE guild = $1 ORDER BY last DESC, game, person LIMIT $2`
)

const (
	// maxRatedGames is how many of the latest rated games of a guild a position is compared with.
	maxRatedGames = 1000
	// askedLife is how long an entry about a game that is over is kept.
	askedLife = 28 * 24 * time.Hour
)

// Asked stores who was helped with positions of rated games that others play.
type Asked struct{ db *database.Connection }

// RatedGames lists the positions of the rated games of a guild. See [fairplay.Log].
func (s *Asked) RatedGames(ctx context.Context, guild string) ([]fairplay.Protected, error) {
	return database.Collect(ctx, s.db.Read, func(row database.Row) (p fairplay.Protected, err error) {
		var red, black string
		var rec board.Record
		err = row.Scan(&p.Game, &red, &black, columns.FEN(&rec.Start), columns.Moves(&rec.Moves))
		if err == nil {
			p.Position, p.Players, p.Ply = rec.Position(), []string{red, black}, len(rec.Moves)
		}
		return p, err
	}, ratedGames, guild, maxRatedGames)
}

// SaveAsked saves that somebody was helped with a position of a game. See [fairplay.Log].
func (s *Asked) SaveAsked(ctx context.Context, a fairplay.Asked) error {
	return s.db.Save(ctx, "", database.SQL(sweepAsked, s.db.Now()-askedLife.Milliseconds()),
		database.SQL(saveAsked, a.Game, a.Person, a.Guild, a.Ply, s.db.Now()))
}

// AskedIn lists who was helped with positions of the rated games of a guild, the latest first. See [fairplay.Log].
func (s *Asked) AskedIn(ctx context.Context, guild string, limit int) ([]fairplay.Asked, error) {
	return database.All(ctx, s.db.Read, func(a *fairplay.Asked) []any {
		a.Guild = guild
		return []any{&a.Game, &a.Person, &a.Ply, columns.Millis(&a.First), columns.Millis(&a.Last)}
	}, readAsked, guild, limit)
}
