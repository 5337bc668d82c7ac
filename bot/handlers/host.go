package handlers

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/fairqueue"
)

// Host holds what commands and buttons use: the services, the views and the phrases.
type Host struct {
	services.Set
	Version  string // of the program
	View     *view.View
	Viewers  *audience.Finder
	Phrases  *words.Phrases
	Files    *discord.Downloads
	Reading  Slots // for parsing files
	Fetching Slots // for files in memory: from their download until they are parsed
	Names    serverNames
	Pages    Pages // nil: games have none
	// Outside is the name of the outside engine that can be challenged, empty if there is none.
	Outside string
	// Self is the bot's own user id, known after login.
	Self atomic.Pointer[string]
}

// SelfID returns the bot's own user id; empty before login.
func (h *Host) SelfID() string {
	if self := h.Self.Load(); self != nil {
		return *self
	}
	return ""
}

func (h *Host) isSelf(id string) bool { return id != "" && id == h.SelfID() }

// Pages are the pages on the web on which games are played by touch. Package web has them.
type Pages interface {
	// Link returns the address of the page of a game for the viewer; empty if they may not see it there.
	Link(g *game.Game, r view.Viewer, locale string) string
	// PersonalLink returns the address of the page of a record, which the actor may see where they act, or with id 0 of
	// a puzzle.
	PersonalLink(act game.Act, id record.ID, puzzle string) string
	// Seated reports whether everybody who plays a game has its page open.
	Seated(ctx context.Context, g *game.Game) bool
}

// serverNames holds the names of the bot's servers, as received from the gateway. The zero value is ready to use.
type serverNames struct{ names sync.Map } // server id to name

// Note records the name of a server.
func (n *serverNames) Note(guild, name string) {
	if name = game.Sanitize(name); guild != "" && name != "" {
		n.names.Store(guild, name)
	}
}

// Name returns where a game was played, for its file: the name of its server, or Discord for direct messages and for
// a server of unknown name.
func (n *serverNames) Name(guild string) string {
	if name, ok := n.names.Load(guild); ok {
		return name.(string)
	}
	return "Discord"
}

// Slots limit the concurrency of one kind of CPU-bound work, such as drawing and reading files. Servers and people
// take turns, as in the engine's pool: however much one person or server asks for, the others wait for at most
// one piece of that work.
type Slots struct {
	turns        *fairqueue.Semaphore
	waits, takes prometheus.Observer // seconds until work begins, and from then until it is done
}

// NewSlots returns n slots, and reports to the observers how long work waits and takes.
func NewSlots(n int, waits, takes prometheus.Observer) Slots {
	return Slots{fairqueue.NewSemaphore(n), waits, takes}
}

// Do runs work when it is the turn of the person in the server, empty for none. It needs no context for CPU-bound
// work, since the slots before it are freed soon. Work that waits for others, such as fetching a file, uses try.
func (s Slots) Do(server string, person game.Person, work func()) {
	arrived := time.Now()
	s.turns.Do(fairqueue.Key{Tenant: server, User: string(person)}, func() { s.measured(arrived, work) })
}

// try is like Do, but stops waiting when the context ends: it then returns the context's error and does not run the
// work.
func (s Slots) try(ctx context.Context, server string, person game.Person, work func()) error {
	arrived := time.Now()
	if err := s.turns.Acquire(ctx, fairqueue.Key{Tenant: server, User: string(person)}); err != nil {
		return err
	}
	defer s.turns.Release()
	s.measured(arrived, work)
	return nil
}

// measured runs a piece of work whose turn has come, and reports how long it waited since it arrived and how long it
// took.
func (s Slots) measured(arrived time.Time, work func()) {
	began := time.Now()
	s.waits.Observe(began.Sub(arrived).Seconds())
	defer func() { s.takes.Observe(time.Since(began).Seconds()) }()
	work()
}

// GameError is an error with its game: a refused move can only be explained with the position.
type GameError struct {
	Game *game.Game
	err  error
}

func withGame(g *game.Game, err error) error { return &GameError{g, err} }

func (e *GameError) Error() string { return e.err.Error() }

func (e *GameError) Unwrap() error { return e.err }
