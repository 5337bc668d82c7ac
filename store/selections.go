package store

import (
	"context"
	"fmt"
	"math"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

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
