package game

import "time"

// BoardMessage tracks the board message of a game. Its methods change only where the game is played, its [Board] and
// its outbox.
type BoardMessage struct{ *Game }

// BoardMessage returns the tracker of the game's board message.
func (g *Game) BoardMessage() BoardMessage { return BoardMessage{g} }

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

// Posted settles the announcements up to the revision that a message has announced. board is that message if it shows
// the board, otherwise empty.
func (g BoardMessage) Posted(revision int, message, board string, at time.Time) {
	b := &g.Board
	revision = min(revision, g.Revision)
	switch {
	case board != "" && b.Gone:
		return // it was posted just before the channel was deleted with it
	case revision < b.Announced && board != "" && board == b.Message:
		g.Reannounce(at) // an older board has taken the place of the newest
		return
	case revision < b.Announced:
		older, why := MessageRef{g.Channel, board}, Replaced
		if older.Below(MessageRef{g.Channel, b.Message}) {
			why = Late
		}
		g.Retire(older, why, at)
		return
	}
	if board != "" && board != b.Message {
		why := Replaced
		if revision == b.Announced && !g.Proposing() { // a proposal is shown in a message without a board
			why = Repeated
		}
		g.Retire(MessageRef{g.Channel, b.Message}, why, at)
		b.Message = board
	}
	if g.State != Offered {
		g.RetireQuestion(message, at)
	}
	if g.AwaitsThread() {
		return // its thread must show it as well
	}
	if board != "" { // otherwise older news may be settled without having been shown
		b.Why = ""
	}
	waited := b.Announced < g.Revision-1
	b.Announced = revision
	if waited && g.Last.Waits && b.Announced == g.Revision-1 {
		g.Enqueue(Announce{Game: g.ID, Revision: g.Revision}, at)
	}
}

// SetStarter records the message to which the thread will be attached.
func (g BoardMessage) SetStarter(message string, at time.Time) error {
	if !g.AwaitsThread() {
		return g.Refuse(Outdated)
	}
	if message != "" {
		g.Board.Starter = message
	}
	g.RetireQuestion(message, at)
	return nil
}

// PostedDirectly records a board in a person's direct messages. Of two boards the older is retired if it appears
// Below the newer.
func (g BoardMessage) PostedDirectly(p Person, sent DirectBoard, at time.Time) {
	older, newer := g.Board.Direct[p], sent
	if older.Revision > newer.Revision {
		older, newer = newer, older
	}
	if older.Revision < newer.Revision && older.Below(newer.MessageRef) {
		g.Retire(older.MessageRef, Late, at)
	}
	if g.Board.Direct == nil {
		g.Board.Direct = make(map[Person]DirectBoard)
	}
	g.Board.Direct[p] = newer
}

// RetireQuestion removes the buttons of the open question from its message, unless that is the message except.
func (g BoardMessage) RetireQuestion(except string, at time.Time) {
	if g.Board.Question.Message != except {
		g.Retire(g.Board.Question, Answered, at)
	}
	g.Board.Question = MessageRef{}
}

// ThreadOpened moves the game into its thread, which an [Announce] job has opened.
func (g BoardMessage) ThreadOpened(job Announce, thread string, at time.Time) {
	b := &g.Board
	g.Retire(MessageRef{g.Channel, b.Message}, Replaced, at)
	g.RetireQuestion(b.Starter, at)
	b.ThreadWanted = false
	g.Channel, g.Home, b.Message, b.Announced = thread, g.Channel, "", g.Revision-1
	if g.Revision != job.Revision {
		g.Reannounce(at)
	}
	if g.State == Finished {
		enqueueResult(g.Game, at)
	}
}

// LeaveChannel moves the game out of its channel: from its thread to the parent channel, and from there to its people's
// direct messages.
func (g BoardMessage) LeaveChannel(why PlaceReason, at time.Time) {
	b := &g.Board
	b.ThreadWanted = false
	if g.Home != "" {
		b.Why = ReasonThreadGone
		g.move(g.Home, "", at)
		return
	}
	b.Gone, b.Why = true, why
	g.move(g.Channel, "", at)
}

// move moves the game to another channel, which has been shown nothing of it so far.
func (g BoardMessage) move(channel, home string, at time.Time) {
	g.Channel, g.Home = channel, home
	g.Board.Message = ""
	g.Reannounce(at)
}

// Reannounce enqueues an immediate announcement of the current state. Earlier news is no longer announced.
func (g BoardMessage) Reannounce(at time.Time) {
	g.Board.Announced = g.Revision - 1
	g.Enqueue(Announce{Game: g.ID, Revision: g.Revision}, at)
}

// Retire enqueues the retirement of a message, if there is one.
func (g BoardMessage) Retire(message MessageRef, why RetireReason, at time.Time) {
	if message.Message != "" && message.Channel != "" {
		g.Enqueue(Retire{Game: g.ID, Channel: message.Channel, Message: message.Message, Why: why}, at)
	}
}
