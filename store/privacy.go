package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// belongings are the tables with rows that belong to a person, who is in their column person, and nobody else.
var belongings = []string{
	"asked_positions", "blocks", "lessons", "mistakes", "panels", "puzzle_day_tries", "puzzle_racers", "puzzle_runs",
	"puzzle_solvers", "puzzle_tries", "puzzle_views", "review_waits", "settings", "vacations",
}

// keptRows are the queries for a person's other data except their games, by table name.
var keptRows = map[string]string{
	"players":       `SELECT * FROM players WHERE person = $1`,
	"ratings":       `SELECT * FROM ratings WHERE person = $1`,
	"results":       `SELECT * FROM results WHERE person = $1 ORDER BY seq`,
	"standings":     `SELECT * FROM standings WHERE person = $1`,
	"season_tables": `SELECT * FROM season_tables WHERE person = $1`,
	"puzzle_races":  `SELECT * FROM puzzle_races WHERE starter = $1 ORDER BY id`,
	"records":       `SELECT * FROM records WHERE owner = $1 ORDER BY id`,
	"reviews":       `SELECT * FROM reviews WHERE asker = $1 ORDER BY asked`,
	"tournaments":   `SELECT * FROM tournaments WHERE id IN (SELECT tournament FROM tournament_people WHERE person = $1) ORDER BY id`,
	"simuls":        `SELECT * FROM simuls WHERE host = $1 ORDER BY id`,
	"once":          `SELECT * FROM once WHERE about = $1`,
}

var (
	gamesWith = selectGames + ` JOIN (
		SELECT game FROM participants WHERE person = $1) AS theirs ON theirs.game = games.id ORDER BY id`
	openGamesWith = selectGames + ` JOIN (
		SELECT game FROM participants WHERE person = $1 AND open) AS theirs ON theirs.game = games.id ORDER BY id`
)

// erase lists the statements that remove person $1 from the tables, except from their belongings, games and
// tournaments.
var erase = []string{
	// The ranks of a final table stay, without a name.
	`INSERT INTO players (person) SELECT 'deleted' WHERE EXISTS (SELECT 1 FROM season_tables WHERE person = $1) ON CONFLICT DO NOTHING`,
	`UPDATE season_tables SET person = 'deleted' WHERE person = $1`,
	`UPDATE results SET opponent = '' WHERE opponent = $1`,
	`DELETE FROM players WHERE person = $1`, // and by cascade ratings, results and standings
	`DELETE FROM participants WHERE person = $1`,
	`DELETE FROM blocks WHERE blocked = $1`,
	`DELETE FROM reviews WHERE record > 0 AND record IN (SELECT id FROM records WHERE owner = $1)`,
	`UPDATE reviews SET asker = '' WHERE asker = $1`, // the result concerns the moves alone
	`UPDATE puzzle_races SET starter = '' WHERE starter = $1`,
	`DELETE FROM records WHERE owner = $1`,
	`DELETE FROM simuls WHERE host = $1`,
	`DELETE FROM once WHERE about = $1`,
}

// These are whole in the sources, where a test looks for all statements and tries them. See ofBelonging.
const (
	keptBelonging  = `SELECT * FROM settings WHERE person = $1 ORDER BY 1, 2`
	eraseBelonging = `DELETE FROM settings WHERE person = $1`
)

// ofBelonging makes a statement about settings one about another of the belongings.
func ofBelonging(statement, table string) string {
	return strings.Replace(statement, "settings", table, 1)
}

const tournamentsWith = `SELECT id, guild, data FROM tournaments JOIN (
	SELECT tournament FROM tournament_people WHERE person = $1) AS theirs ON theirs.tournament = tournaments.id ORDER BY id`

// Privacy reads and erases a person's data in all tables.
type Privacy struct {
	db          *database.Connection
	outbox      *jobs.Outbox
	writer      *gameWriter
	tournaments *Tournaments
}

// PersonalData reads all data about a person. See [member.PrivacyStore].
func (s *Privacy) PersonalData(ctx context.Context, p game.Person) (member.PersonalData, error) {
	kept := member.PersonalData{Rows: map[string][]map[string]any{}}
	queries := maps.Clone(keptRows)
	for _, table := range belongings {
		queries[table] = ofBelonging(keptBelonging, table)
	}
	for table, query := range queries {
		found, err := s.rowsOf(ctx, query, p)
		if err != nil {
			return kept, err
		}
		if len(found) > 0 {
			kept.Rows[table] = found
		}
	}
	var err error
	if kept.Games, err = queryGames(ctx, s.db.Read, gamesWith, p); err == nil {
		_, err = readPeople(ctx, s.db.Read, kept.Games...)
	}
	return kept, err
}

// rowsOf reads the rows of any table that a query for a person selects. JSON columns are decoded.
func (s *Privacy) rowsOf(ctx context.Context, query string, p game.Person) (all []map[string]any, err error) {
	err = database.Values(ctx, s.db.Read, func(names []string, values []any) error {
		row := make(map[string]any, len(names))
		for i, name := range names {
			if name == "token" { // lets others speak for the bot
				continue
			}
			row[name] = values[i]
			if file, is := values[i].([]byte); is { // of a record
				row[name] = string(file)
			}
			if text, is := values[i].(string); is && (name == "data" || name == "caption") && json.Valid([]byte(text)) {
				row[name] = json.RawMessage(text)
			}
		}
		all = append(all, row)
		return nil
	}, query, p)
	return all, err
}

// Erase removes a person from the database. See [member.PrivacyStore].
func (s *Privacy) Erase(ctx context.Context, key string, p game.Person, leave func(*game.Game) error) error {
	return s.db.TxAlone(ctx, s.db.Keyed(ctx, key, func(tx *sql.Tx) error {
		open, err := queryGames(ctx, tx, openGamesWith+s.db.Dialect.ForUpdate, p)
		if err == nil {
			err = s.writer.changeAll(ctx, tx, open, func(g *game.Game, _ *snapshot) error { return leave(g) })
		}
		if err == nil {
			err = forgetInGames(ctx, tx, p)
		}
		var steps []database.Statement
		for _, text := range erase {
			steps = append(steps, database.SQL(text, p))
		}
		for _, table := range belongings {
			steps = append(steps, database.SQL(ofBelonging(eraseBelonging, table), p))
		}
		if err == nil {
			err = database.Execute(ctx, tx, steps...)
		}
		if err == nil {
			err = s.outbox.Withdraw(ctx, tx, member.VacationEnds{}.Kind(), "person", string(p))
		}
		if err == nil {
			forget := func(t *tournament.Tournament) { t.Forget(p, s.db.Clock()) }
			err = s.tournaments.changeAll(ctx, tx, forget, tournamentsWith, p)
		}
		return err
	}))
}

// forgetInGames removes a person from all games that stay.
func forgetInGames(ctx context.Context, tx *sql.Tx, p game.Person) error {
	games, err := queryGames(ctx, tx, gamesWith, p)
	if err != nil {
		return err
	}
	for _, g := range games {
		was := boardOf(g)
		game.Forget(g, p)
		if err := database.Execute(ctx, tx, append(saveBoard(was, g), saveGame(g))...); err != nil {
			return err
		}
	}
	return nil
}
