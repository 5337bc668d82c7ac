package standing

import (
	"fmt"
	"time"
)

// Period is a stretch of time over which the results of people are added up, by a name that the database keeps.
type Period struct {
	Name string    // "all", "week 2026-11-16", "month 2026-11", "season 3"
	Ends time.Time // when nobody asks for it any longer; zero: it is kept
}

// AllTimePeriod is the name of the period that never ends, in which people are in the order of their ratings. In all
// others they are in the order of the points they won.
const AllTimePeriod = "all"

// weekOf and monthOf are the week and the month of a time. They are kept for as long again, so that a result which
// ended a moment before midnight and is saved a moment after it still finds its place.
func weekOf(at time.Time) Period {
	first := monday(at)
	return Period{Name: "week " + first.Format(time.DateOnly), Ends: first.AddDate(0, 0, 14)}
}

// monday is the beginning of the week of a time, and firstOfMonth that of the month.
func monday(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), at.Day()-(int(at.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
}

func firstOfMonth(at time.Time) time.Time {
	at = at.UTC()
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
}

func monthOf(at time.Time) Period {
	first := firstOfMonth(at)
	return Period{Name: "month " + first.Format("2006-01"), Ends: first.AddDate(0, 2, 0)}
}

// SeasonPeriod is a server's season by its number.
func SeasonPeriod(number int) Period { return Period{Name: fmt.Sprintf("season %d", number)} }

// Periods lists the periods to which a result at a time counts, on a server whose season has that number; 0: none is
// played.
func Periods(at time.Time, season int) []Period {
	periods := []Period{{Name: AllTimePeriod}, weekOf(at), monthOf(at)}
	if season > 0 {
		periods = append(periods, SeasonPeriod(season))
	}
	return periods
}
