package store

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/standing"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// Standings stores ratings, results, leaderboards and seasons. They are written when a game ends.
type Standings struct{ db *database.Connection }

// result is a row of results.
type result struct {
	standing.Result
	person game.Person
	seq    int64  // the order in which games ended
	season int    // of the guild; 0: none
	rated  string // the class whose ratings it changed; empty: none
	// partner is the kind of engine partner that both sides had; empty: none.
	partner game.PartnerKind
}

// resultColumns lists the columns of results with the values of r.
func resultColumns(r *result) []column {
	return []column{
		{"person", &r.person},
		{"seq", &r.seq},
		{"game", &r.Game},
		{"at", columns.Millis(&r.At)},
		{"guild", &r.Guild},
		{"season", &r.season},
		{"class", columns.Enum(&r.Class)},
		{"color", columns.Enum(&r.Color)},
		{"opponent", &r.Opponent.Person},
		{"opponent_level", &r.Opponent.Level},
		{"score", &r.Score},
		{"plies", &r.Plies},
		{"opening", columns.Moves(&r.Opening)},
		{"rated", &r.rated},
		{"before_rating", &r.Before.R},
		{"before_rd", &r.Before.RD},
		{"before_vol", &r.Before.Vol},
		{"partner", &r.partner},
		{"met", &r.Met},
		{"after_rating", &r.After.R},
		{"after_rd", &r.After.RD},
		{"after_vol", &r.After.Vol},
		{"against_rating", &r.Against.R},
		{"against_rd", &r.Against.RD},
		{"against_vol", &r.Against.Vol},
	}
}

func scanResult(row database.Row) (r result, err error) {
	err = row.Scan(values(resultColumns(&r))...)
	r.Rated = r.rated != ""
	return r, err
}

var columnsOfResults = names(resultColumns(&result{}))

// queryResults reads rows of results.
func queryResults(ctx context.Context, q database.Querier, query string, args ...any) ([]result, error) {
	return database.Collect(ctx, q, scanResult, query, args...)
}

// The queries of Results. Each uses an index that has its order.
var (
	resultsOf      = `SELECT ` + columnsOfResults + ` FROM results WHERE person = $1 ORDER BY seq DESC LIMIT $2`
	ratedResultsOf = `SELECT ` + columnsOfResults + ` FROM results WHERE person = $1 AND rated <> '' ORDER BY seq DESC LIMIT $2`
	resultsIn      = `SELECT ` + columnsOfResults + ` FROM results WHERE person = $1 AND rated = $3 AND rated <> '' ORDER BY seq DESC LIMIT $2`
	resultsAgainst = `SELECT ` + columnsOfResults + ` FROM results WHERE person = $1 AND opponent = $3 ORDER BY seq DESC LIMIT $2`
)

// Results lists a person's results. See [standing.PlayerStore].
func (s *Standings) Results(ctx context.Context, q standing.ResultQuery) ([]standing.Result, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = 100
	}
	query, args := resultsOf, []any{q.Person, limit}
	switch {
	case q.Opponent != "":
		query, args = resultsAgainst, append(args, q.Opponent)
	case q.Rated && q.Class != clocks.Untimed:
		query, args = resultsIn, append(args, q.Class.String())
	case q.Rated:
		query = ratedResultsOf
	}
	return database.Collect(ctx, s.db.Read, func(row database.Row) (standing.Result, error) {
		r, err := scanResult(row)
		return r.Result, err
	}, query, args...)
}

const voteGames = `SELECT games.id, games.updated, games.vote FROM participants JOIN games ON games.id = participants.game
	WHERE participants.person = $1 AND games.vote <> '' AND games.state = 'finished' ORDER BY participants.game`

// FirstVoteGame returns a person's first vote game. See [standing.PlayerStore].
func (s *Standings) FirstVoteGame(ctx context.Context, p game.Person) (first standing.Achievement, err error) {
	err = database.Each(ctx, s.db.Read, func(row database.Row) error {
		a, g := standing.Achievement{Kind: standing.FirstVoteGame}, game.Game{}
		err := row.Scan(&a.Game, columns.Millis(&a.At), columns.JSON(&g.Vote))
		if err == nil && first.Game == 0 && g.Vote.Voted(p) {
			first = a
		}
		return err
	}, voteGames, p)
	return first, err
}
