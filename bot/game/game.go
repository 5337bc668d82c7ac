// Package game keeps one game and what people do with it: they challenge, accept, move, resign, offer draws, ask to
// take moves back, plan answers, and win or lose.
//
// A Game is plain data. Its methods (Accept, Play, Resign, OfferDraw …) are the acts; each checks who may do it and
// when, and either changes the game and notes an Event, or changes nothing and returns a *Refusal. They are pure: the
// time is an argument, chance is an argument, nothing is searched and nothing is sent.
//
// Service ties the acts to a Store and a Thinker, one method an act. Start there:
//
//	service := game.New(store, pool, game.Options{Clock: time.Now})
//	g, err := service.Move(ctx, act, id, "炮二平五")
//
// Beside it are services for one purpose each: Finder, Votes, Planner, Simuls, Records. The rules of voting are those
// of package vote. Others who pair people, such as tournaments, begin a game by Game.Arrange and hear of its end by a
// job.
//
// What an act causes later is a job (Think, Announce, Lapse), queued by the game and saved in the very transaction that
// saves the act: a crash between the two cannot lose it. Every job may run twice and acts once.
//
// A game is judged by the rules with which it began: its server's, which Service.ChangeServer sets. Sheet writes a game
// down as a file would hold it, and Records.Import brings games in from files: records, to be looked at, never played
// on.
//
// The package knows no Discord, no SQL, no clock of its own and no human language. Refusals are codes; words are made
// at the edge.
package game

import (
	"time"

	"xiangqibot/bot/glicko"
	"xiangqibot/bot/vote"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Seat is one side of the board: a person, the bot at one of its strengths, or a team of people who vote. The zero Seat
// is not taken yet.
type Seat struct {
	Person Person
	Level  engine.Level // above 0: the bot sits here, at this strength or from Outside; Person is then empty
	Team   bool         // the members of Game.Vote sit here together; Person is then empty
}

// IsBot reports whether the bot sits here.
func (s Seat) IsBot() bool { return s.Level > 0 }

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

// End says what ended a finished game.
type End uint8

// The ways a game ends.
const (
	NotEnded      End = iota
	ByRules           // the board decided: Game.Rule says which rule
	ByResignation     // the loser gave up
	ByAgreement       // a draw was offered and accepted
	ByTime            // a flag fell: a loss, or a draw where the other side could no longer mate
	Aborted           // a flag fell before its side's first move: nobody won, the outcome stays Ongoing
	ByAbsence         // nobody voted, or nobody moved, in a vote game's window and its extension
)

// String gives the ending's name in lower case, as logs and the database write it.
func (e End) String() string {
	switch e {
	case NotEnded:
		return "none"
	case ByRules:
		return "rules"
	case ByResignation:
		return "resignation"
	case ByAgreement:
		return "agreement"
	case ByTime:
		return "time"
	case Aborted:
		return "aborted"
	case ByAbsence:
		return "absence"
	}
	return "unknown"
}

// Game is one game from its challenge to its result. A challenge is a game in state Offered.
//
// Times are in UTC and whole milliseconds, which is how they are saved. A Game that a Service returned is a copy:
// changing it changes nothing that is saved.
type Game struct {
	ID      ID
	Guild   string // the server it belongs to; empty in a direct message
	Channel string // the channel or thread in which it is played
	Home    string // the channel from which it came, when Channel is a thread of its own; otherwise empty
	House   House  // how it came to live there

	State      State
	Challenger Person
	Opponent   Seat      // the one who was challenged
	Wish       Wish      // the color the challenger asked for
	Seats      [2]Seat   // by board.Color; not taken while the game is offered
	Rated      bool      // the result moves ratings
	Conditions           // what else was agreed: clock, pauses, handicap
	Rules      string    // text of the rules.Code by which the game is judged, from beginning to end: Game.Code reads it
	Created    time.Time // when the challenge was made
	Updated    time.Time // when Last happened
	Expires    time.Time // an offered game lapses then; zero: never

	Simul SimulID // the simultaneous display to which it belongs, if any
	AtEnd Job     // what it enqueues when it is over, for those who arranged it, such as a tournament; nil: nobody did

	Vote *Vote // who plays together and how they vote; nil where each side is one player

	Record  board.Record
	MovedAt []time.Time // when each move of Record was played

	DrawOffer    Offer  // pending draw offer, if any
	Takeback     Offer  // pending request to take moves back, if any
	NoDrawBefore [2]int // by color: the ply from which this side may offer a draw again after one was declined
	Clock        Clock
	Plans        [2]Plan // by color: what this side has planned, for nobody else to see; kept in a game lost on time

	Outcome rules.Outcome // Ongoing until Finished, and forever where End is Aborted
	End     End
	Rule    rules.Reason     // with ByRules: the rule
	Before  [2]glicko.Rating // by color: ratings with which a rated game ended; the zero Rating where none was counted
	After   [2]glicko.Rating // by color: what the result made of them

	Revision int    // counts the events of this game, from 1 (the challenge)
	Last     Event  // the latest event: the one numbered Revision
	Told     int    // the channel has been shown the game up to this revision
	Message  string // id of the message that shows the board last; empty before the first

	// Players tells names and ratings of the people of this game as they are now (not as they were when it was played).
	// The store fills it when it reads a game, and saves what an act left changed in it.
	Players map[Person]Player

	Outbox
	reserved []string
}

// Offer is a proposal of one side that waits for the other's answer. The zero Offer means that nothing is proposed.
type Offer struct {
	Pending bool
	By      board.Color
	Plies   int // takeback: how many plies would be undone, 1 or 2
}

// Wish is the color a challenger asks for.
type Wish uint8

// The wishes.
const (
	AnyColor  Wish = iota // drawn by lot when the game starts
	WantRed               // the challenger moves first
	WantBlack             // the challenger moves second
)

// Clock is how long the two sides of a game may still think. It runs for the side to move, from the moment the game
// starts; the bot's never runs, and that of a person on vacation does not. In a game without a time control it stays
// the zero Clock.
//
// What an act does at a time after Flag is refused with FlagFell, even while the job that lets the flag fall is late:
// nobody gains by a busy server.
type Clock struct {
	Left  [2]time.Duration `json:"left"`           // by color: what was left when the clock was last started or stopped
	Since time.Time        `json:"since,omitzero"` // the side to move thinks since then; zero: its clock does not run
	Flag  time.Time        `json:"flag,omitzero"`  // when its flag falls, pauses counted; zero: never

	Reminders []time.Time `json:"reminders,omitempty"` // when the side to move is reminded before that
	Reminded  int         `json:"reminded,omitempty"`  // so many of them have been sent, or overtaken by later ones

	Fell  time.Time `json:"fell,omitzero"`   // a game lost on time: when the flag fell
	Asked bool      `json:"asked,omitempty"` // and its loser has asked to play on: Game.AskResume
}

// The part of a game in which people play a side together, see package vote.
type (
	Vote     = vote.Vote[Person]
	Member   = vote.Member[Person]
	Proposal = vote.Proposal[Person]
)

// Position is the position on the board now.
func (g *Game) Position() board.Position { return g.Record.Position() }

// Ply counts the moves played so far; it is also the index that the next move will have.
func (g *Game) Ply() int { return len(g.Record.Moves) }

// BoardKey names the board as it is now.
func (g *Game) BoardKey() BoardKey {
	pos := g.Position()
	mixed := (pos.Hash() + uint64(g.Ply())) * 0x9E37_79B9_7F4A_7C15 // the same position comes again in one game
	return BoardKey(mixed>>32) | 1
}

// Turn is the side to move. In a game that is over it is the side that would be.
func (g *Game) Turn() board.Color {
	if g.Ply()%2 == 1 {
		return g.Record.Start.SideToMove().Opponent()
	}
	return g.Record.Start.SideToMove()
}

// SeatOf returns the color that p plays, alone or with others, and whether p plays at all. In an offered game nobody
// has a color yet.
func (g *Game) SeatOf(p Person) (board.Color, bool) {
	if p == "" {
		return board.Red, false
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if g.Seats[c].Person == p || g.Vote != nil && g.Vote.Has(c, p) {
			return c, true
		}
	}
	return board.Red, false
}

// Takes reports whether p is one of the game's people: a player, one of a team, the one who began it, or in an offered
// game one of the two it is between.
func (g *Game) Takes(p Person) bool {
	if p == "" || p == g.Challenger || p == g.Opponent.Person {
		return p != ""
	}
	return g.Vote != nil && (g.Vote.Has(board.Red, p) || g.Vote.Has(board.Black, p))
}

// BotSeat returns the color the bot plays, and whether it plays at all.
func (g *Game) BotSeat() (board.Color, bool) {
	for _, c := range []board.Color{board.Red, board.Black} {
		if g.Seats[c].IsBot() {
			return c, true
		}
	}
	return board.Red, false
}

// People lists the people of the game, each once: the challenger, then the opponent if that is not the bot, then those
// of the teams. Those who were erased are left out.
func (g *Game) People() []Person {
	people := make([]Person, 0, 2)
	for _, p := range []Person{g.Challenger, g.Opponent.Person} {
		if p != "" && p != Deleted && (len(people) == 0 || people[0] != p) {
			people = append(people, p)
		}
	}
	if g.Vote == nil {
		return people
	}
	for _, team := range g.Vote.Members {
		for _, m := range team {
			if m.Person != g.Challenger && m.Person != Deleted {
				people = append(people, m.Person)
			}
		}
	}
	return people
}

// Name tells what to call p: the name with which p was last seen, or the bare id when p never was.
func (g *Game) Name(p Person) string {
	if name := g.Players[p].ShownName(); name != "" {
		return name
	}
	return string(p)
}

// LastMove is the move that led to the position now, board.NoMove before the first.
func (g *Game) LastMove() board.Move {
	if n := g.Ply(); n > 0 {
		return g.Record.Moves[n-1]
	}
	return board.NoMove
}

// Winner returns the color that won, and whether any did.
func (g *Game) Winner() (board.Color, bool) {
	loser, ok := g.Outcome.Loser()
	if !ok {
		return board.Red, false
	}
	return loser.Opponent(), true
}
