package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// Config configures [Pages]. All of it is required.
type Config struct {
	Secret   string // from which links and sessions are signed: that of the bot at Discord
	URL      string // where people reach the page, without a slash at its end
	Phrases  *words.Phrases
	Renderer *render.Renderer
	Log      *slog.Logger
	Shared   bool // other processes serve pages of the same games
}

// Host is what the pages use of the bot.
type Host interface {
	// Admit counts something that a person does in a server. The error says that they act too often, or are blocked.
	Admit(ctx context.Context, guild string, p game.Person) error
	// Show brings the current state of a game to its channel.
	Show(ctx context.Context, id game.ID) error
	// Live does what commands and buttons do in channels.
	Live() handlers.Live
}

// Pages are the pages of all games. They are safe for concurrent use.
type Pages struct {
	Config
	signer signer
	marks  game.MarkStore
	rooms  *rooms
	art    art
	host   Host
	live   handlers.Live
	show   channelUpdates
}

// refuseVisit answers a request without a valid session, in the same words whatever is wrong.
func (p *Pages) refuseVisit(w http.ResponseWriter, r *http.Request) {
	replyText(w, http.StatusUnauthorized, p.wordsOf(r).Say("live.used"))
}

// fail answers that the server has failed; the page tries again.
func (p *Pages) fail(w http.ResponseWriter, err error) {
	p.Log.Warn("a page was not answered", "err", err)
	replyText(w, http.StatusServiceUnavailable, "")
}

// wordsOf returns the words for a request whose person is unknown: in the language of the browser.
func (p *Pages) wordsOf(r *http.Request) words.Words {
	first, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	language, _, _ := strings.Cut(first, ";")
	return p.Phrases.For(language)
}

// refuse answers with the reason of a refusal, in the words of a channel. A move is explained on the board g, where it
// was read.
func (p *Pages) refuse(ctx context.Context, w http.ResponseWriter, v visit, g *game.Game, status int, err error) {
	if errors.Is(err, game.FlagFell) {
		p.show.soon(ctx, v.game) // the game has ended with it
	}
	if g == nil {
		g = v.game
	}
	refusal, ok := gameview.LiveRefused(g, v.viewer, err)
	if !ok {
		p.fail(w, err)
		return
	}
	reply(w, status, refusal)
}
