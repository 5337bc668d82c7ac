package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// gameColumns lists the columns of games with the values of g, and of the fixture that is its job at its end.
func gameColumns(g *game.Game, f *tournament.Fixture) []column {
	red, black := &g.Seats[board.Red], &g.Seats[board.Black]
	return []column{
		{"id", &g.ID},
		{"guild", &g.Guild},
		{"channel", &g.Channel},
		{"home", &g.Home},

		{"state", columns.Enum(&g.State)},
		{"challenger", &g.Challenger},
		{"opponent", &g.Opponent.Person},
		{"opponent_level", &g.Opponent.Level},
		{"wish", &g.ColorChoice},
		{"red", &red.Person},
		{"red_level", &red.Level},
		{"black", &black.Person},
		{"black_level", &black.Level},
		{"rated", &g.Rated},
		{"conditions", columns.JSON(&g.Conditions)},
		{"rules", &g.Rules},
		{"created", columns.Millis(&g.Created)},
		{"updated", columns.Millis(&g.Updated)},
		{"expires", columns.Millis(&g.Expires)},

		{"simul", &g.Simul},
		{"follows", &g.Follows},
		{"vote", columns.JSON(&g.Vote)},

		{"start", columns.FEN(&g.Record.Start)},
		{"moves", columns.Moves(&g.Record.Moves)},
		{"times", columns.Gaps(&g.Created, &g.MovedAt)}, // after created, to which they are relative
		{"draw_offer", columns.Offer(&g.DrawOffer)},
		{"takeback", columns.Offer(&g.Takeback)},
		{"takeback_plies", &g.Takeback.Plies},
		{"red_no_draw", &g.NoDrawBefore[board.Red]},
		{"black_no_draw", &g.NoDrawBefore[board.Black]},
		{"clock", columns.JSON(&g.Clock)},
		{"plans", columns.JSON(&g.Plans)},
		{"hints", columns.JSON(&g.Hints)},
		{"questions", columns.JSON(&g.Questions)},
		{"next_job", &g.NextJob},

		{"outcome", columns.Enum(&g.Outcome)},
		{"ending", columns.Enum(&g.End)},
		{"rule", columns.Enum(&g.Rule)},
		{"ratings", columns.Ratings(&g.Before, &g.After)},

		{"revision", &g.Revision},
		{"last", columns.JSON(&g.Last)},
		{"tournament", &f.Tournament}, // 0: no game of a tournament
		{"round", &f.Round},
		{"board", &f.Board},
	}
}

// scanGame reads one row of games with its board.
func scanGame(row database.Row) (*game.Game, error) {
	g, fixture := &game.Game{}, tournament.Fixture{}
	if err := row.Scan(values(append(gameColumns(g, &fixture), boardColumns(&g.Board)...))...); err != nil {
		return nil, fmt.Errorf("game %d as saved: %w", g.ID, err)
	}
	if fixture.Tournament != 0 {
		g.AtEnd = fixture
	}
	seatTeams(g)
	return g, nil
}

// seatTeams puts the teams of a vote game into the seats that are empty in the table.
func seatTeams(g *game.Game) {
	if g.Vote == nil || g.State != game.Active && g.State != game.Finished {
		return
	}
	for c, seat := range g.Seats {
		g.Seats[c].Team = seat == game.Seat{}
	}
	g.Opponent.Team = g.Opponent == game.Seat{}
}

// readGame reads one game without its players. suffix is appended to the query and may lock the row.
func readGame(ctx context.Context, q database.Querier, id game.ID, suffix string) (*game.Game, error) {
	found, err := queryGames(ctx, q, readGameRow+suffix, id)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, &game.Refusal{Code: game.NoSuchGame, Game: id}
	}
	return found[0], nil
}

var (
	columnsOfGame = names(gameColumns(&game.Game{}, &tournament.Fixture{}))
	updateGame    = `UPDATE games SET (` + columnsOfGame + `) = (` +
		placeholders(gameColumns(&game.Game{}, &tournament.Fixture{})) + `) WHERE id = $1`

	// selectGames begins every query for games; it joins their boards.
	selectGames = `SELECT ` + columnsOfGame + `, ` + columnsOfBoard + ` FROM games JOIN boards ON boards.game = games.id`
	readGameRow = selectGames + ` WHERE id = $1`
)

const saveParticipant = `INSERT INTO participants (person, game, open) VALUES ($1, $2, $3)
	ON CONFLICT (person, game) DO UPDATE SET open = excluded.open`

// writeGame writes the game's own row.
func writeGame(ctx context.Context, tx *sql.Tx, g *game.Game) error {
	fixture, _ := g.AtEnd.(tournament.Fixture)
	return database.Exec(ctx, tx, updateGame, values(gameColumns(g, &fixture))...)
}

// writeParticipants records that people take part in the game and whether it is open.
func writeParticipants(ctx context.Context, tx *sql.Tx, g *game.Game, people []game.Person) error {
	for _, p := range people {
		if err := database.Exec(ctx, tx, saveParticipant, p, g.ID, g.State.Open()); err != nil {
			return err
		}
	}
	return nil
}

// Games stores games. Update is the only way to change one.
type Games struct {
	db       *database.Connection
	writer   *gameWriter
	downtime *downtime
}

// Game reads one game. See [game.GameStore].
func (s *Games) Game(ctx context.Context, id game.ID) (*game.Game, error) {
	return readWhole(ctx, s.db.Read, id)
}

// readWhole reads one game with its players.
func readWhole(ctx context.Context, q database.Querier, id game.ID) (*game.Game, error) {
	g, err := readGame(ctx, q, id, "")
	if err == nil {
		_, err = readPeople(ctx, q, g)
	}
	return g, err
}

// selections are the queries for games by what is asked for, with x and 1 in place of ids. Each uses one index and
// returns the newest game first.
var selections = map[game.Query]string{
	{Simul: 1}:   selectGames + ` WHERE simul = $1 AND simul <> 0` + newestFirst,
	{Follows: 1}: selectGames + ` WHERE follows = $1 AND follows <> 0` + newestFirst,

	{Channel: "x"}:                           selectGames + ` WHERE channel = $1` + newestFirst,
	{Channel: "x", Open: true}:               selectGames + ` WHERE channel = $1 AND ` + isOpen + newestFirst,
	{Channel: "x", Played: true}:             selectGames + ` WHERE channel = $1 AND ` + isPlayed + newestFirst,
	{Channel: "x", Open: true, Played: true}: selectGames + ` WHERE channel = $1 AND ` + isOpen + ` AND ` + isPlayed + newestFirst,

	{Home: "x"}:                           selectGames + ` WHERE home = $1 AND home <> ''` + newestFirst,
	{Home: "x", Open: true}:               selectGames + ` WHERE home = $1 AND home <> '' AND ` + isOpen + newestFirst,
	{Home: "x", Played: true}:             selectGames + ` WHERE home = $1 AND home <> '' AND ` + isPlayed + newestFirst,
	{Home: "x", Open: true, Played: true}: selectGames + ` WHERE home = $1 AND home <> '' AND ` + isOpen + ` AND ` + isPlayed + newestFirst,

	{Person: "x"}: selectGames + ` JOIN (
		SELECT game FROM participants WHERE person = $1 ORDER BY game DESC LIMIT $2) AS theirs ON theirs.game = games.id ORDER BY id DESC`,
	{Person: "x", Open: true}: selectGames + ` JOIN (
		SELECT game FROM participants WHERE person = $1 AND open ORDER BY game DESC LIMIT $2) AS theirs ON theirs.game = games.id ORDER BY id DESC`,
	{Person: "x", Played: true}: selectGames + ` JOIN (
		SELECT game FROM participants JOIN games AS played ON played.id = game AND played.` + isPlayed + `
		WHERE person = $1 ORDER BY game DESC LIMIT $2) AS theirs ON theirs.game = games.id ORDER BY id DESC`,
	{Person: "x", Open: true, Own: true}: selectGames + ` JOIN (
		SELECT game FROM participants WHERE person = $1 AND open) AS theirs ON theirs.game = games.id
		WHERE state = 'active' OR challenger = $1` + newestFirst,
	{Person: "x", Begun: true}: selectGames + ` WHERE challenger = $1 AND simul = 0 AND follows = 0 AND tournament = 0
		AND (guild <> '' OR opponent_level = 0)` + newestFirst,
}

const (
	isOpen      = `state IN ('offered', 'active')`
	isPlayed    = `state IN ('active', 'finished')`
	newestFirst = ` ORDER BY id DESC LIMIT $2`
)

// Games reads the games that match the query. See [game.GameStore].
func (s *Games) Games(ctx context.Context, q game.Query) ([]*game.Game, error) {
	return selectGamesBy(ctx, s.db.Read, q)
}

func selectGamesBy(ctx context.Context, from database.Querier, q game.Query) ([]*game.Game, error) {
	query, key := selectionOf(q)
	if query == "" {
		return nil, fmt.Errorf("read games: there is no such selection as %+v", q)
	}
	limit := q.Limit
	switch {
	case q.All:
		limit = math.MaxInt
	case limit <= 0:
		limit = 100
	}
	games, err := queryGames(ctx, from, query, key, limit)
	if err == nil {
		_, err = readPeople(ctx, from, games...)
	}
	return games, err
}

// selectionOf returns the query for the games that are asked for, empty if there is none, and the id in it.
func selectionOf(q game.Query) (query string, id any) {
	q.Limit, q.All = 0, false
	if q.Person != "" {
		q.Person, id = "x", string(q.Person)
	}
	if q.Channel != "" {
		q.Channel, id = "x", q.Channel
	}
	if q.Home != "" {
		q.Home, id = "x", q.Home
	}
	if q.Simul != 0 {
		q.Simul, id = 1, q.Simul
	}
	if q.Follows != 0 {
		q.Follows, id = 1, q.Follows
	}
	return selections[q], id
}

const wonFrom = `SELECT DISTINCT games.start FROM participants JOIN games ON games.id = participants.game
	WHERE participants.person = $1 AND games.start <> '' AND games.hints = '' AND games.conditions NOT LIKE '%"partner"%'
	AND (games.red = $1 AND games.black_level > 0 AND games.outcome = 'red wins'
		OR games.black = $1 AND games.red_level > 0 AND games.outcome = 'black wins')`

// WonFrom lists the positions from which p has won against the bot. See member.WinStore.
func (s *Games) WonFrom(ctx context.Context, p game.Person) ([]string, error) {
	return database.Column[string](ctx, s.db.Read, wonFrom, p)
}

// column is a column of a table: its name, and a pointer to its value or what package columns makes of one. The same
// list of columns is used for reading and writing, so that a value cannot end up in the wrong column.
type column struct {
	name  string
	value any
}

// names lists the names of the columns, for SELECT and INSERT.
func names(columns []column) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.name
	}
	return strings.Join(list, ", ")
}

// placeholders returns one placeholder for each column: "$1, $2, …".
func placeholders[T any](columns []T) string {
	list := make([]string, len(columns))
	for i := range list {
		list[i] = "$" + strconv.Itoa(i+1)
	}
	return strings.Join(list, ", ")
}

// values returns the values in the order of the names.
func values(columns []column) []any {
	list := make([]any, len(columns))
	for i, c := range columns {
		list[i] = c.value
	}
	return list
}

// keyLife is how long an idempotency key is kept: longer than an interaction can be answered, however late Discord
// delivers it once more.
const keyLife = 4 * game.TokenLifetime

// saveMark saves a mark with its subject, the last word of its key, which may be a person.
const saveMark = `INSERT INTO once (id, about, at, expires) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`

const (
	hasMark    = `SELECT EXISTS (SELECT 1 FROM once WHERE id = $1 AND (expires = 0 OR expires > $2))`
	sweepMarks = `DELETE FROM once WHERE expires > 0 AND expires <= $1`
	sweepKeys  = `DELETE FROM idempotency_keys WHERE at < $1`
)

// Mark marks a key until a time, and deletes expired marks. See [game.MarkStore].
func (s *Games) Mark(ctx context.Context, key string, until time.Time) (first bool, err error) {
	err = s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		about := key[strings.LastIndexByte(key, ' ')+1:]
		if err := database.Exec(ctx, tx, sweepMarks, s.db.Now()); err != nil {
			return err
		}
		first, err = database.Changes(ctx, tx, saveMark, key, about, s.db.Now(), columns.ToMillis(until))
		return err
	})
	return first && err == nil, err
}

// Marked reports whether a key was marked. See [game.MarkStore].
func (s *Games) Marked(ctx context.Context, key string) (bool, error) {
	return database.Value[bool](ctx, s.db.Read, hasMark, key, s.db.Now())
}
