package game_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// thinker is an fairplay.Thinker that plays a move set by the test.
type thinker func(rec *board.Record) (engine.Choice, error)

func (f thinker) Choose(_ context.Context, _ engine.Key, rec *board.Record, _ rules.Ruleset, _ engine.Level) (engine.Choice, error) {
	return f(rec)
}

// byRuleset is a fairplay.Thinker that tells by which ruleset it is asked.
type byRuleset func(rules.Ruleset)

func (f byRuleset) Choose(ctx context.Context, key engine.Key, rec *board.Record, ruleset rules.Ruleset, level engine.Level) (engine.Choice, error) {
	f(ruleset)
	return first(0).Choose(ctx, key, rec, ruleset, level)
}

// first plays the first legal move and finds its position worth score.
func first(score int) thinker {
	return func(rec *board.Record) (engine.Choice, error) {
		p := rec.Position()
		return engine.Choice{Move: p.LegalMoves(nil)[0], Score: score}, nil
	}
}

// table is a service with all it stands on.
type table struct {
	*gametest.Services
	boards  *posted.Boards
	members *member.Service
	store   *storetest.DB
	now     time.Time
}

func newTable(t testing.TB, th fairplay.Thinker) *table {
	t.Helper()
	return newTableWith(t, th, nil)
}

// newTableWith is a table with a guard.
func newTableWith(t testing.TB, th fairplay.Thinker, fair *fairplay.Guard) *table {
	t.Helper()
	tb := &table{now: start}
	tb.store = storetest.New(t, store.Options{Clock: func() time.Time { return tb.now }})
	tb.Services = gametest.New(storetest.Stores(tb.store.DB), th, game.Options{
		Clock: func() time.Time { return tb.now },
		Coin:  func() board.Color { return board.Red },
		Fair:  fair,
	})
	tb.boards = posted.NewBoards(tb.store.Games, tb.Service)
	tb.members = member.New(tb.store.Members, tb.store.Servers, tb.store.Games, tb.Now)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Cooldown: guild.Disabled})) // its clock stands still
	return tb
}

// The services beside the one of the games.
func (tb *table) finder() *game.Finder { return game.NewFinder(tb.store.Games) }
func (tb *table) votes() *lobby.Votes  { return tb.Votes() }
func (tb *table) simuls() *lobby.Simuls {
	return lobby.NewSimuls(tb.store.Simuls, tb.Service, tb.Challenges)
}

// close ends the table before its test ends: one of many in a law.
func (tb *table) close(t gametest.T) { must(t, tb.store.Close()) }

// rate lets a person win a correspondence game, and tells the rating which that brings.
func (tb *table) rate(t *testing.T, p game.Person) glicko.Rating {
	t.Helper()
	act := game.Act{Actor: "loser", Channel: "elsewhere"}
	spec := game.ChallengeSpec{Opponent: p, Rated: true, ColorChoice: game.WantRed, Conditions: game.Conditions{Time: clocks.TimeControl{PerMove: day}}}
	g, err := tb.store.Games.Create(t.Context(), "", func(g *game.Game) error {
		return game.OfferChallenge(g, act, spec, game.Terms{Rules: "asian"}, tb.now)
	})
	must(t, err)
	g, err = tb.store.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
		if err := game.AcceptChallenge(g, p, board.Red, tb.now); err != nil {
			return err
		}
		for _, m := range quickMate {
			if err := game.Play(g, g.Seats[g.Turn()].Person, move(t, m), tb.now); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
	return g.Players[p].Rating
}

func at(p game.Person, channel string) game.Act {
	return game.Act{Actor: p, Name: "name of " + string(p), Guild: "g", Channel: channel}
}

// saveServer puts new choices for a server in the place of the old ones.
func (tb *table) saveServer(ctx context.Context, act game.Act, want guild.Settings) error {
	_, err := tb.ChangeServer(ctx, act, func(s *guild.Settings) error { *s = want; return nil })
	return err
}

// match is a game between Alice, Red, and Bob in a channel.
func (tb *table) match(t *testing.T, channel string) *game.Game {
	t.Helper()
	return tb.begun(t, channel, game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed})
}

// begun is a game to which Alice has challenged Bob, who has accepted.
func (tb *table) begun(t *testing.T, channel string, spec game.ChallengeSpec) *game.Game {
	t.Helper()
	g := ok(tb.Challenge(t.Context(), at(alice, channel), spec))(t)
	g = ok(tb.Accept(t.Context(), at(bob, channel), g.ID))(t)
	return g
}

func TestMoveByText(t *testing.T) {
	tb := newTable(t, nil)
	g := tb.match(t, "c")
	g = ok(tb.Move(t.Context(), at(alice, "c"), g.ID, "炮二平五"))(t)
	if g.LastMove() != move(t, "h2e2") || !g.MovedAt[0].Equal(start) {
		t.Errorf("played %v at %v", g.LastMove(), g.MovedAt)
	}
	if g.Name(alice) != "name of 1001" || g.Name(eve) != string(eve) {
		t.Errorf("names %q, %q", g.Name(alice), g.Name(eve))
	}
	// Out of turn a player learns that, not that the piece is the opponent's.
	refused(t, errOf(tb.Move(t.Context(), at(alice, "c"), g.ID, "炮二平五")), game.NotYourTurn)
	read, err := tb.Move(t.Context(), at(bob, "c"), g.ID, "nonsense")
	if !errors.As(err, new(*notation.SyntaxError)) || read == nil || read.Ply() != 1 {
		t.Errorf("nonsense gave %v, read on the board of %+v", err, read)
	}
	refused(t, errOf(tb.Move(t.Context(), at(bob, "c"), 99, "炮8平5")), game.NoSuchGame)
}

// A text is read as someone means it who writes in the actor's style, and on whose board it was read comes back with
// the error.
func TestMoveByTextInOnesOwnStyle(t *testing.T) {
	for _, test := range []struct {
		style notation.Style
		text  string
		want  string // empty: it is no move
	}{
		{notation.UCI, "h2e2", "h2e2"},
		{notation.UCI, "h3e3", ""}, // the point before the cannon
		{notation.UCI10, "h3e3", "h2e2"},
		{notation.UCI10, "炮二平五", "h2e2"},
		{notation.Vietnamese, "P2-5", "h2e2"},
		{notation.Vietnamese, "M2.3", "h0g2"},
		{notation.Vietnamese, "M2.5", ""},
	} {
		tb := newTable(t, nil)
		g := tb.match(t, "c")
		act := at(alice, "c")
		act.Dialect.Style = test.style
		after, err := tb.Move(t.Context(), act, g.ID, test.text)
		if test.want == "" {
			if err == nil || after == nil || after.ID != g.ID || after.Ply() != 0 {
				t.Errorf("%s in %v: %v, on the board of %+v", test.text, test.style, err, after)
			}
			continue
		}
		if err != nil || after.LastMove() != move(t, test.want) {
			t.Errorf("%s in %v: %v, want %s", test.text, test.style, err, test.want)
		}
	}
}

func TestButtonsOfAnOldBoard(t *testing.T) {
	tb := newTable(t, nil)
	g := tb.match(t, "c")
	onFirst := func(p game.Person) game.Act {
		act := at(p, "c")
		act.Board = g.BoardKey()
		return act
	}
	ok(tb.MoveExact(t.Context(), onFirst(alice), g.ID, move(t, "h2e2")))(t)
	refused(t, errOf(tb.MoveExact(t.Context(), onFirst(bob), g.ID, move(t, "h9g7"))), game.Outdated)
	refused(t, errOf(tb.MoveExact(t.Context(), at(bob, "c"), g.ID, move(t, "h9g7"))), game.Outdated)
	refused(t, errOf(tb.MoveExact(t.Context(), onFirst(eve), g.ID, move(t, "h9g7"))), game.NotYourGame)
}

func TestNobodyIsFlooded(t *testing.T) {
	tb := newTable(t, nil)
	ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob}))(t)
	_, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob, Rated: true})
	refused(t, err, game.AlreadyChallenged)
	_, err = tb.Challenge(t.Context(), at(alice, "another channel"), game.ChallengeSpec{Opponent: bob})
	refused(t, err, game.AlreadyChallenged)
	for i := range 49 {
		ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: game.Person(fmt.Sprint("other ", i))}))(t)
	}
	refused(t, errOf(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 1})), game.TooManyGames)

	// The requests of others keep nobody from playing.
	for i := range 120 {
		stranger := at(game.Person(fmt.Sprint("stranger ", i)), "c")
		ok(tb.Challenge(t.Context(), stranger, game.ChallengeSpec{Opponent: eve}))(t)
	}
	for range lobby.MaxBotGames {
		ok(tb.Challenge(t.Context(), at(eve, "c"), game.ChallengeSpec{Level: 1}))(t)
	}
	refused(t, errOf(tb.Challenge(t.Context(), at(eve, "c"), game.ChallengeSpec{Level: 1})), game.TooManyWithBot)
	ok(tb.Challenge(t.Context(), game.Act{Actor: eve, Channel: "dm"}, game.ChallengeSpec{Level: 1}))(t)
}

func TestLapseJob(t *testing.T) {
	tb := newTable(t, nil)
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob}))(t)
	job := game.Lapse{Game: g.ID}
	notYet(t, tb.Lapse(t.Context(), job), 24*time.Hour)
	tb.now = start.Add(24 * time.Hour)
	for range 2 {
		must(t, tb.Lapse(t.Context(), job))
	}
	g = ok(tb.Game(t.Context(), g.ID))(t)
	if g.State != game.Lapsed || g.Revision != 2 {
		t.Errorf("%v, revision %d", g.State, g.Revision)
	}
	must(t, tb.Lapse(t.Context(), game.Lapse{Game: 99}))
}

func TestAnsweredChallengeLapsesNoMore(t *testing.T) {
	tb := newTable(t, nil)
	g := tb.match(t, "c")
	at, _ := tb.queued(game.Lapse{Game: g.ID})
	tb.now = at
	must(t, tb.Lapse(t.Context(), game.Lapse{Game: g.ID}))
	if g, err := tb.Game(t.Context(), g.ID); err != nil || g.State != game.Active {
		t.Errorf("accepted, and then %v, %v", g.State, err)
	}
}

func TestOnce(t *testing.T) {
	tb := newTable(t, nil)
	sorry := errors.New("sorry")
	if err := tb.Once(t.Context(), "welcome", 0, func() error { return sorry }); !errors.Is(err, sorry) {
		t.Errorf("got %v, want the function's own error", err)
	}
	must(t, tb.Once(t.Context(), "welcome", 0, func() error { return nil })) // it was not done yet
	refused(t, tb.Once(t.Context(), "welcome", 0, func() error { t.Error("done twice"); return nil }), game.AlreadyDone)
}
