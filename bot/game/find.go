package game

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"xiangqibot/bot/fairplay"
)

// Finder finds the game that a person means, and lists those that a person may see.
type Finder struct{ store GameStore }

// NewFinder returns a finder of the games in a store.
func NewFinder(store GameStore) *Finder { return &Finder{store} }

// Find returns the actor's own game that they mean: the one named by id, or if id is 0, the one they play in this
// channel, or the only one they play anywhere. Of several in the channel it is the one in which it is their turn, if
// there is only one.
//
// Only games in progress are found by channel; a game named by id is found in any state. Refusals: [NoSuchGame],
// [NotYourGame], [NoGame] with the unanswered challenges to and by the actor, [ManyGames] with the list.
func (f *Finder) Find(ctx context.Context, act Act, id ID) (*Game, error) {
	if id != 0 {
		g, err := f.store.Game(ctx, id)
		if err != nil {
			return nil, err
		}
		if !g.Involves(act.Actor) {
			return nil, g.Refuse(NotYourGame)
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

// FindTurn returns the game in which the actor means to move. It is like Find, but of several games it considers
// only those in which it is the actor's turn: if there is one, it is found from any channel.
//
// Refusals: those of Find, [ManyGames] with those games alone, and [NoTurn] if there are several games and it is the
// actor's turn in none.
func (f *Finder) FindTurn(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := f.Find(ctx, act, id)
	many, ok := errors.AsType[*Refusal](err)
	if !ok || many.Code != ManyGames {
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

// CheckMeant checks that the actor, who named no game, means the game g that was found: if they act in the thread of
// another game, they may mean that one. It is for acts that change a game at once, without a confirmation.
//
// Refusal: [OtherThread] with g, so that the actor can confirm it.
func (f *Finder) CheckMeant(ctx context.Context, act Act, g *Game) error {
	if g.Channel == act.Channel || g.Home == act.Channel {
		return nil
	}
	inChannel, err := f.store.Games(ctx, Query{Channel: act.Channel, Limit: 1})
	if err != nil || len(inChannel) == 0 || inChannel[0].Home == "" {
		return err
	}
	if inChannel[0].ID == g.ID { // its thread was opened after it was found
		return nil
	}
	return &Refusal{Code: OtherThread, Games: []*Game{g}}
}

// playing lists the games in progress of p.
func (f *Finder) playing(ctx context.Context, p Person) ([]*Game, error) {
	open, err := f.store.Games(ctx, Query{Person: p, Open: true, Own: true, All: true})
	return filter(open, func(g *Game) bool { return g.State == Active }), err
}

// withChallenges adds p's unanswered challenges to a [NoGame] refusal: p may mean one of them.
func (f *Finder) withChallenges(ctx context.Context, p Person, err error) error {
	refused, ok := errors.AsType[*Refusal](err)
	if !ok || refused.Code != NoGame {
		return err
	}
	open, err := f.Games(ctx, p)
	if err != nil {
		return err
	}
	refused.Games = filter(open, func(g *Game) bool { return g.State == Offered })
	return refused
}

// Sees reports whether the actor may see g from where they are. The game's people may see it everywhere, others
// where it is played.
func (act Act) Sees(g *Game) bool { return g.Involves(act.Actor) || act.Around(g.Guild, g.Channel) }

// Around reports whether the actor may see what belongs to a channel of a server: they are in that channel, or in
// that server. Direct messages and other servers are private.
func (act Act) Around(guild, channel string) bool {
	return channel == act.Channel || guild != "" && guild == act.Guild
}

// isWhere reports whether the actor is where g is played. A thread has the id of its starter message, so it is
// recognized before its opening is recorded.
func (act Act) isWhere(g *Game) bool {
	return g.Channel == act.Channel || g.AwaitsThread() && g.Board.Starter == act.Channel && act.Channel != ""
}

// pick chooses the game that the actor means among those they play.
func pick(playing []*Game, act Act) (*Game, error) {
	local := filter(playing, act.isWhere)
	if len(local) == 0 {
		local = filter(playing, func(g *Game) bool { return g.Home == act.Channel })
	}
	candidates := playing
	if len(local) > 0 {
		candidates = local
	}
	switch len(candidates) {
	case 0:
		return nil, &Refusal{Code: NoGame}
	case 1:
		return candidates[0], nil
	}
	if len(local) > 0 {
		waiting := filter(local, func(g *Game) bool { return g.IsTurnOf(act.Actor) })
		if len(waiting) == 1 {
			return waiting[0], nil
		}
	}
	return nil, &Refusal{Code: ManyGames, Games: candidates}
}

// FindVisible returns the game that the actor wants to see. It is like Find, but finds other people's games too: the
// one named, the actor's own, otherwise the newest of this channel, and a finished one if none is in progress.
//
// Refusals: [NoGame] and [ManyGames] as for Find, and [NoSuchGame], also for a game that the actor may not see.
func (f *Finder) FindVisible(ctx context.Context, act Act, id ID) (*Game, error) {
	if id != 0 {
		g, err := f.store.Game(ctx, id)
		if err == nil && !act.Sees(g) {
			return nil, g.Refuse(NoSuchGame)
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
		games, err := f.store.Games(ctx, q)
		if err != nil {
			return nil, err
		}
		if len(games) > 0 {
			return games[0], nil
		}
	}
	g, err := pick(playing, act)
	return g, f.withChallenges(ctx, act.Actor, err)
}

// Games lists all open games of a person, offered ones included: first those that wait for that person, then the
// newest. The list must be complete, because it decides whether a person may have a position analyzed.
func (f *Finder) Games(ctx context.Context, p Person) ([]*Game, error) {
	games, err := f.store.Games(ctx, Query{Person: p, Open: true, All: true})
	if err != nil {
		return nil, err
	}
	Prefer(games, func(g *Game) bool { return g.WaitsFor(p) })
	return games, nil
}

// Prefer moves the games of a kind to the front of a list. It changes the order in no other way.
func Prefer(games []*Game, kind func(*Game) bool) {
	slices.SortStableFunc(games, func(a, b *Game) int {
		switch first := kind(a); {
		case first == kind(b):
			return 0
		case first:
			return -1
		}
		return 1
	})
}

// Protected lists the positions of the games that a person is playing, see [fairplay.Source].
func (f *Finder) Protected(ctx context.Context, person, _ string) ([]fairplay.Protected, error) {
	playing, err := f.playing(ctx, Person(person))
	if err != nil {
		return nil, err
	}
	var all []fairplay.Protected
	for _, g := range playing {
		_, bot := g.BotSeat()
		all = append(all, fairplay.Protected{
			Position: g.Position(), Refusal: g.Refuse(PositionInPlay), Game: int64(g.ID), Practice: bot && !g.Rated && g.Vote == nil,
		})
	}
	return all, nil
}

// GamesOf lists the games that another person plays or offers to anyone, as far as the actor may see them, the
// newest first.
func (f *Finder) GamesOf(ctx context.Context, act Act, p Person) ([]*Game, error) {
	games, err := f.store.Games(ctx, Query{Person: p, Open: true, All: true})
	return filter(games, func(g *Game) bool { return isPublic(g) && act.Sees(g) }), err
}

// maxChannelGames limits how many games of a channel are listed.
const maxChannelGames = 1000

// GamesInChannel lists the games that are played, or offered to anyone, in the actor's channel and its threads, the
// newest first. In a thread it uses the parent channel. Of more than maxChannelGames open ones it considers the latest,
// and returns more.
func (f *Finder) GamesInChannel(ctx context.Context, act Act) (games []*Game, more bool, err error) {
	channel := cmp.Or(act.Parent, act.Channel)
	games, err = f.store.Games(ctx, Query{Channel: channel, Open: true, Limit: maxChannelGames + 1})
	if err != nil {
		return nil, false, err
	}
	threads, err := f.store.Games(ctx, Query{Home: channel, Open: true, Limit: maxChannelGames + 1})
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

// Played lists the latest 100 active and finished games of a person, the newest first.
func (f *Finder) Played(ctx context.Context, p Person) ([]*Game, error) {
	return f.store.Games(ctx, Query{Person: p, Played: true})
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
