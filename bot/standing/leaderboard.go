package standing

import (
	"cmp"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine"
)

// Window is the period that a leaderboard covers.
type Window uint8

// The windows. Weeks and months are those of UTC; a week begins on Monday.
const (
	AllTime  Window = iota // ordered by rating
	ThisWeek               // this and the following: ordered by the Result.Points since the window began
	ThisMonth
	ThisSeason // of the leaderboard's server
)

// Leaderboard identifies one leaderboard.
type Leaderboard struct {
	Guild  string       // empty: global
	Class  clocks.Class // Untimed: all classes, each player with their most reliable rating
	Window Window
	Bots   bool // with the bot's levels among the people
}

// LeaderboardQuery selects entries of a leaderboard from a store. Established players come before provisional ones,
// each group ordered by value and then by id.
type LeaderboardQuery struct {
	Guild  string
	Class  clocks.Class // Untimed: all classes
	Period string       // name of the Period
	Since  time.Time    // omit people who have played no rated game since
	Trend  string       // name of the Period for LeaderboardEntry.Gain
	Offset int
	Limit  int
}

// LeaderboardEntry is one entry of a leaderboard.
type LeaderboardEntry struct {
	Rank        int // from 1; above MaxRank: not exact; 0: not listed, because the person is inactive or hidden
	Seat        game.Seat
	Player      Player  // of a person
	Value       float64 // the sort key: the rating, or the Result.Points
	Gain        float64 // the change of the rating by games against people in the window; on the all-time leaderboard, this week
	Established bool    // not provisional
	Rating      glicko.Rating
	// Tally is of the rated games in the window, on the server if it is a server's leaderboard; only the all-time one has
	// those against the bot.
	Tally
}

// LeaderboardPage is one page of a leaderboard.
type LeaderboardPage struct {
	Entries []LeaderboardEntry
	Page    int               // from 0
	More    bool              // there is another page
	Own     *LeaderboardEntry // the asker's own entry, wherever it is; nil if they have played no rated game
}

const (
	// PageEntries is the number of entries on a page of a leaderboard.
	PageEntries = 10
	// MaxRank bounds the counting of ranks: people further down are only shown that they are below it.
	MaxRank = 5000
)

// bots returns the entries of the bot's levels on a leaderboard, in its order. They win no points: on a leaderboard
// ordered by points all have zero.
func (b Leaderboard) bots() []LeaderboardEntry {
	if !b.Bots {
		return nil
	}
	var lines []LeaderboardEntry
	for level := engine.LevelMax; level >= engine.LevelMin; level-- {
		line := LeaderboardEntry{Seat: game.Seat{Level: level}, Established: true, Rating: BotRating(level)}
		if b.Window == AllTime {
			line.Value = line.Rating.R
		}
		lines = append(lines, line)
	}
	return lines
}

// Compare orders entries as a leaderboard lists them: the established first, by value, and of equals people by their id
// and then bots.
func (l LeaderboardEntry) Compare(m LeaderboardEntry) int {
	first := func(l, m bool) int {
		switch {
		case l && !m:
			return -1
		case m && !l:
			return 1
		}
		return 0
	}
	return cmp.Or(first(l.Established, m.Established), cmp.Compare(m.Value, l.Value),
		first(m.Seat.IsBot(), l.Seat.IsBot()), cmp.Compare(l.Seat.Person, m.Seat.Person))
}

// mix merges bots into a list of people that starts after offset others, and numbers the ranks. Bots that rank before
// people who are not in the list get a rank too low to matter: see [Leaderboards.Leaderboard].
func mix(people, bots []LeaderboardEntry, offset int) []LeaderboardEntry {
	lines := slices.Concat(people, bots)
	slices.SortStableFunc(lines, LeaderboardEntry.Compare)
	for i := range lines {
		lines[i].Rank = offset + i + 1
	}
	return lines
}

// rate sets a person's current rating.
func (l *LeaderboardEntry) rate(class clocks.Class, now time.Time) {
	if l.Seat.IsBot() {
		return
	}
	if class == clocks.Untimed {
		class = l.Player.MostReliableClass()
	}
	l.Rating = l.Player.In(class).RatingAt(now)
}

// PartnerEntry is an entry of the leaderboard of people who play with the engine as their partner. Such games are not
// rated, so it is ordered by points.
type PartnerEntry struct {
	Person game.Person
	Tally
	Established bool // their rating is not provisional
}

// Points is one point for each win and half a point for each draw.
func (l PartnerEntry) Points() float64 { return float64(l.Wins) + float64(l.Draws)/2 }
