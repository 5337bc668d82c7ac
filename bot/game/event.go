package game

import (
	"time"

	"xiangqibot/engine/board"
)

// EventKind names something that happened in a game.
type EventKind string

// The events. Each is written into the database and into jobs under this name: never change one, only add.
const (
	Challenged        EventKind = "challenged"         // a challenge was made to a person
	Started           EventKind = "started"            // a challenge was accepted, or the bot was challenged
	DeclinedEvent     EventKind = "declined"           // the opponent declined the challenge
	CancelledEvent    EventKind = "cancelled"          // the challenger took it back
	LapsedEvent       EventKind = "lapsed"             // it lapsed
	Moved             EventKind = "moved"              // a move was played and the game goes on
	DrawOffered       EventKind = "draw-offered"       // By proposes a draw
	DrawDeclined      EventKind = "draw-declined"      // By declines the other's draw; the bot may do it by moving
	DrawWithdrawn     EventKind = "draw-withdrawn"     // By withdraws their own offer
	TakebackAsked     EventKind = "takeback-asked"     // By asks to take Plies back
	TakebackDeclined  EventKind = "takeback-declined"  // By declines that
	TakebackWithdrawn EventKind = "takeback-withdrawn" // By withdraws their own request
	TakenBack         EventKind = "taken-back"         // Plies were taken back, for By
	VoteExtended      EventKind = "vote-extended"      // By has chosen nothing: the turn is open for as long again
	VoteMissed        EventKind = "vote-missed"        // nothing was chosen, with the bot away at the end: By's turn starts over
	ResumeAsked       EventKind = "resume-asked"       // By, who has lost on time, asks to play on
	Resumed           EventKind = "resumed"            // By, who had won on time, lets the other play on
	Ended             EventKind = "ended"              // the game is over: see Outcome, End and Rule. By did it, if anyone
)

// Event is one thing that happened, as those who watch should be told.
type Event struct {
	Kind  EventKind
	By    board.Color // whose act it was; meaningless before colors are given, as in Challenged or LapsedEvent
	Ply   int         // moves on the board after the event
	Plies int         // takebacks: how many moves
	// Move is set when the event came with a move: Moved, Ended on the board, DrawDeclined by the bot as it moves.
	Move board.Move
	// Planned is how many of the latest moves, Move included, were planned beforehand and played at once: the first
	// move that the event brought is the one before them.
	Planned int `json:",omitempty"`
	// Substitute tells that Move was chosen by the built-in engine, because the outside engine in that seat had no
	// answer.
	Substitute bool `json:",omitempty"`
	// Waits: when the event came, the answer to the event before was on its way to the channel. The announcement must
	// not overtake it: see Boards.ToAnnounce.
	Waits bool `json:",omitempty"`
	// PutOff: no message has told the event, as the bot's answer, which calls the team, was to be expected at once.
	PutOff bool `json:",omitempty"`
}

// Played reports whether the event came with a move.
func (e Event) Played() bool { return e.Move != board.NoMove }

// AnswerTime is how long the answer to a person's act may take to reach the channel. After that an announcement tells
// it.
const AnswerTimeout = 15 * time.Second

// answerSoon is how long the move of a team waits for the bot's answer before it is announced by itself. Our own
// engine takes less, an external one may take more.
const botReplyTimeout = 5 * time.Second

// note makes ev the latest event and enqueues an announcement of it.
//
// The announcement falls due at the time given. Where a person acted, the answer to the act tells the channel, and the
// announcement is only the safety net for an answer that a crash cut off. Where a job acted, it is due at once, or as
// soon as the answer to the act before has arrived, which it must not overtake.
//
// A team's move that the bot answers calls nobody: the answer does, and it tells both moves. So one message opens a
// turn, and not one that says that the bot thinks.
func (g *Game) note(ev Event, at, due time.Time) {
	ev.Ply = g.Ply()
	onItsWay := at.Sub(g.Updated) < AnswerTimeout && !g.Last.PutOff // if the latest event was a person's act
	g.Revision++
	g.Last = ev
	g.Updated = at
	if g.Board.Gone {
		due = at // an answer reaches nobody but the one who acted
	}
	if ev.Kind == Moved && botAnswers(g, ev.By) && !due.After(at) {
		g.Last.PutOff = true
		due = at.Add(botReplyTimeout)
	}
	if !due.After(at) && onItsWay && g.awaitsAnswer() {
		g.Last.Waits = true
		due = at.Add(AnswerTimeout)
	}
	g.Enqueue(Announce{Game: g.ID, Revision: g.Revision}, due)
}

// botAnswers reports whether the bot is to move after c, which votes on its moves.
func botAnswers(g *Game, c board.Color) bool {
	return g.Vote != nil && g.Seats[c].Team && g.Seats[c.Opponent()].IsBot() && g.Turn() != c
}

// awaitsAnswer reports whether the channel still has to hear of the event before the latest.
func (g *Game) awaitsAnswer() bool {
	begun := g.AwaitsThread() && g.Board.Starter != "" // the answer that tells so has arrived
	return g.Board.Announced < g.Revision-1 && !begun && !g.Board.Gone
}

// redraw has the board that the channel saw last show the times that hold now.
func (g *Game) redraw(at time.Time) {
	if g.Board.Message != "" {
		g.Enqueue(Redraw{Game: g.ID, Revision: g.Revision}, at)
	}
}
