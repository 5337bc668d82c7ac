package game_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

func TestChallengesThatCannotBe(t *testing.T) {
	odds := func(h game.Handicap) game.Conditions { return game.Conditions{Handicap: h} }
	rooks := testcases.Position(t, "3k5/9/9/9/9/9/9/9/4R4/4K1R2 w - - 0 1")
	mated := testcases.Position(t, "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1")
	bare := testcases.Position(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1")
	for name, test := range map[string]struct {
		spec game.ChallengeSpec
		code game.Code
	}{
		"oneself":                {game.ChallengeSpec{Opponent: alice}, game.SelfChallenge},
		"nobody":                 {game.ChallengeSpec{}, game.NobodyChallenged},
		"somebody and anyone":    {game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{Anyone: true}}, game.OpponentNamed},
		"the bot and anyone":     {game.ChallengeSpec{Level: 3, Conditions: game.Conditions{Anyone: true}}, game.OpponentNamed},
		"a rated handicap":       {game.ChallengeSpec{Opponent: bob, Rated: true, Conditions: odds(game.Nine)}, game.RatedUneven},
		"a color and a handicap": {game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Conditions: odds(game.Rook)}, game.ColorByHandicap},
		"two moves for the bot":  {game.ChallengeSpec{Level: 3, Conditions: odds(game.TwoMoves)}, game.BotTwoMoves},
		"a rated position":       {game.ChallengeSpec{Opponent: bob, Rated: true, Start: rooks}, game.RatedUneven},
		"a handicap elsewhere":   {game.ChallengeSpec{Opponent: bob, Start: rooks, Conditions: odds(game.Rook)}, game.TwoStarts},
		"a mate":                 {game.ChallengeSpec{Opponent: bob, Start: mated}, game.StartIsOver},
		"two bare kings":         {game.ChallengeSpec{Opponent: bob, Start: bare}, game.StartIsOver},
		"an unknown handicap":    {game.ChallengeSpec{Opponent: bob, Conditions: odds("queen")}, ""},
	} {
		tb := newTable(t, nil)
		_, err := tb.Challenge(t.Context(), at(alice, "c"), test.spec)
		if test.code == "" {
			if err == nil || errors.As(err, new(*game.Refusal)) {
				t.Errorf("%s: %v, want a fault", name, err)
			}
			continue
		}
		if !errors.Is(err, test.code) {
			t.Errorf("%s: %v, want %s", name, err, test.code)
		}
		if games, err := tb.finder().Games(t.Context(), alice); err != nil || len(games) > 0 {
			t.Errorf("%s: there are %d games, %v", name, len(games), err)
		}
	}
	for _, level := range []engine.Level{-1, 11} {
		err := game.OfferChallenge(&game.Game{}, game.Act{Actor: alice}, game.ChallengeSpec{Level: level}, game.Terms{}, start)
		refused(t, err, game.BadLevel)
	}
	tb := newTable(t, nil)
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob, Start: rooks, ColorChoice: game.WantBlack}))(t)
	if g, err := tb.Accept(t.Context(), at(bob, "c"), g.ID); err != nil || g.Position() != rooks || !g.IsTurnOf(bob) {
		t.Errorf("from a position: %v", err)
	}
}

func TestAnOpenSeatIsTakenOnce(t *testing.T) {
	tb := newTable(t, nil)
	open := game.ChallengeSpec{ColorChoice: game.WantRed, Conditions: game.Conditions{Anyone: true}}
	dm := game.Act{Actor: alice, Channel: "dm"}
	refused(t, errOf(tb.Challenge(t.Context(), dm, open)), game.NotInServer)
	refused(t, errOf(tb.Challenge(t.Context(), dm, game.ChallengeSpec{Opponent: bob})), game.NotInServer)
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), open))(t)
	if !g.OpenSeat() || g.Involves(bob) || g.WaitsFor("") {
		t.Fatalf("the seat is not open: %+v", g.Opponent)
	}
	refused(t, errOf(tb.Challenge(t.Context(), at(alice, "c"), open)), game.AlreadyChallenged)
	refused(t, errOf(tb.Accept(t.Context(), at(alice, "c"), g.ID)), game.OwnChallenge)
	refused(t, errOf(tb.Decide(t.Context(), at(bob, "c"), g.ID, game.DeclineChallenge)), game.NotYourGame)

	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i, p := range []game.Person{bob, eve} {
		wg.Go(func() { _, errs[i] = tb.Accept(t.Context(), at(p, "c"), g.ID) })
	}
	wg.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Fatalf("two took one seat: %v", errs)
	}
	refused(t, errors.Join(errs...), game.SeatTaken)
	g = ok(tb.Game(t.Context(), g.ID))(t)
	taker := g.Seats[board.Black].Person
	if g.State != game.Active || g.Seats[board.Red].Person != alice || g.Name(taker) != "name of "+string(taker) {
		t.Errorf("the game is %v: %+v", g.State, g.Seats)
	}
	if games, err := tb.finder().Games(t.Context(), taker); err != nil || len(games) != 1 {
		t.Errorf("whoever took the seat has %d games, %v", len(games), err)
	}
	if slices.Contains(g.People(), "") {
		t.Errorf("the people are %q", g.People())
	}
}

func TestAnOpenSeatIsNotForTheBlocked(t *testing.T) {
	tb := newTable(t, nil)
	ok(tb.members.Block(t.Context(), at(alice, "c"), bob))(t)
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Conditions: game.Conditions{Anyone: true}, Life: time.Hour}))(t)
	if want := tb.now.Add(time.Hour); !g.Expires.Equal(want) {
		t.Errorf("it lapses at %v, want %v", g.Expires, want)
	}
	refused(t, errOf(tb.Accept(t.Context(), at(bob, "c"), g.ID)), game.NotWanted)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Cooldown: guild.Disabled, MaxOpenGames: 1}))
	ok(tb.Challenge(t.Context(), at(eve, "c"), game.ChallengeSpec{Level: 1}))(t)
	refused(t, errOf(tb.Accept(t.Context(), at(eve, "c"), g.ID)), game.TooManyInServer)
}

func TestWhatAServerAllows(t *testing.T) {
	tb := newTable(t, nil)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{
		Channels: []string{"games"}, WeakestLevel: 2, StrongestLevel: 4, UnratedBot: true, MaxOpenGames: 2, Cooldown: 60,
	}))
	in := func(channel, parent string) game.Act {
		act := at(alice, channel)
		act.Parent = parent
		return act
	}
	against := func(level engine.Level) game.ChallengeSpec { return game.ChallengeSpec{Level: level} }
	refused(t, errOf(tb.Challenge(t.Context(), in("c", ""), against(2))), game.OtherChannelsOnly)
	refused(t, errOf(tb.Challenge(t.Context(), in("games", ""), against(1))), game.LevelNotInServer)
	refused(t, errOf(tb.Challenge(t.Context(), in("games", ""), against(5))), game.LevelNotInServer)
	rated := against(3)
	rated.Rated = true
	refused(t, errOf(tb.Challenge(t.Context(), in("games", ""), rated)), game.CasualBot)
	ok(tb.Challenge(t.Context(), in("a thread", "games"), against(4)))(t)
	refused(t, errOf(tb.Challenge(t.Context(), in("games", ""), against(4))), game.TooSoon)
	tb.now = tb.now.Add(time.Minute)

	ok(tb.Challenge(t.Context(), in("games", ""), game.ChallengeSpec{Opponent: bob, Rated: true}))(t)
	_, err := tb.Challenge(t.Context(), in("games", ""), game.ChallengeSpec{Opponent: eve})
	refused(t, err, game.TooManyInServer)
	ok(tb.Decide(t.Context(), in("games", ""), 2, game.CancelChallenge))(t)
	_, err = tb.Challenge(t.Context(), in("games", ""), game.ChallengeSpec{Opponent: eve})
	var soon *game.Refusal
	if !errors.As(err, &soon) || soon.Code != game.TooSoon || !soon.Until.Equal(tb.now.Add(time.Minute)) {
		t.Fatalf("right after the first challenge: %v", err)
	}
	tb.now = tb.now.Add(time.Minute)
	ok(tb.Challenge(t.Context(), in("games", ""), game.ChallengeSpec{Opponent: eve}))(t)

	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Casual: true}))
	_, err = tb.Challenge(t.Context(), at(bob, "c"), game.ChallengeSpec{Opponent: eve, Rated: true})
	refused(t, err, game.CasualServer)
	for bot, server := range map[bool]guild.Settings{true: {}, false: {UnratedBot: true}} {
		if !server.AllowsRated(bot) || server.AllowsRated(true) == server.UnratedBot {
			t.Errorf("%+v rates %v", server, server.AllowsRated(bot))
		}
	}
}

// The pause after a challenge lasts, however many games others have begun with the challenger meanwhile.
func TestThePauseOutlastsOtherGames(t *testing.T) {
	tb := newTable(t, nil)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Cooldown: 600}))
	ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob}))(t)
	until := tb.now.Add(10 * time.Minute)
	tb.now = tb.now.Add(time.Minute)
	for range 50 {
		_, err := tb.store.Games.Create(t.Context(), "", func(g *game.Game) error {
			return game.OfferChallenge(g, at(bob, "c"), game.ChallengeSpec{Opponent: alice}, game.Terms{}, tb.now)
		})
		must(t, err)
	}
	_, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: eve})
	if soon := (*game.Refusal)(nil); !errors.As(err, &soon) || soon.Code != game.TooSoon || !soon.Until.Equal(until) {
		t.Errorf("within the pause: %v, want a refusal until %v", err, until)
	}
	tb.now = until
	ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: eve}))(t)
}

func TestWhoMayBeChallenged(t *testing.T) {
	tb := newTable(t, nil)
	wants := func(c member.Challenges) {
		t.Helper()
		ok(tb.members.ChangeSettings(t.Context(), at(bob, "c"), func(s *member.Settings) error { s.Challenges = c; return nil }))(t)
	}
	try := func() error {
		g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob})
		if err == nil {
			_, err := tb.Decide(t.Context(), at(alice, "c"), g.ID, game.CancelChallenge)
			must(t, err)
		}
		return err
	}
	must(t, try())
	wants(member.ChallengesNo)
	refused(t, try(), game.NotWanted)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{OptIn: true, Cooldown: guild.Disabled}))
	wants(member.ChallengesDefault)
	refused(t, try(), game.NotOptedIn)
	wants(member.ChallengesYes)
	must(t, try())
	ok(tb.members.Block(t.Context(), at(bob, "c"), alice))(t)
	refused(t, try(), game.NotWanted)
}

func TestRematch(t *testing.T) {
	tb := newTable(t, nil)
	g := tb.match(t, "c")
	refused(t, errOf(tb.Rematch(t.Context(), at(alice, "c"), g.ID)), game.NotOver)
	ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.Resign))(t)
	refused(t, errOf(tb.Rematch(t.Context(), at(eve, "c"), g.ID)), game.NotYourGame)
	again := ok(tb.Rematch(t.Context(), at(alice, "c"), g.ID))(t)
	if again.State != game.Offered || again.Opponent.Person != bob {
		t.Fatalf("the rematch is %v, with %+v", again.State, again.Opponent)
	}
	refused(t, errOf(tb.Rematch(t.Context(), at(alice, "c"), g.ID)), game.AlreadyChallenged)
	begun, err := tb.Rematch(t.Context(), at(bob, "c"), g.ID) // Bob presses the same button
	must(t, err)
	if begun.ID != again.ID || begun.State != game.Active || begun.Seats[board.Red].Person != bob || begun.Seats[board.Black].Person != alice {
		t.Errorf("game %d is %v: %+v", begun.ID, begun.State, begun.Seats)
	}
	refused(t, errOf(tb.Rematch(t.Context(), at(alice, "c"), g.ID)), game.RematchRuns)
	ok(tb.Decide(t.Context(), at(alice, "c"), begun.ID, game.Resign))(t)
	ok(tb.Rematch(t.Context(), at(alice, "c"), g.ID))(t) // the first game may be asked for once more when nothing runs
}

// A rematch is found again, however many games its people have begun since.
func TestARematchAmongManyGames(t *testing.T) {
	tb := newTable(t, nil)
	g := tb.match(t, "c")
	ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.Resign))(t)
	again := ok(tb.Rematch(t.Context(), at(alice, "c"), g.ID))(t)
	for range 120 {
		_, err := tb.store.Games.Create(t.Context(), "", func(g *game.Game) error {
			return game.OfferChallenge(g, at(eve, "c"), game.ChallengeSpec{Opponent: bob}, game.Terms{}, tb.now)
		})
		must(t, err)
	}
	begun := ok(tb.Rematch(t.Context(), at(bob, "c"), g.ID))(t)
	if begun.ID != again.ID || begun.State != game.Active {
		t.Errorf("game %d is %v, want game %d to begin", begun.ID, begun.State, again.ID)
	}
}

// People who played in a server have their rematch there, wherever they ask for it: in the thread, if the game had one.
func TestARematchStaysInTheServer(t *testing.T) {
	for _, from := range []game.Act{
		{Actor: alice, Channel: "dm"},
		{Actor: alice, Guild: "other", Channel: "x", Parent: "y", ThreadSupport: game.ThreadSupportNested},
	} {
		tb := newTable(t, nil)
		g := tb.match(t, "c")
		ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.Resign))(t)
		again := ok(tb.Rematch(t.Context(), from, g.ID))(t)
		if again.Guild != "g" || again.Channel != "c" || again.Home != "" || again.Board.ThreadWanted || again.Board.Why != "" {
			t.Errorf("asked for in %q: it is in %s of %q, from %q, %+v", from.Channel, again.Channel, again.Guild, again.Home, again.Board)
		}
		begun := ok(tb.Rematch(t.Context(), game.Act{Actor: bob, Channel: "dm of bob"}, g.ID))(t)
		if begun.ID != again.ID || begun.State != game.Active || begun.Channel != "c" {
			t.Errorf("game %d is %v in %s", begun.ID, begun.State, begun.Channel)
		}
		// Against the bot it is played where it was asked for: nobody else needs to see it.
		g = ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
		ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.Resign))(t)
		again = ok(tb.Rematch(t.Context(), from, g.ID))(t)
		if again.Guild != from.Guild || again.Channel != from.Channel {
			t.Errorf("against the bot it is in %s of %q", again.Channel, again.Guild)
		}
	}
	tb := newTable(t, nil)
	g := ok(tb.Challenge(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Opponent: bob}))(t)
	g = ok(tb.Accept(t.Context(), inServer(bob, game.ThreadSupportAllowed), g.ID))(t)
	must(t, tb.boards.ThreadOpened(t.Context(), game.Announce{Game: g.ID, Revision: g.Revision}, "thread", false))
	ok(tb.Decide(t.Context(), at(alice, "thread"), g.ID, game.Resign))(t)
	again := ok(tb.Rematch(t.Context(), game.Act{Actor: alice, Channel: "dm"}, g.ID))(t)
	if again.Guild != "g" || again.Channel != "thread" || again.Home != "channel" {
		t.Errorf("after a game in a thread it is in %s, from %q", again.Channel, again.Home)
	}
}

// In a rematch with a handicap the same side gives it, whoever asks.
func TestRematchWithAHandicap(t *testing.T) {
	for _, asks := range []game.Person{alice, bob} {
		tb := newTable(t, nil)
		spec := game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{Handicap: game.Horses, OpponentGives: true}}
		g := tb.begun(t, "c", spec)
		ok(tb.Decide(t.Context(), at(bob, "c"), g.ID, game.Resign))(t)
		again := ok(tb.Rematch(t.Context(), at(asks, "c"), g.ID))(t)
		answers := map[game.Person]game.Person{alice: bob, bob: alice}[asks]
		again = ok(tb.Accept(t.Context(), at(answers, "c"), again.ID))(t)
		if again.Seats[board.Red].Person != bob || again.Record.Start != game.Horses.Start() {
			t.Errorf("%s asks: Red is %s", asks, again.Seats[board.Red].Person)
		}
	}
}

// A match whose first game nobody began has no second one. Who asks for it once more asks for both games.
func TestARematchOfAMatchThatWasAborted(t *testing.T) {
	tb := newTable(t, nil)
	perMove := ok(clocks.ParseTimeControl("3d"))(t)
	spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Games: 2, Conditions: game.Conditions{Time: perMove}}
	g := tb.begun(t, "c", spec)
	tb.now = g.Clock.Flag
	must(t, tb.Flag(t.Context(), game.Flag{Game: g.ID}))
	if g, err := tb.Game(t.Context(), g.ID); err != nil || g.End != game.Aborted {
		t.Fatalf("the first game ended by %v, %v", g.End, err)
	}
	if slices.ContainsFunc(tb.store.Jobs, func(o game.QueuedJob) bool { return o.Job == game.NextGame{Game: g.ID} }) {
		t.Error("a second game is queued")
	}
	again := ok(tb.Rematch(t.Context(), at(bob, "c"), g.ID))(t)
	if again.Leg != 1 || again.Follows != g.ID {
		t.Errorf("the rematch is game %d of a match, after game %d", again.Leg, again.Follows)
	}
}

func TestAMatchOfTwoGames(t *testing.T) {
	tb := newTable(t, nil)
	g := tb.begun(t, "c", game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Games: 2, Rated: true})
	g = ok(tb.Decide(t.Context(), at(bob, "c"), g.ID, game.Resign))(t)
	if own, opponents, ok := game.MatchScore(g); !ok || own != 1 || opponents != 0 {
		t.Errorf("after the first game it stands %v to %v", own, opponents)
	}
	queued := game.NextGame{Game: g.ID}
	if !slices.ContainsFunc(tb.store.Jobs, func(o game.QueuedJob) bool { return o.Job == queued }) {
		t.Fatal("the second game is not queued")
	}
	for range 2 { // a crash may bring the job twice
		must(t, tb.NextGame(t.Context(), queued))
	}
	games := ok(tb.finder().Games(t.Context(), alice))(t)
	if len(games) != 1 {
		t.Fatalf("%d games were begun", len(games))
	}
	second := games[0]
	if second.Leg != 2 || second.Seats[board.Red].Person != bob || second.Name(alice) != "name of "+string(alice) || !second.Rated {
		t.Errorf("the second game is %+v", second)
	}
	announced := game.Announce{Game: second.ID, Revision: 1}
	if !slices.Contains(tb.store.Jobs, game.QueuedJob{Job: announced, At: tb.now}) {
		t.Error("nobody tells that it has begun")
	}
	second = ok(tb.Decide(t.Context(), at(bob, "c"), second.ID, game.Resign))(t)
	if own, opponents, ok := game.MatchScore(second); !ok || own != 2 || opponents != 0 {
		t.Errorf("in the end it stands %v to %v", own, opponents)
	}
	if slices.ContainsFunc(tb.store.Jobs, func(o game.QueuedJob) bool { return o.Job == game.NextGame{Game: second.ID} }) {
		t.Error("a third game is queued")
	}
	again := ok(tb.Rematch(t.Context(), at(bob, "c"), second.ID))(t)
	again = ok(tb.Accept(t.Context(), at(alice, "c"), again.ID))(t)
	if again.Leg != 1 || again.Carried != 0 || again.Follows != second.ID || !again.Rated || again.Seats[board.Red].Person != alice {
		t.Errorf("the rematch of the match is game %d of a match, with %v carried: %+v", again.Leg, again.Carried, again)
	}
	ok(tb.Decide(t.Context(), at(bob, "c"), again.ID, game.Resign))(t)
	if !slices.ContainsFunc(tb.store.Jobs, func(o game.QueuedJob) bool { return o.Job == game.NextGame{Game: again.ID} }) {
		t.Error("the rematch of the match has no second game")
	}
	_, _, ok := game.MatchScore(tb.match(t, "c"))
	if ok {
		t.Error("a single game has a sum")
	}
}
