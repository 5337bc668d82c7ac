package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/member"
	"xiangqibot/bot/standing"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	readPeopleRows = `SELECT p.person, p.name, p.locale, coalesce(r.class, ''), coalesce(r.rating, 0), coalesce(r.rd, 0),
		coalesce(r.vol, 0), coalesce(r.rated_at, 0), coalesce(r.wins, 0), coalesce(r.draws, 0),
		coalesce(r.losses, 0) FROM players AS p LEFT JOIN ratings AS r ON r.person = p.person
		WHERE p.person IN (SELECT key FROM json_each($1))`
	savePlayer = `INSERT INTO players (person, name, locale) VALUES ($1, $2, $3)
		ON CONFLICT (person) DO UPDATE SET (name, locale) = (excluded.name, excluded.locale)`
	saveRating = `INSERT INTO ratings (person, class, rating, rd, vol, rated_at, games, wins, draws, losses)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (person, class) DO UPDATE SET (rating, rd, vol, rated_at, games, wins, draws, losses) =
			(excluded.rating, excluded.rd, excluded.vol, excluded.rated_at, excluded.games, excluded.wins, excluded.draws, excluded.losses)`
	dropRating = `DELETE FROM ratings WHERE person = $1 AND class = $2`
)

// readPerson reads what is known about one person. An unknown person is a newcomer.
func readPerson(ctx context.Context, q database.Querier, p game.Person) (standing.Player, error) {
	players, err := readPlayers(ctx, q, []game.Person{p})
	return players[p], err
}

// readPlayers reads what is known about some people. Unknown people are newcomers.
func readPlayers(
	ctx context.Context, q database.Querier, people []game.Person,
) (map[game.Person]standing.Player, error) {
	players := make(map[game.Person]standing.Player, len(people))
	for _, p := range people {
		players[p] = standing.Player{Person: p}
	}
	err := eachOf(ctx, q, readPeopleRows, people, func(row database.Row) error { return scanPlayer(row, players) })
	return players, err
}

// scanPlayer adds to the players what a row says: a name, and a rating if there is one.
func scanPlayer(row database.Row, players map[game.Person]standing.Player) error {
	var p game.Person
	var name, locale, class string
	var s standing.Standing
	err := row.Scan(&p, &name, &locale, &class, &s.Rating.R, &s.Rating.RD, &s.Rating.Vol, columns.Millis(&s.RatedAt),
		&s.Wins, &s.Draws, &s.Losses)
	if err != nil {
		return err
	}
	player := players[p]
	player.Name, player.Locale = name, locale
	switch class {
	case clocks.Live.String():
		player.Live = s
	case clocks.Correspondence.String():
		player.Correspondence = s
	}
	players[p] = player
	return nil
}

// eachOf calls fn for each row of a query whose argument is the [peopleKeys] of some people.
func eachOf(
	ctx context.Context, q database.Querier, query string, people []game.Person, fn func(database.Row) error,
) error {
	if len(people) == 0 {
		return nil
	}
	return database.Each(ctx, q, fn, query, peopleKeys(people))
}

// peopleKeys returns an argument that lists people as the keys of a JSON object, which json_each selects in both
// databases.
func peopleKeys(people []game.Person) columns.Field {
	keys := make(map[game.Person]bool, len(people))
	for _, p := range people {
		keys[p] = true
	}
	return columns.JSON(&keys)
}

// savePlayers returns the statements that save what has changed of the players of a game: names and standings.
func savePlayers(before, now map[game.Person]standing.Player) (steps []database.Statement) {
	for _, p := range slices.Sorted(maps.Keys(now)) { // in the same order in every transaction, since each locks a row
		player, was := now[p], before[p]
		if player == was {
			continue
		}
		steps = append(steps, database.SQL(savePlayer, p, player.Name, player.Locale))
		for _, class := range []clocks.Class{clocks.Live, clocks.Correspondence} {
			if s := player.In(class); s != was.In(class) {
				steps = append(steps, saveStanding(p, class, s))
			}
		}
	}
	return steps
}

// saveStanding returns the statement that saves the standing of a player in a class.
func saveStanding(p game.Person, class clocks.Class, s standing.Standing) database.Statement {
	if s.Games() == 0 {
		return database.SQL(dropRating, p, class.String())
	}
	return database.SQL(saveRating, p, class.String(), s.Rating.R, s.Rating.RD, s.Rating.Vol, columns.ToMillis(s.RatedAt),
		s.Games(), s.Wins, s.Draws, s.Losses)
}

// readSettings reads the settings of p without the people whom p blocks, which are in a table of their own.
func readSettings(ctx context.Context, q database.Querier, p game.Person) (s member.Settings, err error) {
	_, err = database.One(ctx, q, []any{columns.JSON(&s)}, `SELECT data FROM settings WHERE person = $1`, p)
	return s, err
}

// readPeople sets the players of games that were read, and returns what is known about them.
func readPeople(
	ctx context.Context, q database.Querier, games ...*game.Game,
) (map[game.Person]standing.Player, error) {
	var people []game.Person
	for _, g := range games {
		people = append(people, g.People()...)
	}
	slices.Sort(people)
	players, err := readPlayers(ctx, q, slices.Compact(people))
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		setPlayers(g, players)
	}
	return players, setAway(ctx, q, games...)
}

// setPlayers sets the players of a game.
func setPlayers(g *game.Game, players map[game.Person]standing.Player) {
	was := g.Players
	people := g.People()
	g.Players = make(map[game.Person]game.Player, len(people))
	for _, p := range people {
		player := players[p].InGame(g)
		player.Away = was[p].Away
		g.Players[p] = player
	}
}

const readVacations = `SELECT person, guild, data FROM vacations WHERE person IN (SELECT key FROM json_each($1))`

// personInServer identifies a vacation by its person and server.
type personInServer struct {
	person game.Person
	guild  string
}

// readAway reads until when people are on vacation, in all servers.
func readAway(ctx context.Context, q database.Querier, people []game.Person) (map[personInServer]time.Time, error) {
	away := map[personInServer]time.Time{}
	err := eachOf(ctx, q, readVacations, people, func(row database.Row) error {
		var where personInServer
		var v member.Vacation
		err := row.Scan(&where.person, &where.guild, columns.JSON(&v))
		if !v.Since.IsZero() {
			away[where] = v.Until
		}
		return err
	})
	return away, err
}

// setAway sets until when the people of correspondence games are on vacation. Vacations do not apply to other games.
func setAway(ctx context.Context, q database.Querier, games ...*game.Game) error {
	var people []game.Person
	for _, g := range games {
		if g.ByDay() {
			people = append(people, g.People()...)
		}
	}
	slices.Sort(people)
	away, err := readAway(ctx, q, slices.Compact(people))
	if err != nil {
		return err
	}
	for _, g := range games {
		if !g.ByDay() {
			continue
		}
		for _, p := range g.People() {
			if until, is := away[personInServer{p, g.Guild}]; is {
				player := g.Players[p]
				player.Away = until
				g.Players[p] = player
			}
		}
	}
	return nil
}

// setAwayOfJoined sets until when the people who have newly joined a correspondence game are on vacation.
func setAwayOfJoined(ctx context.Context, q database.Querier, g *game.Game, joined []game.Person) error {
	if !g.ByDay() {
		return nil
	}
	away, err := readAway(ctx, q, joined)
	for _, p := range joined {
		if until, is := away[personInServer{p, g.Guild}]; is {
			game.SetVacation(g, p, until)
		}
	}
	return err
}

// mergePlayers returns the known players, updated with the names and languages that a game has recorded.
func mergePlayers(known map[game.Person]standing.Player, g *game.Game) map[game.Person]standing.Player {
	players := maps.Clone(known)
	for p, met := range g.Players {
		player := players[p]
		player.Person, player.Name, player.Locale = p, cmp.Or(met.Name, player.Name), cmp.Or(met.Locale, player.Locale)
		players[p] = player
	}
	return players
}
