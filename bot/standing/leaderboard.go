package standing

import (
	"time"

	"xiangqibot/bot/game"
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

// Board names one leaderboard.
type Board struct {
	Guild  string     // empty: everywhere
	Class  game.Class // Untimed: all classes; each player by their surest rating
	Window Window
	Bots   bool // with the bot's strengths among the people
}

// BoardQuery asks a store for lines of a leaderboard. First come the established players and then the provisional ones,
// each in the order of their value and then of their ids.
type BoardQuery struct {
	Guild  string
	Class  game.Class // Untimed: all classes
	Period string     // name of the Period
	Since  time.Time  // those who have played no rated game since are left out
	Trend  string     // name of the Period from which BoardLine.Gain is taken
	Offset int
	Limit  int
}

// BoardLine is one line of a leaderboard.
type BoardLine struct {
	Place  int // from 1; above MaxPlaces: somewhere there; 0: they are not on the board, being away for too long or hidden
	Seat   game.Seat
	Player Player  // of a person
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
	More  bool       // there is another page
	Own   *BoardLine // the asker's own line, wherever it is; nil where they have played no rated game
}

const (
	// PageLines is how many lines a page of a leaderboard has.
	PageLines = 10
	// MaxPlaces is how far a leaderboard is counted: farther down, people only learn that much.
	MaxPlaces = 5000
)

// bots are the lines of the bot's strengths on a board, in its order. They win no points: where points are the order,
// all have zero.
func (b Board) bots() []BoardLine {
	if !b.Bots {
		return nil
	}
	var lines []BoardLine
	for level := engine.LevelMax; level >= engine.LevelMin; level-- {
		line := BoardLine{Seat: game.Seat{Level: level}, Sure: true, Rating: BotRating(level)}
		if b.Window == AllTime {
			line.Value = line.Rating.R
		}
		lines = append(lines, line)
	}
	return lines
}

// before reports whether l comes before m.
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

// mix puts bots among people, of whom offset others come before the first of the list, and numbers the places. Bots
// that come before people who are not in the list have a place too low to matter: see Leaderboard.
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
func (l *BoardLine) rate(class game.Class, now time.Time) {
	if l.Seat.IsBot() {
		return
	}
	if class == game.Untimed {
		class = l.Player.Surest()
	}
	l.Rating = l.Player.In(class).RatingAt(now)
}
