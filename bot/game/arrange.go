package game

import (
	"time"

	"xiangqibot/engine/board"
)

// Arrangement is a game that others, such as a tournament, have paired. Nobody has to accept it.
type Arrangement struct {
	Guild, Channel string
	ThreadSupport  ThreadSupport // whether Channel can have threads
	Place          Place         // where games that begin there are played
	Red, Black     Person        // Deleted loses at once, by resignation
	Rated          bool
	Conditions     Conditions
	Rules          string // text of the rules.Ruleset by which the game is judged
	AtEnd          Job    // enqueued when the game is over
}

// Arrange turns a blank game into an arranged one, which begins at once.
func (g Blank) Arrange(a Arrangement, at time.Time) {
	g.initialize(Act{Actor: a.Red, Guild: a.Guild, Channel: a.Channel}, Terms{Rules: a.Rules}, at)
	g.Board.choosePlace(a.Place, a.ThreadSupport)
	g.AtEnd = a.AtEnd
	g.Opponent = Seat{Person: a.Black}
	g.ColorChoice, g.Rated, g.Conditions = WantRed, a.Rated, a.Conditions
	g.Challenge().start(board.Red, at)
	for c, seat := range g.Seats {
		if side := board.Color(c); seat.Person == Deleted && g.State == Active {
			g.finish(Event{Kind: Ended, By: side}, lossOf(side), ByResignation, at, at)
		}
	}
	g.BoardMessage().Reannounce(at) // no answer to a person's act tells the channel
}
