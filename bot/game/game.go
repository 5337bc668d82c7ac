// Package game implements a game and what people do with it: they challenge, accept, move, resign, offer draws, ask
// for takebacks, plan replies, and win or lose.
//
// A [Game] is plain data. What people do to it is an act, which checks who may do it and when, and either changes the
// game and records an [Event], or changes nothing and returns a *[Refusal]. Acts are functions, and pure: time and
// randomness are arguments, nothing is searched and nothing is sent.
//
//	err := game.AcceptChallenge(g, bob, coin, now)
//	err = game.Play(g, alice, move, now)
//	err = game.OfferDraw(g, alice, now)
//
// Service runs the acts of players and saves the result. Start with:
//
//	service := game.New(stores, game.Options{Clock: time.Now})
//	g, err := service.Move(ctx, act, id, "炮二平五")
//	g, err = service.Decide(ctx, act, id, game.OfferDraw)
//
// Three packages build on this one: lobby (how games begin), assist (what the engine does in games) and posted (what
// channels have been shown of games). Packages that pair people, such as tournament, begin a game with
// [Arrange]; a job reports its end to them.
//
// What an act causes later is a job ([Think], [Announce]), queued by the game and saved in the transaction that saves
// the act: a crash between the two cannot lose it. So is the one job of what happens without an act ([Game.Next]). Jobs
// are idempotent.
//
// The package does not use Discord or SQL, reads no system clock and contains no text in a human language. Refusals
// are codes; package view puts them into words.
package game

import (
	"fmt"
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
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
	names := [...]string{"offered", "active", "finished", "declined", "cancelled", "lapsed"}
	if int(s) >= len(names) {
		return "unknown"
	}
	return names[s]
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

	Moves               // what has been played
	Offers Offers       // what the sides have proposed to each other
	Clock  clocks.Clock // the time they have left
	Plans  Plans        // what they have planned; kept in a game lost on time
	Hints  Hints        // the hints given to a person who plays the bot
	Result              // how it ended

	Questions Questions // what people asked their partners

	NextJob int64 // the number of the job that waits for [Game.Next]; 0: none. Only the store uses it

	Revision int   // counts the events of this game, from 1 (the challenge)
	Last     Event // the latest event: the one numbered Revision

	Outbox     Outbox     // the jobs that the changes since it was read cause
	Admissions Admissions // the checks on which they depend
}

// ColorChoice is the color that a challenger asks for.
type ColorChoice uint8

// The color choices.
const (
	RandomColor ColorChoice = iota // chosen at random when the game starts
	WantRed                        // the challenger moves first
	WantBlack                      // the challenger moves second
)

// Ruleset returns the set of rules by which the game is judged: those with which it began, whatever its server has
// chosen since. If Rules cannot be parsed, for example because a newer version of the program wrote them, they are
// the Asian rules.
func (g *Game) Ruleset() rules.Ruleset { return RulesetOf(g.Rules, rules.Asian()) }

// RulesetOf parses a saved [rules.Ruleset]; otherwise is returned for one that cannot be parsed.
func RulesetOf(text string, otherwise rules.Ruleset) rules.Ruleset {
	ruleset, err := rules.ParseRuleset(text)
	if err != nil {
		return otherwise
	}
	return ruleset
}

// Verdict judges the game by its rules: whether it goes on or what has ended it, and for a repetition what each of
// its moves did. It is not saved, but computed from Record and Rules.
//
// For a game that the rules have ended, the saved result takes precedence: if the judge would now decide otherwise,
// the verdict is Outcome and Rule, without article and moves.
func (g *Game) Verdict() rules.Verdict {
	v := rules.Judge(&g.Record, g.Ruleset())
	if g.End == ByRules && (v.Outcome != g.Outcome || v.Reason != g.Rule) {
		return rules.Verdict{Outcome: g.Outcome, Reason: g.Rule, FirstPly: g.Ply(), LastPly: g.Ply()}
	}
	return v
}

// Inconsistencies replays and judges a saved game, and describes each inconsistency in a sentence for the operator.
// A consistent game has none.
//
// It also reports a game that ended under rules that the program has judged differently since: in Verdict the saved
// result takes precedence.
func Inconsistencies(g *Game) (found []string) {
	fault := func(format string, values ...any) {
		found = append(found, fmt.Sprintf("game %d", g.ID)+fmt.Sprintf(format, values...))
	}
	if len(g.MovedAt) != g.Ply() {
		fault(" has %d moves and the times of %d", g.Ply(), len(g.MovedAt))
	}
	p := g.Record.Start
	for i, m := range g.Record.Moves {
		if !p.IsLegal(m) {
			fault(": move %d, %s, is not legal in %s", i+1, m, p.FEN())
			return found // the rest depends on the moves
		}
		p.Make(m)
	}
	if g.Board.Announced > g.Revision {
		fault(": its channel was shown revision %d, and it has only %d", g.Board.Announced, g.Revision)
	}
	v := rules.Judge(&g.Record, g.Ruleset())
	switch {
	case g.State == Active && v.Outcome != rules.Ongoing:
		fault(" goes on, and by its rules it is over: %s, %s", v.Outcome, v.Reason)
	case g.State == Finished && g.End == ByRules && v.Outcome != g.Outcome:
		fault(" ended as %s (%s), and by its rules it is %s (%s)", g.Outcome, g.Rule, v.Outcome, v.Reason)
	case (g.State == Finished) != (g.End != NotEnded):
		fault(" is %s, and its end is %s", g.State, g.End)
	}
	return found
}

// countedPlies is how many moves make a game count that did not end on the board: each side has moved.
const countedPlies = 2

// RatedPlies is how many moves a rated game needs to change ratings if it did not end on the board: five of each side.
// A game that is given up earlier was hardly played.
const RatedPlies = 10

// TooShort reports whether a finished game is too short to change ratings.
func TooShort(g *Game) bool { return g.Counts() && g.End != ByRules && g.Ply() < RatedPlies }

// Counts reports whether the game counts for the records of its players: it was won or drawn, and either both sides
// have moved or it ended on the board, as can happen on the first move from a position.
func (g *Game) Counts() bool {
	return g.State == Finished && g.Outcome != rules.Ongoing && (g.Ply() >= countedPlies || g.End == ByRules)
}

// Practice reports whether a person tries out a position against the bot, in a game that is not rated: an ending to be
// won, or a position from a record. Its result is shown to nobody else.
func Practice(g *Game) bool {
	_, bot := g.BotSeat()
	return bot && !g.Rated && g.Vote == nil && g.Handicap == Even && g.Record.Start != board.StartPosition()
}

// ShowsResult reports whether the result of a game is posted in the channel for results. That of a game that was called
// off, or of [Practice], is not.
func ShowsResult(g *Game) bool { return g.Counts() && !Practice(g) }

// IsTurnOf reports whether p is to move.
func (g *Game) IsTurnOf(p Person) bool {
	c, ok := g.SeatOf(p)
	return ok && g.State == Active && c == g.Turn()
}

// WaitsFor reports whether p has something to do: move, answer an offer, or answer the challenge.
func (g *Game) WaitsFor(p Person) bool {
	if g.State == Offered {
		return p != "" && p == g.Opponent.Person
	}
	c, ok := g.SeatOf(p)
	if !ok || g.State != Active {
		return false
	}
	if g.Seats[c].Team && (c != g.Turn() || g.Vote.Turn.Choice(p) >= 0) {
		return false // a draw offer waits for the captain, who sees it on the board
	}
	return c == g.Turn() || g.Offers.Draw.To(c) || g.Offers.Takeback.To(c)
}

// Next returns the job of what happens next to the game unless somebody acts: a challenge lapses, somebody is reminded,
// a flag falls, a turn of votes closes, the thread of a finished game is archived. The Job is nil if nothing will
// happen. Acts do not enqueue such jobs: whenever a game is saved, the store replaces the one that waits for it.
//
// When such a job is done, the game must have another Next, unless it was an [Archive]: a [Remind] ends by counting the
// reminder, sent or not.
func (g *Game) Next() (next QueuedJob) {
	earliest := func(job Job, at time.Time) {
		if !at.IsZero() && (next.Job == nil || at.Before(next.At)) {
			next = QueuedJob{job, at}
		}
	}
	switch g.State {
	case Offered:
		earliest(Lapse{g.ID}, g.Expires)
	case Active:
		earliest(Flag{g.ID, g.Ply()}, g.Clock.Flag)
		if n := g.Clock.Reminded; n < len(g.Clock.Reminders) {
			earliest(Remind{g.ID, g.Ply(), n}, g.Clock.Reminders[n])
		}
		if g.Vote != nil {
			earliest(CountVotes{g.ID, g.Ply()}, g.Vote.NextCount(g.Turn()))
		}
	case Finished:
		if g.Home != "" {
			earliest(Archive{g.ID}, g.Updated.Add(ArchiveAfter))
		}
	case Declined, Cancelled, Lapsed:
	}
	return next
}

// IsNext reports whether a job is of a kind that [Game.Next] returns.
func IsNext(job Job) bool {
	switch job.(type) {
	case Lapse, Remind, Flag, CountVotes, Archive:
		return true
	}
	return false
}
