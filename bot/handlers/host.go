package handlers

import (
	"sync"
	"sync/atomic"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Host holds what commands and buttons use: the services, the views and the phrases.
type Host struct {
	services.Set
	Version  string // of the program
	View     *view.View
	Viewers  *audience.Finder
	Phrases  *words.Phrases
	Files    *discord.Downloads
	Drawing  Slots // of pictures
	Reading  Slots // of files
	Fetching Slots // of files, until they are read
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

// isSelf reports whether a user is the bot.
func (h *Host) isSelf(id string) bool { return id != "" && id == h.SelfID() }

// GameError is an error with its game: why a move is refused can only be explained with the position.
type GameError struct {
	Game *game.Game
	err  error
}

func withGame(g *game.Game, err error) error { return &GameError{g, err} }

func (e *GameError) Error() string { return e.err.Error() }
func (e *GameError) Unwrap() error { return e.err }

// Pages are the pages on the web on which games are played by touch. Package web has them.
type Pages interface {
	// Link returns the address of the page of a game for the viewer; empty if they may not see it there.
	Link(g *game.Game, r view.Viewer, locale string) string
	// Seated reports whether everybody who plays a game looks at its page.
	Seated(g *game.Game) bool
}

// serverNames holds the names of the bot's servers, as received from the gateway. The zero value is ready to use.
type serverNames struct{ names sync.Map } // server id to name

// Note records the name of a server.
func (p *serverNames) Note(guild, name string) {
	if name = game.Sanitize(name); guild != "" && name != "" {
		p.names.Store(guild, name)
	}
}

// Name returns where a game was played, for its file: the name of its server, or Discord for direct messages and for
// a server of unknown name.
func (p *serverNames) Name(guild string) string {
	if name, ok := p.names.Load(guild); ok {
		return name.(string)
	}
	return "Discord"
}
