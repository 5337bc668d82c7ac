package assist

import (
	"context"
	"slices"
	"sync"
	"time"

	"xiangqibot/bot/game"
)

// ReplyPatience is how long the answer to a person's move waits for the bot's reply, so that one message with one
// picture shows both moves. Up to level 8 the bot needs a tenth of a second; people do not notice so short a wait.
const ReplyPatience = 700 * time.Millisecond

// Replies delivers the bot's replies to those who wait for them. It knows the replies that this process has searched;
// use a nil *Replies, for which nobody waits, where other processes search.
type Replies struct {
	mu      sync.Mutex
	waiting map[game.ID][]*Expected
}

// Expected is the bot's reply in a game that somebody waits for. Close must be called.
type Expected struct {
	from  *Replies // nil: no reply would be delivered
	game  game.ID
	reply chan *game.Game // holds one game
}

// NewReplies returns the replies of this process.
func NewReplies() *Replies { return &Replies{waiting: map[game.ID][]*Expected{}} }

// Expect prepares a wait for the bot's reply to a move that is about to be played in a game.
func (r *Replies) Expect(id game.ID) *Expected {
	if r == nil {
		return &Expected{}
	}
	e := &Expected{r, id, make(chan *game.Game, 1)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting[id] = append(r.waiting[id], e)
	return e
}

// Close ends the wait.
func (e *Expected) Close() {
	if e.from == nil {
		return
	}
	e.from.mu.Lock()
	defer e.from.mu.Unlock()
	left := slices.DeleteFunc(e.from.waiting[e.game], func(other *Expected) bool { return other == e })
	if len(left) == 0 {
		delete(e.from.waiting, e.game)
	} else {
		e.from.waiting[e.game] = left
	}
}

// After returns the game after the bot's reply to the person's move, or the game as given if the bot has nothing to do
// in it or does not reply within [ReplyPatience].
func (e *Expected) After(ctx context.Context, played *game.Game) *game.Game {
	if _, _, ok := game.EngineTurn(played); !ok || e.from == nil {
		return played
	}
	timeout := time.NewTimer(ReplyPatience)
	defer timeout.Stop()
	for {
		select {
		case g := <-e.reply:
			if g.Revision > played.Revision {
				return g
			}
		case <-timeout.C:
			return played
		case <-ctx.Done():
			return played
		}
	}
}

// deliver passes the game with the bot's reply to those who wait for it.
func (r *Replies) deliver(g *game.Game) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.waiting[g.ID] {
		select {
		case <-e.reply: // an earlier one, to somebody else's move
		default:
		}
		e.reply <- g // there is room: nobody else sends
	}
}
