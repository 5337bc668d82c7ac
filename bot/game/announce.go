package game

import (
	"time"

	"xiangqibot/engine/board"
)

// AnswerTimeout is how long the answer to a person's act may take to reach the channel. After that an announcement
// is posted instead.
const AnswerTimeout = 15 * time.Second

// botReplyTimeout is how long the move of a team waits for the bot's reply before it is announced by itself. The
// built-in engine takes less, an outside one may take more.
const botReplyTimeout = 5 * time.Second

// note makes ev the latest event and enqueues its announcement.
//
// The announcement is due at the given time. After a person's act the answer informs the channel, and the announcement
// is only the fallback if a crash prevents the answer. After a job's act it is due at once, or as soon as the answer
// to the previous act has arrived, which it must not overtake.
//
// A team's move to which the bot replies pings nobody: the reply does, and it shows both moves. So a turn begins with
// one message, without another one while the bot is thinking.
func note(g *Game, ev Event, at, due time.Time) {
	ev.Ply = g.Ply()
	onItsWay := at.Sub(g.Updated) < AnswerTimeout && !g.Last.PutOff // if the previous event was a person's act
	g.Revision++
	g.Last = ev
	g.Updated = at
	if g.Board.Gone {
		due = at // an answer reaches only the person who acted
	}
	if ev.Kind == Moved && botAnswers(g, ev.By) && !due.After(at) {
		g.Last.PutOff = true
		due = at.Add(botReplyTimeout)
	}
	if !due.After(at) && onItsWay && g.AwaitsAnswer() {
		g.Last.Waits = true
		due = at.Add(AnswerTimeout)
	}
	g.Outbox.Enqueue(Announce{Game: g.ID, Revision: g.Revision}, due)
}

// botAnswers reports whether the bot is to move after c, a team that votes on its moves.
func botAnswers(g *Game, c board.Color) bool {
	return g.Vote != nil && g.Seats[c].Team && g.Seats[c.Opponent()].IsBot() && g.Turn() != c
}

// AwaitsAnswer reports whether the event before the latest has not been announced in the channel yet.
func (g *Game) AwaitsAnswer() bool {
	begun := g.AwaitsThread() && g.Board.Starter != "" // the answer that says so has arrived
	return g.Board.Announced < g.Revision-1 && !begun && !g.Board.Gone
}

// redraw enqueues a job that updates the times on the current board, or on the one that is on its way.
func redraw(g *Game, at time.Time) {
	if g.Board.Message != "" || g.Board.Announced < g.Revision {
		g.Outbox.Enqueue(Redraw{Game: g.ID, Revision: g.Revision}, at)
	}
}

// AwaitsThread reports whether the game has begun and its thread is still to be opened.
func (g *Game) AwaitsThread() bool {
	return g.Board.ThreadWanted && (g.State == Active || g.State == Finished)
}

// InPlace reports whether the current state is shown by editing the last board, by a server's policy, and not in a
// new message.
//
// With a board per round, the person's move against the bot brings a new board, and whatever follows edits it: the
// bot's reply, a takeback, the end. The person is there, and nobody has to be pinged. If the board of the person's
// move never arrived, the bot's reply is a new board. Where one board is edited throughout, the end of a game between
// people is a new one all the same: nobody would notice an edit far above.
func (g *Game) InPlace(way BoardPolicy) bool {
	_, bot := g.BotSeat()
	switch {
	case g.Board.Message == "":
		return false
	case way == EditBoard:
		return bot || g.State != Finished
	case way != BoardPerRound || !bot:
		return false
	}
	if !g.Last.Played() {
		return g.Vote == nil && g.End != ByTime // nobody was there when a flag fell or a vote went on
	}
	return g.Seats[g.Last.By].IsBot() && g.Board.Announced >= g.Revision-1
}

// Reannounce enqueues an immediate announcement of the current state. Earlier news is no longer announced.
func Reannounce(g *Game, at time.Time) {
	g.Board.Announced = g.Revision - 1
	g.Outbox.Enqueue(Announce{Game: g.ID, Revision: g.Revision}, at)
}
