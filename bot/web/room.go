package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/engine/board"
)

// refreshEvery is how often a room reads its game again, for changes of other processes, and counts who is there.
const refreshEvery = 750 * time.Millisecond

// rooms are the games whose pages are open.
type rooms struct {
	games *game.Service // set before the first visit
	now   func() time.Time
	log   *slog.Logger
	marks game.MarkStore // of the players at the pages of each process; nil: there is no other process

	mu      sync.Mutex
	open    map[game.ID]*room
	joined  int // how many subscribers there have been
	running sync.WaitGroup
}

func newRooms(log *slog.Logger) *rooms {
	return &rooms{now: time.Now, log: log, open: make(map[game.ID]*room)}
}

// changed makes the room of a game that this process has changed read it again.
func (r *rooms) changed(id game.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if room := r.open[id]; room != nil {
		select {
		case room.wake <- struct{}{}:
		default: // it is about to
		}
	}
}

// A room is a game with all who have its page open. It reads the game once for all of them: when this process has
// changed it, and every refreshEvery.
type room struct {
	id    game.ID
	wake  chan struct{}
	marks [2]string // the latest mark of each side that is here

	mu          sync.Mutex
	subscribers map[*subscriber]bool
	shown       *state
	next        chan struct{} // closed when shown is replaced
}

// A subscriber is an open stream, or a poll that waits.
type subscriber struct {
	visit
	number  int           // in the order of joining
	evicted chan struct{} // closed to end it
}

// maxSubscribersEach is how many streams one session may have: more are those of windows that were forgotten.
const maxSubscribersEach = 4

// maxSubscribers is how many streams a process keeps. Beyond that only players get one: each of their links opens one
// session, while a watcher's link opens any number.
const maxSubscribers = 5000

var errFull = errors.New("web: too many watchers")

// join adds a subscriber to the room of its game.
func (r *rooms) join(ctx context.Context, v visit) (*room, *subscriber, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := 0
	for _, other := range r.open {
		total += len(other.subscribers)
	}
	if total >= maxSubscribers && v.For != playing {
		return nil, nil, errFull
	}
	rm := r.open[v.Game]
	if rm == nil {
		rm = &room{
			id: v.Game, wake: make(chan struct{}, 1), subscribers: make(map[*subscriber]bool), next: make(chan struct{}),
		}
		rm.shown = &state{game: v.game, at: r.now(), bodies: make(map[string][]byte)}
		r.open[v.Game] = rm
		r.running.Go(func() { r.run(context.WithoutCancel(ctx), rm) })
	}
	r.joined++
	v.game = nil // the room has it: a thousand watchers do not keep a thousand copies
	added := &subscriber{v, r.joined, make(chan struct{})}
	rm.mu.Lock()
	defer rm.mu.Unlock()
	same, oldest := 0, (*subscriber)(nil)
	for s := range rm.subscribers {
		if s.ID == v.ID {
			if same++; oldest == nil || s.number < oldest.number {
				oldest = s
			}
		}
	}
	if same >= maxSubscribersEach {
		delete(rm.subscribers, oldest)
		close(oldest.evicted)
	}
	rm.subscribers[added] = true
	return rm, added, nil
}

// arrived makes the room read its game at once if a player has joined, or if it has not read it yet. It counts watchers
// with its next reading, so that a crowd does not cost one each.
func (r *rooms) arrived(rm *room, s *subscriber) {
	if shown, _ := rm.current(); s.For == playing || shown.number == 0 {
		r.changed(rm.id)
	}
}

// leave removes a subscriber. The last one closes the room.
func (r *rooms) leave(rm *room, s *subscriber) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rm.mu.Lock()
	defer rm.mu.Unlock()
	delete(rm.subscribers, s)
	if len(rm.subscribers) == 0 && r.open[rm.id] == rm {
		delete(r.open, rm.id)
		close(rm.wake)
	}
}

// run reads the game of a room again and again until the room is closed.
func (r *rooms) run(ctx context.Context, rm *room) {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()
	for {
		select {
		case _, open := <-rm.wake:
			if !open {
				return
			}
		case <-tick.C:
		}
		g, err := r.games.Game(ctx, rm.id)
		if err != nil && !errors.Is(err, game.NoSuchGame) {
			r.log.Warn("a page cannot read its game", "game", rm.id, "err", err)
			continue
		}
		if g != nil {
			r.markPlayers(ctx, rm, g)
		}
		rm.show(g, r.now())
	}
}

// show replaces the state of the room if anything in it has changed. A game that is gone is nil.
func (rm *room) show(g *game.Game, now time.Time) {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	s := &state{game: g, at: now, bodies: make(map[string][]byte)}
	if g != nil {
		s.online, s.watchers = rm.count(g)
	}
	if old := rm.shown; old.number > 0 && old.equal(s) {
		return
	}
	s.number = rm.shown.number + 1
	rm.shown = s
	close(rm.next)
	rm.next = make(chan struct{})
}

// count returns which sides are there, and how many people watch.
func (rm *room) count(g *game.Game) (online [2]bool, watchers int) {
	for s := range rm.subscribers {
		if c, plays := g.SeatOf(s.viewer.Person); plays {
			online[c] = true
		} else {
			watchers++
		}
	}
	return online, watchers
}

// current returns the state that the room shows, and a channel that is closed when another takes its place.
func (rm *room) current() (*state, <-chan struct{}) {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	return rm.shown, rm.next
}

// seated reports whether everybody who plays g has its page open.
func (r *rooms) seated(ctx context.Context, g *game.Game) bool {
	if g.Vote != nil {
		return false
	}
	r.mu.Lock()
	rm := r.open[g.ID]
	r.mu.Unlock()
	online := [2]bool{}
	if rm != nil {
		rm.mu.Lock()
		online, _ = rm.count(g)
		rm.mu.Unlock()
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if !online[c] && !g.Seats[c].IsBot() && !r.marked(ctx, g, c) {
			return false
		}
	}
	return true
}

// seatMark is how long a mark says that a player has the page open: as long as a hidden page keeps its stream.
const seatMark = 10 * time.Second

// seatKey is the key of the mark of a side of g at a time.
func seatKey(g *game.Game, c board.Color, at time.Time) string {
	return fmt.Sprintf("page %d %v %d %s", g.ID, c, at.UnixMilli()/seatMark.Milliseconds(), g.Seats[c].Person)
}

// markPlayers marks, for other processes, which sides have the page of g open in this one.
func (r *rooms) markPlayers(ctx context.Context, rm *room, g *game.Game) {
	if r.marks == nil || g.State != game.Active {
		return
	}
	rm.mu.Lock()
	online, _ := rm.count(g)
	rm.mu.Unlock()
	for c := range online {
		side := board.Color(c)
		key := seatKey(g, side, r.now())
		if !online[c] || rm.marks[c] == key {
			continue
		}
		if _, err := r.marks.Mark(ctx, key, r.now().Add(2*seatMark)); err != nil {
			r.log.Warn("other processes do not learn who has a page open", "game", g.ID, "err", err)
			return
		}
		rm.marks[c] = key
	}
}

// marked reports whether a side of g has the page of another process open, or had a moment ago.
func (r *rooms) marked(ctx context.Context, g *game.Game, c board.Color) bool {
	if r.marks == nil {
		return false
	}
	for _, at := range []time.Time{r.now(), r.now().Add(-seatMark)} {
		if marked, err := r.marks.Marked(ctx, seatKey(g, c, at)); err == nil && marked {
			return true
		}
	}
	return false
}

// A state is what a room shows: a game at a time, and who is there.
type state struct {
	number   int
	game     *game.Game // nil: it is gone
	at       time.Time
	online   [2]bool
	watchers int

	mu     sync.Mutex
	bodies map[string][]byte // by viewer: those who are shown the same share one
}

// equal reports whether a page would show nothing new of another state.
func (s *state) equal(other *state) bool {
	if s.game == nil || other.game == nil {
		return s.game == other.game
	}
	return s.online == other.online && s.watchers == other.watchers && s.game.Revision == other.game.Revision &&
		s.game.Clock.Since.Equal(other.game.Clock.Since) && s.game.Clock.Left == other.game.Clock.Left &&
		reflect.DeepEqual(s.game.Players, other.game.Players)
}

// body is the state as a viewer is shown it, in JSON.
func (s *state) body(r view.Viewer) []byte {
	key := fmt.Sprint(r.Person, r.Language(), r.Style, r.Bottom)
	s.mu.Lock()
	defer s.mu.Unlock()
	if body, ok := s.bodies[key]; ok {
		return body
	}
	live := gameview.LiveOf(s.game, r, s.at)
	for _, c := range []board.Color{board.Red, board.Black} {
		shown := live.Players[c.String()]
		shown.Online = s.online[c] || s.game.Seats[c].IsBot()
		live.Players[c.String()] = shown
	}
	body := mustJSON(struct {
		*view.Live
		At       int64 `json:"at"` // when the clocks were read, in Unix milliseconds
		Watchers int   `json:"watchers"`
	}{live, s.at.UnixMilli(), s.watchers})
	s.bodies[key] = body
	return body
}

// notifying is a store of games that reports changes to the rooms.
type notifying struct {
	game.GameStore
	changed func(game.ID)
}

// Update is that of the store.
func (n notifying) Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	g, err := n.GameStore.Update(ctx, key, id, fn)
	if err == nil {
		n.changed(id)
	}
	return g, err
}
