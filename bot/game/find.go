package game

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// Finder finds the games that people mean, and lists those that they may see.
type Finder struct{ store FinderStore }

// FinderStore is what a Finder reads, see Store.
type FinderStore interface {
	Game(ctx context.Context, id ID) (*Game, error)
	Games(ctx context.Context, q Query) ([]*Game, error)
}

// NewFinder returns a finder of the games in a store.
func NewFinder(store FinderStore) *Finder { return &Finder{store} }

// Find tells which of their games the actor means: the one named by id, or if id is 0, the one they play in this
// channel, or the only one they play anywhere. Of several in the channel it is the one in which it is their turn, if
// there is only one such game.
//
// Only games being played are found by channel; a game named by id is found in any state.
// Refusals: NoSuchGame, NotYourGame, NoGame with the challenges that wait for the actor's answer or were made by them,
// ManyGames with the list.
func (f *Finder) Find(ctx context.Context, act Act, id ID) (*Game, error) {
	if id != 0 {
		g, err := f.store.Game(ctx, id)
		if err != nil {
			return nil, err
		}
		if !g.Involves(act.Actor) {
			return nil, g.refuse(NotYourGame)
		}
		return g, nil
	}
	playing, err := f.playing(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	g, err := pick(playing, act)
	return g, f.withChallenges(ctx, act.Actor, err)
}

// FindTurn tells in which game the actor means to move. It goes by Find, but of several games only those can be meant
// in which it is the actor's turn: where that is one, it is found from everywhere.
//
// Refusals: as Find has them, ManyGames with those games alone, and NoTurn where there are several games and it is the
// actor's turn in none.
func (f *Finder) FindTurn(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := f.Find(ctx, act, id)
	many := (*Refusal)(nil)
	if !errors.As(err, &many) || many.Code != ManyGames {
		return g, err
	}
	switch waiting := filter(many.Games, func(g *Game) bool { return g.IsTurnOf(act.Actor) }); len(waiting) {
	case 0:
		return nil, &Refusal{Code: NoTurn, Limit: len(many.Games)}
	case 1:
		return waiting[0], nil
	default:
		return nil, &Refusal{Code: ManyGames, Games: waiting}
	}
}

// Meant checks that the actor, who named no game, means g, which was found: in the thread of another game they may well
// mean that one. It is for what changes a game at once, without a further question.
//
// Refusal: OtherThread with g, so that the actor may say so.
func (f *Finder) CheckMeant(ctx context.Context, act Act, g *Game) error {
	if g.Channel == act.Channel || g.Home == act.Channel {
		return nil
	}
	here, err := f.store.Games(ctx, Query{Channel: act.Channel, Limit: 1})
	if err != nil || len(here) == 0 || here[0].Home == "" {
		return err
	}
	if here[0].ID == g.ID { // its thread was opened after it was found
		return nil
	}
	return &Refusal{Code: OtherThread, Games: []*Game{g}}
}

// playing lists the games that p plays.
func (f *Finder) playing(ctx context.Context, p Person) ([]*Game, error) {
	open, err := f.store.Games(ctx, Query{Person: p, Open: true, Own: true, All: true})
	return filter(open, func(g *Game) bool { return g.State == Active }), err
}

// withChallenges adds to a refusal for want of a game the challenges of p that nobody has answered yet: p may well mean
// one of them.
func (f *Finder) withChallenges(ctx context.Context, p Person, err error) error {
	refused := (*Refusal)(nil)
	if !errors.As(err, &refused) || refused.Code != NoGame {
		return err
	}
	open, err := f.Games(ctx, p)
	if err != nil {
		return err
	}
	refused.Games = filter(open, func(g *Game) bool { return g.State == Offered })
	return refused
}

// sees reports whether the actor may see g from where they are. Its people may see it everywhere, others where it is
// played.
func (act Act) sees(g *Game) bool { return g.Involves(act.Actor) || act.Around(g.Guild, g.Channel) }

// Around reports whether the actor may see what belongs to a channel of a server: they are in that channel, or in that
// server. What happens in direct messages is nobody else's business, nor is what goes on in another server.
func (act Act) Around(guild, channel string) bool {
	return channel == act.Channel || guild != "" && guild == act.Guild
}

// isWhere reports whether the actor is where g is played. A thread has the id of the message on which it hangs, so it is
// known before it is recorded that it was opened.
func (act Act) isWhere(g *Game) bool {
	return g.Channel == act.Channel || g.AwaitsThread() && g.Board.Starter == act.Channel && act.Channel != ""
}

// pick chooses the game that act means among those its actor plays.
func pick(playing []*Game, act Act) (*Game, error) {
	here := filter(playing, act.isWhere)
	if len(here) == 0 {
		here = filter(playing, func(g *Game) bool { return g.Home == act.Channel })
	}
	candidates := playing
	if len(here) > 0 {
		candidates = here
	}
	switch len(candidates) {
	case 0:
		return nil, &Refusal{Code: NoGame}
	case 1:
		return candidates[0], nil
	}
	if len(here) > 0 {
		mine := filter(here, func(g *Game) bool { return g.IsTurnOf(act.Actor) })
		if len(mine) == 1 {
			return mine[0], nil
		}
	}
	return nil, &Refusal{Code: ManyGames, Games: candidates}
}

// Look tells which game the actor wants to see. It goes by Find, but shows other people's games too: the one named, the
// actor's own, otherwise the newest of this channel, a finished one if nothing is being played.
//
// Refusals: NoGame and ManyGames as Find has them, and NoSuchGame, also for a game that the actor may not see.
func (f *Finder) FindVisible(ctx context.Context, act Act, id ID) (*Game, error) {
	if id != 0 {
		g, err := f.store.Game(ctx, id)
		if err == nil && !act.sees(g) {
			return nil, g.refuse(NoSuchGame)
		}
		return g, err
	}
	playing, err := f.playing(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	if g, err := pick(filter(playing, func(g *Game) bool { return act.isWhere(g) || g.Home == act.Channel }), act); g != nil {
		return g, err
	}
	for _, q := range []Query{
		{Channel: act.Channel, Open: true}, {Home: act.Channel, Open: true}, {Channel: act.Channel}, {Home: act.Channel},
	} {
		q.Played, q.Limit = true, 1
		here, err := f.store.Games(ctx, q)
		if err != nil {
			return nil, err
		}
		if len(here) > 0 {
			return here[0], nil
		}
	}
	g, err := pick(playing, act)
	return g, f.withChallenges(ctx, act.Actor, err)
}

// Games lists all open games of a person, offered ones included: first those that wait for that person, then the
// newest. None may be missing: whoever plays a game gets no advice about it elsewhere.
func (f *Finder) Games(ctx context.Context, p Person) ([]*Game, error) {
	games, err := f.store.Games(ctx, Query{Person: p, Open: true, All: true})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(games, func(a, b *Game) int {
		switch wa, wb := a.WaitsFor(p), b.WaitsFor(p); {
		case wa && !wb:
			return -1
		case wb && !wa:
			return 1
		}
		return 0
	})
	return games, nil
}

// GamesOf lists the games that another person plays, as far as the actor may see them, and those that this person
// offers to anyone; the newest first.
func (f *Finder) GamesOf(ctx context.Context, act Act, p Person) ([]*Game, error) {
	games, err := f.store.Games(ctx, Query{Person: p, Open: true, All: true})
	return filter(games, func(g *Game) bool { return isPublic(g) && act.sees(g) }), err
}

// mostHere bounds the games of a channel of which a list is made.
const maxChannelGames = 1000

// GamesHere lists the games that are played, or offered to anyone, in the actor's channel and its threads, the newest
// first. In a thread it is the channel to which that belongs. Of more than a thousand open ones there the latest thousand
// are looked at, and more says so.
func (f *Finder) GamesHere(ctx context.Context, act Act) (games []*Game, more bool, err error) {
	here := cmp.Or(act.Parent, act.Channel)
	games, err = f.store.Games(ctx, Query{Channel: here, Open: true, Limit: maxChannelGames + 1})
	if err != nil {
		return nil, false, err
	}
	threads, err := f.store.Games(ctx, Query{Home: here, Open: true, Limit: maxChannelGames + 1})
	if err != nil {
		return nil, false, err
	}
	games = append(games, threads...)
	slices.SortFunc(games, func(a, b *Game) int { return cmp.Compare(b.ID, a.ID) })
	if more = len(games) > maxChannelGames; more {
		games = games[:maxChannelGames]
	}
	return filter(games, isPublic), more, nil
}

// isPublic reports whether an open game concerns more people than those between whom it was offered.
func isPublic(g *Game) bool { return g.State == Active || g.OpenSeat() }

// Played lists the latest 100 games that a person plays or has played to their end, the newest first.
func (f *Finder) Played(ctx context.Context, p Person) ([]*Game, error) {
	return f.store.Games(ctx, Query{Person: p, Played: true})
}

// IsTurnOf reports whether p is to move.
func (g *Game) IsTurnOf(p Person) bool {
	c, ok := g.SeatOf(p)
	return ok && g.State == Active && c == g.Turn()
}

// WaitsFor reports whether p has something to do: move, answer an offer, or answer the challenge.
func (g *Game) WaitsFor(p Person) bool {
	if g.State == Offered {
		return p != "" && p == g.Opponent.Person
	}
	c, ok := g.SeatOf(p)
	if !ok || g.State != Active {
		return false
	}
	if g.Seats[c].Team && (c != g.Turn() || g.Vote.Turn.Choice(p) >= 0) {
		return false // an offer of a draw waits for the captain, who sees it on the board
	}
	return c == g.Turn() || g.DrawOffer.To(c) || g.Takeback.To(c)
}

func filter(games []*Game, keep func(*Game) bool) []*Game {
	var kept []*Game
	for _, g := range games {
		if keep(g) {
			kept = append(kept, g)
		}
	}
	return kept
}
