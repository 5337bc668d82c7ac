package game

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/glicko"
	"xiangqibot/engine"
)

// Window is the time that a leaderboard looks back on.
type Window uint8

// The windows. Weeks and months are those of UTC; a week begins on Monday.
const (
	AllTime  Window = iota // in the order of ratings
	ThisWeek               // the others: in the order of the points won since they began
	ThisMonth
	ThisSeason // of the board's server
)

// Period is a stretch of time over which the results of people are added up, by a name that the database keeps.
type Period struct {
	Name string    // "all", "week 2026-11-16", "month 2026-11", "season 3"
	Ends time.Time // when nobody asks for it any more; zero: it is kept
}

// allTime never ends.
var allTime = Period{Name: "all"}

// weekOf and monthOf tell in which week and month a time lies. They are kept for as long again, so that a result which ended a moment
// before midnight and is saved a moment after it still finds its place.
func weekOf(at time.Time) Period {
	at = at.UTC()
	first := time.Date(at.Year(), at.Month(), at.Day()-(int(at.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
	return Period{Name: "week " + first.Format(time.DateOnly), Ends: first.AddDate(0, 0, 14)}
}

func monthOf(at time.Time) Period {
	at = at.UTC()
	return Period{Name: "month " + at.Format("2006-01"), Ends: time.Date(at.Year(), at.Month()+2, 1, 0, 0, 0, 0, time.UTC)}
}

// seasonPeriod is a server's season by its number.
func seasonPeriod(number int) Period { return Period{Name: fmt.Sprintf("season %d", number)} }

// Periods lists the periods to which a result at a time counts, on a server whose season has that number; 0 where there is none.
func Periods(at time.Time, season int) []Period {
	periods := []Period{allTime, weekOf(at), monthOf(at)}
	if season > 0 {
		periods = append(periods, seasonPeriod(season))
	}
	return periods
}

// AllTimePeriod is the name of the period that never ends, in which people are in the order of their ratings. In all others they are in the
// order of what they won.
const AllTimePeriod = "all"

// Board names one leaderboard.
type Board struct {
	Guild  string // empty: everywhere
	Class  Class  // Untimed: all classes; each player by his surest rating
	Window Window
	Bots   bool // with the bot's strengths among the people
}

// BoardQuery asks a store for lines of a leaderboard. First come the established players and then the provisional ones, each in the order
// of their value and then of their ids.
type BoardQuery struct {
	Guild  string
	Class  Class     // Untimed: all classes
	Period string    // name of the Period
	Since  time.Time // those who have played no rated game since are left out
	Trend  string    // name of the Period from which BoardLine.Gain is taken
	Offset int
	Limit  int
}

// BoardLine is one line of a leaderboard.
type BoardLine struct {
	Place  int // from 1; above MaxPlaces: somewhere there; 0: he is not on the board, being away for too long or hidden
	Seat   Seat
	Player Player  // who sits there, for people
	Value  float64 // that by which the board is in order: the rating, or the points won
	Gain   float64 // points won in the window; on the board of all times, in this week
	Sure   bool    // not provisional
	Rating glicko.Rating
	Games  int // rated ones in the window, on the server if it is a server's board: Wins + Draws + Losses
	Wins   int
	Draws  int
	Losses int
}

// BoardPage is one page of a leaderboard.
type BoardPage struct {
	Lines []BoardLine
	Page  int        // from 0
	More  bool       // another page follows
	Own   *BoardLine // the asker's own line, wherever it is; nil where he has played no rated game
}

const (
	// PageLines is how many lines a page of a leaderboard has.
	PageLines = 10
	// MaxPlaces is how far a leaderboard is counted. Who stands farther down is told so much.
	MaxPlaces = 5000
)

// Leaderboard reads one page of a board, from 0, as the asker sees it. From the board of all times those are left out who have played no
// rated game for as long as the server says; from those of everywhere, those who do not want to be on them.
//
// Refusal: NoSeason, where the window is one and none is played.
func (s *Service) Leaderboard(ctx context.Context, board Board, page int, asker Person) (BoardPage, error) {
	page = min(max(0, page), MaxPlaces/PageLines-1)
	now := s.now()
	q := BoardQuery{Guild: board.Guild, Class: board.Class, Period: AllTimePeriod, Trend: weekOf(now).Name}
	server, err := s.Server(ctx, board.Guild)
	if err != nil {
		return BoardPage{}, err
	}
	switch board.Window {
	case AllTime:
		if days := server.Inactive(); days > 0 {
			q.Since = now.Add(-time.Duration(days) * day)
		}
	case ThisWeek:
		q.Period = weekOf(now).Name
	case ThisMonth:
		q.Period = monthOf(now).Name
	case ThisSeason:
		season, err := s.store.Season(ctx, board.Guild, 0)
		if err == nil && !season.Closed.IsZero() {
			err = &Refusal{Code: NoSeason}
		}
		if err != nil {
			return BoardPage{}, err
		}
		q.Period = seasonPeriod(season.Number).Name
	}
	if q.Period != AllTimePeriod {
		q.Trend = q.Period
	}
	bots := board.bots()
	// The people of the page, and as many before as bots could push onto it; one more tells whether another page follows.
	first := page * PageLines
	q.Offset = max(0, first-len(bots))
	q.Limit = first - q.Offset + PageLines + 1
	people, err := s.store.Leaderboard(ctx, q)
	if err != nil {
		return BoardPage{}, err
	}
	lines := mix(people, bots, q.Offset)
	lines = slices.DeleteFunc(lines, func(l BoardLine) bool { return l.Place <= first })
	result := BoardPage{Page: page, More: len(lines) > PageLines && page < MaxPlaces/PageLines-1}
	result.Lines = lines[:min(len(lines), PageLines)]
	for i := range result.Lines {
		result.Lines[i].rate(board.Class, now)
	}
	own, ok, err := s.store.Place(ctx, q, asker)
	if err != nil {
		return BoardPage{}, err
	}
	if ok {
		if own.Place > 0 && own.Place <= MaxPlaces {
			own.Place += countBefore(bots, own)
		}
		own.rate(board.Class, now)
		result.Own = &own
	}
	return result, nil
}

// bots are the lines of the bot's strengths on a board, in its order. They win no points: where points are the order, all stand at zero.
func (b Board) bots() []BoardLine {
	if !b.Bots {
		return nil
	}
	var lines []BoardLine
	for level := engine.LevelMax; level >= engine.LevelMin; level-- {
		line := BoardLine{Seat: Seat{Level: level}, Sure: true, Rating: BotRating(level)}
		if b.Window == AllTime {
			line.Value = line.Rating.R
		}
		lines = append(lines, line)
	}
	return lines
}

// before tells whether l stands above m.
func (l BoardLine) before(m BoardLine) bool {
	if l.Sure != m.Sure {
		return l.Sure
	}
	return l.Value > m.Value
}

func countBefore(bots []BoardLine, line BoardLine) int {
	n := 0
	for _, bot := range bots {
		if bot.before(line) {
			n++
		}
	}
	return n
}

// mix puts bots among people, of whom offset others stand before the first of the list, and numbers the places. Bots that stand before
// people who are not in the list have a place too low to matter: see Leaderboard.
func mix(people, bots []BoardLine, offset int) []BoardLine {
	var lines []BoardLine
	place := offset
	for _, line := range people {
		for len(bots) > 0 && bots[0].before(line) {
			place++
			bots[0].Place = place
			lines, bots = append(lines, bots[0]), bots[1:]
		}
		place++
		line.Place = place
		lines = append(lines, line)
	}
	for _, bot := range bots {
		place++
		bot.Place = place
		lines = append(lines, bot)
	}
	return lines
}

// rate fills in a person's rating as it is now.
func (l *BoardLine) rate(class Class, now time.Time) {
	if l.Seat.IsBot() {
		return
	}
	if class == Untimed {
		class = l.Player.Surest()
	}
	l.Rating = l.Player.In(class).RatingAt(now)
}
