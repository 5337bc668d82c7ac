package bot

import (
	"xiangqibot/bot/game/lobby"

	"xiangqibot/bot/game/assist"

	"sync/atomic"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// host holds what commands and buttons use: the services, the views and the phrases.
type host struct {
	version      string // of the program
	service      *game.Service
	challenges   *lobby.Challenges
	servers      *lobby.Servers
	players      *standing.Players
	leaderboards *standing.Leaderboards
	paired       *standing.Partners
	openings     *standing.Explorer
	finder       *game.Finder
	fair         *fairplay.Guard
	planner      *game.Planner
	votes        *lobby.Votes
	simuls       *lobby.Simuls
	records      *record.Service
	tournaments  *tournament.Service
	members      *member.Service
	lessons      *member.Lessons
	drills       *member.Drills
	solving      *solving.Service
	days         *solving.DailyPuzzles
	posts        *solving.Schedules
	runs         *solving.Runs
	races        *solving.Races
	answerings   *game.Answerings
	privacy      *member.Privacy
	reviews      *review.Service
	analyst      *review.Analyst
	practice     *review.Practice
	advice       *assist.Advice
	partners     *assist.Partners
	replies      *assist.Replies
	view         *view.View
	viewers      *audience.Finder
	phrases      *words.Phrases
	files        *discord.Downloads
	drawing      slots // of pictures
	reading      slots // of files
	fetching     slots // of files, until they are read
	names        serverNames
	pages        Pages // nil: games have none
	// outside is the name of the outside engine that can be challenged, empty if there is none.
	outside string
	// self is the bot's own user id, known after login.
	self atomic.Pointer[string]
}

// selfID returns the bot's own user id; empty before login.
func (h *host) selfID() string {
	if self := h.self.Load(); self != nil {
		return *self
	}
	return ""
}

// isSelf reports whether a user is the bot.
func (h *host) isSelf(id string) bool { return id != "" && id == h.selfID() }

// gameError is an error with its game: why a move is refused can only be explained with the position.
type gameError struct {
	game *game.Game
	err  error
}

func withGame(g *game.Game, err error) error { return &gameError{g, err} }

func (e *gameError) Error() string { return e.err.Error() }
func (e *gameError) Unwrap() error { return e.err }
