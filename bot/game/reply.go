package game

import (
	"context"
	"slices"
	"sync"
	"time"
)

// ReplyPatience is how long the answer to a person's move waits for the bot's reply, so that one message with one
// picture shows both moves. Up to level 8 the bot needs a tenth of a second; the wait is shorter than people notice.
const ReplyPatience = 700 * time.Millisecond

// replies tells those who wait for the bot's reply in a game that it was played. It knows the replies of this process.
type replies struct {
	mu      sync.Mutex
	waiting map[ID][]*Expected
}

// Expected is the bot's reply in a game that somebody waits for. Close must be called.
type Expected struct {
	from *replies // nil: nobody would tell
	game ID
	come chan *Game // holds one game
}

// expect returns what waits for the bot's reply in a game.
func (r *replies) expect(id ID) *Expected {
	if r == nil {
		return &Expected{}
	}
	e := &Expected{r, id, make(chan *Game, 1)}
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
func (e *Expected) After(ctx context.Context, played *Game) *Game {
	if _, _, ok := played.Bot().turn(); !ok || e.from == nil {
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
func (r *replies) played(g *Game) {
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
