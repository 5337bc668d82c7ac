package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/operator"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

const (
	saveOperatorBlock = `INSERT INTO operator_blocks (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	dropOperatorBlock = `DELETE FROM operator_blocks WHERE id = $1`
	hasOperatorBlock  = `SELECT id FROM operator_blocks WHERE id IN ($1, $2)`

	setDeparted = `INSERT INTO servers (guild, data, departed) VALUES ($1, '{}', $2)
		ON CONFLICT (guild) DO UPDATE SET departed = excluded.departed`
	departedAt    = `SELECT departed FROM servers WHERE guild = $1`
	departedUntil = `SELECT guild FROM servers WHERE departed > 0 AND departed < $1`
	presentGuilds = `SELECT guild FROM servers WHERE departed = 0
		UNION SELECT g.guild FROM games g LEFT JOIN servers s ON s.guild = g.guild
		WHERE g.state IN ('offered', 'active') AND g.guild <> '' AND coalesce(s.departed, 0) = 0 ORDER BY guild`
	openOfGuild   = `SELECT count(*) FROM games WHERE guild = $1 AND state IN ('offered', 'active')`
	forgetWelcome = `DELETE FROM once WHERE id = 'welcome:' || CAST($1 AS TEXT)`
)

var openGamesOfGuild = selectGames + ` WHERE guild = $1 AND state IN ('offered', 'active') ORDER BY id`

// The tables with rows about guilds. When a guild is forgotten, its own rows are deleted, and those of people lose only
// its id. A table comes before those that it refers to.
var (
	ownedByGuild = []string{
		"asked_positions", "puzzle_posts", "puzzle_races", "puzzles_found", "review_waits", "season_tables", "seasons",
		"servers", "standings", "tournaments", "vacations",
	}
	namingGuild = []string{
		"games", "puzzle_day_tries", "puzzle_runs", "puzzle_tries", "puzzle_views", "records", "results", "reviews",
	}
)

// Operator stores the decisions of the bot's operator, and which servers the bot has left.
type Operator struct {
	db          *database.Connection
	writer      *gameWriter
	tournaments *Tournaments
}

// SetBlocked saves since when somebody is blocked. See [operator.Store].
func (s *Operator) SetBlocked(ctx context.Context, id string, since time.Time) (changed bool, err error) {
	err = s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		if since.IsZero() {
			changed, err = database.Changes(ctx, tx, dropOperatorBlock, id)
		} else {
			changed, err = database.Changes(ctx, tx, saveOperatorBlock, id, columns.ToMillis(since))
		}
		return err
	})
	return changed && err == nil, err
}

// Blocked returns which of two ids are blocked. See [operator.Store].
func (s *Operator) Blocked(ctx context.Context, one, other string) ([]string, error) {
	return database.Column[string](ctx, s.db.Read, hasOperatorBlock, one, other)
}

// SetDeparted saves when the bot left a server. See [operator.Store].
func (s *Operator) SetDeparted(ctx context.Context, guild string, at time.Time) error {
	var left int64
	found, err := database.One(ctx, s.db.Read, []any{&left}, departedAt, guild)
	switch {
	case err != nil:
		return err
	case found && at.IsZero() && left == 0: // as nearly always: every server shows itself at each login
		return nil
	}
	return s.db.Save(ctx, "", database.SQL(setDeparted, guild, columns.ToMillis(at)))
}

// Present returns the servers that are not known to be left. See [operator.Store].
func (s *Operator) Present(ctx context.Context) ([]string, error) {
	return database.Column[string](ctx, s.db.Read, presentGuilds)
}

// EndAll changes the open tournaments and games of a server. See [operator.Store].
func (s *Operator) EndAll(
	ctx context.Context, guild string, callOff func(*tournament.Tournament), void func(*game.Game),
) error {
	return s.db.TxAlone(ctx, func(tx *sql.Tx) error {
		// Tournaments come first, so that the end of a round's games begins no other round.
		err := s.tournaments.changeAll(ctx, tx, func(t *tournament.Tournament) {
			if t.Open() {
				callOff(t)
			}
		}, everyTournamentOf, guild)
		if err != nil {
			return err
		}
		games, err := queryGames(ctx, tx, openGamesOfGuild+s.db.Dialect.ForUpdate, guild)
		if err != nil {
			return err
		}
		return s.writer.changeAll(ctx, tx, games, func(g *game.Game, _ *snapshot) error { void(g); return nil })
	})
}

const everyTournamentOf = `SELECT id, guild, data FROM tournaments WHERE guild = $1 ORDER BY id`

// Server reads what is stored of a server. See [operator.Store].
func (s *Operator) Server(ctx context.Context, guild string) (found operator.Server, err error) {
	found.Rows = map[string]int{}
	for _, table := range slices.Concat(ownedByGuild, namingGuild) {
		n, err := database.Value[int](ctx, s.db.Read, `SELECT count(*) FROM `+table+` WHERE guild = $1`, guild)
		if err != nil {
			return found, err
		}
		if n > 0 {
			found.Rows[table] = n
		}
	}
	if found.Open, err = database.Value[int](ctx, s.db.Read, openOfGuild, guild); err != nil {
		return found, err
	}
	if _, err := database.One(ctx, s.db.Read, []any{columns.Millis(&found.Departed)}, departedAt, guild); err != nil {
		return found, err
	}
	blocked, err := s.Blocked(ctx, "", guild)
	found.Blocked = len(blocked) > 0
	return found, err
}

// Forget removes a server from the database. See [operator.Store].
func (s *Operator) Forget(ctx context.Context, guild string) error {
	return s.db.TxAlone(ctx, func(tx *sql.Tx) error { return forgetServer(ctx, tx, s.writer.outbox, guild) })
}

// forgetServer removes a server from the tables, in a transaction that runs alone.
func forgetServer(ctx context.Context, tx *sql.Tx, outbox *jobs.Outbox, guild string) error {
	for _, kind := range []string{solving.PostDay{}.Kind(), member.VacationEnds{}.Kind()} {
		if err := outbox.Withdraw(ctx, tx, kind, "guild", guild); err != nil {
			return err
		}
	}
	steps := []database.Statement{database.SQL(forgetWelcome, guild)}
	for _, table := range ownedByGuild {
		steps = append(steps, database.SQL(`DELETE FROM `+table+` WHERE guild = $1`, guild))
	}
	for _, table := range namingGuild {
		steps = append(steps, database.SQL(`UPDATE `+table+` SET guild = '' WHERE guild = $1`, guild))
	}
	return database.Execute(ctx, tx, steps...)
}
