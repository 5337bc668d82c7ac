package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// columns are the columns of games, in the order of row.values.
const columns = `id, guild, channel, state, challenger, opponent, opponent_level, wish, red, red_level, black, black_level,
	rated, rules, created, updated, expires, start, moves, times, draw_offer, takeback, takeback_plies, red_no_draw, black_no_draw,
	outcome, ending, rule, ratings, revision, last, told, message, home, conditions, clock, vote, house, plans, simul, fixture`

// row is a game as the table has it, where that differs from game.Game.
type row struct {
	game.Game
	state, start, moves, times, drawOffer, takeback string
	outcome, ending, rule, ratings, last            string
	conditions, clock, vote, house, plans, fixture  string
	created, updated, expires                       int64
}

// values points to every column of the row, for reading and for writing.
func (r *row) values() []any {
	red, black := &r.Seats[board.Red], &r.Seats[board.Black]
	return []any{
		&r.ID, &r.Guild, &r.Channel, &r.state, &r.Challenger, &r.Opponent.Person, &r.Opponent.Level, &r.Wish,
		&red.Person, &red.Level, &black.Person, &black.Level,
		&r.Rated, &r.Rules, &r.created, &r.updated, &r.expires, &r.start, &r.moves, &r.times,
		&r.drawOffer, &r.takeback, &r.Takeback.Plies, &r.NoDrawBefore[board.Red], &r.NoDrawBefore[board.Black],
		&r.outcome, &r.ending, &r.rule, &r.ratings, &r.Revision, &r.last, &r.Told, &r.Message,
		&r.Home, &r.conditions, &r.clock, &r.vote, &r.house, &r.plans, &r.Simul, &r.fixture,
	}
}

// scanGame reads one row of games; source is a *sql.Row or *sql.Rows.
func scanGame(source interface{ Scan(dest ...any) error }) (*game.Game, error) {
	var r row
	if err := source.Scan(r.values()...); err != nil {
		return nil, err
	}
	if err := r.decode(); err != nil {
		return nil, fmt.Errorf("game %d as saved: %w", r.ID, err)
	}
	return &r.Game, nil
}

// decode makes the game's fields of the row's text.
func (r *row) decode() error {
	g := &r.Game
	g.Created, g.Updated, g.Expires = fromMillis(r.created), fromMillis(r.updated), fromMillis(r.expires)
	g.DrawOffer = decodeOffer(r.drawOffer, 0)
	g.Takeback = decodeOffer(r.takeback, g.Takeback.Plies)
	var err error
	g.Record.Start, err = decodeStart(r.start)
	return errors.Join(err,
		decodeMoves(r.moves, &g.Record.Moves),
		decodeTimes(r.times, g.Created, &g.MovedAt),
		decodeEnum(r.state, &g.State),
		decodeEnum(r.outcome, &g.Outcome),
		decodeEnum(r.ending, &g.End),
		decodeEnum(r.rule, &g.Rule),
		decodeRatings(r.ratings, g),
		decodeJSON(r.last, &g.Last),
		decodeJSON(r.conditions, &g.Conditions),
		decodeJSON(r.clock, &g.Clock),
		decodeJSON(r.vote, &g.Vote),
		decodeJSON(r.house, &g.House),
		decodeJSON(r.plans, &g.Plans),
		decodeJSON(r.fixture, &g.Fixture),
		seatTeams(g),
	)
}

// seatTeams puts the teams of a vote game into the seats that the table shows empty.
func seatTeams(g *game.Game) error {
	if g.Vote == nil || g.State != game.Active && g.State != game.Finished {
		return nil
	}
	for c, seat := range g.Seats {
		g.Seats[c].Team = seat == game.Seat{}
	}
	g.Opponent.Team = g.Opponent == game.Seat{}
	return nil
}

// encode is the opposite of decode.
func encode(g *game.Game) (*row, error) {
	r := &row{Game: *g}
	r.created, r.updated, r.expires = toMillis(g.Created), toMillis(g.Updated), toMillis(g.Expires)
	r.start = encodeStart(g.Record.Start)
	r.moves = encodeMoves(g.Record.Moves)
	r.times = encodeTimes(g.Created, g.MovedAt)
	r.drawOffer, r.takeback = encodeOffer(g.DrawOffer), encodeOffer(g.Takeback)
	r.state, r.outcome, r.ending, r.rule = g.State.String(), g.Outcome.String(), g.End.String(), g.Rule.String()
	var errs [8]error
	r.ratings, errs[0] = encodeRatings(g)
	r.last, errs[1] = encodeJSON(g.Last)
	r.conditions, errs[2] = encodeJSON(g.Conditions)
	r.clock, errs[3] = encodeJSON(g.Clock)
	r.vote, errs[4] = encodeJSON(g.Vote)
	r.house, errs[5] = encodeJSON(g.House)
	r.plans, errs[6] = encodeJSON(g.Plans)
	r.fixture, errs[7] = encodeJSON(g.Fixture)
	return r, errors.Join(errs[:]...)
}

// readGame reads one game without its players. The suffix may lock it.
func readGame(ctx context.Context, q querier, id game.ID, suffix string) (*game.Game, error) {
	g, err := scanGame(q.QueryRowContext(ctx, `SELECT `+columns+` FROM games WHERE id = $1`+suffix, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &game.Refusal{Code: game.NoSuchGame, Game: id}
	}
	return g, err
}

// updateGame sets every column; $1 is the id.
var updateGame = `UPDATE games SET (` + columns + `) = (` + placeholders(strings.Count(columns, ",")+1) + `) WHERE id = $1`

// placeholders is "$1, $2, …" up to $n.
func placeholders(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if i > 1 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(i))
	}
	return b.String()
}

// writeGame writes the game's own row.
func writeGame(ctx context.Context, tx *sql.Tx, g *game.Game) error {
	r, err := encode(g)
	if err == nil {
		_, err = tx.ExecContext(ctx, updateGame, deref(r.values())...)
	}
	if err != nil {
		return fmt.Errorf("save game %d: %w", g.ID, err)
	}
	return nil
}

// writeParticipants notes who is in the game and whether it is open.
func writeParticipants(ctx context.Context, tx *sql.Tx, g *game.Game) error {
	for _, p := range g.People() {
		_, err := tx.ExecContext(ctx, `INSERT INTO participants (person, game, open) VALUES ($1, $2, $3)
			ON CONFLICT (person, game) DO UPDATE SET open = excluded.open`, p, g.ID, g.State.Open())
		if err != nil {
			return fmt.Errorf("save who plays game %d: %w", g.ID, err)
		}
	}
	return nil
}

// Game reads one game. See game.Store.
func (db *DB) Game(ctx context.Context, id game.ID) (*game.Game, error) {
	g, err := readGame(ctx, db.read, id, "")
	if err != nil {
		return nil, err
	}
	return g, readPeople(ctx, db.read, g)
}

// The queries of Games. Each is answered from one index, the newest game first.
const (
	gamesOfSimul   = `SELECT ` + columns + ` FROM games WHERE simul = $1 AND simul <> 0 ORDER BY id DESC LIMIT $2`
	gamesInChannel = `SELECT ` + columns + ` FROM games WHERE channel = $1 ORDER BY id DESC LIMIT $2`
	openInChannel  = `SELECT ` + columns + ` FROM games WHERE channel = $1 AND state IN ('offered', 'active') ORDER BY id DESC LIMIT $2`
	gamesOfPerson  = `SELECT ` + columns + ` FROM games JOIN (
		SELECT game FROM participants WHERE person = $1 ORDER BY game DESC LIMIT $2) AS his ON his.game = games.id ORDER BY id DESC`
	gamesFromHome = `SELECT ` + columns + ` FROM games WHERE home = $1 AND home <> '' ORDER BY id DESC LIMIT $2`
	openFromHome  = `SELECT ` + columns + ` FROM games WHERE home = $1 AND home <> '' AND state IN ('offered', 'active') ORDER BY id DESC LIMIT $2`
	openOfPerson  = `SELECT ` + columns + ` FROM games JOIN (
		SELECT game FROM participants WHERE person = $1 AND open = 1 ORDER BY game DESC LIMIT $2) AS his ON his.game = games.id ORDER BY id DESC`
	ownOfPerson = `SELECT ` + columns + ` FROM games JOIN (
		SELECT game FROM participants WHERE person = $1 AND open = 1) AS his ON his.game = games.id
		WHERE state = 'active' OR challenger = $1 ORDER BY id DESC LIMIT $2`
)

// Games reads the games that fit the query. See game.Store.
func (db *DB) Games(ctx context.Context, q game.Query) ([]*game.Game, error) {
	query, key, err := selectGames(q)
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	if limit <= 0 {
		limit = 100
	}
	rows, err := db.read.QueryContext(ctx, query, key, limit)
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	games, err := collect(rows, func(rows *sql.Rows) (*game.Game, error) { return scanGame(rows) })
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	return games, db.fillPlayers(ctx, games)
}

func selectGames(q game.Query) (query string, key any, err error) {
	asked := 0
	for _, by := range []string{string(q.Person), q.Channel, q.Home} {
		if by != "" {
			asked++
		}
	}
	switch {
	case asked == 0 && q.Simul != 0:
		return gamesOfSimul, q.Simul, nil
	case asked != 1 || q.Simul != 0:
		return "", nil, errors.New("read games: want those of a person, those in a channel, those from a channel or those of a display")
	case q.Own && (q.Person == "" || !q.Open):
		return "", nil, errors.New("read games: own ones are a person's open ones")
	case q.Own:
		return ownOfPerson, string(q.Person), nil
	case q.Person != "" && q.Open:
		return openOfPerson, string(q.Person), nil
	case q.Person != "":
		return gamesOfPerson, string(q.Person), nil
	case q.Home != "" && q.Open:
		return openFromHome, q.Home, nil
	case q.Home != "":
		return gamesFromHome, q.Home, nil
	case q.Open:
		return openInChannel, q.Channel, nil
	}
	return gamesInChannel, q.Channel, nil
}

// fillPlayers fills in the players of many games, reading each person once.
func (db *DB) fillPlayers(ctx context.Context, games []*game.Game) error {
	known := map[game.Person]game.Player{}
	for _, g := range games {
		g.Players = map[game.Person]game.Player{}
		for _, p := range g.People() {
			if _, ok := known[p]; !ok {
				found, err := readPlayers(ctx, db.read, []game.Person{p})
				if err != nil {
					return err
				}
				maps.Copy(known, found)
			}
			g.Players[p] = known[p]
		}
		var err error
		if g.Habits, err = habitsOf(ctx, db.read, g); err != nil {
			return err
		}
	}
	return nil
}
