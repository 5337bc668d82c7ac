// Package game keeps one game and what people do with it: they challenge, accept, move, resign, offer draws, ask to
// take moves back, plan answers, and win or lose.
//
// A Game is plain data, made of parts: Sides, Moves, Conditions, Offers, Clock, Plans, Result. What people do to it is an
// act. Play and Resign are methods of Game. The other acts are grouped by purpose in small types that wrap a *Game:
// Blank (begin a game), Challenge, Draws, Takebacks, Planning, Hinting, Partnering, Ballot, Resumption, Timing, Vacations,
// and Bot for the engine. Each act checks who may do it and when, and either changes the game and notes an Event, or
// changes nothing and returns a *Refusal. Acts are pure: the time is an argument, chance is an argument, nothing is
// searched and nothing is sent.
//
//	err := g.Challenge().Accept(bob, coin, now)
//	err = g.Draws().Offer(alice, now)
//
// Service saves what the acts of players change, one method an act. Start with:
//
//	service := game.New(stores, game.Options{Clock: time.Now})
//	g, err := service.Move(ctx, act, id, "炮二平五")
//
// Beside it are services for one purpose each: Challenges (how games begin), Thinking (the engine's moves), Servers (the
// settings of servers), Advice (hints), Partners (consultation), Planner (conditional moves), Votes, Simuls, Boards (what
// channels have been shown), Answerings (interactions that wait for an answer) and Finder (which game a person means).
// Each declares the few methods of a store that it uses. The rules of voting are in package vote. Packages that pair
// people, such as tournament, begin a game with Blank.Arrange; a job tells them when it has ended.
//
// What an act causes later is a job (Think, Announce, Lapse), queued by the game and saved in the transaction that saves
// the act: a crash between the two cannot lose it. A job may run twice without doing anything twice.
//
// A game keeps the rules with which it began: those of its server, which Servers.ChangeServer sets. Sheet writes a game
// down as a file would hold it.
//
// The package does not know Discord or SQL, has no clock of its own and speaks no human language. Refusals are codes;
// package view puts them into words.
package game

import (
	"time"
)

// State is how far a game has come. Offered becomes Active, Declined, Cancelled or Lapsed; Active becomes Finished; the
// rest is final, but for a game lost on time, which may be resumed.
type State uint8

// The states of a game.
const (
	Offered   State = iota // a challenge that waits for its answer
	Active                 // being played
	Finished               // ended on the board, by resignation, by agreement or on time; Outcome and End say how
	Declined               // the opponent said no
	Cancelled              // the challenger took the challenge back
	Lapsed                 // nobody answered in time
)

// String gives the state's name in lower case, as logs and the database write it.
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

// Open reports whether something can still happen: the game is offered or active.
func (s State) Open() bool { return s == Offered || s == Active }

// Game is one game from its challenge to its result. A challenge is a game in state Offered.
//
// Times are in UTC and whole milliseconds, which is how they are saved. A Game that a Service returned is a copy:
// changing it changes nothing that is saved.
type Game struct {
	ID      ID
	Guild   string // the server it belongs to; empty in a direct message
	Channel string // the channel or thread in which it is played
	Home    string // the channel from which it came, when Channel is a thread of its own; otherwise empty
	Board   Board  // what the channel has been shown of it

	State       State
	Sides                   // who plays
	ColorChoice ColorChoice // the color the challenger asked for
	Rated       bool        // the result moves ratings
	Conditions              // what else was agreed: clock, pauses, handicap
	Rules       string      // text of the rules.Code by which the game is judged, from beginning to end: Game.Code reads it
	Created     time.Time   // when the challenge was made
	Updated     time.Time   // when Last happened
	Expires     time.Time   // an offered game lapses then; zero: never

	Simul SimulID // the simultaneous display to which it belongs, if any
	AtEnd Job     // what it enqueues when it is over, for those who arranged it, such as a tournament; nil: nobody did

	Moves        // what has been played
	Offers       // what the sides have proposed to each other
	Clock  Clock // how long they may still think
	Plans  Plans // what they have planned; kept in a game lost on time
	Hints  Hints // what a person was told who plays the bot
	Result       // how it ended

	Questions Questions // what people asked their partners

	Revision int   // counts the events of this game, from 1 (the challenge)
	Last     Event // the latest event: the one numbered Revision

	Outbox
	Reservations
}

// Wish is the color a challenger asks for.
type ColorChoice uint8

// The wishes.
const (
	RandomColor ColorChoice = iota // chosen at random when the game starts
	WantRed                        // the challenger moves first
	WantBlack                      // the challenger moves second
)
