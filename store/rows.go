package store

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

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
		{"draw_offer", columns.Offer(&g.Offers.Draw)},
		{"takeback", columns.Offer(&g.Offers.Takeback)},
		{"takeback_plies", &g.Offers.Takeback.Plies},
		{"red_no_draw", &g.Offers.NoDrawBefore[board.Red]},
		{"black_no_draw", &g.Offers.NoDrawBefore[board.Black]},
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

// boardColumns lists the columns of boards with the values of b, except for the game.
func boardColumns(b *game.Board) []column {
	return []column{
		{"announced", &b.Announced},
		{"message", &b.Message},
		{"thread_wanted", &b.ThreadWanted},
		{"starter", &b.Starter},
		{"gone", &b.Gone},
		{"why", &b.Why},
		{"asked", columns.JSON(&b.Question)},
		{"direct", columns.JSON(&b.Direct)},
	}
}

var (
	columnsOfGame = names(gameColumns(&game.Game{}, &tournament.Fixture{}))
	updateGame    = `UPDATE games SET (` + columnsOfGame + `) = (` +
		placeholders(gameColumns(&game.Game{}, &tournament.Fixture{})) + `) WHERE id = $1`

	// selectGames begins every query for games; it joins their boards.
	selectGames = `SELECT ` + columnsOfGame + `, ` + columnsOfBoard + ` FROM games JOIN boards ON boards.game = games.id`
	readGameRow = selectGames + ` WHERE id = $1`
)

var (
	columnsOfBoard = names(boardColumns(&game.Board{}))
	updateBoard    = `UPDATE boards SET (` + columnsOfBoard + `) = (` +
		placeholders(boardColumns(&game.Board{})) + `) WHERE game = $9`
)

const newBoard = `INSERT INTO boards (game) VALUES ($1)`

const saveParticipant = `INSERT INTO participants (person, game, open) VALUES ($1, $2, $3)
	ON CONFLICT (person, game) DO UPDATE SET open = excluded.open`

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

// queryGames reads the games that a query selects, without their players.
func queryGames(ctx context.Context, q database.Querier, query string, args ...any) ([]*game.Game, error) {
	return database.Collect(ctx, q, scanGame, query, args...)
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

// saveGame returns the statement that saves the game's own row.
func saveGame(g *game.Game) database.Statement {
	fixture, _ := g.AtEnd.(tournament.Fixture)
	return database.SQL(updateGame, values(gameColumns(g, &fixture))...)
}

// saveParticipants returns the statements that save that people take part in a game and whether it is open.
func saveParticipants(g *game.Game, people []game.Person) (steps []database.Statement) {
	for _, p := range people {
		steps = append(steps, database.SQL(saveParticipant, p, g.ID, g.State.Open()))
	}
	return steps
}

// boardOf returns a copy of the board of a game for later comparison.
func boardOf(g *game.Game) game.Board {
	b := g.Board
	b.Direct = maps.Clone(b.Direct)
	return b
}

// saveBoard returns the statement that saves the board of a game, none if it has not changed.
func saveBoard(was game.Board, g *game.Game) (steps []database.Statement) {
	if !reflect.DeepEqual(was, g.Board) {
		steps = append(steps, database.SQL(updateBoard, append(values(boardColumns(&g.Board)), g.ID)...))
	}
	return steps
}
