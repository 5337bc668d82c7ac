package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"xiangqibot/bot/game"
)

// showEvery is how often the channel of a game is brought up to date while all players have the page open.
const showEvery = 2 * time.Second

// channelUpdates bring games to their channels after what people have done on the page. Each game has at most one
// update on its way, which shows the game as it is when it is sent: moves in quick succession share it. What is lost
// in a crash is announced by the job that the act has left in the outbox.
type channelUpdates struct {
	rooms *rooms
	show  func(ctx context.Context, id game.ID) error
	ctx   context.Context //nolint:containedctx // of the server: updates under way end with it

	mu      sync.Mutex
	waiting map[game.ID]bool
	running sync.WaitGroup
}

// soon shows g in its channel: at once if a player has to be mentioned there, else after showEvery, together with what
// happens until then.
func (u *channelUpdates) soon(ctx context.Context, g *game.Game) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.waiting[g.ID] {
		return
	}
	u.waiting[g.ID] = true
	u.running.Go(func() { u.update(context.WithoutCancel(ctx), g) })
}

func (u *channelUpdates) update(ctx context.Context, g *game.Game) {
	ctx, cancel := context.WithTimeout(ctx, game.AnswerTimeout)
	defer cancel()
	defer context.AfterFunc(u.ctx, cancel)() //nolint:contextcheck // the pages end while it works
	if u.rooms.seated(ctx, g) {
		pause(ctx, showEvery)
		u.awaitBot(ctx, g.ID)
	}
	u.mu.Lock()
	delete(u.waiting, g.ID) // what happens from now on needs another update
	u.mu.Unlock()
	for {
		err := u.show(ctx, g.ID)
		later, ok := errors.AsType[*game.NotYet](err)
		if !ok {
			if err != nil {
				u.rooms.log.Warn("a channel is brought up to date later", "game", g.ID, "err", err)
			}
			return
		}
		if !pause(ctx, min(later.After, showEvery)) {
			return
		}
	}
}

// pause waits, and reports whether ctx goes on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// awaitBot waits while the bot thinks, for as long as the outbox does: its reply is shown with the move before it.
func (u *channelUpdates) awaitBot(ctx context.Context, id game.ID) {
	for {
		g, err := u.rooms.games.Game(ctx, id)
		thinks := err == nil && g.State == game.Active && g.Seats[g.Turn()].IsBot()
		if !thinks || !pause(ctx, refreshEvery/4) {
			return
		}
	}
}
