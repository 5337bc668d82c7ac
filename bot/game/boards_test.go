package game_test

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/engine/board"
)

func TestEachRevisionIsAnnouncedOnce(t *testing.T) {
	tb := newTable(t, first(0))
	ctx := t.Context()
	g := ok(tb.Challenge(ctx, at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
	must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message 1"))
	checkAnnouncing(t, tb, g.ID, 1, false)

	g, err := tb.Move(ctx, at(alice, "c"), g.ID, "h2e2") // revision 2: its answer is on its way
	must(t, err)
	must(t, tb.Think(ctx, game.Think{Game: g.ID, Ply: 1})) // revision 3: the bot was quicker
	news := game.Announce{Game: g.ID, Revision: 3}
	if at, queued := tb.queued(news); !queued || at.Equal(tb.now) {
		t.Fatalf("the bot's move overtakes Alice's: queued %v, at %v", queued, at)
	}
	_, err = tb.boards.ToAnnounce(ctx, news, 0) // even if somebody tries
	notYet(t, err, game.AnswerTimeout)
	must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, 2, "message 2"))
	if at, queued := tb.queued(news); !queued || !at.Equal(tb.now) {
		t.Fatalf("Alice's move was announced, and the bot's is not queued at once: %v, at %v", queued, at)
	}
	checkAnnouncing(t, tb, g.ID, 3, true)
	must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, 3, "message 3"))
	checkAnnouncing(t, tb, g.ID, 3, false)
	must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, 2, "message 2")) // late news changes nothing
	g = ok(tb.Game(ctx, g.ID))(t)
	if g.Board.Announced != 3 || g.Board.Message != "message 3" {
		t.Errorf("announced %d on %q", g.Board.Announced, g.Board.Message)
	}
	for revision := range 4 {
		checkAnnouncing(t, tb, g.ID, revision, false)
	}
}

// A crash cuts off the answer to a move after the bot has replied. Both announcements run, in either order: the channel
// is due once, of the bot's move.
func TestAnnounceAfterALostAnswer(t *testing.T) {
	for name, order := range map[string][]int{"in order": {2, 3}, "the other way round": {3, 2, 3}} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, first(0))
			ctx := t.Context()
			g := unanswered(t, tb)
			posted := 0
			for _, revision := range order {
				g, err := tb.boards.ToAnnounce(ctx, game.Announce{Game: g.ID, Revision: revision}, 0)
				if errors.As(err, new(*game.NotYet)) {
					continue
				}
				must(t, err)
				if g != nil {
					posted++
					must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message"))
				}
			}
			if posted != 1 {
				t.Errorf("there were %d announcements", posted)
			}
		})
	}
}

// The process that was to answer a move is gone: the bot's move waits for nothing.
func TestAnnounceDoesNotWaitForAnEndedProcess(t *testing.T) {
	tb := newTable(t, first(0))
	g := unanswered(t, tb)
	news := game.Announce{Game: g.ID, Revision: 3}
	_, err := tb.boards.ToAnnounce(t.Context(), news, 1)
	notYet(t, err, game.AnswerTimeout) // of an older act
	due := ok(tb.boards.ToAnnounce(t.Context(), news, 2))(t)
	if due == nil {
		t.Error("there is nothing to tell")
	}
}

// Somebody moves before the thread of their game is open: the announcement of the beginning opens it even so.
func TestAMoveDoesNotDelayTheThread(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}))(t)
	g = ok(tb.Accept(t.Context(), inServer(bob, game.ThreadSupportAllowed), g.ID))(t)
	must(t, tb.boards.StartPosted(t.Context(), g.ID, "message"))
	ok(tb.Move(t.Context(), at(alice, g.Channel), g.ID, "h2e2"))(t)
	checkAnnouncing(t, tb, g.ID, g.Revision, true)
}

// The bot moved before the answer to a person could be posted, which is therefore given up: the bot's move comes at
// once, by a new board in the place of the old one.
func TestAnswerAbandoned(t *testing.T) {
	tb := newTable(t, first(0))
	g := unanswered(t, tb)
	must(t, tb.boards.AnswerAbandoned(t.Context(), g.ID, 2))
	news := game.Announce{Game: g.ID, Revision: 3}
	if at, queued := tb.queued(news); !queued || !at.Equal(tb.now) {
		t.Errorf("the bot's move is queued: %v, at %v", queued, at)
	}
	if _, queued := tb.queued(game.Retire{Game: g.ID, Channel: g.Channel, Message: "message 1", Why: game.Replaced}); !queued {
		t.Error("the old board stays")
	}
	due := ok(tb.boards.ToAnnounce(t.Context(), news, 0))(t)
	if due == nil || due.InPlace(game.BoardPerRound) {
		t.Errorf("it would be announced as a new board: %v", due != nil)
	}
}

// An answer was lost, and then the clock of the machine was set back by an hour: the bot's move does not wait for that
// hour to come again.
func TestAnnounceAfterTheClockWasSetBack(t *testing.T) {
	tb := newTable(t, first(0))
	g := unanswered(t, tb)
	tb.now = start.Add(-time.Hour)
	checkAnnouncing(t, tb, g.ID, 3, true)
}

// unanswered is a game in which Alice has moved and the bot has replied, and the answer to her move has not arrived.
func unanswered(t *testing.T, tb *table) *game.Game {
	t.Helper()
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
	must(t, tb.boards.BoardPosted(t.Context(), g.ID, g.Channel, 1, "message 1"))
	ok(tb.Move(t.Context(), at(alice, "c"), g.ID, "h2e2"))(t)
	must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: 1}))
	return g
}

// checkAnnouncing checks whether a revision is still to be announced.
func checkAnnouncing(t *testing.T, tb *table, id game.ID, revision int, want bool) {
	t.Helper()
	g := ok(tb.boards.ToAnnounce(t.Context(), game.Announce{Game: id, Revision: revision}, 0))(t)
	if (g != nil) != want {
		t.Errorf("revision %d: to be announced: %v, want %v", revision, g != nil, want)
	}
}

// Boards that a killed process posted and did not record are retired: those above the newest board at once, one below
// it After the time that an answer takes, unless it has been recorded by then. While there is something to be due, or
// something has happened since somebody looked, it is too early to tell which is the newest.
func TestUnrecordedBoardsAreRetired(t *testing.T) {
	tb := newTable(t, first(0))
	ctx := t.Context()
	g := ok(tb.Challenge(ctx, at(alice, "c"), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}))(t)
	g = ok(tb.Accept(ctx, at(bob, "c"), g.ID))(t)
	_, err := tb.boards.ToSweep(ctx, posted.Sweep{Game: g.ID})
	notYet(t, err, posted.SweepAfter)
	must(t, tb.boards.BoardPosted(ctx, g.ID, "c", g.Revision, "20"))
	seen := ok(tb.boards.ToSweep(ctx, posted.Sweep{Game: g.ID}))(t)

	must(t, tb.boards.Strays(ctx, seen, []string{"30", "20", "10"}))
	for message, want := range map[string]time.Duration{"10": 0, "30": game.AnswerTimeout} {
		due, queued := tb.queued(game.Retire{Game: g.ID, Channel: "c", Message: message, Why: game.Replaced})
		if after := due.Sub(tb.now); !queued || after != want {
			t.Errorf("message %s is retired: %v, after %v, want %v", message, queued, after, want)
		}
	}
	newest := game.Retire{Game: g.ID, Channel: "c", Message: "20", Why: game.Replaced}
	if _, queued := tb.queued(newest); queued {
		t.Error("the newest board is to be retired")
	}

	ok(tb.Move(ctx, at(alice, "c"), g.ID, "h2e2"))(t)
	notYet(t, tb.boards.Strays(ctx, seen, []string{"40"}), posted.SweepAfter)
	must(t, tb.boards.ChannelDeleted(ctx, "c"))
	if g, err := tb.boards.ToSweep(ctx, posted.Sweep{Game: g.ID}); err != nil || g != nil {
		t.Errorf("a channel that is gone is looked through: %v, %v", g, err)
	}
}

// A channel is left by all of its games, however many there are, and so is a channel whose threads have them.
func TestAllGamesLeaveADeletedChannel(t *testing.T) {
	tb := newTable(t, nil)
	for n := range 2 * 101 {
		_, err := tb.store.Games.Create(t.Context(), "", func(g *game.Game) error {
			must(t, game.OfferChallenge(g, at(alice, "channel"), game.ChallengeSpec{Opponent: bob}, game.Terms{}, start))
			if n%2 > 0 {
				g.Channel, g.Home = "thread "+strconv.Itoa(n), "channel"
			}
			return game.AcceptChallenge(g, bob, board.Red, start)
		})
		must(t, err)
	}
	must(t, tb.boards.ChannelDeleted(t.Context(), "channel"))
	games := ok(tb.store.Games.Games(t.Context(), game.Query{Person: alice, Open: true, All: true}))(t)
	for _, g := range games {
		if !g.Board.Gone {
			t.Errorf("game %d is still played in %q", g.ID, g.Channel)
		}
	}
	if len(games) != 2*101 {
		t.Errorf("%d games were looked at", len(games))
	}
}

// New times are shown on a board that is still on its way, once it has arrived.
func TestRedrawWaitsForTheBoard(t *testing.T) {
	tb := newTable(t, first(0))
	ctx := t.Context()
	g := ok(tb.Challenge(ctx, at(alice, "c"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
	must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message 1"))
	g = ok(tb.Move(ctx, at(alice, "c"), g.ID, "h2e2"))(t)
	job := game.Redraw{Game: g.ID, Revision: g.Revision}
	_, err := tb.boards.ToRedraw(ctx, job)
	notYet(t, err, time.Second)
	must(t, tb.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message 2"))
	if g, err := tb.boards.ToRedraw(ctx, job); err != nil || g == nil || g.Board.Message != "message 2" {
		t.Errorf("%+v, %v; want the board that has arrived", g, err)
	}
	must(t, tb.Think(ctx, game.Think{Game: job.Game, Ply: 1}))
	if g, err := tb.boards.ToRedraw(ctx, job); err != nil || g != nil {
		t.Errorf("%+v, %v; a newer board brings the times", g, err)
	}
	job.Revision++
	tb.now = tb.now.Add(time.Minute)
	if g, err := tb.boards.ToRedraw(ctx, job); err != nil || g != nil {
		t.Errorf("%+v, %v; want what is announced as late as this", g, err)
	}
}
