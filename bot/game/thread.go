package game

import (
	"context"
	"slices"
	"time"
)

// StartPosted records the message that told the channel that the game has begun: its thread will be attached to it.
// An empty message keeps the one recorded before. The announcement, which opens the thread, is then due at once. It
// does nothing for a game that awaits no thread.
func (b *Boards) StartPosted(ctx context.Context, id ID, message string) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		err := g.setStarter(message, at)
		if err == nil {
			g.reannounce(at)
		}
		return err
	})
}

// StarterPosted records another message to which the thread will be attached, without enqueuing anything.
func (b *Boards) StarterPosted(ctx context.Context, id ID, message string) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error { return g.setStarter(message, at) })
}

// setStarter records the message to which the thread will be attached.
func (g boardMessage) setStarter(message string, at time.Time) error {
	if !g.AwaitsThread() {
		return g.refuse(Outdated)
	}
	if message != "" {
		g.Board.Starter = message
	}
	g.retireQuestion(message, at)
	return nil
}

// ThreadOpened records that the thread has been opened. From now on the game is played there. If there is newer news
// than that of the job that opened it, it is announced at once. The outdated board in the channel, if any, is
// retired.
//
// A second call changes nothing. Nor does a call for a game that has moved elsewhere meanwhile.
func (b *Boards) ThreadOpened(ctx context.Context, job Announce, thread string) error {
	return b.threadOpened(ctx, job, thread, false)
}

// ThreadLinked is like ThreadOpened if another message than the starter links to the thread. The starter is no
// longer needed, and is deleted.
func (b *Boards) ThreadLinked(ctx context.Context, job Announce, thread string) error {
	return b.threadOpened(ctx, job, thread, true)
}

func (b *Boards) threadOpened(ctx context.Context, job Announce, thread string, linked bool) error {
	return b.update(ctx, job.Game, func(g boardMessage, at time.Time) error {
		if !g.AwaitsThread() {
			return g.refuse(Outdated)
		}
		g.threadOpened(job, thread, at)
		if linked {
			g.retire(MessageRef{g.Home, g.Board.Starter}, Linked, at)
			g.Board.Starter = ""
		}
		return nil
	})
}

// ThreadRefused records that the thread cannot be opened: the game stays in its channel, and its next board says
// why, unless one there has said so before. It returns the updated game.
func (b *Boards) ThreadRefused(ctx context.Context, g *Game, ground ThreadSupport) (*Game, error) {
	return b.games.places().tellOnce(ctx, Act{Channel: g.Channel, ThreadSupport: ground}, func(act Act) (*Game, error) {
		err := b.update(ctx, g.ID, func(g boardMessage, _ time.Time) error {
			if g.AwaitsThread() {
				g.Board.ThreadWanted, g.Board.Why = false, PlaceReason(act.ThreadSupport)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		return b.games.Game(ctx, g.ID)
	})
}

// places decides where a new game is played, and records which channels have been told why.
type places struct{ store Stores }

func (s *Service) places() places { return places{s.store} }

// tellOnce explains only once per channel why games there have no threads: after that do is called with an act whose
// [ThreadSupport] is unknown.
func (s places) tellOnce(ctx context.Context, act Act, do func(Act) (*Game, error)) (*Game, error) {
	if act.ThreadSupport == ThreadSupportUnknown || act.ThreadSupport == ThreadSupportAllowed {
		return do(act)
	}
	key := "no thread:" + act.Channel + ":" + string(act.ThreadSupport)
	said, err := s.store.Marked(ctx, key)
	if err != nil {
		return nil, err
	}
	if said {
		act.ThreadSupport = ThreadSupportUnknown
	}
	g, err := do(act)
	if err == nil && g.Board.Why != "" {
		_, err = s.store.Mark(ctx, key, time.Time{})
	}
	return g, err
}

// inParent returns act as if done in the parent channel if it was done in the thread of another game: that thread is
// named after its game and archived with it.
func (s places) inParent(ctx context.Context, act Act) (Act, error) {
	if act.Parent == "" {
		return act, nil
	}
	games, err := s.store.Games(ctx, Query{Channel: act.Channel, Limit: 1})
	if err != nil || len(games) == 0 || games[0].Home != act.Parent {
		return act, err
	}
	act.Channel, act.Parent, act.Message = act.Parent, "", ""
	act.ThreadSupport = ThreadSupportAllowed // the other game's thread could be opened there
	return act, nil
}

// ToArchive returns the game whose thread an [Archive] job has to archive; nil if there is nothing to do: the game was
// resumed or has no thread, or another game in the thread is open or ended later. If something has happened in the
// game less than [ArchiveAfter] ago, the error is a *[NotYet].
func (b *Boards) ToArchive(ctx context.Context, job Archive) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil || g.State != Finished || g.Home == "" {
		return nil, err
	}
	left := g.Updated.Add(ArchiveAfter).Sub(b.games.now())
	if 0 < left && left <= ArchiveAfter { // resumed, and ended again
		return nil, &NotYet{After: left}
	}
	all, err := b.games.store.Games(ctx, Query{Channel: g.Channel, All: true})
	if err != nil {
		return nil, err
	}
	// A rematch in the thread names and archives it later.
	if slices.ContainsFunc(all, func(other *Game) bool {
		return other.State.Open() || other.ID > g.ID && other.State == Finished && other.Home != ""
	}) {
		return nil, nil
	}
	return g, nil
}

// ToName returns the game after which a [NameThread] job has to name the thread; nil if there is nothing to do: it is
// over, or is played elsewhere, or another one has begun in the thread.
func (b *Boards) ToName(ctx context.Context, job NameThread) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil || g.State != Active || g.Home == "" {
		return nil, err
	}
	newest, err := b.games.store.Games(ctx, Query{Channel: g.Channel, Limit: 1})
	if err != nil || len(newest) == 0 || newest[0].ID != g.ID && newest[0].State != Offered {
		return nil, err
	}
	return g, nil
}
