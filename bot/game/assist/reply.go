package assist

import (
	"context"
	"slices"
	"sync"
	"time"

	"xiangqibot/bot/game"
)

// ReplyPatience is how long the answer to a person's move waits for the bot's reply, so that one message with one
// picture shows both moves. Up to level 8 the bot needs a tenth of a second; the wait is shorter than people notice.
const ReplyPatience = 700 * time.Millisecond

// Replies tells those who wait for the bot's reply in a game that it was played. It knows the replies of this process;
// where others find them, nobody should wait: a nil *Replies.
type Replies struct {
	mu      sync.Mutex
	waiting map[game.ID][]*Expected
}

// Expected is the bot's reply in a game that somebody waits for. Close must be called.
type Expected struct {
	from *Replies // nil: nobody would tell
	game game.ID
	come chan *game.Game // holds one game
}

// NewReplies returns the replies of this process.
func NewReplies() *Replies { return &Replies{waiting: map[game.ID][]*Expected{}} }

// Expect returns what waits for the bot's reply to a move that is about to be played in a game.
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

// After returns the game after the bot's reply to what was played, or the game as it was played if the bot has nothing
// to do in it or does not reply within [ReplyPatience].
func (e *Expected) After(ctx context.Context, played *game.Game) *game.Game {
	if _, _, ok := played.Bot().ToMove(); !ok || e.from == nil {
		return played
	}
	timeout := time.NewTimer(ReplyPatience)
	defer timeout.Stop()
	for {
		select {
		case g := <-e.come:
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

// played tells those who wait for it that the bot has replied in a game.
func (r *Replies) played(g *game.Game) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.waiting[g.ID] {
		select {
		case <-e.come: // an earlier one, which belongs to somebody else's move
		default:
		}
		e.come <- g // there is room: nobody else sends
	}
}
