package posted

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
)

// StartPosted records the message that announced the start of the game, as StarterPosted does. The announcement, which
// opens the thread, is then due at once.
func (b *Boards) StartPosted(ctx context.Context, id game.ID, message string) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		err := setStarter(g, message, at)
		if err == nil {
			game.Reannounce(g, at)
		}
		return err
	})
}

// StarterPosted records the message to which the thread will be attached; an empty one keeps what was recorded before.
// It does nothing for a game that awaits no thread.
func (b *Boards) StarterPosted(ctx context.Context, id game.ID, message string) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error { return setStarter(g, message, at) })
}

func setStarter(g *game.Game, message string, at time.Time) error {
	if !g.AwaitsThread() {
		return g.Refuse(game.Outdated)
	}
	if message != "" {
		g.Board.Starter = message
	}
	retireQuestion(g, message, at)
	return nil
}

// ThreadOpened records that the thread has been opened. From now on the game is played there. If there is newer news
// than that of the job that opened it, it is announced at once. The outdated board in the channel, if any, is
// retired; and so is the starter if another message is linked to the thread.
//
// A second call changes nothing. Nor does a call for a game that has moved to another place meanwhile.
func (b *Boards) ThreadOpened(ctx context.Context, job game.Announce, thread string, linked bool) error {
	return b.update(ctx, job.Game, func(g *game.Game, at time.Time) error {
		if !g.AwaitsThread() {
			return g.Refuse(game.Outdated)
		}
		retire(g, game.MessageRef{Channel: g.Channel, Message: g.Board.Message}, game.Replaced, at)
		retireQuestion(g, g.Board.Starter, at)
		if linked {
			retire(g, game.MessageRef{Channel: g.Channel, Message: g.Board.Starter}, game.Linked, at)
			g.Board.Starter = ""
		}
		g.Channel, g.Home = thread, g.Channel
		g.Board.ThreadWanted, g.Board.Message, g.Board.Announced = false, "", g.Revision-1
		if g.Revision != job.Revision {
			game.Reannounce(g, at)
		}
		if g.State == game.Finished {
			g.Outbox.Enqueue(game.ShowResult{Game: g.ID}, at)
		}
		return nil
	})
}

// ThreadRefused records that the thread cannot be opened: the game stays in its channel, and its next board says
// why, unless an earlier board there did. It returns the updated game.
func (b *Boards) ThreadRefused(ctx context.Context, g *game.Game, support game.ThreadSupport) (*game.Game, error) {
	return b.games.ExplainOnce(ctx, game.Act{Channel: g.Channel, ThreadSupport: support}, func(act game.Act) (*game.Game, error) {
		err := b.update(ctx, g.ID, func(g *game.Game, _ time.Time) error {
			if g.AwaitsThread() {
				g.Board.ThreadWanted, g.Board.Why = false, game.PlaceReason(act.ThreadSupport)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		return b.games.Game(ctx, g.ID)
	})
}

// ToArchive returns the game whose thread an [game.Archive] job has to archive; nil if there is nothing to do: the game
// was resumed or has no thread, or another game in the thread is open or ended later. If something has happened in the
// game less than [game.ArchiveAfter] ago, the error is a *[game.NotYet].
func (b *Boards) ToArchive(ctx context.Context, job game.Archive) (*game.Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil || g.State != game.Finished || g.Home == "" {
		return nil, err
	}
	left := g.Updated.Add(game.ArchiveAfter).Sub(b.games.Now())
	if 0 < left && left <= game.ArchiveAfter { // resumed, and ended again
		return nil, &game.NotYet{After: left}
	}
	all, err := b.games.Store.Games(ctx, game.Query{Channel: g.Channel, All: true})
	if err != nil {
		return nil, err
	}
	// A rematch in the thread names and archives it later.
	if slices.ContainsFunc(all, func(other *game.Game) bool {
		return other.State.Open() || other.ID > g.ID && other.State == game.Finished && other.Home != ""
	}) {
		return nil, nil
	}
	return g, nil
}

// ToName returns the game after which a [game.NameThread] job has to name the thread; nil if there is nothing to do: it
// is over, or is no longer played in a thread, or another one has begun in the thread.
func (b *Boards) ToName(ctx context.Context, job game.NameThread) (*game.Game, error) {
	g, err := b.read(ctx, job.Game)
	if err != nil || g == nil || g.State != game.Active || g.Home == "" {
		return nil, err
	}
	newest, err := b.games.Store.Games(ctx, game.Query{Channel: g.Channel, Limit: 1})
	if err != nil || len(newest) == 0 || newest[0].ID != g.ID && newest[0].State != game.Offered {
		return nil, err
	}
	return g, nil
}
