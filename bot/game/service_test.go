package game_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// thinker is a game.Thinker that plays what it is told.
type thinker func(rec *board.Record) (engine.Choice, error)

func (f thinker) Choose(_ context.Context, _ engine.Key, rec *board.Record, _ rules.Code, _ engine.Level) (engine.Choice, error) {
	return f(rec)
}

// byCode is a game.Thinker that tells by which code it is asked.
type byCode func(rules.Code)

func (f byCode) Choose(ctx context.Context, key engine.Key, rec *board.Record, code rules.Code, level engine.Level) (engine.Choice, error) {
	f(code)
	return first(0).Choose(ctx, key, rec, code, level)
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
	*game.Service
	store *memory
	now   time.Time
}

func newTable(th game.Thinker) *table {
	tb := &table{store: newMemory(), now: start}
	tb.Service = game.New(tb.store, th, game.Options{
		Clock: func() time.Time { return tb.now },
		Coin:  func() board.Color { return board.Red },
	})
	tb.store.servers["g"] = game.Server{Cooldown: game.Never} // its clock stands still
	return tb
}

func at(p game.Person, channel string) game.Act {
	return game.Act{Actor: p, Name: "name of " + string(p), Guild: "g", Channel: channel}
}

// saveServer puts new choices for a server in the place of the old ones.
func (tb *table) saveServer(ctx context.Context, act game.Act, want game.Server) error {
	_, err := tb.ChangeServer(ctx, act, func(s *game.Server) error { *s = want; return nil })
	return err
}

// match is a game between Alice, Red, and Bob in a channel.
func (tb *table) match(t *testing.T, channel string) *game.Game {
	t.Helper()
	g, err := tb.Challenge(t.Context(), at(alice, channel), game.ChallengeSpec{Opponent: bob, Wish: game.WantRed})
	must(t, err)
	g, err = tb.Accept(t.Context(), at(bob, channel), g.ID)
	must(t, err)
	return g
}

func TestMoveByText(t *testing.T) {
	tb := newTable(nil)
	g := tb.match(t, "c")
	g, err := tb.Move(t.Context(), at(alice, "c"), g.ID, "炮二平五")
	must(t, err)
	if g.LastMove() != move(t, "h2e2") || !g.MovedAt[0].Equal(start) {
		t.Errorf("played %v at %v", g.LastMove(), g.MovedAt)
	}
	if g.Name(alice) != "name of 1001" || g.Name(eve) != string(eve) {
		t.Errorf("names %q, %q", g.Name(alice), g.Name(eve))
	}
	// Out of turn he learns that, not that the piece is not his.
	_, err = tb.Move(t.Context(), at(alice, "c"), g.ID, "炮二平五")
	refused(t, err, game.NotYourTurn)
	read, err := tb.Move(t.Context(), at(bob, "c"), g.ID, "nonsense")
	if !errors.As(err, new(*notation.SyntaxError)) || read == nil || read.Ply() != 1 {
		t.Errorf("nonsense gave %v, read on the board of %+v", err, read)
	}
	_, err = tb.Move(t.Context(), at(bob, "c"), 99, "炮8平5")
	refused(t, err, game.NoSuchGame)
}

// A text is read as someone means it who writes in the actor's style, and on whose board it was read comes back with the error.
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
		tb := newTable(nil)
		g := tb.match(t, "c")
		act := at(alice, "c")
		act.Style = test.style
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

func TestAnInteractionActsOnce(t *testing.T) {
	tb := newTable(nil)
	g := tb.match(t, "c")
	click := at(alice, "c")
	click.Claim = "interaction 1"
	_, err := tb.Move(t.Context(), click, g.ID, "h2e2")
	must(t, err)
	_, err = tb.Move(t.Context(), click, g.ID, "h2e2")
	refused(t, err, game.AlreadyDone)

	// Who was told that it is not his turn must not move after all when his interaction comes again and it is.
	early := at(alice, "c")
	early.Claim = "interaction 2"
	_, err = tb.Move(t.Context(), early, g.ID, "h0g2")
	refused(t, err, game.NotYourTurn)
	_, err = tb.Move(t.Context(), at(bob, "c"), g.ID, "h9g7")
	must(t, err)
	_, err = tb.Move(t.Context(), early, g.ID, "h0g2")
	refused(t, err, game.AlreadyDone)
}

func TestButtonsOfAnOldBoard(t *testing.T) {
	tb := newTable(nil)
	g := tb.match(t, "c")
	onFirst := func(p game.Person) game.Act {
		act := at(p, "c")
		act.Board = g.BoardKey()
		return act
	}
	_, err := tb.MoveExact(t.Context(), onFirst(alice), g.ID, move(t, "h2e2"))
	must(t, err)
	_, err = tb.MoveExact(t.Context(), onFirst(bob), g.ID, move(t, "h9g7"))
	refused(t, err, game.Outdated)
	_, err = tb.MoveExact(t.Context(), at(bob, "c"), g.ID, move(t, "h9g7"))
	refused(t, err, game.Outdated)
	_, err = tb.MoveExact(t.Context(), onFirst(eve), g.ID, move(t, "h9g7"))
	refused(t, err, game.NotYourGame)
}

func TestTwoPressAtOnce(t *testing.T) {
	tb := newTable(nil)
	g := tb.match(t, "c")
	var wg sync.WaitGroup
	results := make(chan error, 100)
	for range 50 {
		wg.Go(func() {
			act := at(alice, "c")
			act.Board = g.BoardKey()
			_, err := tb.MoveExact(t.Context(), act, g.ID, move(t, "h2e2"))
			results <- err
		})
		wg.Go(func() {
			_, err := tb.Resign(t.Context(), at(bob, "c"), g.ID)
			results <- err
		})
	}
	wg.Wait()
	close(results)
	succeeded := 0
	for err := range results {
		if err == nil {
			succeeded++
		} else if !errors.Is(err, &game.Refusal{Code: game.GameOver}) && !errors.Is(err, &game.Refusal{Code: game.Outdated}) {
			t.Errorf("unexpected %v", err)
		}
	}
	after, err := tb.Game(t.Context(), g.ID)
	must(t, err)
	if after.State != game.Finished || succeeded != after.Revision-g.Revision {
		t.Errorf("%v, %d acts succeeded, %d events", after.State, succeeded, after.Revision-g.Revision)
	}
}

func TestFind(t *testing.T) {
	tb := newTable(nil)
	ctx := t.Context()
	_, err := tb.Find(ctx, at(alice, "c1"), 0)
	refused(t, err, game.NoGame)

	one := tb.match(t, "c1")
	got, err := tb.Find(ctx, at(alice, "elsewhere"), 0)
	must(t, err)
	if got.ID != one.ID {
		t.Errorf("the only game was not found from elsewhere")
	}

	two := tb.match(t, "c2")
	got, err = tb.Find(ctx, at(alice, "c2"), 0)
	must(t, err)
	if got.ID != two.ID {
		t.Errorf("in channel c2 found game %d", got.ID)
	}
	_, err = tb.Find(ctx, at(alice, "elsewhere"), 0)
	many := (*game.Refusal)(nil)
	if !errors.As(err, &many) || many.Code != game.ManyGames || len(many.Games) != 2 {
		t.Fatalf("from elsewhere: %v", err)
	}
	got, err = tb.Find(ctx, at(alice, "elsewhere"), one.ID)
	must(t, err)
	if got.ID != one.ID {
		t.Errorf("by number found game %d", got.ID)
	}
	_, err = tb.Find(ctx, at(eve, "c1"), one.ID)
	refused(t, err, game.NotYourGame)

	// Two in one channel: the one in which it is his turn.
	three := tb.match(t, "c2")
	_, err = tb.Find(ctx, at(alice, "c2"), 0)
	refused(t, err, game.ManyGames)
	_, err = tb.Move(ctx, at(alice, "c2"), two.ID, "h2e2")
	must(t, err)
	got, err = tb.Find(ctx, at(alice, "c2"), 0)
	must(t, err)
	if got.ID != three.ID {
		t.Errorf("found game %d, want %d where she is to move", got.ID, three.ID)
	}
}

// Who plays nothing is told of the challenges that wait, whoever they wait for.
func TestFindTellsOfChallenges(t *testing.T) {
	tb := newTable(nil)
	ctx := t.Context()
	g, err := tb.Challenge(ctx, at(alice, "c1"), game.ChallengeSpec{Opponent: bob})
	must(t, err)
	for _, p := range []game.Person{alice, bob, eve} {
		_, err := tb.Find(ctx, at(p, "c1"), 0)
		refused(t, err, game.NoGame)
		refusal := (*game.Refusal)(nil)
		errors.As(err, &refusal)
		if told := len(refusal.Games) == 1 && refusal.Games[0].ID == g.ID; told != (p != eve) || len(refusal.Games) > 1 {
			t.Errorf("%s is told of %v", p, refusal.Games)
		}
	}
	_, err = tb.Decline(ctx, at(bob, "c1"), g.ID)
	must(t, err)
	_, err = tb.Find(ctx, at(bob, "c1"), 0)
	refusal := (*game.Refusal)(nil)
	if !errors.As(err, &refusal) || len(refusal.Games) != 0 {
		t.Errorf("after it was declined: %v", err)
	}
}

func TestLook(t *testing.T) {
	tb := newTable(nil)
	ctx := t.Context()
	_, err := tb.Look(ctx, at(eve, "c1"), 0)
	refused(t, err, game.NoGame)
	g := tb.match(t, "c1")
	got, err := tb.Look(ctx, at(eve, "c1"), 0)
	must(t, err)
	if got.ID != g.ID {
		t.Errorf("a watcher sees game %d", got.ID)
	}
	_, err = tb.Resign(ctx, at(alice, "c1"), g.ID)
	must(t, err)
	if got, err = tb.Look(ctx, at(eve, "c1"), 0); err != nil || got.State != game.Finished {
		t.Errorf("the finished game is not shown: %v", err)
	}
	_, err = tb.Look(ctx, at(eve, "c1"), 42)
	refused(t, err, game.NoSuchGame)
}

func TestGamesPutsFirstWhatWaits(t *testing.T) {
	tb := newTable(nil)
	hers := tb.match(t, "c1")
	his := tb.match(t, "c2")
	_, err := tb.Move(t.Context(), at(alice, "c2"), his.ID, "h2e2")
	must(t, err)
	for p, want := range map[game.Person]game.ID{alice: hers.ID, bob: his.ID} {
		games, err := tb.Games(t.Context(), p)
		must(t, err)
		if len(games) != 2 || games[0].ID != want {
			t.Errorf("%s: game %d first, want %d", p, games[0].ID, want)
		}
	}
}

func TestPlayedListsWhatHasABoard(t *testing.T) {
	tb := newTable(nil)
	running, over := tb.match(t, "c"), tb.match(t, "c")
	_, err := tb.Resign(t.Context(), at(alice, "c"), over.ID)
	must(t, err)
	_, err = tb.Challenge(t.Context(), at(bob, "c"), game.ChallengeSpec{Opponent: alice})
	must(t, err)
	games, err := tb.Played(t.Context(), alice)
	must(t, err)
	if len(games) != 2 || games[0].ID != over.ID || games[1].ID != running.ID {
		t.Errorf("listed %v", games)
	}
}

// The bot thinks by the rules of the very game.
func TestTheBotThinksByTheCodeOfTheGame(t *testing.T) {
	var codes []rules.Code
	tb := newTable(byCode(func(code rules.Code) { codes = append(codes, code) }))
	begin := func() {
		_, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantBlack})
		must(t, err)
	}
	begin()
	must(t, tb.saveServer(t.Context(), at(alice, "c"), game.Server{Rules: "simple"}))
	begin()
	tb.think(t)
	if !slices.Equal(codes, []rules.Code{rules.Asian(), rules.Simple()}) {
		t.Errorf("it thought by %v", codes)
	}
}

func TestNobodyIsFlooded(t *testing.T) {
	tb := newTable(nil)
	_, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob})
	must(t, err)
	_, err = tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob, Rated: true})
	refused(t, err, game.AlreadyChallenged)
	_, err = tb.Challenge(t.Context(), at(alice, "another channel"), game.ChallengeSpec{Opponent: bob})
	refused(t, err, game.AlreadyChallenged)
	for range 49 {
		_, err = tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 1})
		must(t, err)
	}
	_, err = tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 1})
	refused(t, err, game.TooManyGames)

	// What others want of him does not keep anybody from playing.
	for i := range 120 {
		stranger := at(game.Person(fmt.Sprint("stranger ", i)), "c")
		_, err = tb.Challenge(t.Context(), stranger, game.ChallengeSpec{Opponent: eve})
		must(t, err)
	}
	_, err = tb.Challenge(t.Context(), at(eve, "c"), game.ChallengeSpec{Level: 1})
	must(t, err)
}

// think does the thoughts that are owed, twice each, as a crash might.
func (tb *table) think(t *testing.T) {
	t.Helper()
	for _, owed := range tb.store.jobs {
		if job, ok := owed.Job.(game.Think); ok {
			must(t, tb.Think(t.Context(), job))
			must(t, tb.Think(t.Context(), job))
		}
	}
}

func TestTheBotBeginsAsRedAndMovesOnce(t *testing.T) {
	tb := newTable(first(0))
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantBlack})
	must(t, err)
	tb.think(t)
	g, err = tb.Game(t.Context(), g.ID)
	must(t, err)
	if g.Ply() != 1 || g.Last.Kind != game.Moved || g.Last.By != board.Red {
		t.Fatalf("ply %d, last %+v", g.Ply(), g.Last)
	}
	// It is told at once; the challenge has 15 seconds for its answer.
	last := tb.store.jobs[len(tb.store.jobs)-1]
	if last.Job != (game.Announce{Game: g.ID, Revision: 2}) || !last.At.Equal(start) {
		t.Errorf("owed %+v", last)
	}
}

func TestAThoughtForAPositionThatIsGone(t *testing.T) {
	var tb *table
	var g *game.Game
	tb = newTable(thinker(func(rec *board.Record) (engine.Choice, error) {
		// While the bot thinks, Alice takes back and plays another move: again one ply, another position.
		_, err := tb.AskTakeback(t.Context(), at(alice, "c"), g.ID)
		must(t, err)
		_, err = tb.Move(t.Context(), at(alice, "c"), g.ID, "b2e2")
		must(t, err)
		return engine.Choice{Move: move(t, "h9g7")}, nil
	}))
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantRed})
	must(t, err)
	_, err = tb.Move(t.Context(), at(alice, "c"), g.ID, "h2e2")
	must(t, err)
	must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: 1}))
	g, err = tb.Game(t.Context(), g.ID)
	must(t, err)
	if g.Ply() != 1 || g.LastMove() != move(t, "b2e2") {
		t.Errorf("the answer to the move taken back was played: %v", g.Record.Moves)
	}
}

func TestAThoughtThatFailsIsTriedAgain(t *testing.T) {
	broken := errors.New("out of memory")
	tb := newTable(thinker(func(*board.Record) (engine.Choice, error) { return engine.Choice{}, broken }))
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantBlack})
	must(t, err)
	if err := tb.Think(t.Context(), game.Think{Game: g.ID}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	must(t, tb.Think(t.Context(), game.Think{Game: 99})) // a game that is gone is nothing to do
}

// shuffle moves both sides' rooks to and fro, n plies, so that no capture and no threefold repetition comes about.
func (tb *table) shuffle(t *testing.T, g *game.Game, n int) {
	t.Helper()
	_, err := tb.store.Update(t.Context(), "", g.ID, func(g *game.Game) error {
		for range n {
			p := g.Position()
			for _, m := range p.LegalMoves(nil) {
				if p.At(m.To()) != board.NoPiece || p.GivesCheck(m) {
					continue
				}
				trial := clone(g)
				must(t, trial.Record.Play(m))
				if rules.Judge(&trial.Record, rules.Asian()).Outcome == rules.Ongoing {
					play(t, g, m.String())
					break
				}
			}
		}
		return nil
	})
	must(t, err)
}

func TestTheBotAnswersADraw(t *testing.T) {
	for name, test := range map[string]struct {
		plies, score int
		drawn        bool
		left         int // plies afterwards
	}{
		"it is worse, its move":         {41, -30, true, 41},
		"it is better, its move":        {41, 30, false, 42},
		"too early":                     {11, -30, false, 12},
		"it is worse, Alice's move":     {40, 30, true, 40}, // the score is Alice's
		"it is better, Alice's move":    {40, -30, false, 40},
		"it is mated soon, Alice moves": {40, 9000, true, 40},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(first(test.score))
			g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantRed})
			must(t, err)
			tb.shuffle(t, g, test.plies)
			tb.store.jobs = nil
			g, err = tb.OfferDraw(t.Context(), at(alice, "c"), g.ID)
			must(t, err)
			tb.think(t)
			g, err = tb.Game(t.Context(), g.ID)
			must(t, err)
			if drawn := g.Outcome == rules.Draw && g.End == game.ByAgreement; drawn != test.drawn || g.Ply() != test.left {
				t.Errorf("drawn %v after %d plies, %+v", drawn, g.Ply(), g.Last)
			}
			if !test.drawn && (g.Last.Kind != game.DrawDeclined || g.DrawOffer.Pending) {
				t.Errorf("declined with %+v, offer %+v", g.Last, g.DrawOffer)
			}
		})
	}
}

func TestLapseJob(t *testing.T) {
	tb := newTable(nil)
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob})
	must(t, err)
	job := game.Lapse{Game: g.ID}
	if err := tb.Lapse(t.Context(), job); !errors.As(err, new(*game.NotYet)) {
		t.Fatalf("at once: %v", err)
	}
	tb.now = start.Add(24 * time.Hour)
	for range 2 {
		must(t, tb.Lapse(t.Context(), job))
	}
	g, err = tb.Game(t.Context(), g.ID)
	must(t, err)
	if g.State != game.Lapsed || g.Revision != 2 {
		t.Errorf("%v, revision %d", g.State, g.Revision)
	}
	must(t, tb.Lapse(t.Context(), game.Lapse{Game: 99}))
}

func TestAnsweredChallengeLapsesNoMore(t *testing.T) {
	tb := newTable(nil)
	g := tb.match(t, "c")
	for _, owed := range tb.store.jobs {
		if owed.Job == (game.Lapse{Game: g.ID}) {
			t.Errorf("accepted, and still owed: %+v", owed)
		}
	}
}

func TestNothingIsToldTwiceAndNothingForgotten(t *testing.T) {
	tb := newTable(first(0))
	ctx := t.Context()
	g, err := tb.Challenge(ctx, at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantRed})
	must(t, err)
	must(t, tb.Shown(ctx, g.ID, g.Channel, g.Revision, "message 1"))
	untold(t, tb, g.ID, 1, false)

	g, err = tb.Move(ctx, at(alice, "c"), g.ID, "h2e2") // revision 2: its answer is on its way
	must(t, err)
	must(t, tb.Think(ctx, game.Think{Game: g.ID, Ply: 1})) // revision 3: the bot was quicker
	if _, err := tb.Untold(ctx, game.Announce{Game: g.ID, Revision: 3}); !errors.As(err, new(*game.NotYet)) {
		t.Fatalf("the bot's move overtakes Alice's: %v", err)
	}
	must(t, tb.Shown(ctx, g.ID, g.Channel, 2, "message 2"))
	untold(t, tb, g.ID, 3, true)
	must(t, tb.Shown(ctx, g.ID, g.Channel, 3, "message 3"))
	untold(t, tb, g.ID, 3, false)
	must(t, tb.Shown(ctx, g.ID, g.Channel, 2, "message 2")) // late news changes nothing
	g, err = tb.Game(ctx, g.ID)
	must(t, err)
	if g.Told != 3 || g.Message != "message 3" {
		t.Errorf("told %d on %q", g.Told, g.Message)
	}
	for _, owed := range tb.store.jobs {
		if _, ok := owed.Job.(game.Announce); ok {
			t.Errorf("still owed: %+v", owed)
		}
	}
}

// A crash cuts off the answer to a move after the bot has replied. Both announcements run, in either order: the channel
// is told once, of the bot's move.
func TestTheNetBelowALostAnswer(t *testing.T) {
	for name, order := range map[string][]int{"in order": {2, 3}, "the other way round": {3, 2, 3}} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(first(0))
			ctx := t.Context()
			g := unanswered(t, tb)
			posted := 0
			for _, revision := range order {
				g, err := tb.Untold(ctx, game.Announce{Game: g.ID, Revision: revision})
				if errors.As(err, new(*game.NotYet)) {
					continue
				}
				must(t, err)
				if g != nil {
					posted++
					must(t, tb.Shown(ctx, g.ID, g.Channel, g.Revision, "message"))
				}
			}
			if posted != 1 {
				t.Errorf("the channel was told %d times", posted)
			}
		})
	}
}

// An answer was lost, and then the clock of the machine was set back by an hour: the bot's move does not wait for that hour to come again.
func TestTheNetWhenTheClockGoesBack(t *testing.T) {
	tb := newTable(first(0))
	g := unanswered(t, tb)
	tb.now = start.Add(-time.Hour)
	untold(t, tb, g.ID, 3, true)
}

// unanswered is a game in which Alice has moved and the bot has replied, and the answer to her move has not arrived.
func unanswered(t *testing.T, tb *table) *game.Game {
	t.Helper()
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, Wish: game.WantRed})
	must(t, err)
	must(t, tb.Shown(t.Context(), g.ID, g.Channel, 1, "message 1"))
	_, err = tb.Move(t.Context(), at(alice, "c"), g.ID, "h2e2")
	must(t, err)
	must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: 1}))
	return g
}

// untold checks whether there is something to tell of a revision.
func untold(t *testing.T, tb *table, id game.ID, revision int, want bool) {
	t.Helper()
	g, err := tb.Untold(t.Context(), game.Announce{Game: id, Revision: revision})
	must(t, err)
	if (g != nil) != want {
		t.Errorf("revision %d: something to tell: %v, want %v", revision, g != nil, want)
	}
}

func TestPlayerAndSettings(t *testing.T) {
	tb := newTable(nil)
	ctx := t.Context()
	p, err := tb.Player(ctx, eve)
	must(t, err)
	if p != game.Newcomer(eve) {
		t.Errorf("a newcomer is %+v", p)
	}
	want := game.Settings{Locale: "vi", Notation: "iccs", Orientation: game.RedDown}
	_, err = tb.ChangeSettings(ctx, at(alice, "c"), func(s *game.Settings) error { *s = want; return nil })
	must(t, err)
	if got, err := tb.Settings(ctx, alice); err != nil || !cmp.Equal(got, want) {
		t.Errorf("settings %+v, %v", got, err)
	}
}

func TestOnce(t *testing.T) {
	tb := newTable(nil)
	sorry := errors.New("sorry")
	if err := tb.Once(t.Context(), "welcome", func() error { return sorry }); !errors.Is(err, sorry) {
		t.Errorf("got %v, want the function's own error", err)
	}
	must(t, tb.Once(t.Context(), "welcome", func() error { return nil })) // it was not done yet
	err := tb.Once(t.Context(), "welcome", func() error { t.Error("done twice"); return nil })
	refused(t, err, game.AlreadyDone)
}
