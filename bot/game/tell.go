package game

import (
	"context"
	"errors"
	"time"
)

// Shown records that a channel has seen the game at this revision, on that message (empty: not on a message with a board).
// The edge calls it once its answer, or its announcement, has been posted; what was owed to the channel up to there is settled. Where the
// game lives in another channel meanwhile that one has seen nothing, and still is to be told.
func (s *Service) Shown(ctx context.Context, id ID, channel string, revision int, message string) error {
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		if g.Channel == channel {
			g.shown(revision, message)
		}
		return nil
	})
	return err
}

// Asked is Shown for the message with the buttons that answer a challenge. It tells whether that has been answered meanwhile, so that they are
// of no use.
func (s *Service) Asked(ctx context.Context, id ID, revision int, message Posted) (answered bool, err error) {
	_, err = s.store.Update(ctx, "", id, func(g *Game) error {
		if g.Channel == message.Channel {
			g.shown(revision, "")
		}
		if answered = g.State != Offered; !answered {
			g.House.Asked = message
		}
		return nil
	})
	return answered, err
}

// shown settles the announcements up to a revision. What was shown before that is older news and changes nothing.
func (g *Game) shown(revision int, message string) {
	revision = min(revision, g.Revision)
	if revision < g.Told {
		return
	}
	if message != "" && g.House.Gone {
		return // it was posted just before the channel was deleted, and went with it
	}
	if message != "" {
		g.Message = message
	}
	if g.State != Offered {
		g.House.Asked = Posted{}
	}
	if g.Unhoused() {
		return // its thread is to see it as well
	}
	if message != "" || g.House.Gone {
		g.House.Why = ""
	}
	for r := g.Told + 1; r <= revision; r++ {
		g.Waive(Announce{Game: g.ID, Revision: r})
	}
	g.Told = revision
}

// answerPoll is how soon an announcement that waits for an answer on its way looks again.
const answerPoll = 50 * time.Millisecond

// Untold tells what an Announce job still has to tell: the game as it is now, whose Last is the news, or nil when there is none.
//
// There is none when the channel has seen that revision, or when another event followed, which brings an answer or an
// announcement of its own. While the answer to the act before is still on its way, Untold returns a *NotYet, which the job
// passes on: the bot's move must not overtake the person's.
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
	waited := s.now().Sub(g.Updated)
	begun := g.Unhoused() && g.House.Message != "" // the answer that tells so has arrived
	if g.Told < job.Revision-1 && !begun && waited >= 0 && waited < AnswerTime {
		return nil, &NotYet{After: answerPoll}
	}
	return g, nil
}

// oweRedraw owes the board that the channel saw last the times that hold now.
func (g *Game) oweRedraw(at time.Time) {
	if g.Message == "" {
		return
	}
	job := Redraw{Game: g.ID, Revision: g.Revision}
	g.Waive(job)
	g.Owe(job, at)
}

// Redrawn tells what a Redraw job has to show: the game as it is now, whose Message is the board to be brought up to date; or nil where another
// event followed, which brings a board of its own.
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
