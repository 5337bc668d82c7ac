// Package posted keeps what channels have been shown of games: their boards, their threads, and old messages that are
// to be retired. The code that posts a message about a game records it in [Boards]; the handler of a job asks there
// whether the job is still needed.
package posted

import (
	"context"
	"errors"
	"time"

	"xiangqibot/bot/game"
)

// Boards keeps what channels have been shown of games, and says what is left to show. Each kind of message is recorded
// by a method of its own, and each kind of job ([game.Announce], [game.Redraw], [game.Retire], [game.Archive]) has one
// that returns what to do.
type Boards struct {
	store BoardStore
	games *game.Service
}

// BoardStore keeps boards, beside the games in a [game.GameStore].
type BoardStore interface {
	// UpdateBoard passes the game to fn and saves the changes of fn to its Board, Channel and Home, and the jobs it
	// enqueues; nothing else. Only pure code runs inside fn; no other update of the game overlaps. An error of fn
	// saves nothing and is returned unchanged. Refusal NoSuchGame if there is none.
	UpdateBoard(ctx context.Context, id game.ID, fn func(*game.Game) error) error
}

// NewBoards returns the boards of the games of a service.
func NewBoards(store BoardStore, games *game.Service) *Boards { return &Boards{store, games} }

// update changes what is recorded about the board of a game. It does nothing if there is no such game, or if fn
// refuses with Outdated.
func (b *Boards) update(ctx context.Context, id game.ID, fn func(g *game.Game, at time.Time) error) error {
	at := b.games.Now()
	return game.IgnoreStale(b.store.UpdateBoard(ctx, id, func(g *game.Game) error { return fn(g, at) }))
}

// settle settles the announcements of a game up to the revision that a message has announced. board is that message if
// it shows the board, otherwise empty.
func settle(g *game.Game, revision int, message, board string, at time.Time) {
	b := &g.Board
	current := game.MessageRef{Channel: g.Channel, Message: b.Message}
	revision = min(revision, g.Revision)
	switch {
	case board != "" && b.Gone:
		return // it was posted just before the channel was deleted with it
	case revision < b.Announced && board != "" && board == b.Message:
		game.Reannounce(g, at) // an older board has taken the place of the newest
		return
	case revision < b.Announced:
		older, why := game.MessageRef{Channel: g.Channel, Message: board}, game.Replaced
		if older.Below(current) {
			why = game.Late
		}
		retire(g, older, why, at)
		return
	}
	if board != "" && board != b.Message {
		why := game.Replaced
		if revision == b.Announced && !g.Offers.Pending() { // a proposal is shown in a message without a board
			why = game.Repeated
		}
		retire(g, current, why, at)
		b.Message = board
	}
	if g.State != game.Offered {
		retireQuestion(g, message, at)
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
		g.Outbox.Enqueue(game.Announce{Game: g.ID, Revision: g.Revision}, at)
	}
}

// retire enqueues the retirement of a message, if there is one.
func retire(g *game.Game, message game.MessageRef, why game.RetireReason, at time.Time) {
	if message.Message != "" && message.Channel != "" {
		g.Outbox.Enqueue(game.Retire{Game: g.ID, Channel: message.Channel, Message: message.Message, Why: why}, at)
	}
}

// retireQuestion removes the buttons of the open question from its message, unless that is the message except.
func retireQuestion(g *game.Game, except string, at time.Time) {
	if g.Board.Question.Message != except {
		retire(g, g.Board.Question, game.Answered, at)
	}
	g.Board.Question = game.MessageRef{}
}

// BoardPosted records that a channel has been shown the game at this revision, in that message (empty: not in a
// message with a board). It is called once an answer or an announcement has been posted, and settles the
// announcements up to that revision. If the game has moved to another channel meanwhile, the announcement
// is still due there.
//
// A board that arrived after a newer one is retired, or announced again if it has replaced the newer one. The
// previous board is retired as well.
func (b *Boards) BoardPosted(ctx context.Context, id game.ID, channel string, revision int, message string) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		if g.Channel == channel {
			settle(g, revision, message, message, at)
		} else if message != "" { // the game has moved
			retire(g, game.MessageRef{Channel: channel, Message: message}, game.Replaced, at)
		}
		return nil
	})
}

// NewsPosted is like BoardPosted for a message without a board.
func (b *Boards) NewsPosted(ctx context.Context, id game.ID, revision int, message game.MessageRef) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		if g.Channel == message.Channel {
			settle(g, revision, message.Message, "", at)
		}
		return nil
	})
}

// QuestionPosted is like NewsPosted for a message with the buttons that answer a challenge or a proposal. If that
// has been answered or closed meanwhile, the buttons are removed.
func (b *Boards) QuestionPosted(ctx context.Context, id game.ID, revision int, message game.MessageRef) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		if g.Channel == message.Channel {
			settle(g, revision, message.Message, "", at)
		}
		retireQuestion(g, message.Message, at)
		if g.State == game.Offered || g.Revision == revision && g.Offers.Pending() {
			g.Board.Question = message
		} else {
			retire(g, message, game.Answered, at)
		}
		return nil
	})
}

// DirectPosted records that a person was sent a board of a game whose channel is gone. If it arrived below a newer
// board, it is retired.
func (b *Boards) DirectPosted(ctx context.Context, id game.ID, p game.Person, revision int, message game.MessageRef) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		older, newer := g.Board.Direct[p], game.DirectBoard{MessageRef: message, Revision: revision}
		if older.Revision > newer.Revision {
			older, newer = newer, older
		}
		if older.Revision < newer.Revision && older.Below(newer.MessageRef) {
			retire(g, older.MessageRef, game.Late, at)
		}
		if g.Board.Direct == nil {
			g.Board.Direct = make(map[game.Person]game.DirectBoard)
		}
		g.Board.Direct[p] = newer
		return nil
	})
}

// AnnouncedDirectly records that the people of a game whose channel is gone have been sent its news up to a
// revision. The board that they were sent explained why it came by direct message, whatever has happened in the game
// since.
func (b *Boards) AnnouncedDirectly(ctx context.Context, id game.ID, revision int) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		settle(g, revision, "", "", at)
		g.Board.Why = ""
		return nil
	})
}

// LeaveChannel moves a game out of a channel that was deleted ([game.ReasonChannelGone]), or in which the bot may no
// longer write ([game.ReasonChannelForbidden]): from its thread back to the parent channel, and otherwise to its
// people's direct messages. It is announced there at once, with the reason. It does nothing to a game that is not
// played in that channel, or that is over and announced.
func (b *Boards) LeaveChannel(ctx context.Context, id game.ID, channel string, why game.PlaceReason) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		over := g.State != game.Active && g.Board.Announced >= g.Revision
		if g.Channel != channel || g.Board.Gone || over {
			return g.Refuse(game.Outdated)
		}
		b := &g.Board
		b.ThreadWanted, b.Message = false, ""
		if g.Home != "" {
			g.Channel, g.Home, b.Why = g.Home, "", game.ReasonThreadGone
		} else {
			b.Gone, b.Why = true, why
		}
		game.Reannounce(g, at)
		return nil
	})
}

// ChannelDeleted moves all open games out of a deleted channel or thread, and out of the threads that were deleted
// with it.
func (b *Boards) ChannelDeleted(ctx context.Context, channel string) error {
	var all error
	for _, q := range []game.Query{{Channel: channel, Open: true, All: true}, {Home: channel, Open: true, All: true}} {
		games, err := b.games.Store.Games(ctx, q)
		all = errors.Join(all, err)
		for _, g := range games {
			if g.State != game.Active {
				continue // a challenge lapses by itself
			}
			all = errors.Join(all, b.LeaveChannel(ctx, g.ID, g.Channel, game.ReasonChannelGone))
			if q.Home != "" { // from its thread to the channel, which is gone too
				all = errors.Join(all, b.LeaveChannel(ctx, g.ID, channel, game.ReasonChannelGone))
			}
		}
	}
	return all
}

// AnswerAbandoned records that the answer to the act of a revision cannot be shown any more, because the bot has
// moved meanwhile. The bot's move is announced at once, in a new board instead of that of the answer.
func (b *Boards) AnswerAbandoned(ctx context.Context, id game.ID, revision int) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		if revision >= g.Revision || g.Board.Announced >= revision {
			return g.Refuse(game.Outdated)
		}
		retire(g, game.MessageRef{Channel: g.Channel, Message: g.Board.Message}, game.Replaced, at)
		g.Board.Message = ""
		settle(g, revision, "", "", at)
		return nil
	})
}

// read reads the game of a job; nil if there is none.
func (b *Boards) read(ctx context.Context, id game.ID) (*game.Game, error) {
	g, err := b.games.Store.Game(ctx, id)
	if errors.Is(err, game.NoSuchGame) {
		return nil, nil
	}
	return g, err
}

// ErrOvertaken is the error of [Boards.ToAnnounce] for an act that another event followed before it was known
// whether the answer of a process that has ended showed its board.
var ErrOvertaken = errors.New("posted: an announcement was overtaken while it is unknown whether its answer arrived")

// ToAnnounce returns what an [game.Announce] job still has to announce: the current game, whose Last is the news, or
// nil if there is none.
//
// There is none if the channel has been shown that revision, or if another event followed, which brings an answer or an
// announcement of its own. A game that awaits its thread is returned even so, because no answer opens a thread. While
// the answer to the previous act is still on its way, the error is a *[game.NotYet]: the bot's move must not overtake
// the person's. Answers up to revision lost are not waited for, because the process that was to give them has ended; 0
// means none. If another event followed one of those, the error is [ErrOvertaken]: the caller must find out whether its
// board arrived and record that before anything else, and then call ToAnnounce with 0.
func (b *Boards) ToAnnounce(ctx context.Context, job game.Announce, lost int) (*game.Game, error) {
	g, err := b.read(ctx, job.Game)
	switch {
	case err != nil || g == nil:
		return nil, err
	case g.Board.Announced >= job.Revision:
		return nil, nil
	case g.Revision > job.Revision && lost >= job.Revision:
		return nil, ErrOvertaken
	case g.Revision > job.Revision && g.AwaitsThread():
		return g, nil
	case g.Revision == job.Revision+1 && botReplied(g):
		return nil, b.AnswerAbandoned(ctx, g.ID, job.Revision) // or the reply would replace the board before
	case g.Revision > job.Revision:
		return nil, b.BoardPosted(ctx, g.ID, g.Channel, job.Revision, "")
	}
	// If the clock was set back, do not wait for it to catch up.
	waited := b.games.Now().Sub(g.Updated)
	if g.Last.Waits && g.AwaitsAnswer() && lost < g.Revision-1 && waited >= 0 && waited < game.AnswerTimeout {
		return nil, &game.NotYet{After: game.AnswerTimeout - waited}
	}
	return g, nil
}

// botReplied reports whether the latest event of a game is a move of the bot.
func botReplied(g *game.Game) bool {
	c, bot := g.BotSeat()
	return bot && g.Last.Played() && g.Last.By == c
}

const (
	// redrawPatience is how long after an event a [game.Redraw] waits for the board of the event, and redrawPause how
	// often it checks. A board that is announced later is drawn with the new times.
	redrawPatience = 2 * game.AnswerTimeout
	redrawPause    = time.Second
)

// ToRedraw returns what a [game.Redraw] job has to show: the current game, whose [game.Board.Message] must be updated;
// nil if there is no board, or if another event followed, which brings a board of its own. The error is [game.NotYet]
// while the board of the last event is on its way: it may have been drawn before the times changed.
func (b *Boards) ToRedraw(ctx context.Context, job game.Redraw) (*game.Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil {
		return nil, err
	}
	if g.State != game.Active || g.Revision != job.Revision {
		return nil, nil
	}
	waited := b.games.Now().Sub(g.Updated)
	switch {
	case g.Board.Announced < g.Revision && waited >= 0 && waited < redrawPatience:
		return nil, &game.NotYet{After: redrawPause}
	case g.Board.Announced < g.Revision, g.Board.Message == "":
		return nil, nil
	}
	return g, nil
}

// ToRetire returns the game of a [game.Retire] job. It is nil if the message is current: it has become the board, holds
// the open question, or starts the thread.
func (b *Boards) ToRetire(ctx context.Context, job game.Retire) (*game.Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil {
		return nil, err
	}
	message := game.MessageRef{Channel: job.Channel, Message: job.Message}
	if message == (game.MessageRef{Channel: g.Channel, Message: g.Board.Message}) || message == g.Board.Question || message.Message == g.Board.Starter {
		return nil, nil
	}
	return g, nil
}
