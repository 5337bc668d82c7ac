// Package game implements a game and what people do with it: they challenge, accept, move, resign, offer draws, ask
// for takebacks, plan replies, and win or lose.
//
// A [Game] is plain data, made of parts: Sides, [Moves], [Conditions], [Offers], [Clock], [Plans], [Result]. What
// people do to it is an act. Play and Resign are methods of Game. The other acts are grouped by purpose in small types
// that wrap a *Game: Blank (begin a game), [Challenge], [Draws], [Takebacks], [Planning], [Hinting], [Partnering],
// [Ballot], [Resumption], [Timing], [Vacations], and Bot for the engine. Each act checks who may do it and when, and
// either changes the game and records an [Event], or changes nothing and returns a *[Refusal]. Acts are pure: time and
// randomness are arguments, nothing is searched and nothing is sent.
//
//	err := g.Challenge().Accept(bob, coin, now)
//	err = g.Draws().Offer(alice, now)
//
// Service runs the acts of players and saves the result, with one method per act. Start with:
//
//	service := game.New(stores, game.Options{Clock: time.Now})
//	g, err := service.Move(ctx, act, id, "炮二平五")
//
// [Planner] keeps conditional moves, [Answerings] interactions that wait for an answer, and [Finder] finds the game that
// a person means. Three packages build on this one: lobby (how games begin: challenges, rematches, displays, votes, and
// what a server allows), assist (what the engine does in games: its moves, hints, partners) and posted (what channels
// have been shown of games). Each service declares the few store methods that it uses. The rules of voting are in
// package vote.
// Packages that pair people, such as tournament, begin a game with [Blank.Arrange]; a job tells them when it has ended.
//
// What an act causes later is a job ([Think], [Announce]), queued by the game and saved in the transaction that saves the
// act: a crash between the two cannot lose it. So is the one job of what happens without an act ([Game.Next]). Jobs are
// idempotent.
//
// A game keeps the rules with which it began, those of its server. Export converts a game for a file.
//
// The package does not use Discord or SQL, reads no system clock and contains no text in a human language. Refusals
// are codes; package view puts them into words.
package game

import (
	"time"
)

// State is the stage of a game. Offered becomes Active, Declined, Cancelled or Lapsed; Active becomes Finished. The
// other states are final, except that a game lost on time may be resumed.
type State uint8

// The states of a game.
const (
	Offered   State = iota // an unanswered challenge
	Active                 // in progress
	Finished               // over; Outcome and End say how
	Declined               // the opponent declined the challenge
	Cancelled              // the challenger withdrew the challenge
	Lapsed                 // nobody answered in time
)

// String returns the state's name in lower case, as used in logs and the database.
func (s State) String() string {
	switch s {
	case Offered:
		return "offered"
	case Active:
		return "active"
	case Finished:
		return "finished"
	case Declined:
		return "declined"
	case Cancelled:
		return "cancelled"
	case Lapsed:
		return "lapsed"
	}
	return "unknown"
}

// Open reports whether the game is offered or active.
func (s State) Open() bool { return s == Offered || s == Active }

// Game is one game from its challenge to its result. A challenge is a game in state Offered.
//
// Times are in UTC with millisecond precision, as they are saved. A Game returned by a [Service] is a copy: changing
// it does not change what is saved.
type Game struct {
	ID      ID
	Guild   string // the server; empty in a direct message
	Channel string // the channel or thread in which it is played
	Home    string // the parent channel, if Channel is a thread of the game's own; otherwise empty
	Board   Board  // what the channel has been shown of it

	State       State
	Sides                   // who plays
	ColorChoice ColorChoice // the color the challenger asked for
	Rated       bool        // the result changes ratings
	Conditions              // what else was agreed: clock, pauses, handicap
	Rules       string      // text of the rules.Ruleset by which the game is judged throughout: Game.Ruleset parses it
	Created     time.Time   // when the challenge was made
	Updated     time.Time   // when Last happened
	Expires     time.Time   // an offered game lapses then; zero: never

	Simul SimulID // the simultaneous display to which it belongs; 0: none
	AtEnd Job     // job to enqueue when the game is over, for those who arranged it, such as a tournament; nil: none

	Moves        // what has been played
	Offers       // what the sides have proposed to each other
	Clock  Clock // the time they have left
	Plans  Plans // what they have planned; kept in a game lost on time
	Hints  Hints // the hints given to a person who plays the bot
	Result       // how it ended

	Questions Questions // what people asked their partners

	NextJob int64 // the number of the job that waits for [Game.Next]; 0: none. Only the store uses it

	Revision int   // counts the events of this game, from 1 (the challenge)
	Last     Event // the latest event: the one numbered Revision

	Outbox
	Admissions
}

// ColorChoice is the color that a challenger asks for.
type ColorChoice uint8

// The color choices.
const (
	RandomColor ColorChoice = iota // chosen at random when the game starts
	WantRed                        // the challenger moves first
	WantBlack                      // the challenger moves second
)
