package bot

import (
	"sync/atomic"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// host holds what commands and buttons use: the services, the views and the phrases.
type host struct {
	services.Set
	version  string // of the program
	view     *view.View
	viewers  *audience.Finder
	phrases  *words.Phrases
	files    *discord.Downloads
	drawing  slots // of pictures
	reading  slots // of files
	fetching slots // of files, until they are read
	names    serverNames
	pages    Pages // nil: games have none
	// outside is the name of the outside engine that can be challenged, empty if there is none.
	outside string
	// self is the bot's own user id, known after login.
	self atomic.Pointer[string]
}

// selfID returns the bot's own user id; empty before login.
func (h *host) selfID() string {
	if self := h.self.Load(); self != nil {
		return *self
	}
	return ""
}

// isSelf reports whether a user is the bot.
func (h *host) isSelf(id string) bool { return id != "" && id == h.selfID() }

// gameError is an error with its game: why a move is refused can only be explained with the position.
type gameError struct {
	game *game.Game
	err  error
}

func withGame(g *game.Game, err error) error { return &gameError{g, err} }

func (e *gameError) Error() string { return e.err.Error() }
func (e *gameError) Unwrap() error { return e.err }

// Pages are the pages on the web on which games are played by touch. Package web has them.
type Pages interface {
	// Link returns the address of the page of a game for the viewer; empty if they may not see it there.
	Link(g *game.Game, r view.Viewer, locale string) string
	// Seated reports whether everybody who plays a game looks at its page.
	Seated(g *game.Game) bool
}
