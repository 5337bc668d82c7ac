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
	"xiangqibot/engine/board"
)

// lookEvery is how often a room looks for what other processes have changed, and counts who is there: pages show that
// within a second.
const lookEvery = 750 * time.Millisecond

// rooms are the games at which somebody looks.
type rooms struct {
	games *game.Service // set before the first visit
	now   func() time.Time
	log   *slog.Logger
	marks game.MarkStore // of who sits at the pages of which process; nil: there is no other

	mu      sync.Mutex
	open    map[game.ID]*room
	joined  int // counts streams
	running sync.WaitGroup
}

func newRooms(log *slog.Logger) *rooms {
	return &rooms{now: time.Now, log: log, open: make(map[game.ID]*room)}
}

// changed reports that a game was changed by this process.
func (r *rooms) changed(id game.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if room := r.open[id]; room != nil {
		select {
		case room.wake <- struct{}{}:
		default: // it will look anyway
		}
	}
}

// A room is a game with all who look at it. It reads the game when this process has changed it, and every lookEvery
// for what others have; however many look on, that is one look.
type room struct {
	id   game.ID
	wake chan struct{}
	told [2]string // the marks of who sits here, for other processes

	mu      sync.Mutex
	present map[*stay]bool
	shown   *state
	next    chan struct{} // closed when shown is replaced
}

// A stay is somebody's open stream.
type stay struct {
	visit
	came int           // the number of the stream
	left chan struct{} // closed to end it
}

// staysEach is how many streams one session may have: more are those of windows that were forgotten.
const staysEach = 4

// staysMost is how many streams a process keeps. Beyond that only people who play get one: their links are given one by
// one, while a watcher's link can be opened without end.
const staysMost = 5000

var errFull = errors.New("web: too many people are looking on")

// join adds a stream to the room of its game.
func (r *rooms) join(ctx context.Context, v visit) (*room, *stay, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := 0
	for _, other := range r.open {
		total += len(other.present)
	}
	if total >= staysMost && v.For != playing {
		return nil, nil, errFull
	}
	at := r.open[v.Game]
	if at == nil {
		at = &room{id: v.Game, wake: make(chan struct{}, 1), present: make(map[*stay]bool), next: make(chan struct{})}
		at.shown = &state{game: v.game, at: r.now(), bodies: make(map[string][]byte)}
		r.open[v.Game] = at
		r.running.Go(func() { r.run(context.WithoutCancel(ctx), at) })
	}
	r.joined++
	v.game = nil // the room has it: a thousand watchers do not keep a thousand copies
	mine := &stay{v, r.joined, make(chan struct{})}
	at.mu.Lock()
	defer at.mu.Unlock()
	same, oldest := 0, (*stay)(nil)
	for s := range at.present {
		if s.ID == v.ID {
			if same++; oldest == nil || s.came < oldest.came {
				oldest = s
			}
		}
	}
	if same >= staysEach {
		delete(at.present, oldest)
		close(oldest.left)
	}
	at.present[mine] = true
	return at, mine, nil
}

// quit removes a stream. The last one closes the room.
func (r *rooms) quit(at *room, s *stay) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at.mu.Lock()
	defer at.mu.Unlock()
	delete(at.present, s)
	if len(at.present) == 0 && r.open[at.id] == at {
		delete(r.open, at.id)
		close(at.wake)
	}
}

// run looks at the game of a room until the room is closed.
func (r *rooms) run(ctx context.Context, at *room) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case _, open := <-at.wake:
			if !open {
				return
			}
		case <-tick.C:
		}
		g, err := r.games.Game(ctx, at.id)
		if err != nil && !errors.Is(err, game.NoSuchGame) {
			r.log.Warn("a page does not see the present of its game", "game", at.id, "err", err)
			continue
		}
		if g != nil {
			r.tell(ctx, at, g)
		}
		at.show(g, r.now())
	}
}

// show replaces the state of the room if anything in it has changed. A game that is gone is nil.
func (at *room) show(g *game.Game, now time.Time) {
	at.mu.Lock()
	defer at.mu.Unlock()
	s := &state{game: g, at: now, bodies: make(map[string][]byte)}
	if g != nil {
		s.online, s.watchers = at.count(g)
	}
	if old := at.shown; old.number > 0 && old.same(s) {
		return
	}
	s.number = at.shown.number + 1
	at.shown = s
	close(at.next)
	at.next = make(chan struct{})
}

// count says which sides are there, and how many watch.
func (at *room) count(g *game.Game) (online [2]bool, watchers int) {
	for s := range at.present {
		if c, plays := g.SeatOf(s.viewer.Person); plays {
			online[c] = true
		} else {
			watchers++
		}
	}
	return online, watchers
}

// present returns the state that the room shows, and what is closed when another takes its place.
func (at *room) current() (*state, <-chan struct{}) {
	at.mu.Lock()
	defer at.mu.Unlock()
	return at.shown, at.next
}

// seated reports whether everybody who plays g looks at its page.
func (r *rooms) seated(ctx context.Context, g *game.Game) bool {
	if g.Vote != nil {
		return false
	}
	r.mu.Lock()
	at := r.open[g.ID]
	r.mu.Unlock()
	online := [2]bool{}
	if at != nil {
		at.mu.Lock()
		online, _ = at.count(g)
		at.mu.Unlock()
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if !online[c] && !g.Seats[c].IsBot() && !r.elsewhere(ctx, g, c) {
			return false
		}
	}
	return true
}

// seatMark is how long a mark says that somebody sits at a page: as long as a hidden page keeps its stream.
const seatMark = 10 * time.Second

// seatKey is the mark of a side of g at a time.
func seatKey(g *game.Game, c board.Color, at time.Time) string {
	return fmt.Sprintf("page %d %v %d %s", g.ID, c, at.UnixMilli()/seatMark.Milliseconds(), g.Seats[c].Person)
}

// tell marks for other processes who sits at the page of g in this one.
func (r *rooms) tell(ctx context.Context, at *room, g *game.Game) {
	if r.marks == nil || g.State != game.Active {
		return
	}
	at.mu.Lock()
	online, _ := at.count(g)
	at.mu.Unlock()
	for c := range online {
		side := board.Color(c)
		key := seatKey(g, side, r.now())
		if !online[c] || at.told[c] == key {
			continue
		}
		if _, err := r.marks.Mark(ctx, key, r.now().Add(2*seatMark)); err != nil {
			r.log.Warn("other processes do not learn who sits at a page", "game", g.ID, "err", err)
			return
		}
		at.told[c] = key
	}
}

// elsewhere reports whether a side of g sits at the page of another process, or did so a moment ago.
func (r *rooms) elsewhere(ctx context.Context, g *game.Game, c board.Color) bool {
	if r.marks == nil {
		return false
	}
	for _, at := range []time.Time{r.now(), r.now().Add(-seatMark)} {
		if there, err := r.marks.Marked(ctx, seatKey(g, c, at)); err == nil && there {
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
	bodies map[string][]byte // by viewer: all who read the same share it
}

func (s *state) same(as *state) bool {
	if s.game == nil || as.game == nil {
		return s.game == as.game
	}
	return s.online == as.online && s.watchers == as.watchers && s.game.Revision == as.game.Revision &&
		s.game.Clock.Since.Equal(as.game.Clock.Since) && s.game.Clock.Left == as.game.Clock.Left &&
		reflect.DeepEqual(s.game.Players, as.game.Players)
}

// body is the state as a viewer is shown it, in JSON.
func (s *state) body(r view.Viewer) []byte {
	key := fmt.Sprint(r.Person, r.Words.Language(), r.Style, r.Bottom)
	s.mu.Lock()
	defer s.mu.Unlock()
	if body, ok := s.bodies[key]; ok {
		return body
	}
	live := view.LiveOf(s.game, r, s.at)
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

// notifying is a store of games that tells the rooms of changes.
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

// Watch returns the stores with which the services have to work, so that whoever looks at a page sees at once what they
// change.
func (p *Pages) Watch(stores game.Stores) game.Stores {
	p.marks = stores.MarkStore
	if p.Shared {
		p.rooms.marks = stores.MarkStore
	}
	return game.Stores{GameStore: notifying{stores.GameStore, p.rooms.changed}, MarkStore: stores.MarkStore}
}

// Seated reports whether everybody who plays g looks at its page: then its channel need not call them.
func (p *Pages) Seated(ctx context.Context, g *game.Game) bool { return p.rooms.seated(ctx, g) }
