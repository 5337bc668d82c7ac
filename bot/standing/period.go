package standing

import (
	"fmt"
	"time"
)

// Period is a time span over which results are added up. The database stores its name.
type Period struct {
	Name   string    // "all", "week 2026-11-16", "month 2026-11", "season 3"
	Begins time.Time // zero: with the first game
	Ends   time.Time // when it may be deleted; zero: never
}

// AllTimePeriod is the name of the period that never ends, which is ordered by rating. All others are ordered by
// [Result.Points].
const AllTimePeriod = "all"

// weekOf and monthOf return the week and the month of a time. They are kept for twice their length, so that a result
// from just before midnight that is saved just after it is still counted.
func weekOf(at time.Time) Period {
	at = at.UTC()
	first := time.Date(at.Year(), at.Month(), at.Day()-(int(at.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
	return Period{Name: "week " + first.Format(time.DateOnly), Begins: first, Ends: first.AddDate(0, 0, 14)}
}

func monthOf(at time.Time) Period {
	at = at.UTC()
	first := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	return Period{Name: "month " + first.Format("2006-01"), Begins: first, Ends: first.AddDate(0, 2, 0)}
}

// Season is a time span for which a server has its own leaderboard: the [Result.Points] of rated games played there.
type Season struct {
	Guild   string
	Number  int    // from 1
	Name    string // may be empty
	Started time.Time
	Closed  time.Time // zero while it is played
}

// MaxSeasonName is the maximum length of a season's name in characters; the rest is cut off.
const MaxSeasonName = 50

// SeasonPeriod returns the period of a server's season by its number.
func SeasonPeriod(number int) Period { return Period{Name: fmt.Sprintf("season %d", number)} }

// Periods lists the periods to which a result at a time counts, on a server with the season of that number; 0: none.
func Periods(at time.Time, season int) []Period {
	periods := []Period{{Name: AllTimePeriod}, weekOf(at), monthOf(at)}
	if season > 0 {
		periods = append(periods, SeasonPeriod(season))
	}
	return periods
}
