package game_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
)

const (
	alice game.Person = "1001"
	bob   game.Person = "1002"
	eve   game.Person = "1666" // never part of a game
)

// start is when the games of these tests begin.
const day = 24 * time.Hour

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// quickMate is a game of six plies that Black wins by mate.
var quickMate = []string{"i0i1", "b7e7", "g0e2", "e7e3", "i1e1", "h7h0"}

// offered is a challenge by Alice, who wants Red, to Bob.
func offered(t testing.TB, rated bool) *game.Game {
	t.Helper()
	g := &game.Game{ID: 7}
	act := game.Act{Actor: alice, Name: "Alice", Guild: "g", Channel: "c"}
	spec := game.ChallengeSpec{Opponent: bob, OpponentName: "Bob", ColorChoice: game.WantRed, Rated: rated}
	must(t, game.OfferChallenge(g, act, spec, game.Terms{Rules: "asian", Life: 24 * time.Hour}, start))
	return g
}

// active is the game that follows: Alice is Red, Bob Black.
func active(t testing.TB, rated bool) *game.Game {
	t.Helper()
	g := offered(t, rated)
	must(t, game.AcceptChallenge(g, bob, board.Red, start))
	return g
}

// againstBot is a game of Alice against level 3.
func againstBot(t testing.TB, wish game.ColorChoice, rated bool) *game.Game {
	t.Helper()
	g := &game.Game{ID: 8}
	must(t, game.OfferChallenge(g, game.Act{Actor: alice}, game.ChallengeSpec{Level: 3, ColorChoice: wish, Rated: rated}, game.Terms{}, start))
	return g
}

// play plays moves in turn, whoever's they are.
func play(t testing.TB, g *game.Game, moves ...string) {
	t.Helper()
	gametest.Play(t, g, start, moves...)
}

var must, refused, move = gametest.Must, gametest.Refused, gametest.Move

// acts is every act that a person can do to a game, by name.
func acts(t testing.TB) map[string]func(*game.Game, game.Person) error {
	return map[string]func(*game.Game, game.Person) error{
		"accept":           func(g *game.Game, p game.Person) error { return game.AcceptChallenge(g, p, board.Red, start) },
		"decline":          func(g *game.Game, p game.Person) error { return game.DeclineChallenge(g, p, start) },
		"cancel":           func(g *game.Game, p game.Person) error { return game.CancelChallenge(g, p, start) },
		"move":             func(g *game.Game, p game.Person) error { return game.Play(g, p, move(t, "h2e2"), start) },
		"resign":           func(g *game.Game, p game.Person) error { return game.Resign(g, p, start) },
		"offer draw":       func(g *game.Game, p game.Person) error { return game.OfferDraw(g, p, start) },
		"accept draw":      func(g *game.Game, p game.Person) error { return game.AcceptDraw(g, p, start) },
		"decline draw":     func(g *game.Game, p game.Person) error { return game.DeclineDraw(g, p, start) },
		"ask takeback":     func(g *game.Game, p game.Person) error { return game.AskTakeback(g, p, start) },
		"accept takeback":  func(g *game.Game, p game.Person) error { return game.AcceptTakeback(g, p, start) },
		"decline takeback": func(g *game.Game, p game.Person) error { return game.DeclineTakeback(g, p, start) },
	}
}

// Who may do what, in each state: the code of the refusal, or "" where the act succeeds.
func TestPermissions(t *testing.T) {
	const ok = game.Code("")
	type row struct{ alice, bob game.Code }
	states := []struct {
		name string
		make func(testing.TB) *game.Game
		want map[string]row
	}{
		{"offered", func(t testing.TB) *game.Game { return offered(t, false) }, map[string]row{
			"accept":           {game.OwnChallenge, ok},
			"decline":          {game.OwnChallenge, ok},
			"cancel":           {ok, game.NotYourChallenge},
			"move":             {game.NotStarted, game.NotStarted},
			"resign":           {game.NotStarted, game.NotStarted},
			"offer draw":       {game.NotStarted, game.NotStarted},
			"accept draw":      {game.NotStarted, game.NotStarted},
			"decline draw":     {game.NotStarted, game.NotStarted},
			"ask takeback":     {game.NotStarted, game.NotStarted},
			"accept takeback":  {game.NotStarted, game.NotStarted},
			"decline takeback": {game.NotStarted, game.NotStarted},
		}},
		{"active", func(t testing.TB) *game.Game { return active(t, false) }, map[string]row{
			"accept":           {game.OwnChallenge, game.AlreadyStarted},
			"decline":          {game.OwnChallenge, game.AlreadyStarted},
			"cancel":           {game.AlreadyStarted, game.NotYourChallenge},
			"move":             {ok, game.NotYourTurn},
			"resign":           {ok, ok},
			"offer draw":       {ok, ok},
			"accept draw":      {game.NoOffer, game.NoOffer},
			"decline draw":     {game.NoOffer, game.NoOffer},
			"ask takeback":     {game.NothingToTakeBack, game.NothingToTakeBack},
			"accept takeback":  {game.NoOffer, game.NoOffer},
			"decline takeback": {game.NoOffer, game.NoOffer},
		}},
		{"rated", func(t testing.TB) *game.Game { g := active(t, true); play(t, g, "h2e2", "h9g7"); return g }, map[string]row{
			"ask takeback": {game.TakebackRated, game.TakebackRated},
		}},
		{"draw offered by Alice", func(t testing.TB) *game.Game {
			g := active(t, false)
			must(t, game.OfferDraw(g, alice, start))
			return g
		}, map[string]row{
			"offer draw":   {game.AlreadyOffered, ok},
			"accept draw":  {game.NoOffer, ok},
			"decline draw": {ok, ok},
		}},
		{"takeback asked by Alice", func(t testing.TB) *game.Game {
			g := active(t, false)
			play(t, g, "b2e2", "h9g7")
			must(t, game.AskTakeback(g, alice, start))
			return g
		}, map[string]row{
			"ask takeback":     {game.AlreadyOffered, game.AnswerFirst},
			"accept takeback":  {game.NoOffer, ok},
			"decline takeback": {ok, ok},
		}},
		{"finished", func(t testing.TB) *game.Game { g := active(t, false); must(t, game.Resign(g, bob, start)); return g }, map[string]row{
			"accept":           {game.OwnChallenge, game.GameOver},
			"decline":          {game.OwnChallenge, game.GameOver},
			"cancel":           {game.GameOver, game.NotYourChallenge},
			"move":             {game.GameOver, game.GameOver},
			"resign":           {game.GameOver, game.GameOver},
			"offer draw":       {game.GameOver, game.GameOver},
			"accept draw":      {game.GameOver, game.GameOver},
			"decline draw":     {game.GameOver, game.GameOver},
			"ask takeback":     {game.GameOver, game.GameOver},
			"accept takeback":  {game.GameOver, game.GameOver},
			"decline takeback": {game.GameOver, game.GameOver},
		}},
		{"declined", func(t testing.TB) *game.Game {
			g := offered(t, false)
			must(t, game.DeclineChallenge(g, bob, start))
			return g
		}, map[string]row{
			"accept": {game.OwnChallenge, game.GameOver},
			"cancel": {game.GameOver, game.NotYourChallenge},
			"move":   {game.GameOver, game.GameOver},
		}},
	}
	for _, state := range states {
		for name, act := range acts(t) {
			check := func(p game.Person, want game.Code) {
				t.Run(state.name+"/"+name+"/"+string(p), func(t *testing.T) {
					g, untouched := state.make(t), state.make(t)
					err := act(g, p)
					if want == ok {
						must(t, err)
						if g.Revision != untouched.Revision+1 {
							t.Errorf("revision went from %d to %d", untouched.Revision, g.Revision)
						}
						return
					}
					refused(t, err, want)
					same(t, g, untouched)
				})
			}
			check(eve, game.NotYourGame)
			check("", game.NotYourGame)
			if want, listed := state.want[name]; listed {
				check(alice, want.alice)
				check(bob, want.bob)
			}
		}
	}
}

// same checks that two games are equal, the jobs they enqueue included.
func same(t testing.TB, got, want *game.Game) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(game.Outbox{}, game.Admissions{}), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b board.Position) bool { return a == b })); diff != "" {
		t.Fatalf("game differs (-want +got):\n%s", diff)
	}
}

func TestDrawOfferLapsesWhenTheOtherMoves(t *testing.T) {
	g := active(t, false)
	must(t, game.OfferDraw(g, alice, start))
	play(t, g, "h2e2") // her own move does not withdraw it
	if !g.Offers.Draw.Pending || g.Offers.Draw.By != board.Red {
		t.Fatalf("after her own move the offer is %+v", g.Offers.Draw)
	}
	play(t, g, "h9g7")
	if g.Offers.Draw.Pending {
		t.Fatal("Bob moved and the offer still stands")
	}
	refused(t, game.AcceptDraw(g, bob, start), game.NoOffer)
}

// Whoever offered on their own turn may offer again as soon as they have moved, as the refusal says; whoever offered
// while the other was to move has to wait for that move as well.
func TestDeclinedDrawWaitsForOneMoveOfItsSide(t *testing.T) {
	g := active(t, false)
	must(t, game.OfferDraw(g, alice, start))
	must(t, game.DeclineDraw(g, bob, start))
	refused(t, game.OfferDraw(g, alice, start), game.OfferedTooSoon)
	must(t, game.OfferDraw(g, bob, start)) // Bob may
	must(t, game.DeclineDraw(g, alice, start))
	play(t, g, "h2e2")
	must(t, game.OfferDraw(g, alice, start))
	must(t, game.DeclineDraw(g, bob, start))
	play(t, g, "h9g7")
	refused(t, game.OfferDraw(g, alice, start), game.OfferedTooSoon)
	play(t, g, "h0g2")
	must(t, game.OfferDraw(g, alice, start))
}

// A thought that fits the board no more changes nothing, not even the offer that it was to answer.
func TestBotsMoveForAnotherPosition(t *testing.T) {
	g := againstBot(t, game.WantRed, false)
	must(t, game.OfferDraw(g, alice, start))
	play(t, g, "a0a1")
	revision := g.Revision
	if err := gametest.BotPlays(g, move(t, "e0e5"), false, start); err == nil {
		t.Fatal("the bot moved Alice's king")
	}
	if !g.Offers.Draw.Pending || g.Revision != revision {
		t.Errorf("the offer is %+v, revision %d", g.Offers.Draw, g.Revision)
	}
}

func TestTakebackReturnsToTheTurnOfTheAsker(t *testing.T) {
	for name, test := range map[string]struct {
		by    game.Person
		left  int
		moves []string
	}{
		"answer came":       {alice, 0, []string{"h2e2", "h9g7"}},
		"answer not yet":    {alice, 0, []string{"h2e2"}},
		"Black asks":        {bob, 1, []string{"h2e2", "h9g7", "h0g2"}},
		"Black's move last": {bob, 1, []string{"h2e2", "h9g7"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := active(t, false)
			play(t, g, test.moves...)
			must(t, game.AskTakeback(g, test.by, start))
			other := alice
			if test.by == alice {
				other = bob
			}
			must(t, game.AcceptTakeback(g, other, start))
			if g.Ply() != test.left || len(g.MovedAt) != test.left || !g.IsTurnOf(test.by) || g.Offers.Takeback.Pending {
				t.Errorf("ply %d, %d times, turn of %v, request %+v", g.Ply(), len(g.MovedAt), g.Turn(), g.Offers.Takeback)
			}
		})
	}
	t.Run("Black has not moved", func(t *testing.T) {
		g := active(t, false)
		play(t, g, "h2e2")
		refused(t, game.AskTakeback(g, bob, start), game.NothingToTakeBack)
	})
	t.Run("a move answers the request", func(t *testing.T) {
		g := active(t, false)
		play(t, g, "h2e2")
		must(t, game.AskTakeback(g, alice, start))
		play(t, g, "h9g7")
		refused(t, game.AcceptTakeback(g, bob, start), game.NoOffer)
	})
}

func TestTheBotGrantsTakebacksAtOnce(t *testing.T) {
	g := againstBot(t, game.WantRed, false)
	play(t, g, "h2e2", "h9g7")
	must(t, game.AskTakeback(g, alice, start))
	if g.Ply() != 0 || g.Last.Kind != game.TakenBack || g.Last.Plies != 2 {
		t.Fatalf("ply %d, last %+v", g.Ply(), g.Last)
	}
	refused(t, game.AskTakeback(againstBot(t, game.WantRed, true), alice, start), game.TakebackRated)

	g = againstBot(t, game.WantBlack, false)
	play(t, g, "h2e2") // the bot's opening move is not hers to undo
	refused(t, game.AskTakeback(g, alice, start), game.NothingToTakeBack)
}

func TestColors(t *testing.T) {
	for name, test := range map[string]struct {
		wish game.ColorChoice
		coin board.Color
		want board.Color
	}{
		"red":          {game.WantRed, board.Black, board.Red},
		"black":        {game.WantBlack, board.Red, board.Black},
		"lot is red":   {game.RandomColor, board.Red, board.Red},
		"lot is black": {game.RandomColor, board.Black, board.Black},
	} {
		t.Run(name, func(t *testing.T) {
			g := &game.Game{ID: 1}
			must(t, game.OfferChallenge(g, game.Act{Actor: alice}, game.ChallengeSpec{Opponent: bob, ColorChoice: test.wish}, game.Terms{}, start))
			must(t, game.AcceptChallenge(g, bob, test.coin, start))
			if c, ok := g.SeatOf(alice); !ok || c != test.want {
				t.Errorf("Alice plays %v, %v", c, ok)
			}
			if c, ok := g.SeatOf(bob); !ok || c != test.want.Opponent() {
				t.Errorf("Bob plays %v, %v", c, ok)
			}
		})
	}
}

func ok[V any](value V, err error) func(gametest.T) V { return gametest.OK(value, err) }

// errOf returns the error of a call that should have been refused.
func errOf[V any](_ V, err error) error { return err }
