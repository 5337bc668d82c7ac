package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

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
	found := errors.New("found")
	err = database.Each(ctx, s.db.Read, func(row database.Row) error {
		a, g := standing.Achievement{Kind: standing.FirstVoteGame}, game.Game{}
		err := row.Scan(&a.Game, columns.Millis(&a.At), columns.JSON(&g.Vote))
		if err == nil && g.Vote.Voted(p) {
			first, err = a, found
		}
		return err
	}, voteGames, p)
	if errors.Is(err, found) {
		err = nil
	}
	return first, err
}

const (
	// lockResults waits until no other transaction ends a game: results and ratings change one game at a time.
	lockResults = `SELECT seq FROM latest_result`
	nextResult  = `UPDATE latest_result SET seq = seq + 1 RETURNING seq`
	meetPlayer  = `INSERT INTO players (person) VALUES ($1) ON CONFLICT DO NOTHING`
	dropResult  = `DELETE FROM results WHERE game = $1`
)

var (
	columnsOfResults = names(resultColumns(&result{}))
	saveResult       = `INSERT INTO results (` + columnsOfResults + `) VALUES (` + placeholders(resultColumns(&result{})) + `)`
)

// writeResults adds a game that has just ended to the results of its players and, if it is rated, to the leaderboards.
func writeResults(
	ctx context.Context, tx *sql.Tx, g *game.Game, players map[game.Person]standing.Player, met int, now time.Time,
) error {
	season, err := seasonOf(ctx, tx, g.Guild)
	if err != nil {
		return err
	}
	r := result{season: season}
	r.partner, r.Met = g.Partner.Kind, met
	r.Game, r.At, r.Guild, r.Class, r.Plies = g.ID, g.Updated, g.Guild, g.Time.Class(), g.Ply()
	if r.seq, err = database.Value[int64](ctx, tx, nextResult); err != nil {
		return err
	}
	if g.Record.Start == board.StartPosition() {
		r.Opening = g.Record.Moves[:min(g.Ply(), standing.OpeningPlies)]
	}
	if standing.RatingsApplied(g) {
		r.Class = standing.RatingClass(g)
		r.rated = r.Class.String()
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		r.person, r.Color, r.Opponent = g.Seats[c].Person, c, g.Seats[c.Opponent()]
		if r.person == "" {
			continue
		}
		r.Score, _ = g.Score(c)
		r.Before, r.After, r.Against = g.Before[c], g.After[c], g.Before[c.Opponent()]
		if r.rated == "" {
			r.Against = glicko.Rating{}
		}
		err := database.Execute(ctx, tx, database.SQL(meetPlayer, r.person), database.SQL(saveResult, values(resultColumns(&r))...))
		if err != nil {
			return err
		}
		if r.rated != "" {
			if err := addToBoards(ctx, tx, &r, players[r.person]); err != nil {
				return err
			}
		}
	}
	return database.Exec(ctx, tx, sweepStandings, now.UnixMilli())
}
