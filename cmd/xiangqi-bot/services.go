package main

import (
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/member"
	"xiangqibot/bot/operator"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/services"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine"
	"xiangqibot/engine/puzzle"
	"xiangqibot/store"
)

// newServices makes the services that the bot uses, on the given stores. Reviews stop early once stopping is closed.
func newServices(
	c config, db *store.DB, pool *engine.Pool, stores game.Stores, outside *game.OutsideEngine,
	clock func() time.Time, stopping <-chan struct{},
) services.Set {
	days := solving.NewDailyPuzzles(db.Puzzles, db.Posts, puzzle.Standard(), clock)
	finder := game.NewFinder(db.Games)
	fair := fairplay.New(fairplay.Engine{Analyzer: pool, Thinker: pool}, db.FairPlay,
		finder, solving.NewCurrent(db.Puzzles, days, puzzle.Standard(), clock))
	options := game.Options{
		Fair: fair, Clock: clock, ChallengeLife: time.Duration(c.Games.ChallengeLapses), MaxGames: int(c.Games.MostOpen),
		Place: game.Place(c.Games.Place), Outside: outside,
	}
	service, servers := game.New(stores, options), lobby.NewServers(db.Servers, options)
	challenges := lobby.NewChallenges(db.Members, service, servers)
	leaderboards := standing.NewLeaderboards(db.Standings, db.Servers, service.Now)
	return services.Set{
		Games:          service,
		Challenges:     challenges,
		Servers:        servers,
		Finder:         finder,
		Fair:           fair,
		Planner:        game.NewPlanner(service),
		Votes:          lobby.NewVotes(service, challenges),
		Simuls:         lobby.NewSimuls(db.Simuls, service, challenges),
		Records:        record.New(db.Records, service.Now),
		Players:        standing.NewPlayers(db.Standings, db.Games, service.Now),
		Leaderboards:   leaderboards,
		Openings:       standing.NewExplorer(db.Standings, fair),
		Boards:         posted.NewBoards(db.Games, service),
		Answerings:     db.Answerings,
		Panels:         db.Panels,
		Tournaments:    tournament.New(db.Tournaments, db.Standings, servers, service.Now),
		Members:        member.New(db.Members, db.Servers, db.Games, service.Now),
		Operator:       operator.New(db.Operator, service),
		Privacy:        member.NewPrivacy(db.Privacy, service.Now),
		Lessons:        member.NewLessons(db.Members, db.Games, service.Now),
		Reviews:        review.New(db.Reviews, engine.ThrottledPool{Pool: pool, Stopping: stopping}, c.Engine.reviewPlan(), fair, service.Now),
		Watchers:       db.Reviews,
		Analyst:        review.NewAnalyst(fair, analysisShare*uint64(c.Engine.ReviewNodes)),
		Practice:       review.NewPractice(db.Reviews, fair, hintShare*uint64(c.Engine.ReviewNodes), service.Now),
		Partners:       assist.NewPartners(service),
		Advice:         assist.NewAdvice(service, hintShare*uint64(c.Engine.ReviewNodes)),
		Solving:        solving.New(db.Puzzles, db.Posts, db.Puzzles, puzzle.Standard(), fair, service.Now),
		PuzzleFinder:   solving.NewFinder(db.Puzzles, puzzle.Standard(), servers, pool, service.Now),
		DailyPuzzles:   days,
		DailySchedules: solving.NewSchedules(db.Posts, days),
		Runs:           solving.NewRuns(db.Contests, puzzle.Standard(), service.Now),
		Races:          solving.NewRaces(db.Contests, puzzle.Standard(), service.Now),
	}
}
