package game

import (
	"time"

	"xiangqibot/engine/board"
)

// EventKind names something that happened in a game.
type EventKind string

// The events. Each is written into the database and into jobs under this name: never change one, only add.
const (
	Challenged       EventKind = "challenged"        // a challenge was made to a person
	Started          EventKind = "started"           // a challenge was accepted, or the bot was challenged
	DeclinedEvent    EventKind = "declined"          // the opponent declined the challenge
	CancelledEvent   EventKind = "cancelled"         // the challenger took it back
	LapsedEvent      EventKind = "lapsed"            // it lapsed
	Moved            EventKind = "moved"             // a move was played and the game goes on
	DrawOffered      EventKind = "draw-offered"      // By proposes a draw
	DrawDeclined     EventKind = "draw-declined"     // By declines the other's draw; the bot's decline comes with its move when it is its turn
	TakebackAsked    EventKind = "takeback-asked"    // By asks to take Plies back
	TakebackDeclined EventKind = "takeback-declined" // By declines that
	TakenBack        EventKind = "taken-back"        // Plies were taken back, for By
	VoteExtended     EventKind = "vote-extended"     // nobody of By has voted: the turn is open for as long again
	VoteMissed       EventKind = "vote-missed"       // the bot was away when By's turn ended, and nobody had voted: it begins anew
	ResumeAsked      EventKind = "resume-asked"      // By, who has lost on time, asks to play on
	Resumed          EventKind = "resumed"           // By, who had won on time, lets the other play on
	Ended            EventKind = "ended"             // the game is over: Outcome, End and Rule say how. By is who did it, if anyone
)

// Event is one thing that happened, as those who watch should be told.
type Event struct {
	Kind  EventKind
	By    board.Color // whose act it was. Without meaning before colours are given (Challenged, DeclinedEvent, CancelledEvent, LapsedEvent)
	Ply   int         // moves on the board after the event
	Plies int         // takebacks: how many moves
	// Move is set when the event came with a move: Moved, Ended on the board, DrawDeclined by the bot as it moves.
	Move board.Move
	// Planned is how many of the latest moves, Move included, were planned beforehand and played at once: the first move that the event
	// brought is the one before them.
	Planned int `json:",omitempty"`
	// Substitute tells that Move was chosen by the house engine, because the outside engine in that seat had no answer.
	Substitute bool `json:",omitempty"`
}

// AnswerTime is how long the answer to a person's act may take to reach the channel. After that an announcement tells it.
const AnswerTime = 15 * time.Second

// note makes ev the latest event and owes the channel an announcement of it.
//
// The announcement falls due at the time given. Where a person acted, the answer to the act tells the channel, and the
// announcement is only the safety net for an answer that a crash cut off; where a job acted, it is due at once.
func (g *Game) note(ev Event, at, due time.Time) {
	ev.Ply = g.Ply()
	g.Revision++
	g.Last = ev
	g.Updated = at
	if g.House.Gone {
		due = at // an answer reaches nobody but the one who acted
	}
	g.Owe(Announce{Game: g.ID, Revision: g.Revision}, due)
}
