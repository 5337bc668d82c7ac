// Package services lists the services of the bot: main makes each on a database and puts it into a [Set], which the
// bot, its commands and package publish share.
package services

import (
	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/member"
	"xiangqibot/bot/operator"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
)

// Set holds the services of a bot. All are required, except Replies and Operator.
type Set struct {
	Games          *game.Service
	Challenges     *lobby.Challenges
	Servers        *lobby.Servers
	Finder         *game.Finder
	Fair           *fairplay.Guard
	Planner        *game.Planner
	Votes          *lobby.Votes
	Simuls         *lobby.Simuls
	Records        *record.Service
	Players        *standing.Players
	Leaderboards   *standing.Leaderboards
	Openings       *standing.Explorer
	Boards         *posted.Boards
	Answerings     game.AnsweringStore
	Panels         game.PanelStore
	Tournaments    *tournament.Service
	Members        *member.Service
	Lessons        *member.Lessons
	Solving        *solving.Service
	PuzzleFinder   *solving.Finder // finds puzzles in reviewed games
	DailyPuzzles   *solving.DailyPuzzles
	DailySchedules *solving.Schedules // when and where the puzzle of the day is posted
	Runs           *solving.Runs
	Races          *solving.Races
	Privacy        *member.Privacy
	Reviews        *review.Service
	Analyst        *review.Analyst
	Practice       *review.Practice
	Advice         *assist.Advice
	Partners       *assist.Partners
	Operator       *operator.Service   // nil: nobody is blocked, and servers that are left are kept
	Replies        *assist.Replies     // nil: answers to moves do not wait for the bot's reply
	Watchers       review.WatcherStore // of reviews
}
