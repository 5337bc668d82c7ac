package game

import (
	"context"
	"errors"
	"time"
)

// Boards keeps what channels have been shown of games, and says what is left to be shown. Whoever posts a message
// about a game records it here; whoever does one of the jobs Announce, Redraw, Retire and Archive asks here whether it
// is still to be done.
type Boards struct {
	store BoardStore
	games *Service
}

// BoardStore keeps boards, beside the games that a Store keeps.
type BoardStore interface {
	// UpdateBoard passes the game to fn and keeps what fn leaves of its Board, of its Channel and Home, and the jobs it
	// enqueues; nothing else. Inside fn only pure code runs; no other update of the game overlaps. An error of fn saves
	// nothing and is returned as it is. Refusal NoSuchGame if there is none.
	UpdateBoard(ctx context.Context, id ID, fn func(*Game) error) error
}

// NewBoards returns the boards of the games of a service.
func NewBoards(store BoardStore, games *Service) *Boards { return &Boards{store, games} }

// update changes how the board of a game is shown. It does nothing where there is no such game, or where fn refuses
// because it came too late.
func (b *Boards) update(ctx context.Context, id ID, fn func(g boardMessage, at time.Time) error) error {
	at := b.games.now()
	return ignoreStale(b.store.UpdateBoard(ctx, id, func(g *Game) error { return fn(g.boardMessage(), at) }))
}

// BoardPosted records that a channel has seen the game at this revision, on that message (empty: not on a message with
// a board). It is called once an answer or an announcement has been posted; the announcements up to there are settled.
// Where the game is played in another channel meanwhile that one has seen nothing, and is still to be told.
//
// A board that came too late, after one with newer news, is retired, or the news is told once more where it has taken
// their place. So is the board before this one.
func (b *Boards) BoardPosted(ctx context.Context, id ID, channel string, revision int, message string) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if g.Channel == channel {
			g.posted(revision, message, message, at)
		} else if message != "" { // the game has moved, and its people with it
			g.retire(MessageRef{channel, message}, Replaced, at)
		}
		return nil
	})
}

// NewsPosted is BoardPosted for a message without a board.
func (b *Boards) NewsPosted(ctx context.Context, id ID, revision int, message MessageRef) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		if g.Channel == message.Channel {
			g.posted(revision, message.Message, "", at)
		}
		return nil
	})
}

// QuestionPosted is NewsPosted for the message with the buttons that answer a challenge, or what one side has proposed to
// the other. If that has been answered meanwhile, or is open no longer, they are of no use, and are taken off.
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

// DirectPosted records that a person was sent a board of a game whose channel is gone. A board that arrived below one
// with newer news is retired.
func (b *Boards) DirectPosted(ctx context.Context, id ID, p Person, revision int, message MessageRef) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		g.postedDirectly(p, DirectBoard{message, revision}, at)
		return nil
	})
}

// AnnouncedDirectly records that the people of a game whose channel is gone have been sent its news, up to a revision.
// The board that they were sent has explained why it came by direct message, whatever has happened in the game since it
// was sent.
func (b *Boards) AnnouncedDirectly(ctx context.Context, id ID, revision int) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		g.posted(revision, "", "", at)
		g.Board.Why = ""
		return nil
	})
}

// Gone moves a game out of a channel that was deleted (WhyChannelGone), or in which the bot may no longer write
// (WhyChannelShut): from its thread back to the channel it came from, and otherwise to its people's direct messages.
// Where it goes it is announced at once, with the reason. It does nothing to a game that is not played in that channel,
// or that is over and announced.
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

// ChannelDeleted moves all open games out of a channel or thread that was deleted, and out of the threads that went
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

// AnswerGone has a game announced at once, because the process is gone which was to answer the act that led to a
// revision. It does nothing where the channel has seen that.
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

// AnswerGivenUp records that the answer to the act which led to a revision cannot be shown any more, because the bot has
// moved meanwhile: its move is announced at once, by a new board in the place of the one that the answer would have been.
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

// read reads the game of a job; nil where there is none.
func (b *Boards) read(ctx context.Context, id ID) (*Game, error) {
	g, err := b.games.store.Game(ctx, id)
	if errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil, nil
	}
	return g, err
}

// ErrOvertaken is the error of [Boards.ToAnnounce] for an act that another event followed before anybody had looked
// whether the answer of a process that is gone brought its board.
var ErrOvertaken = errors.New("game: an announcement was overtaken while its answer is unknown")

// ToAnnounce is what an Announce job still has to tell: the game as it is now, whose Last is the news, or nil when
// there is none.
//
// There is none when the channel has seen that revision, or when another event followed, which brings an answer or an
// announcement of its own. Nor is there any while the answer to the act before is still on its way: the bot's move must
// not overtake the person's. The error is then a *NotYet. Answers up to the revision lost are not waited for, as the
// process that was to give them is gone; 0 for none. Where another event followed one of those, it is [ErrOvertaken]:
// whether its board arrived has to be found out and recorded before anything else is, and ToAnnounce called with 0.
func (b *Boards) ToAnnounce(ctx context.Context, job Announce, lost int) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	switch {
	case err != nil || g == nil:
		return nil, err
	case g.Board.Announced >= job.Revision:
		return nil, nil
	case g.Revision > job.Revision && lost >= job.Revision:
		return nil, ErrOvertaken
	case g.Revision > job.Revision:
		return nil, b.BoardPosted(ctx, g.ID, g.Channel, job.Revision, "")
	}
	// A clock that was set back must not make it wait for as long.
	waited := b.games.now().Sub(g.Updated)
	if g.Last.Waits && g.awaitsAnswer() && lost < g.Revision-1 && waited >= 0 && waited < AnswerTimeout {
		return nil, &NotYet{After: AnswerTimeout - waited}
	}
	return g, nil
}

// ToRedraw is what a Redraw job has to show: the game as it is now, whose Board.Message is to be brought up to date; or
// nil where there is no board, or another event followed, which brings a board of its own.
func (b *Boards) ToRedraw(ctx context.Context, job Redraw) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil {
		return nil, err
	}
	if g.State != Active || g.Revision != job.Revision || g.Board.Announced < g.Revision || g.Board.Message == "" {
		return nil, nil
	}
	return g, nil
}

// ToRetire is the game of a Retire job. It is nil where the message shows what holds now: it has become the board, or
// tells that the game has begun.
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
