package store

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store/database"
)

// This file recalculates the ratings and the leaderboards from the results, one result at a time. Each is calculated
// from the saved values before it, so that one fault is reported only once.

var everyResult = `SELECT ` + columnsOfResults + ` FROM results ORDER BY seq, color`

// ratingsOf holds everybody's standings in each class.
type ratingsOf map[string]map[game.Person]standing.Standing

// results recalculates every rated result, and compares people's current ratings with the outcome.
func (v *soundness) results(ctx context.Context) error {
	all, met := ratingsOf{}, map[string]standing.Meetings{}
	var pair []result // the results of one game
	err := v.each(ctx, everyResult, func(row database.Row) error {
		r, err := scanResult(row)
		if err != nil {
			return err
		}
		v.counted[r.Game]--
		if want := v.partners[r.Game]; r.partner != want {
			v.fault("game %d was played with a partner %q, and the result of %s says %q", r.Game, want, r.person, r.partner)
		}
		if len(pair) > 0 && pair[0].seq != r.seq {
			v.result(pair, all, met)
			pair = pair[:0]
		}
		pair = append(pair, r)
		return nil
	})
	if err != nil {
		return err
	}
	if len(pair) > 0 {
		v.result(pair, all, met)
	}
	for _, id := range slices.Sorted(maps.Keys(v.counted)) {
		if n := v.counted[id]; n != 0 {
			v.fault("game %d: %d results too few (of its people)", id, n)
		}
	}
	return v.ratingsNow(ctx, all)
}

// result recalculates the results of one game.
func (v *soundness) result(rows []result, all ratingsOf, met map[string]standing.Meetings) {
	first := &rows[0]
	if first.rated == "" {
		return
	}
	standings := all[first.rated]
	if standings == nil {
		standings = map[game.Person]standing.Standing{}
		all[first.rated] = standings
	}
	counted := standing.RatedGame{Game: first.Game, At: first.At, Score: first.Score, Met: first.Met}
	if first.Color == board.Black {
		counted.Score = 1 - first.Score
	}
	counted.Seats[first.Color] = game.Seat{Person: first.person}
	counted.Seats[first.Color.Opponent()] = first.Opponent
	counted.Before[first.Color.Opponent()] = first.Against
	if len(rows) == 1 && first.Opponent.Person != "" {
		// The opponent was erased with all their results: only their rating at that time is known.
		counted.Seats[first.Color.Opponent()] = game.Seat{}
	}
	if pair, ok := standing.PairOf(counted.Seats); ok {
		if met[first.rated] == nil {
			met[first.rated] = standing.Meetings{}
		}
		counted.Met = met[first.rated].Meet(pair, first.At)
	}
	for _, r := range rows {
		if r.Met != counted.Met {
			v.fault("the result of game %d counts %d rated games of %s against the same person within a week before it, and there were %d",
				r.Game, r.Met, r.person, counted.Met)
		}
	}
	games := []standing.RatedGame{counted}
	standing.Recalculate(games, standings)
	for _, r := range rows {
		if !near(r.Before, games[0].Before[r.Color]) || !near(r.After, games[0].After[r.Color]) {
			v.fault("the result of game %d took %s from %s to %s, and counted again from %s to %s", r.Game, r.person,
				shown(r.Before), shown(r.After), shown(games[0].Before[r.Color]), shown(games[0].After[r.Color]))
		}
		after := standings[r.person]
		after.Rating = r.After
		standings[r.person] = after
	}
	if said := v.ratings[first.Game]; said != nil && first.Color == board.Red &&
		(!near(said.Before, first.Before) || !near(said.After, first.After) || !near(said.Against, first.Against)) {
		v.fault("game %d and its result differ about the ratings", first.Game)
	}
}

const everyRating = `SELECT person, class, rating, rd, vol, games, wins, draws, losses
	FROM ratings ORDER BY person, class`

// ratingsNow compares people's ratings with those calculated from their results.
func (v *soundness) ratingsNow(ctx context.Context, all ratingsOf) error {
	err := v.each(ctx, everyRating, func(row database.Row) error {
		var p game.Person
		var class string
		var has standing.Standing
		err := row.Scan(&p, &class, &has.Rating.R, &has.Rating.RD, &has.Rating.Vol,
			&has.Games, &has.Wins, &has.Draws, &has.Losses)
		made := all[class][p]
		delete(all[class], p)
		same := has.Games == made.Games && has.Wins == made.Wins && has.Draws == made.Draws && has.Losses == made.Losses
		if err == nil && has.Games > 0 && (!same || !near(has.Rating, made.Rating)) {
			v.fault("%s has %s in class %s after %d games (%d won, %d drawn), and the results make %s after %d (%d, %d)", p,
				shown(has.Rating), class, has.Games, has.Wins, has.Draws, shown(made.Rating), made.Games, made.Wins, made.Draws)
		}
		return err
	})
	for class, left := range all {
		for _, p := range slices.Sorted(maps.Keys(left)) {
			v.fault("%s has results in class %s and no rating", p, class)
		}
	}
	return err
}

var (
	ratedResults = `SELECT ` + columnsOfResults + ` FROM results WHERE rated <> ''`
	everyLine    = `SELECT guild, class, period, person, value, gain, games, wins, draws, losses FROM standings`
)

// leaderboards adds up the results again and compares them with the leaderboard entries.
func (v *soundness) leaderboards(ctx context.Context) error {
	sums := map[boardLine]change{}
	err := v.each(ctx, ratedResults, func(row database.Row) error {
		r, err := scanResult(row)
		for _, line := range boardLines(&r) {
			c := sums[line]
			c.count(&r)
			sums[line] = c
		}
		return err
	})
	if err != nil {
		return err
	}
	err = v.each(ctx, everyLine, func(row database.Row) error {
		var at boardLine
		var has change
		err := row.Scan(&at.guild, &at.class, &at.period, &at.person,
			&has.points, &has.gain, &has.games, &has.wins, &has.draws, &has.losses)
		made := sums[at]
		delete(sums, at)
		if at.period == standing.AllTimePeriod {
			made.points, made.gain = has.points, has.gain // the rating itself, which was already checked
		}
		apart := max(math.Abs(has.points-made.points), math.Abs(has.gain-made.gain))
		has.points, made.points, has.gain, made.gain = 0, 0, 0, 0
		if err == nil && (has != made || apart > tolerance) {
			v.fault("the leaderboard %q of server %q, class %s, counts %d games of %s (%d won), "+
				"and their results make %d (%d); the points differ by %.3f",
				at.period, at.guild, at.class, has.games, at.person, has.wins, made.games, made.wins, apart)
		}
		return err
	})
	for at := range sums {
		if at.period == standing.AllTimePeriod {
			v.fault("%s has results on server %q, class %s, and no line on its leaderboard", at.person, at.guild, at.class)
		}
	}
	return err
}

// count adds a result.
func (c *change) count(r *result) {
	c.points += r.Points()
	c.gain += r.Gain()
	c.tally(r.Score, 1)
}

// tolerance is the maximum difference of equal ratings: points are added up in a different order.
const tolerance = 1e-6

func near(a, b glicko.Rating) bool {
	return math.Abs(a.R-b.R) <= tolerance && math.Abs(a.RD-b.RD) <= tolerance && math.Abs(a.Vol-b.Vol) <= tolerance
}

func shown(r glicko.Rating) string { return fmt.Sprintf("%.1f±%.1f", r.R, r.RD) }
