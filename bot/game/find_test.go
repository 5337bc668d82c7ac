package game_test

import (
	"context"
	"errors"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

func TestFind(t *testing.T) {
	tb := newTable(t, nil)
	ctx := t.Context()
	refused(t, errOf(tb.finder().Find(ctx, at(alice, "c1"), 0)), game.NoGame)

	one := tb.match(t, "c1")
	got := ok(tb.finder().Find(ctx, at(alice, "elsewhere"), 0))(t)
	if got.ID != one.ID {
		t.Errorf("the only game was not found from another channel")
	}

	two := tb.match(t, "c2")
	got = ok(tb.finder().Find(ctx, at(alice, "c2"), 0))(t)
	if got.ID != two.ID {
		t.Errorf("in channel c2 found game %d", got.ID)
	}
	_, err := tb.finder().Find(ctx, at(alice, "elsewhere"), 0)
	many := (*game.Refusal)(nil)
	if !errors.As(err, &many) || many.Code != game.ManyGames || len(many.Games) != 2 {
		t.Fatalf("from another channel: %v", err)
	}
	got = ok(tb.finder().Find(ctx, at(alice, "elsewhere"), one.ID))(t)
	if got.ID != one.ID {
		t.Errorf("by number found game %d", got.ID)
	}
	refused(t, errOf(tb.finder().Find(ctx, at(eve, "c1"), one.ID)), game.NotYourGame)

	// Two in one channel: the one in which it is the person's turn.
	three := tb.match(t, "c2")
	refused(t, errOf(tb.finder().Find(ctx, at(alice, "c2"), 0)), game.ManyGames)
	ok(tb.Move(ctx, at(alice, "c2"), two.ID, "h2e2"))(t)
	got = ok(tb.finder().Find(ctx, at(alice, "c2"), 0))(t)
	if got.ID != three.ID {
		t.Errorf("found game %d, want %d where she is to move", got.ID, three.ID)
	}
}

// Somebody may play more games than a list shows, and means the first of them as well as the latest.
func TestFindsTheOldestOfManyGames(t *testing.T) {
	tb := newTable(t, nil)
	begin := func(channel string, simul game.SimulID) *game.Game {
		g, err := tb.store.Games.Create(t.Context(), "", func(g *game.Game) error {
			g.Simul = simul
			return errors.Join(game.OfferChallenge(g, at(alice, channel), game.ChallengeSpec{Opponent: bob}, game.Terms{}, start),
				game.AcceptChallenge(g, bob, board.Red, start))
		})
		must(t, err)
		return g
	}
	oldest := begin("first", 1)
	for range 100 {
		begin("second", 0)
	}
	if g, err := tb.finder().Find(t.Context(), at(alice, "first"), 0); err != nil || g.ID != oldest.ID {
		t.Errorf("where the oldest is played %v is found: %v", g, err)
	}
	if games, err := tb.finder().Games(t.Context(), alice); err != nil || len(games) != 101 {
		t.Errorf("%d games are listed: %v", len(games), err)
	}
	if boards, err := tb.simuls().Find(t.Context(), at(alice, "elsewhere")); err != nil || len(boards) != 1 || boards[0].ID != oldest.ID {
		t.Errorf("of the display %d boards are found: %v", len(boards), err)
	}
}

// To move one means a game in which it is one's turn, wherever one is.
func TestFindTurn(t *testing.T) {
	tb := newTable(t, nil)
	ctx := t.Context()
	refused(t, errOf(tb.finder().FindTurn(ctx, at(alice, "elsewhere"), 0)), game.NoGame)
	var games []*game.Game
	for _, channel := range []string{"c1", "c2", "c3"} {
		games = append(games, tb.match(t, channel))
	}
	offered := func(p game.Person, channel string, want ...game.ID) {
		t.Helper()
		g, err := tb.finder().FindTurn(ctx, at(p, channel), 0)
		if len(want) == 1 {
			must(t, err)
			if g.ID != want[0] {
				t.Errorf("%s means game %d, want %d", p, g.ID, want[0])
			}
			return
		}
		many := (*game.Refusal)(nil)
		switch {
		case !errors.As(err, &many):
			t.Errorf("%s: %v", p, err)
		case len(want) == 0 && (many.Code != game.NoTurn || many.Limit != 3):
			t.Errorf("%s gets %+v", p, many)
		case len(want) > 0 && (many.Code != game.ManyGames || len(many.Games) != len(want)):
			t.Errorf("%s chooses among %v, want %v", p, many.Games, want)
		}
	}
	offered(bob, "elsewhere")
	offered(bob, "c1", games[0].ID) // where the refusal is that it is not their turn
	offered(alice, "elsewhere", 1, 2, 3)
	ok(tb.Move(ctx, at(alice, "c2"), games[1].ID, "h2e2"))(t)
	offered(alice, "elsewhere", games[0].ID, games[2].ID)
	offered(bob, "elsewhere", games[1].ID)
	offered(bob, "c1", games[0].ID)
	ok(tb.finder().FindTurn(ctx, at(bob, "elsewhere"), games[0].ID))(t) // named by its number it is found
}

// Whoever writes in a thread before it is recorded that it was opened means its game, as Discord gives a thread the id
// of the message on which it hangs.
func TestFindInAThreadThatIsNotRecorded(t *testing.T) {
	tb := newTable(t, first(0))
	ctx := t.Context()
	tb.match(t, "c2")
	challenge := ok(tb.Challenge(ctx, inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
	refused(t, errOf(tb.finder().FindTurn(ctx, at(alice, "message"), 0)), game.ManyGames) // it hangs on nothing yet
	must(t, tb.boards.StarterPosted(ctx, challenge.ID, "message"))
	find := tb.finder()
	for name, f := range map[string]func(context.Context, game.Act, game.ID) (*game.Game, error){
		"Find": find.Find, "FindTurn": find.FindTurn, "Look": find.FindVisible,
	} {
		if g, err := f(ctx, at(alice, "message"), 0); err != nil || g.ID != challenge.ID {
			t.Errorf("%s: game %+v, %v, want %d", name, g, err, challenge.ID)
		}
	}
}

// In the thread of another game a command does not act in one's own unless it names it; outside it the only game is
// meant.
func TestCheckMeant(t *testing.T) {
	tb := newTable(t, first(0))
	ctx := t.Context()
	own := tb.match(t, "c2")
	other := ok(tb.Challenge(ctx, inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Level: 1}))(t)
	home := other.Channel
	must(t, tb.finder().CheckMeant(ctx, at(bob, home), own)) // a channel is for all games
	must(t, tb.boards.ThreadOpened(ctx, game.Announce{Game: other.ID, Revision: 1}, "thread", false))
	refused(t, tb.finder().CheckMeant(ctx, at(bob, "thread"), own), game.OtherThread)
	for _, place := range []string{home, "c2", "elsewhere"} {
		must(t, tb.finder().CheckMeant(ctx, at(bob, place), own))
	}
	must(t, tb.finder().CheckMeant(ctx, at(alice, "thread"), other)) // found before its thread was opened
	other = ok(tb.Game(ctx, other.ID))(t)
	for _, place := range []string{home, "thread"} {
		must(t, tb.finder().CheckMeant(ctx, at(alice, place), other))
	}
}

// People who have no game get a list of the challenges that wait, for them or for others.
func TestFindListsChallenges(t *testing.T) {
	tb := newTable(t, nil)
	ctx := t.Context()
	g := ok(tb.Challenge(ctx, at(alice, "c1"), game.ChallengeSpec{Opponent: bob}))(t)
	for _, p := range []game.Person{alice, bob, eve} {
		_, err := tb.finder().Find(ctx, at(p, "c1"), 0)
		refused(t, err, game.NoGame)
		refusal := (*game.Refusal)(nil)
		errors.As(err, &refusal)
		if listed := len(refusal.Games) == 1 && refusal.Games[0].ID == g.ID; listed != (p != eve) || len(refusal.Games) > 1 {
			t.Errorf("%s gets a list of %v", p, refusal.Games)
		}
	}
	ok(tb.Decide(ctx, at(bob, "c1"), g.ID, game.DeclineChallenge))(t)
	_, err := tb.finder().Find(ctx, at(bob, "c1"), 0)
	refusal := (*game.Refusal)(nil)
	if !errors.As(err, &refusal) || len(refusal.Games) != 0 {
		t.Errorf("after it was declined: %v", err)
	}
}

func TestFindVisible(t *testing.T) {
	tb := newTable(t, nil)
	ctx := t.Context()
	refused(t, errOf(tb.finder().FindVisible(ctx, at(eve, "c1"), 0)), game.NoGame)
	g := tb.match(t, "c1")
	got := ok(tb.finder().FindVisible(ctx, at(eve, "c1"), 0))(t)
	if got.ID != g.ID {
		t.Errorf("a watcher sees game %d", got.ID)
	}
	ok(tb.Decide(ctx, at(alice, "c1"), g.ID, game.Resign))(t)
	if got, err := tb.finder().FindVisible(ctx, at(eve, "c1"), 0); err != nil || got.State != game.Finished {
		t.Errorf("the finished game is not shown: %v", err)
	}
	refused(t, errOf(tb.finder().FindVisible(ctx, at(eve, "c1"), 42)), game.NoSuchGame)
}

// Challenges hide no game, however many came after it.
func TestChallengesHideNoGame(t *testing.T) {
	tb := newTable(t, nil)
	ctx := t.Context()
	offers := func() {
		for range 120 {
			_, err := tb.store.Games.Create(ctx, "", func(g *game.Game) error {
				return game.OfferChallenge(g, at(alice, "c"), game.ChallengeSpec{Opponent: bob}, game.Terms{}, tb.now)
			})
			must(t, err)
		}
	}
	over := tb.match(t, "c")
	ok(tb.Decide(ctx, at(alice, "c"), over.ID, game.Resign))(t)
	offers()
	if got, err := tb.finder().FindVisible(ctx, at(eve, "c"), 0); err != nil || got.ID != over.ID {
		t.Errorf("in the channel is seen %+v, %v, want the game that is over", got, err)
	}
	if games, err := tb.finder().Played(ctx, alice); err != nil || len(games) != 1 || games[0].ID != over.ID {
		t.Errorf("Alice has played %v, %v, want the game that is over", games, err)
	}
	tb = newTable(t, nil)
	running := tb.match(t, "c")
	offers()
	if got, err := tb.finder().FindVisible(ctx, at(eve, "c"), 0); err != nil || got.ID != running.ID {
		t.Errorf("in the channel is seen %+v, %v, want the game that is played", got, err)
	}
	games, more, err := tb.finder().GamesInChannel(ctx, at(eve, "c"))
	if err != nil || more || len(games) != 1 || games[0].ID != running.ID {
		t.Errorf("the games of the channel are %v, %v", games, err)
	}
	games, err = tb.finder().GamesOf(ctx, at(eve, "c"), alice)
	if err != nil || len(games) != 1 || games[0].ID != running.ID {
		t.Errorf("the games of Alice are %v, %v", games, err)
	}
}

// crowded is a channel in which so many games are played, every third one in a thread.
type crowded struct {
	game.GameStore
	games int
}

func (c crowded) Games(_ context.Context, q game.Query) (games []*game.Game, _ error) {
	for id := game.ID(c.games); id > 0 && len(games) < q.Limit; id-- {
		if (id%3 == 0) == (q.Home == "c") {
			games = append(games, &game.Game{ID: id, State: game.Active})
		}
	}
	return games, nil
}

// Of very many games in a channel the latest are listed, none of them left out, and more is true.
func TestGamesInACrowdedChannel(t *testing.T) {
	for _, n := range []int{999, 1000, 1001, 4000} {
		games, more, err := game.NewFinder(crowded{games: n}).GamesInChannel(t.Context(), at(eve, "c"))
		must(t, err)
		if len(games) != min(n, 1000) || more != (n > 1000) {
			t.Fatalf("of %d games %d are listed, more: %v", n, len(games), more)
		}
		for i, g := range games {
			if g.ID != game.ID(n-i) {
				t.Fatalf("of %d games the one in place %d is game %d", n, i, g.ID)
			}
		}
	}
}

func TestGamesPutsFirstWhatWaits(t *testing.T) {
	tb := newTable(t, nil)
	first := tb.match(t, "c1")
	second := tb.match(t, "c2")
	ok(tb.Move(t.Context(), at(alice, "c2"), second.ID, "h2e2"))(t)
	for p, want := range map[game.Person]game.ID{alice: first.ID, bob: second.ID} {
		games := ok(tb.finder().Games(t.Context(), p))(t)
		if len(games) != 2 || games[0].ID != want {
			t.Errorf("%s: game %d first, want %d", p, games[0].ID, want)
		}
	}
}

// What belongs to a server is seen from the server, and everything from its channel. Direct messages belong to no
// server, and so are nobody's else, though all of them are in the same one.
func TestWhereGamesAreSeen(t *testing.T) {
	for _, test := range []struct {
		from           game.Act
		guild, channel string
		want           bool
	}{
		{game.Act{Guild: "g", Channel: "c"}, "g", "c", true},
		{game.Act{Guild: "g", Channel: "c"}, "g", "other", true},
		{game.Act{Guild: "g", Channel: "c"}, "other", "far", false},
		{game.Act{Guild: "g", Channel: "c"}, "", "direct", false},
		{game.Act{Channel: "direct"}, "", "direct", true},
		{game.Act{Channel: "direct"}, "", "somebody's", false},
		{game.Act{Channel: "direct"}, "g", "c", false},
	} {
		if got := test.from.Around(test.guild, test.channel); got != test.want {
			t.Errorf("from %q in %q, channel %q of %q is seen: %v", test.from.Channel, test.from.Guild, test.channel, test.guild, got)
		}
	}
}
