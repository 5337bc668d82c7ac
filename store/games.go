package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

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

// Games reads the games that match the query. See [game.GameStore].
func (s *Games) Games(ctx context.Context, q game.Query) ([]*game.Game, error) {
	return selectGamesBy(ctx, s.db.Read, q)
}

// Create creates a game. See [game.GameStore].
func (s *Games) Create(ctx context.Context, key string, fn func(*game.Game) error) (*game.Game, error) {
	var g *game.Game
	err := s.db.Act(ctx, key, func(tx *sql.Tx) (err error) {
		g, err = s.writer.create(ctx, tx, fn)
		return err
	})
	return g, err
}

// Update passes the game to fn and saves the changes: the game, its players, its next job and its outbox are saved
// together or not at all. See [game.GameStore].
func (s *Games) Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	if err := s.downtime.Compensate(ctx); err != nil {
		return nil, err
	}
	var before snapshot
	return database.Update(ctx, s.db, s.db.Tx, key, func(tx *sql.Tx) (*game.Game, error) {
		g, err := readGame(ctx, tx, id, s.db.Dialect.ForUpdate)
		if err == nil {
			before, err = snapshotOf(ctx, tx, g)
		}
		return g, err
	}, func(tx *sql.Tx, g *game.Game) error {
		if err := fn(g); err != nil {
			return err
		}
		return s.writer.admit(ctx, tx, g)
	}, func(tx *sql.Tx, g *game.Game) error { return s.writer.save(ctx, tx, before, g) })
}

const moveBoard = `UPDATE games SET channel = $2, home = $3, next_job = $4 WHERE id = $1`

// UpdateBoard passes the game to fn and saves the changes to its board, its channel and its outbox. See
// [posted.BoardStore].
func (s *Games) UpdateBoard(ctx context.Context, id game.ID, fn func(*game.Game) error) error {
	return s.db.Tx(ctx, func(tx *sql.Tx) error {
		g, err := readGame(ctx, tx, id, s.db.Dialect.ForUpdate)
		if err != nil {
			return err
		}
		was, channel, home, next := boardOf(g), g.Channel, g.Home, g.Next()
		if err := fn(g); err != nil {
			return err
		}
		if err := s.writer.enqueue(ctx, tx, next, g); err != nil {
			return err
		}
		if g.Channel != channel || g.Home != home {
			if err := database.Exec(ctx, tx, moveBoard, g.ID, g.Channel, g.Home, g.NextJob); err != nil {
				return err
			}
		}
		return database.Execute(ctx, tx, saveBoard(was, g)...)
	})
}

var ratedOfPair = `SELECT ` + columnsOfResults + ` FROM results WHERE opponent = $1 AND person = $2 AND guild = $3 AND rated <> '' ORDER BY seq`

const makeCasual = `UPDATE games SET (rated, ratings) = (FALSE, $2) WHERE id = $1`

// UndoPair takes all games of two people on a guild out of the ratings. See [standing.Games].
func (s *Games) UndoPair(ctx context.Context, key, guild string, a, b game.Person) (n int, err error) {
	var none [2]glicko.Rating
	err = s.db.Act(ctx, key, func(tx *sql.Tx) error {
		if err := lockRatings(ctx, tx, s.db.Dialect); err != nil {
			return err
		}
		undone, err := queryResults(ctx, tx, ratedOfPair, a, b, guild)
		if err != nil {
			return err
		}
		theirs, err := queryResults(ctx, tx, ratedOfPair, b, a, guild)
		switch {
		case err != nil:
			return err
		case len(undone) == 0:
			return &game.Refusal{Code: standing.NoRatedPair}
		}
		for _, row := range undone {
			if err := database.Exec(ctx, tx, makeCasual, row.Game, columns.Ratings(&none, &none)); err != nil {
				return err
			}
		}
		n = len(undone)
		return undoResults(ctx, tx, append(undone, theirs...))
	})
	return n, err
}

const activeChannels = `SELECT DISTINCT channel FROM games WHERE state = 'active' AND channel <> '' ORDER BY channel`

// ActiveChannels lists the channels and threads in which games are being played.
func (s *Games) ActiveChannels(ctx context.Context) ([]string, error) {
	return database.Column[string](ctx, s.db.Read, activeChannels)
}

const wonFrom = `SELECT DISTINCT games.start FROM participants JOIN games ON games.id = participants.game
	WHERE participants.person = $1 AND games.start <> '' AND games.hints = '' AND games.conditions NOT LIKE '%"partner"%'
	AND (games.red = $1 AND games.black_level > 0 AND games.outcome = 'red wins'
		OR games.black = $1 AND games.red_level > 0 AND games.outcome = 'black wins')`

// WonFrom lists the positions from which p has won against the bot. See member.WinStore.
func (s *Games) WonFrom(ctx context.Context, p game.Person) ([]string, error) {
	return database.Column[string](ctx, s.db.Read, wonFrom, p)
}

// saveMark saves a mark with its subject, the last word of its key, which may be a person.
const saveMark = `INSERT INTO once (id, about, at, expires) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`

const (
	hasMark    = `SELECT EXISTS (SELECT 1 FROM once WHERE id = $1 AND (expires = 0 OR expires > $2))`
	sweepMarks = `DELETE FROM once WHERE expires > 0 AND expires <= $1`
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
