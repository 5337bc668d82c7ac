package game

import (
	"context"
	"errors"
	"time"
)

// Boards keeps what channels have been shown of games, and says what is left to be shown. Whoever posts a message
// about a game records it here; whoever runs an [Announce], [Redraw], [Retire] or [Archive] job asks here whether it is
// still needed.
type Boards struct {
	store BoardStore
	games *Service
}

// BoardStore keeps boards, beside the games in a [GameStore].
type BoardStore interface {
	// UpdateBoard passes the game to fn and saves the changes of fn to its Board, Channel and Home, and the jobs it
	// enqueues; nothing else. Only pure code runs inside fn; no other update of the game overlaps. An error of fn
	// saves nothing and is returned unchanged. Refusal NoSuchGame if there is none.
	UpdateBoard(ctx context.Context, id ID, fn func(*Game) error) error
}

// NewBoards returns the boards of the games of a service.
func NewBoards(store BoardStore, games *Service) *Boards { return &Boards{store, games} }

// update changes what is recorded about the board of a game. It does nothing if there is no such game, or if fn
// refuses with Outdated.
func (b *Boards) update(ctx context.Context, id ID, fn func(g boardMessage, at time.Time) error) error {
	at := b.games.now()
	return ignoreStale(b.store.UpdateBoard(ctx, id, func(g *Game) error { return fn(g.boardMessage(), at) }))
}

// BoardPosted records that a channel has been shown the game at this revision, in that message (empty: not in a
// message with a board). It is called once an answer or an announcement has been posted, and settles the
// announcements up to that revision. If the game has moved to another channel meanwhile, that channel has seen
// nothing and is still to be told.
//
// A board that arrived after a newer one is retired, or announced again if it has replaced the newer one. The
// previous board is retired as well.
func (b *Boards) BoardPosted(ctx context.Context, id ID, channel string, revision int, message string) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if g.Channel == channel {
			g.posted(revision, message, message, at)
		} else if message != "" { // the game has moved
			g.retire(MessageRef{channel, message}, Replaced, at)
		}
		return nil
	})
}

// NewsPosted is like BoardPosted for a message without a board.
func (b *Boards) NewsPosted(ctx context.Context, id ID, revision int, message MessageRef) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if g.Channel == message.Channel {
			g.posted(revision, message.Message, "", at)
		}
		return nil
	})
}

// QuestionPosted is like NewsPosted for a message with the buttons that answer a challenge or a proposal. If that
// has been answered or closed meanwhile, the buttons are removed.
func (b *Boards) QuestionPosted(ctx context.Context, id ID, revision int, message MessageRef) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if g.Channel == message.Channel {
			g.posted(revision, message.Message, "", at)
		}
		g.retireQuestion(message.Message, at)
		if g.State == Offered || g.Revision == revision && g.proposing() {
			g.Board.Question = message
		} else {
			g.retire(message, Answered, at)
		}
		return nil
	})
}

// DirectPosted records that a person was sent a board of a game whose channel is gone. If it arrived below a newer
// board, it is retired.
func (b *Boards) DirectPosted(ctx context.Context, id ID, p Person, revision int, message MessageRef) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		g.postedDirectly(p, DirectBoard{message, revision}, at)
		return nil
	})
}

// AnnouncedDirectly records that the people of a game whose channel is gone have been sent its news up to a
// revision. The board that they were sent explained why it came by direct message, whatever has happened in the game
// since.
func (b *Boards) AnnouncedDirectly(ctx context.Context, id ID, revision int) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		g.posted(revision, "", "", at)
		g.Board.Why = ""
		return nil
	})
}

// LeaveChannel moves a game out of a channel that was deleted ([ReasonChannelGone]), or in which the bot may no longer
// write ([ReasonChannelForbidden]): from its thread back to the parent channel, and otherwise to its people's direct
// messages. It is announced there at once, with the reason. It does nothing to a game that is not played in that
// channel, or that is over and announced.
func (b *Boards) LeaveChannel(ctx context.Context, id ID, channel string, why PlaceReason) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		over := g.State != Active && g.Board.Announced >= g.Revision
		if g.Channel != channel || g.Board.Gone || over {
			return g.refuse(Outdated)
		}
		g.leaveChannel(why, at)
		return nil
	})
}

// ChannelDeleted moves all open games out of a deleted channel or thread, and out of the threads that were deleted
// with it.
func (b *Boards) ChannelDeleted(ctx context.Context, channel string) error {
	var all error
	for _, q := range []Query{{Channel: channel, Open: true, All: true}, {Home: channel, Open: true, All: true}} {
		games, err := b.games.store.Games(ctx, q)
		all = errors.Join(all, err)
		for _, g := range games {
			if g.State != Active {
				continue // a challenge lapses by itself
			}
			all = errors.Join(all, b.LeaveChannel(ctx, g.ID, g.Channel, ReasonChannelGone))
			if q.Home != "" { // from its thread to the channel, which is gone too
				all = errors.Join(all, b.LeaveChannel(ctx, g.ID, channel, ReasonChannelGone))
			}
		}
	}
	return all
}

// AnswerLost enqueues an immediate announcement of a game because the process that was to answer the act of a
// revision has ended. It does nothing if the channel has been shown that revision.
func (b *Boards) AnswerLost(ctx context.Context, id ID, revision int) error {
	g, err := b.read(ctx, id)
	if err != nil || g == nil || g.Board.Announced >= revision {
		return err
	}
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if g.Board.Announced >= revision {
			return g.refuse(Outdated)
		}
		g.Enqueue(Announce{Game: g.ID, Revision: g.Revision}, at)
		return nil
	})
}

// AnswerAbandoned records that the answer to the act of a revision cannot be shown any more, because the bot has
// moved meanwhile. The bot's move is announced at once, in a new board instead of that of the answer.
func (b *Boards) AnswerAbandoned(ctx context.Context, id ID, revision int) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if revision >= g.Revision || g.Board.Announced >= revision {
			return g.refuse(Outdated)
		}
		g.retire(MessageRef{g.Channel, g.Board.Message}, Replaced, at)
		g.Board.Message = ""
		g.posted(revision, "", "", at)
		return nil
	})
}

// read reads the game of a job; nil if there is none.
func (b *Boards) read(ctx context.Context, id ID) (*Game, error) {
	g, err := b.games.store.Game(ctx, id)
	if errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil, nil
	}
	return g, err
}

// ErrOvertaken is the error of [Boards.ToAnnounce] for an act that another event followed before it was known
// whether the answer of a process that has ended showed its board.
var ErrOvertaken = errors.New("game: an announcement was overtaken while its answer is unknown")

// ToAnnounce returns what an [Announce] job still has to tell: the current game, whose Last is the news, or nil if
// there is none.
//
// There is none if the channel has been shown that revision, or if another event followed, which brings an answer or
// an announcement of its own. While the answer to the previous act is still on its way, the error is a *[NotYet]: the
// bot's move must not overtake the person's. Answers up to revision lost are not waited for, because the process
// that was to give them has ended; 0 means none. If another event followed one of those, the error is
// [ErrOvertaken]: the caller must find out whether its board arrived and record that before anything else, and then
// call ToAnnounce with 0.
func (b *Boards) ToAnnounce(ctx context.Context, job Announce, lost int) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	switch {
	case err != nil || g == nil:
		return nil, err
	case g.Board.Announced >= job.Revision:
		return nil, nil
	case g.Revision > job.Revision && lost >= job.Revision:
		return nil, ErrOvertaken
	case g.Revision == job.Revision+1 && botReplied(g):
		return nil, b.AnswerAbandoned(ctx, g.ID, job.Revision) // or the reply would replace the board before
	case g.Revision > job.Revision:
		return nil, b.BoardPosted(ctx, g.ID, g.Channel, job.Revision, "")
	}
	// If the clock was set back, do not wait for it to catch up.
	waited := b.games.now().Sub(g.Updated)
	if g.Last.Waits && g.awaitsAnswer() && lost < g.Revision-1 && waited >= 0 && waited < AnswerTimeout {
		return nil, &NotYet{After: AnswerTimeout - waited}
	}
	return g, nil
}

// botReplied reports whether the latest event of a game is a move of the bot.
func botReplied(g *Game) bool {
	c, bot := g.BotSeat()
	return bot && g.Last.Played() && g.Last.By == c
}

const (
	// redrawPatience is how long after an event a [Redraw] waits for its board, and redrawPause how often it looks. An
	// announcement that comes later is drawn with the new times.
	redrawPatience = 2 * AnswerTimeout
	redrawPause    = time.Second
)

// ToRedraw returns what a [Redraw] job has to show: the current game, whose [Board.Message] is to be updated; nil if
// there is no board, or if another event followed, which brings a board of its own. The error is [NotYet] while the board
// of the last event is on its way: it may have been drawn before the times changed.
func (b *Boards) ToRedraw(ctx context.Context, job Redraw) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil {
		return nil, err
	}
	if g.State != Active || g.Revision != job.Revision {
		return nil, nil
	}
	waited := b.games.now().Sub(g.Updated)
	switch {
	case g.Board.Announced < g.Revision && waited >= 0 && waited < redrawPatience:
		return nil, &NotYet{After: redrawPause}
	case g.Board.Announced < g.Revision, g.Board.Message == "":
		return nil, nil
	}
	return g, nil
}

// ToRetire returns the game of a [Retire] job. It is nil if the message is current: it has become the board, holds the
// open question, or starts the thread.
func (b *Boards) ToRetire(ctx context.Context, job Retire) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil {
		return nil, err
	}
	message := MessageRef{job.Channel, job.Message}
	if message == (MessageRef{g.Channel, g.Board.Message}) || message == g.Board.Question || message.Message == g.Board.Starter {
		return nil, nil
	}
	return g, nil
}
