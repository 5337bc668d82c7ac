// Package audience determines for whom a message is written, and so its language, notation and board.
//
// What one person alone reads follows that person: the language that they have chosen, else that of their Discord
// client. What many read follows the server: the language that was chosen for it, else the one that it has at Discord.
// English at Discord does not count, since it is the default; such a message follows the person who asked for it.
// The board of a game between two people has menus and buttons for the one who is to act next. Where no language was
// chosen for the server, it is written for that person, or for both if nobody is to act. Start with:
//
//	viewers := audience.New(members, servers, phrases)
//	viewer, err := viewers.Of(ctx, person, guild, locale) // for an answer to a person
//	viewer, err = viewers.Next(ctx, g)                    // for news of a game
//	viewer = viewer.ForAll()                              // for what many read
//
// The package does not write messages: package view does, for the [view.Viewer] determined here.
package audience

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// People provides the settings of people. It is a *[member.Service].
type People interface {
	Settings(ctx context.Context, p game.Person) (member.Settings, error)
}

// Finder determines the viewer of a message. It is safe for concurrent use.
type Finder struct {
	// Pages says that games have a page on the web, to which a button of their boards leads. Set it before the first
	// use.
	Pages bool
	// Emojis show the pieces in menus; nil: they have none.
	Emojis atomic.Pointer[view.PieceEmojis]

	people  People
	servers guild.Reader
	phrases *words.Phrases
}

// New returns a [Finder].
func New(people People, servers guild.Reader, phrases *words.Phrases) *Finder {
	return &Finder{people: people, servers: servers, phrases: phrases}
}

// Of returns p as the viewer of messages in a server, or with guild "" in direct messages. The locale is that of their
// Discord client, empty if unknown.
func (f *Finder) Of(ctx context.Context, p game.Person, guild, locale string) (view.Viewer, error) {
	server, err := f.servers.Server(ctx, guild)
	if err != nil {
		return view.Viewer{}, err
	}
	return f.in(ctx, view.Viewer{Guild: guild, Server: server}, p, locale)
}

// in is Of in the server of a known viewer, so that the server's settings need not be read again.
func (f *Finder) in(ctx context.Context, known view.Viewer, p game.Person, locale string) (view.Viewer, error) {
	settings, err := f.people.Settings(ctx, p)
	if err != nil {
		return view.Viewer{}, err
	}
	viewer := f.With(p, settings, known.Server, locale)
	viewer.Guild = known.Guild
	return viewer, nil
}

// With returns p as the viewer of what they alone read, with their settings, and else those of the server. The locale
// is that of their Discord client, empty if unknown.
func (f *Finder) With(p game.Person, settings member.Settings, server guild.Settings, locale string) view.Viewer {
	own := cmp.Or(settings.Locale, locale, server.Language, server.Locale)
	w, common := f.phrases.For(own), f.phrases.For(cmp.Or(server.Language, server.Locale, own))
	viewer := view.Viewer{
		Person: p, Words: w, Common: common, Style: view.StyleOf(settings.Notation, w), Server: server,
		Page: f.Pages, Emojis: f.Emojis.Load(),
	}
	if settings.Orientation == member.RedDown {
		viewer.Bottom = view.BottomRed
	}
	// Where a look no longer exists it is the default one.
	viewer.Theme, _ = render.ParseTheme(cmp.Or(settings.Theme, server.Theme))
	viewer.Pieces, _ = render.ParsePieceSet(cmp.Or(settings.Pieces, server.Pieces))
	viewer.Layout = view.Layout(cmp.Or(settings.Picture, server.Picture))
	return viewer
}

// InServer returns the viewer of what many read in a server and nobody in particular asked for. The locale is that of
// whoever began it, for a server whose language is unknown.
func (f *Finder) InServer(ctx context.Context, guild, locale string) (view.Viewer, error) {
	server, err := f.servers.Server(ctx, guild)
	if err != nil {
		return view.Viewer{}, err
	}
	viewer := f.ServerOnly(server, locale)
	viewer.Guild = guild
	return viewer, nil
}

// ServerOnly is InServer for a server whose settings are known.
func (f *Finder) ServerOnly(server guild.Settings, locale string) view.Viewer {
	return f.With("", member.Settings{}, server, locale).ForAll()
}

// InChannel returns the viewer of a message that many read and that is written for one person: the board of a game, or
// the answer to a move that they typed.
func InChannel(viewer view.Viewer) view.Viewer {
	if viewer.Server.Language != "" {
		return viewer.ForAll()
	}
	return viewer
}

// Next returns the viewer for news of g: the person whose answer is awaited, else the one whose turn it is, else
// everybody.
func (f *Finder) Next(ctx context.Context, g *game.Game) (view.Viewer, error) {
	server, err := f.servers.Server(ctx, g.Guild)
	if err != nil {
		return view.Viewer{}, err
	}
	return f.next(ctx, view.Viewer{Guild: g.Guild, Server: server}, g)
}

// next is Next in the server of a known viewer.
func (f *Finder) next(ctx context.Context, known view.Viewer, g *game.Game) (view.Viewer, error) {
	if concluded(g) {
		return f.everybody(ctx, known, g)
	}
	p := nextToAct(g)
	viewer, err := f.in(ctx, known, p, g.Players[p].Locale)
	if votes(g) {
		return viewer.ForAll(), err
	}
	return InChannel(viewer), err
}

// votes reports whether the next move of g is chosen by votes, or its opponent's.
func votes(g *game.Game) bool { return g.Vote != nil && g.State != game.Offered }

// nextToAct returns the person who is to act in g, or the challenger if it is nobody in particular.
func nextToAct(g *game.Game) game.Person {
	switch offer, _ := gameview.Question(g); {
	case g.OpenSeat():
	case g.State == game.Offered:
		return g.Opponent.Person
	case gameview.ResumeAsked(g) != "":
		return gameview.ResumeAsked(g)
	case g.State != game.Active:
	case offer.Pending && g.Seats[offer.By.Opponent()].Person != "":
		return g.Seats[offer.By.Opponent()].Person
	case g.Seats[g.Turn()].Person != "":
		return g.Seats[g.Turn()].Person
	}
	return g.Challenger
}

// After returns the viewer for a message to a channel about an act of the actor. That is the result of Next, but the
// actor while the other person is still unknown to the bot.
func (f *Finder) After(ctx context.Context, g *game.Game, actor view.Viewer) view.Viewer {
	find := f.Next
	if actor.Guild == g.Guild {
		find = func(ctx context.Context, g *game.Game) (view.Viewer, error) { return f.next(ctx, actor, g) }
	}
	viewer, err := find(ctx, g)
	switch {
	case err != nil: // the act is done: the wrong language is better than no answer
		return InChannel(actor)
	case concluded(g):
		if g.Involves(actor.Person) && viewer.Language() == actor.Language() {
			return actor // in their notation
		}
	case !votes(g) && g.Players[viewer.Person].Locale == "":
		return InChannel(actor)
	}
	return viewer
}

// concluded reports whether nobody is to act in g.
func concluded(g *game.Game) bool {
	return !g.State.Open() && gameview.ResumeAsked(g) == "" && g.Vote == nil
}

// everybody returns the viewer of a message after which nobody is to act. If all of g's people read the same language,
// it is the first of them. Otherwise the language is that of the server: the one chosen for it, else the one it has at
// Discord. In a server that has neither it is English if one of them reads that, else the language of the person whose
// turn it was.
func (f *Finder) everybody(ctx context.Context, known view.Viewer, g *game.Game) (view.Viewer, error) {
	server := f.ServerOnly(known.Server, "")
	var readers []view.Viewer
	for _, p := range g.People() {
		settings, err := f.people.Settings(ctx, p)
		if err != nil {
			return view.Viewer{}, err
		}
		if settings.Locale == "" && g.Players[p].Locale == "" {
			continue // their language is unknown
		}
		viewer := InChannel(f.With(p, settings, known.Server, g.Players[p].Locale))
		viewer.Guild = known.Guild
		readers = append(readers, viewer)
	}
	if len(readers) == 0 {
		return server, nil
	}
	same, servers := true, known.Server.Language != "" || known.Server.Locale != ""
	for _, r := range readers {
		same = same && r.Language() == readers[0].Language()
		servers = servers || r.Language() == server.Language()
	}
	switch {
	case same:
		return readers[0], nil
	case servers:
		return server, nil
	}
	if i := slices.IndexFunc(readers, func(r view.Viewer) bool { return r.Person == g.Seats[g.Turn()].Person }); i >= 0 {
		return readers[i], nil
	}
	return readers[0], nil
}
