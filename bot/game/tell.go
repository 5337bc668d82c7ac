package game

import (
	"context"
	"errors"
	"time"
)

// Shown records that a channel has seen the game at this revision, on that message (empty: not on a message with a
// board). The edge calls it once its answer, or its announcement, has been posted; the announcements up to there are
// settled. Where the game lives in another channel meanwhile that one has seen nothing, and still is to be told.
//
// A board that came too late, after one with newer news, is retired, or the news is told once more where it has taken
// their place. So is the board before this one.
func (s *Service) Shown(ctx context.Context, id ID, channel string, revision int, message string) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		if g.Channel == channel {
			g.shown(revision, message, message, at)
		} else if message != "" { // the game has moved, and its people with it
			g.retire(Posted{channel, message}, Replaced, at)
		}
		return nil
	})
	return err
}

// Said is Shown for a message without a board.
func (s *Service) Said(ctx context.Context, id ID, revision int, message Posted) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		if g.Channel == message.Channel {
			g.shown(revision, message.Message, "", at)
		}
		return nil
	})
	return err
}

// Written records that a person was sent a board of a game that has no channel. A board that arrived below one with
// newer news is retired.
func (s *Service) Written(ctx context.Context, id ID, p Person, revision int, message Posted) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		g.written(p, DirectBoard{message, revision}, at)
		return nil
	})
	return err
}

func (g *Game) written(p Person, sent DirectBoard, at time.Time) {
	older, newer := g.House.Direct[p], sent
	if older.Revision > newer.Revision {
		older, newer = newer, older
	}
	if older.Revision < newer.Revision && older.below(newer.Posted) {
		g.retire(older.Posted, Late, at)
	}
	if g.House.Direct == nil {
		g.House.Direct = make(map[Person]DirectBoard)
	}
	g.House.Direct[p] = newer
}

// ToldDirectly records that the people of a game that has no channel have been sent its news, up to a revision. The
// board that they were sent has explained why it came by direct message, whatever has happened in the game since it was
// sent.
func (s *Service) ToldDirectly(ctx context.Context, id ID, revision int) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		g.shown(revision, "", "", at)
		g.House.Why = ""
		return nil
	})
	return err
}

// Asked is Shown for the message with the buttons that answer a challenge. If that has been answered meanwhile they are
// of no use, and are taken off.
func (s *Service) Asked(ctx context.Context, id ID, revision int, message Posted) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		if g.Channel == message.Channel {
			g.shown(revision, message.Message, "", at)
		}
		g.noLongerAsks(message.Message, at)
		if g.State == Offered {
			g.House.Asked = message
		} else {
			g.retire(message, Answered, at)
		}
		return nil
	})
	return err
}

// shown settles the announcements up to a revision, which a message told; board is the same message if it shows the
// board, otherwise empty.
func (g *Game) shown(revision int, message, board string, at time.Time) {
	revision = min(revision, g.Revision)
	switch {
	case board != "" && g.House.Gone:
		return // it was posted just before the channel was deleted, and went with it
	case revision < g.Told && board != "" && board == g.Message:
		g.tellAnew(at) // an older board has taken the place of the newest
		return
	case revision < g.Told:
		g.retire(Posted{g.Channel, board}, Late, at)
		return
	}
	if board != "" && board != g.Message {
		g.retire(Posted{g.Channel, g.Message}, Replaced, at)
		g.Message = board
	}
	if g.State != Offered {
		g.noLongerAsks(message, at)
	}
	if g.Unhoused() {
		return // its thread is to see it as well
	}
	if board != "" { // otherwise older news may be settled without having been told
		g.House.Why = ""
	}
	g.Told = revision
	if g.Last.Waits && g.Told == g.Revision-1 {
		g.announceNow(at)
	}
}

// noLongerAsks takes the buttons that answer the challenge off the message that had them, unless that is the one which
// is said.
func (g *Game) noLongerAsks(said string, at time.Time) {
	if g.House.Asked.Message != said {
		g.retire(g.House.Asked, Answered, at)
	}
	g.House.Asked = Posted{}
}

// Untold tells what an Announce job still has to tell: the game as it is now, whose Last is the news, or nil when there
// is none.
//
// There is none when the channel has seen that revision, or when another event followed, which brings an answer or an
// announcement of its own. Nor is there any while the answer to the act before is still on its way: the bot's move must
// not overtake the person's. The error is then a *NotYet.
func (s *Service) Untold(ctx context.Context, job Announce) (*Game, error) {
	g, err := s.store.Game(ctx, job.Game)
	switch {
	case errors.Is(err, &Refusal{Code: NoSuchGame}):
		return nil, nil
	case err != nil:
		return nil, err
	case g.Told >= job.Revision:
		return nil, nil
	case g.Revision > job.Revision:
		return nil, s.Shown(ctx, g.ID, g.Channel, job.Revision, "")
	}
	// A clock that was set back must not make it wait for as long.
	if waited := s.now().Sub(g.Updated); g.Last.Waits && g.awaitsAnswer() && waited >= 0 && waited < AnswerTime {
		return nil, &NotYet{After: AnswerTime - waited}
	}
	return g, nil
}

// enqueueRedraw has the board that the channel saw last show the times that hold now.
func (g *Game) enqueueRedraw(at time.Time) {
	if g.Message == "" {
		return
	}
	g.Enqueue(Redraw{Game: g.ID, Revision: g.Revision}, at)
}

// Redrawn tells what a Redraw job has to show: the game as it is now, whose Message is the board to be brought up to
// date; or nil where another event followed, which brings a board of its own.
func (s *Service) Redrawn(ctx context.Context, job Redraw) (*Game, error) {
	g, err := s.store.Game(ctx, job.Game)
	if errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil, nil
	}
	if err != nil || g.State != Active || g.Revision != job.Revision || g.Told < g.Revision || g.Message == "" {
		return nil, err
	}
	return g, nil
}
