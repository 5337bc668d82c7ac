package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	lockResults = `SELECT seq FROM latest_result`
	nextResult  = `UPDATE latest_result SET seq = seq + 1 RETURNING seq`
	meetPlayer  = `INSERT INTO players (person) VALUES ($1) ON CONFLICT DO NOTHING`
	dropResult  = `DELETE FROM results WHERE game = $1`
)

var (
	saveResult = `INSERT INTO results (` + columnsOfResults + `) VALUES (` +
		placeholders(resultColumns(&result{})) + `)`
	updateResult = `UPDATE results SET (` + columnsOfResults + `) = (` +
		placeholders(resultColumns(&result{})) + `) WHERE person = $1 AND seq = $2`
)

// lockRatings prevents other transactions from changing results and ratings until this one has ended. A newcomer has no
// row that could be locked, so a single row is locked for all.
func lockRatings(ctx context.Context, tx *sql.Tx, d database.Dialect) error {
	_, err := database.Value[int64](ctx, tx, lockResults+d.ForUpdate)
	return err
}

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

const (
	ofPair         = `FROM results WHERE opponent = $1 AND person = $2 AND rated = $3 AND rated <> '' AND at > $4`
	countMeetings  = `SELECT COUNT(*) ` + ofPair
	meetingsBefore = `SELECT at ` + ofPair + ` AND seq < $5 ORDER BY seq`
)

// meetings counts the rated games of two people in a class that ended within [standing.FadeTime] before a game that
// ends now; 0 if one of them is the bot.
func meetings(ctx context.Context, tx *sql.Tx, seats [2]game.Seat, class string, at time.Time) (n int, err error) {
	if pair, ok := standing.PairOf(seats); ok {
		n, err = database.Value[int](ctx, tx, countMeetings, pair[0], pair[1], class, columns.ToMillis(at.Add(-standing.FadeTime)))
	}
	return n, err
}

// maxRecalculated bounds the number of results that a recalculation may touch, since it blocks all other acts.
const maxRecalculated = 20_000

var (
	resultsOfGame = `SELECT ` + columnsOfResults + ` FROM results WHERE game = $1`

	// ratedFrom lists the rated results of a person in a class starting with one of them; ratedBefore is the previous
	// one.
	ratedFrom   = `SELECT ` + columnsOfResults + ` FROM results WHERE person = $1 AND rated = $2 AND rated <> '' AND seq >= $3 ORDER BY seq LIMIT $4`
	ratedBefore = `SELECT ` + columnsOfResults + ` FROM results WHERE person = $1 AND rated = $2 AND rated <> '' AND seq < $3 ORDER BY seq DESC LIMIT 1`
)

const (
	unrateResult = `UPDATE results SET (rated, before_rating, before_rd, before_vol, after_rating, after_rd, after_vol, against_rating, against_rd, against_vol) =
		('', 0, 0, 0, 0, 0, 0, 0, 0, 0) WHERE game = $1`
	rerateGame = `UPDATE games SET ratings = $2 WHERE id = $1`

	// changeStanding adds a correction to an entry of a leaderboard; emptyStanding deletes an entry with nothing left.
	changeStanding = `UPDATE standings SET (value, gain, games, wins, draws, losses) =
		(value + $5, gain + $6, games + $7, wins + $8, draws + $9, losses + $10)
		WHERE guild = $1 AND class = $2 AND period = $3 AND person = $4`
	emptyStanding = `DELETE FROM standings WHERE guild = $1 AND class = $2 AND period = $3 AND person = $4 AND games <= 0`
)

type change struct {
	points, gain float64
	standing.Tally
}

// recalculation removes results of one class from the ratings.
type recalculation struct {
	tx     *sql.Tx
	class  clocks.Class
	undone map[game.ID]bool

	standings map[game.Person]standing.Standing // of every affected person, before the first of the games
	queue     []result                          // their results that are not processed yet, the next one last
	games     []standing.RatedGame              // the affected games, in order
	changes   map[boardLine]change
	meetings  standing.Meetings
}

// undoResults removes the results of some games from the ratings, given with a row for each of their players: all later
// results that depend on them, through their players, their later opponents, and so on, are recalculated as if they had
// never been played. The games themselves were already saved without their ratings.
//
// Refusal: TooMuchFollows if that would be more than maxRecalculated results of a class.
func undoResults(ctx context.Context, tx *sql.Tx, rows []result) error {
	slices.SortFunc(rows, func(a, b result) int { return cmp.Compare(a.seq, b.seq) })
	for _, class := range []clocks.Class{clocks.Live, clocks.Correspondence} {
		others := func(r result) bool { return r.rated != class.String() }
		if err := undoInClass(ctx, tx, class, slices.DeleteFunc(slices.Clone(rows), others)); err != nil {
			return err
		}
	}
	return nil
}

// undoInClass is undoResults for results of one class in their order.
func undoInClass(ctx context.Context, tx *sql.Tx, class clocks.Class, rows []result) error {
	r := recalculation{
		tx: tx, class: class, undone: map[game.ID]bool{}, standings: map[game.Person]standing.Standing{}, changes: map[boardLine]change{},
		meetings: standing.Meetings{},
	}
	for _, row := range rows {
		r.undone[row.Game] = true
	}
	for _, row := range rows {
		if _, touched := r.standings[row.person]; !touched {
			if err := r.touch(ctx, row.person, row.seq); err != nil {
				return err
			}
		}
		r.take(row)
	}
	for id := range r.undone {
		if err := database.Exec(ctx, tx, unrateResult, id); err != nil {
			return err
		}
	}
	if err := r.collect(ctx); err != nil {
		return err
	}
	standing.Recalculate(r.games, r.standings)
	return r.save(ctx)
}

// touch adds a person's results from one of them on to the queue, without those undone, and reads their standing before
// it.
func (r *recalculation) touch(ctx context.Context, p game.Person, from int64) error {
	player, err := readPerson(ctx, r.tx, p)
	if err != nil {
		return err
	}
	follow, err := queryResults(ctx, r.tx, ratedFrom, p, r.class.String(), from, maxRecalculated+1)
	if err != nil {
		return err
	}
	current := player.In(r.class)
	for _, row := range follow {
		current = current.Without(row.Score)
		if !r.undone[row.Game] {
			r.queue = append(r.queue, row)
		}
	}
	slices.SortFunc(r.queue, func(a, b result) int { return cmp.Compare(b.seq, a.seq) })
	last, err := queryResults(ctx, r.tx, ratedBefore, p, r.class.String(), from)
	if err != nil {
		return err
	}
	current.Rating, current.RatedAt = glicko.Rating{}, time.Time{}
	if len(last) > 0 {
		current.Rating, current.RatedAt = last[0].After, last[0].At
	}
	r.standings[p] = current
	return nil
}

// collect finds all results to be recalculated, in order.
func (r *recalculation) collect(ctx context.Context) error {
	last := int64(0)
	for len(r.queue) > 0 {
		row := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		if row.seq == last {
			continue // the row of the other player
		}
		last = row.seq
		if len(r.games) == maxRecalculated || len(r.queue) > 2*maxRecalculated {
			return &game.Refusal{Code: standing.TooMuchFollows, Limit: maxRecalculated}
		}
		opponent := row.Opponent.Person
		if _, touched := r.standings[opponent]; !touched && opponent != "" {
			if err := r.touch(ctx, opponent, row.seq); err != nil {
				return err
			}
		}
		g := standing.RatedGame{Game: row.Game, At: row.At, Score: row.Score, Met: row.Met}
		if row.Color == board.Black {
			g.Score = 1 - g.Score
		}
		g.Seats[row.Color] = game.Seat{Person: row.person}
		g.Seats[row.Color.Opponent()] = row.Opponent
		g.Before[row.Color.Opponent()] = row.Against
		if err := r.meet(ctx, &g, row.seq); err != nil {
			return err
		}
		r.games = append(r.games, g)
	}
	return nil
}

// meet counts again how often the two people of a game had met before. Undone results no longer count.
func (r *recalculation) meet(ctx context.Context, g *standing.RatedGame, seq int64) error {
	pair, ok := standing.PairOf(g.Seats)
	if !ok {
		return nil // the bot, or an erased person, with whom the number is kept as it was
	}
	if _, known := r.meetings[pair]; !known {
		since := columns.ToMillis(g.At.Add(-standing.FadeTime))
		before, err := columns.Times(ctx, r.tx, meetingsBefore, pair[0], pair[1], r.class.String(), since, seq)
		if err != nil {
			return err
		}
		r.meetings[pair] = before
	}
	g.Met = r.meetings.Meet(pair, g.At)
	return nil
}

// save writes the outcome: the results and the games, the ratings, and the leaderboards.
func (r *recalculation) save(ctx context.Context) error {
	for _, g := range r.games {
		rows, err := queryResults(ctx, r.tx, resultsOfGame, g.Game)
		if err != nil {
			return err
		}
		for _, row := range rows {
			again, c := row, row.Color
			again.Before, again.After, again.Against, again.Met = g.Before[c], g.After[c], g.Before[c.Opponent()], g.Met
			r.change(row, change{points: again.Points() - row.Points(), gain: again.Gain() - row.Gain()})
			if err := database.Exec(ctx, r.tx, updateResult, values(resultColumns(&again))...); err != nil {
				return err
			}
		}
		if err := database.Exec(ctx, r.tx, rerateGame, g.Game, columns.Ratings(&g.Before, &g.After)); err != nil {
			return err
		}
	}
	for line, c := range r.changes {
		if line.period == standing.AllTimePeriod {
			c.points, c.gain = 0, 0 // its value is the rating itself
		}
		err := database.Execute(ctx, r.tx,
			database.SQL(changeStanding, line.guild, line.class, line.period, line.person,
				c.points, c.gain, c.Games(), c.Wins, c.Draws, c.Losses),
			database.SQL(emptyStanding, line.guild, line.class, line.period, line.person))
		if err != nil {
			return err
		}
	}
	for p, s := range r.standings {
		if err := database.Execute(ctx, r.tx, saveStanding(p, r.class, s)); err != nil {
			return err
		}
		player, err := readPerson(ctx, r.tx, p)
		if err == nil {
			err = rerateBoards(ctx, r.tx, player)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take subtracts a result from the leaderboards to which it was added.
func (r *recalculation) take(row result) {
	c := change{points: -row.Points(), gain: -row.Gain()}
	c.Add(row.Score, -1)
	r.change(row, c)
}

// change records a change of all leaderboard entries to which a result counts.
func (r *recalculation) change(row result, by change) {
	for _, line := range row.boardLines() {
		c := r.changes[line]
		c.points += by.points
		c.gain += by.gain
		c.Wins += by.Wins
		c.Draws += by.Draws
		c.Losses += by.Losses
		r.changes[line] = c
	}
}
