package game_test

import (
	"testing"

	"xiangqibot/bot/game"
)

// Two boards are posted one after the other, and noted in either order. The older one, or the one before, is retired,
// never the newest.
func TestOldBoardsAreRetired(t *testing.T) {
	type shown struct {
		revision int
		message  string
	}
	for name, test := range map[string]struct {
		noted   []shown
		board   string // the game's board at last
		retired map[string]game.RetireReason
		again   bool // the last event is to be announced again
	}{
		"in order":                      {[]shown{{2, "m2"}, {3, "m3"}}, "m3", map[string]game.RetireReason{"m1": game.Replaced, "m2": game.Replaced}, false},
		"noted the other way round":     {[]shown{{3, "m3"}, {2, "m2"}}, "m3", map[string]game.RetireReason{"m1": game.Replaced, "m2": game.Replaced}, false},
		"posted the other way round":    {[]shown{{3, "m2"}, {2, "m3"}}, "m2", map[string]game.RetireReason{"m1": game.Replaced, "m3": game.Late}, false},
		"the older one is not noted":    {[]shown{{3, "m3"}}, "m3", map[string]game.RetireReason{"m1": game.Replaced}, false},
		"the same board twice":          {[]shown{{2, "m2"}, {2, "m2b"}, {3, "m3"}}, "m3", map[string]game.RetireReason{"m1": game.Replaced, "m2": game.Repeated, "m2b": game.Replaced}, false},
		"in place, in order":            {[]shown{{2, "m1"}, {3, "m1"}}, "m1", nil, false},
		"in place, the other way round": {[]shown{{3, "m1"}, {2, "m1"}}, "m1", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, first(0))
			g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
			must(t, tb.boards.BoardPosted(t.Context(), g.ID, "c", 1, "m1"))
			ok(tb.Move(t.Context(), at(alice, "c"), g.ID, "h2e2"))(t)
			ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.Resign))(t)
			for _, n := range test.noted {
				must(t, tb.boards.BoardPosted(t.Context(), g.ID, "c", n.revision, n.message))
			}
			for _, message := range []string{"m1", "m2", "m2b", "m3"} {
				for _, why := range []game.RetireReason{game.Replaced, game.Repeated, game.Late} {
					_, queued := tb.queued(game.Retire{Game: g.ID, Channel: "c", Message: message, Why: why})
					if want := test.retired[message] == why; queued != want {
						t.Errorf("%s is retired as %s: %v, want %v", message, why, queued, want)
					}
				}
			}
			g = ok(tb.Game(t.Context(), g.ID))(t)
			at, again := tb.queued(game.Announce{Game: g.ID, Revision: g.Revision})
			if again = again && at.Equal(tb.now); g.Board.Message != test.board || again != test.again {
				t.Errorf("the board is %s; announced again: %v", g.Board.Message, again)
			}
		})
	}
}

// A board of a game that has moved into its thread meanwhile is an old one, wherever it stands.
func TestBoardOfThePreviousChannel(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
	must(t, tb.boards.ThreadOpened(t.Context(), game.Announce{Game: g.ID, Revision: 1}, "thread", false))
	must(t, tb.boards.BoardPosted(t.Context(), g.ID, "channel", 1, "early"))
	if _, queued := tb.queued(game.Retire{Game: g.ID, Channel: "channel", Message: "early", Why: game.Replaced}); !queued {
		t.Error("it keeps its controls")
	}
}

// What has become the board, asks for the answer, or tells that the game begins, is not retired.
func TestWhatIsNotRetired(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob}))(t)
	must(t, tb.boards.QuestionPosted(t.Context(), g.ID, 1, game.MessageRef{Channel: "c", Message: "question"}))
	retirable := func(message string) bool {
		g := ok(tb.boards.ToRetire(t.Context(), game.Retire{Game: g.ID, Channel: "c", Message: message, Why: game.Late}))(t)
		return g != nil
	}
	if retirable("question") || !retirable("board") {
		t.Error("the question that is open is retired")
	}
	ok(tb.Accept(t.Context(), at(bob, "c"), g.ID))(t)
	must(t, tb.boards.BoardPosted(t.Context(), g.ID, "c", 2, "board"))
	if !retirable("question") || retirable("board") {
		t.Error("the board is retired, or the question is not")
	}
	if g, err := tb.boards.ToRetire(t.Context(), game.Retire{Game: 77}); g != nil || err != nil {
		t.Errorf("of no game: %v, %v", g, err)
	}
}
