package store

import (
	"context"
	"database/sql"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// allClasses is the class of leaderboards that cover all classes.
const allClasses = "all"

func boardClass(c clocks.Class) string {
	if c == clocks.Untimed {
		return allClasses
	}
	return c.String()
}

type boardLine struct {
	guild, class, period string
	person               game.Person
}

// boardLines lists the leaderboard entries to which a rated result counts: one against the bot only to those of all
// time.
func (r *result) boardLines() []boardLine {
	guilds := []string{""}
	if r.Guild != "" {
		guilds = append(guilds, r.Guild)
	}
	var lines []boardLine
	for _, guild := range guilds {
		for _, period := range standing.Periods(r.At, r.season) {
			if period.Name != standing.AllTimePeriod && r.Opponent.IsBot() {
				continue
			}
			for _, class := range []string{r.rated, allClasses} {
				lines = append(lines, boardLine{guild, class, period.Name, r.person})
			}
		}
	}
	return lines
}

const (
	// addStanding adds a result to one entry of a leaderboard: $7 is the rating for the period 'all', otherwise the
	// points won.
	addStanding = `INSERT INTO standings (guild, class, period, person, shown, provisional, value, games, wins, draws, losses, last, ends, gain)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, $12, $13)
		ON CONFLICT (guild, class, period, person) DO UPDATE SET (provisional, value, gain, games, wins, draws, losses, last) =
			(excluded.provisional, CASE excluded.period WHEN 'all' THEN 0 ELSE standings.value END + excluded.value,
			standings.gain + excluded.gain, standings.games + 1,
			standings.wins + excluded.wins, standings.draws + excluded.draws, standings.losses + excluded.losses, excluded.last)`

	// rerate updates a player's rating on every all-time leaderboard that lists the player, and on all of them whether
	// it is provisional.
	rerate = `UPDATE standings SET (value, provisional) = (CASE period WHEN 'all' THEN $1 ELSE value END, $2) WHERE person = $3 AND class = $4`

	// sweepStandings deletes entries of expired weeks and months, a few at a time, but more than a result adds.
	sweepStandings = `DELETE FROM standings WHERE (guild, class, period, person) IN
		(SELECT guild, class, period, person FROM standings WHERE ends > 0 AND ends < $1 LIMIT 50)`
)

// addToBoards adds a rated result to the leaderboard entries of its player, who is given with the new ratings.
func addToBoards(ctx context.Context, tx *sql.Tx, r *result, player standing.Player) error {
	settings, err := readSettings(ctx, tx, r.person)
	if err != nil {
		return err
	}
	var c standing.Tally
	c.Add(r.Score, 1)
	ends := map[string]int64{}
	for _, period := range standing.Periods(r.At, r.season) {
		ends[period.Name] = columns.ToMillis(period.Ends)
	}
	for _, line := range r.boardLines() {
		rating := r.After
		if line.class == allClasses {
			rating = player.In(player.MostReliableClass()).Rating
		}
		value, gain := r.Points(), r.Gain()
		if line.period == standing.AllTimePeriod {
			value, gain = rating.R, 0
		}
		err := database.Exec(ctx, tx, addStanding, line.guild, line.class, line.period, line.person,
			line.guild != "" || !settings.Hidden, rating.Provisional(), value, c.Wins, c.Draws, c.Losses, columns.ToMillis(r.At),
			ends[line.period], gain)
		if err != nil {
			return err
		}
	}
	return rerateBoards(ctx, tx, player)
}

// rerateBoards updates a player's ratings on every leaderboard that lists the player.
func rerateBoards(ctx context.Context, tx *sql.Tx, player standing.Player) error {
	for class, rating := range map[string]standing.Standing{
		clocks.Live.String(): player.Live, clocks.Correspondence.String(): player.Correspondence, allClasses: player.In(player.MostReliableClass()),
	} {
		err := database.Exec(ctx, tx, rerate, rating.Rating.R, rating.Rating.Provisional(), player.Person, class)
		if err != nil {
			return err
		}
	}
	return nil
}

// showStandings shows a person on the global leaderboards, or hides them there.
const showStandings = `UPDATE standings SET shown = $1 WHERE person = $2 AND guild = '' AND shown <> $1`

const (
	// leaderboard finds the page by the index alone, and only then joins the other data.
	leaderboard = `SELECT s.person, NOT s.provisional, s.value, s.wins, s.draws, s.losses, COALESCE(t.gain, 0) FROM (
			SELECT person FROM standings WHERE guild = $1 AND class = $2 AND period = $3 AND shown AND last >= $4
			ORDER BY provisional, value DESC, person LIMIT $5 OFFSET $6) AS theirs
		CROSS JOIN standings s
		LEFT JOIN standings t ON t.guild = $1 AND t.class = $2 AND t.period = $7 AND t.person = s.person
		WHERE s.guild = $1 AND s.class = $2 AND s.period = $3 AND s.person = theirs.person`

	ownLine = `SELECT s.person, NOT s.provisional, s.value, s.wins, s.draws, s.losses, COALESCE(t.gain, 0), s.shown AND s.last >= $4
		FROM standings s LEFT JOIN standings t ON t.guild = $1 AND t.class = $2 AND t.period = $5 AND t.person = s.person
		WHERE s.guild = $1 AND s.class = $2 AND s.period = $3 AND s.person = $6`

	// rankedBefore counts the players ranked before an entry: established players before a provisional one, then
	// players with a higher value, and among equals those with a smaller id. It does not count beyond MaxRank.
	rankedBefore = `SELECT COUNT(*) FROM (
			SELECT 1 FROM standings WHERE ` + onBoard + ` AND provisional = FALSE AND $6
			UNION ALL SELECT 1 FROM standings WHERE ` + onBoard + ` AND provisional = $6 AND value > $7
			UNION ALL SELECT 1 FROM standings WHERE ` + onBoard + ` AND provisional = $6 AND value = $7 AND person < $8
		LIMIT $5) AS theirs`
	onBoard = `guild = $1 AND class = $2 AND period = $3 AND shown AND last >= $4`
)

func lineValues(l *standing.LeaderboardEntry) []any {
	return []any{&l.Seat.Person, &l.Established, &l.Value, &l.Wins, &l.Draws, &l.Losses, &l.Gain}
}

// Leaderboard lists people in the order of a leaderboard. See [standing.LeaderboardStore].
func (s *Standings) Leaderboard(
	ctx context.Context, q standing.LeaderboardQuery,
) ([]standing.LeaderboardEntry, error) {
	lines, err := database.All(ctx, s.db.Read, lineValues, leaderboard,
		q.Guild, boardClass(q.Class), q.Period, columns.ToMillis(q.Since), q.Limit, q.Offset, q.Trend)
	slices.SortFunc(lines, standing.LeaderboardEntry.Compare) // the joins need not preserve the order of the page
	if err == nil {
		err = nameLines(ctx, s.db.Read, lines)
	}
	return lines, err
}

// nameLines sets the players of leaderboard entries.
func nameLines(ctx context.Context, q database.Querier, lines []standing.LeaderboardEntry) error {
	people := make([]game.Person, len(lines))
	for i := range lines {
		people[i] = lines[i].Seat.Person
	}
	players, err := readPlayers(ctx, q, people)
	for i := range lines {
		lines[i].Player = players[lines[i].Seat.Person]
	}
	return err
}

// Rank returns a person's entry on a leaderboard. See [standing.LeaderboardStore].
func (s *Standings) Rank(
	ctx context.Context, q standing.LeaderboardQuery, p game.Person,
) (standing.LeaderboardEntry, bool, error) {
	var l standing.LeaderboardEntry
	var listed bool
	key := []any{q.Guild, boardClass(q.Class), q.Period, columns.ToMillis(q.Since)}
	found, err := database.One(ctx, s.db.Read, append(lineValues(&l), &listed), ownLine, append(key, q.Trend, p)...)
	if found {
		l.Player, err = readPerson(ctx, s.db.Read, p)
	}
	if err == nil && listed {
		l.Rank, err = database.Value[int](ctx, s.db.Read, rankedBefore,
			append(key, standing.MaxRank, !l.Established, l.Value, l.Seat.Person)...)
		l.Rank++
	}
	return l, found, err
}

// Player reads what is known about one person. See [standing.PlayerStore].
func (s *Standings) Player(ctx context.Context, p game.Person) (standing.Player, error) {
	return readPerson(ctx, s.db.Read, p)
}

// Rating reads a person's rating in a class. See tournament.RatingStore.
func (s *Standings) Rating(ctx context.Context, p game.Person, class clocks.Class) (r glicko.Rating, ok bool, err error) {
	player, err := readPerson(ctx, s.db.Read, p)
	r = player.In(class).Rating
	return r, r != (glicko.Rating{}), err
}
