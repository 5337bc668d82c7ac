package game_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/vote"
	"xiangqibot/store/storetest"
)

// inServer is an act in a channel on some ground.
func inServer(p game.Person, ground game.ThreadSupport) game.Act {
	act := at(p, "channel")
	act.ThreadSupport = ground
	return act
}

// queued reports whether a job is queued, and from when.
func (tb *table) queued(job game.Job) (at time.Time, ok bool) {
	for _, q := range tb.store.Jobs {
		if q.Job == job && (!ok || q.At.Before(at)) {
			at, ok = q.At, true
		}
	}
	return at, ok
}

func TestPlaceOfAGame(t *testing.T) {
	for name, test := range map[string]struct {
		server game.Place
		usual  game.Place
		ground game.ThreadSupport
		wanted bool
		why    game.PlaceReason
	}{
		"a thread is the custom":                {"", "", game.ThreadSupportAllowed, true, ""},
		"the house says channel":                {"", game.InChannel, game.ThreadSupportAllowed, false, ""},
		"the server says thread":                {game.InThread, game.InChannel, game.ThreadSupportAllowed, true, ""},
		"the server says channel":               {game.InChannel, "", game.ThreadSupportAllowed, false, ""},
		"nobody expects one then":               {game.InChannel, "", game.ThreadSupportForbidden, false, ""},
		"the bot may not":                       {"", "", game.ThreadSupportForbidden, false, game.ReasonThreadForbidden},
		"in a thread":                           {"", "", game.ThreadSupportNested, false, game.ReasonNestedThread},
		"in direct messages":                    {"", "", game.ThreadSupportDirect, false, game.ReasonDirect},
		"where nobody knows what channel it is": {"", "", game.ThreadSupportUnknown, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, first(0))
			tb.Services = gametest.New(storetest.Stores(tb.store.DB), first(0), game.Options{Clock: func() time.Time { return tb.now }, Place: test.usual})
			must(t, tb.saveServer(t.Context(), at(alice, "channel"), guild.Settings{Place: test.server, Cooldown: guild.Disabled}))
			for _, again := range []bool{false, true} {
				g := ok(tb.Challenge(t.Context(), inServer(alice, test.ground), game.ChallengeSpec{Level: 1}))(t)
				why := test.why
				if again {
					why = "" // it is explained once in a channel
				}
				if g.AwaitsThread() != test.wanted || g.Board.Why != why || g.Channel != "channel" {
					t.Errorf("waits for a thread: %v, why %q, lives in %s; want %v, %q", g.AwaitsThread(), g.Board.Why, g.Channel, test.wanted, why)
				}
			}
		})
	}
}

// It is the channel that plays a vote game.
func TestAVoteGameStaysInItsChannel(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.votes().Start(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.VoteSpec{Level: 1, Terms: vote.Terms{Window: time.Hour}}))(t)
	if !reflect.DeepEqual(g.Board, game.Board{}) {
		t.Errorf("it is to live so: %+v", g.Board)
	}
}

// A challenge has no thread; who accepts it by its button says on which message the thread is to hang.
func TestStarterIsTheChallenge(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Opponent: bob}))(t)
	if g.AwaitsThread() {
		t.Error("a challenge waits for a thread")
	}
	act := inServer(bob, game.ThreadSupportAllowed)
	act.Message = "message"
	g = ok(tb.Accept(t.Context(), act, g.ID))(t)
	if !g.AwaitsThread() || g.Board.Starter != "message" {
		t.Errorf("waits for a thread: %v, which is to hang on %q", g.AwaitsThread(), g.Board.Starter)
	}
}

func TestThreadIsArchivedAfterTheGame(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
	must(t, tb.boards.ThreadOpened(t.Context(), game.Announce{Game: g.ID, Revision: 1}, "thread", false))
	archive := game.Archive{Game: g.ID}
	if _, queued := tb.queued(archive); queued {
		t.Error("the thread of a game that goes on is to be put away")
	}
	ok(tb.Decide(t.Context(), at(alice, "thread"), g.ID, game.Resign))(t)
	if when, queued := tb.queued(archive); !queued || !when.Equal(tb.now.Add(game.ArchiveAfter)) {
		t.Errorf("queued %v, at %v", queued, when)
	}
	_, err := tb.boards.ToArchive(t.Context(), archive)
	notYet(t, err, game.ArchiveAfter)
	tb.now = tb.now.Add(game.ArchiveAfter)
	if g, err := tb.boards.ToArchive(t.Context(), archive); err != nil || g == nil {
		t.Errorf("Archivable = %v, %v", g, err)
	}
	// A rematch goes on there, and it is not explained why it has no thread of its own. The thread is put away after
	// the last game.
	again := ok(tb.Rematch(t.Context(), game.Act{Actor: alice, Guild: "g", Channel: "thread", ThreadSupport: game.ThreadSupportNested}, g.ID))(t)
	if again.Channel != "thread" || again.Home != "channel" || !reflect.DeepEqual(again.Board, game.Board{}) {
		t.Errorf("the rematch lives in %s, from %q, %+v", again.Channel, again.Home, again.Board)
	}
	if g, err := tb.boards.ToArchive(t.Context(), archive); err != nil || g != nil {
		t.Errorf("while a rematch is played there: Archivable = %v, %v", g, err)
	}
	ok(tb.Decide(t.Context(), at(alice, "thread"), again.ID, game.Resign))(t)
	tb.now = tb.now.Add(game.ArchiveAfter)
	if g, err := tb.boards.ToArchive(t.Context(), archive); err != nil || g != nil {
		t.Errorf("after a rematch: Archivable = %v, %v", g, err)
	}
	archive.Game = again.ID
	if g, err := tb.boards.ToArchive(t.Context(), archive); err != nil || g == nil {
		t.Errorf("after the rematch: Archivable = %v, %v", g, err)
	}
	// Another game goes on there.
	ok(tb.Challenge(t.Context(), at(alice, "thread"), game.ChallengeSpec{Level: 1}))(t)
	if g, err := tb.boards.ToArchive(t.Context(), archive); err != nil || g != nil {
		t.Errorf("while another game is played there: Archivable = %v, %v", g, err)
	}
}

// Whatever happens to threads and channels, and in whatever order jobs are done: in the end the game has told where it
// lives how it stands, and no news waits endlessly.
func TestGamesAreAnnouncedWhereTheyArePlayed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tb := newTable(t, first(0))
		defer tb.close(r)
		g := ok(tb.Challenge(t.Context(), inServer(alice, game.ThreadSupportAllowed), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}))(t)
		must(t, tb.boards.BoardPosted(t.Context(), g.ID, g.Channel, g.Revision, ""))
		ok(tb.Accept(t.Context(), inServer(bob, game.ThreadSupportAllowed), g.ID))(t)
		now := func() *game.Game {
			g := ok(tb.Game(t.Context(), g.ID))(t)
			return g
		}
		shownIn := "" // the channel of the last announcement
		announce := func(job game.Announce) {
			due := ok(tb.boards.ToAnnounce(t.Context(), job, 0))(t)
			if due != nil && due.AwaitsThread() {
				must(t, tb.boards.StarterPosted(t.Context(), g.ID, "message"))
				must(t, tb.boards.ThreadOpened(t.Context(), job, "thread", false))
				due = ok(tb.boards.ToAnnounce(t.Context(), job, 0))(t)
			}
			if due != nil {
				shownIn = due.Channel
				if due.Board.Gone {
					must(t, tb.boards.AnnouncedDirectly(t.Context(), g.ID, due.Revision))
				} else {
					must(t, tb.boards.BoardPosted(t.Context(), g.ID, due.Channel, due.Revision, "board"))
				}
			}
		}
		work := func() bool { // does the first announcement that is due
			i := slices.IndexFunc(tb.store.Jobs, func(o game.QueuedJob) bool {
				_, is := o.Job.(game.Announce)
				return is && !o.At.After(tb.now)
			})
			if i < 0 {
				return false
			}
			job := tb.store.Jobs[i].Job.(game.Announce)
			tb.store.Jobs = slices.Delete(tb.store.Jobs, i, i+1)
			announce(job)
			return true
		}
		for range rapid.IntRange(0, 12).Draw(r, "events") {
			switch rapid.SampledFrom([]string{"answer", "work", "move", "later", "vanish", "evict"}).Draw(r, "event") {
			case "answer":
				must(t, tb.boards.StartPosted(t.Context(), g.ID, "message"))
			case "work":
				work()
			case "move":
				p, channel := now().Seats[now().Turn()].Person, now().Channel
				pos := now().Position()
				moved := ok(tb.Move(t.Context(), at(p, channel), g.ID, pos.LegalMoves(nil)[0].String()))(t)
				if !moved.Board.Gone && rapid.Bool().Draw(r, "the answer arrives") {
					shownIn = channel
					must(t, tb.boards.BoardPosted(t.Context(), g.ID, channel, moved.Revision, "answer"))
				}
			case "later":
				tb.now = tb.now.Add(time.Minute)
			case "vanish":
				must(t, tb.boards.ChannelDeleted(t.Context(), rapid.SampledFrom([]string{"channel", "thread"}).Draw(r, "which")))
			case "evict":
				must(t, tb.boards.LeaveChannel(t.Context(), g.ID, rapid.SampledFrom([]string{"channel", "thread"}).Draw(r, "which"),
					rapid.SampledFrom([]game.PlaceReason{game.ReasonChannelGone, game.ReasonChannelForbidden}).Draw(r, "why")))
			}
			if g := now(); g.Home != "" && (g.Board.ThreadWanted || g.Channel != "thread") || g.Board.Gone && (g.Home != "" || g.Board.ThreadWanted) {
				r.Fatalf("it lives in %s, from %q, %+v", g.Channel, g.Home, g.Board)
			}
		}
		tb.now = tb.now.Add(time.Minute)
		for n := 0; work(); n++ {
			if n > 100 {
				r.Fatal("the announcements do not end")
			}
		}
		if g := now(); g.Board.Announced != g.Revision || g.AwaitsThread() || shownIn != g.Channel || g.Board.Why != "" {
			r.Fatalf("shown in %s, %d of %d; it lives in %s, %+v", shownIn, g.Board.Announced, g.Revision, g.Channel, g.Board)
		}
	})
}

// In a thread that is a game's own no other game begins: it begins in the channel beside. A thread that people made is
// as good a place as any.
func TestNoOtherGameInAGamesThread(t *testing.T) {
	tb := newTable(t, first(0))
	first := ok(tb.Challenge(t.Context(), game.Act{Actor: alice, Guild: "g", Channel: "channel", ThreadSupport: game.ThreadSupportAllowed}, game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
	must(t, tb.boards.ThreadOpened(t.Context(), game.Announce{Game: first.ID, Revision: first.Revision}, "thread", false))
	for _, test := range []struct{ thread, channel string }{{"thread", "channel"}, {"another thread", "another thread"}} {
		act := game.Act{Actor: bob, Guild: "g", Channel: test.thread, Parent: "channel", ThreadSupport: game.ThreadSupportNested}
		g := ok(tb.Challenge(t.Context(), act, game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
		if g.Channel != test.channel || g.Board.ThreadWanted != (test.channel == "channel") {
			t.Errorf("asked for in %q the game is in %q, %+v", test.thread, g.Channel, g.Board)
		}
		v := ok(tb.votes().Start(t.Context(), act, game.VoteSpec{Terms: vote.Terms{Window: time.Hour}, Level: 1}))(t)
		if v.Channel != test.channel {
			t.Errorf("asked for in %q the vote game is in %q", test.thread, v.Channel)
		}
	}
}

// The message that asks is noted until the channel knows the answer; one that comes after the answer is of no use.
func TestQuestionMessage(t *testing.T) {
	tb := newTable(t, first(0))
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob}))(t)
	asked := game.MessageRef{Channel: "c", Message: "question"}
	must(t, tb.boards.QuestionPosted(t.Context(), g.ID, 1, asked))
	g = ok(tb.Accept(t.Context(), at(bob, "c"), g.ID))(t)
	if g.Board.Question != asked || g.Board.Announced != 1 {
		t.Fatalf("recorded %+v, announced %d", g.Board.Question, g.Board.Announced)
	}
	late := game.MessageRef{Channel: "c", Message: "late"}
	must(t, tb.boards.QuestionPosted(t.Context(), g.ID, 1, late))
	for _, message := range []game.MessageRef{asked, late} {
		job := game.Retire{Game: g.ID, Channel: message.Channel, Message: message.Message, Why: game.Answered}
		if _, queued := tb.queued(job); !queued {
			t.Errorf("the question %s keeps its buttons", message.Message)
		}
	}
	must(t, tb.boards.BoardPosted(t.Context(), g.ID, "c", g.Revision, "board"))
	if g, err := tb.Game(t.Context(), g.ID); err != nil || g.Board.Question != (game.MessageRef{}) || g.Board.Message != "board" {
		t.Errorf("still noted is %+v, the board is %q, %v", g.Board.Question, g.Board.Message, err)
	}
}

// A board may be posted and noted down only after its channel was deleted. It went with the channel: its people are
// still to be told directly.
func TestBoardPostedInADeletedChannel(t *testing.T) {
	tb := newTable(t, first(0))
	g := tb.match(t, "channel")
	must(t, tb.boards.ChannelDeleted(t.Context(), "channel"))
	must(t, tb.boards.BoardPosted(t.Context(), g.ID, "channel", g.Revision, "board"))
	after := ok(tb.Game(t.Context(), g.ID))(t)
	if after.Board.Announced >= after.Revision || after.Board.Message != "" || after.Board.Why != game.ReasonChannelGone {
		t.Errorf("announced %d of %d, board %q, reason %q: want the deletion still to be announced", after.Board.Announced, after.Revision, after.Board.Message, after.Board.Why)
	}
	if _, ok := tb.queued(game.Announce{Game: g.ID, Revision: g.Revision}); !ok {
		t.Error("the announcement is no longer queued")
	}
}

// A board that arrives in direct messages below a newer one is deleted, whichever of the two is recorded first.
func TestADirectMessageThatArrivesLate(t *testing.T) {
	for name, order := range map[string][2]game.DirectBoard{
		"the older is recorded first": {{game.MessageRef{Channel: "dm", Message: "100"}, 2}, {game.MessageRef{Channel: "dm", Message: "99"}, 3}},
		"the newer is recorded first": {{game.MessageRef{Channel: "dm", Message: "99"}, 3}, {game.MessageRef{Channel: "dm", Message: "100"}, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, first(0))
			g := ok(tb.Challenge(t.Context(), at(alice, "channel"), game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed}))(t)
			must(t, tb.boards.ChannelDeleted(t.Context(), "channel"))
			for _, sent := range order {
				must(t, tb.boards.DirectPosted(t.Context(), g.ID, alice, sent.Revision, sent.MessageRef))
			}
			if _, queued := tb.queued(game.Retire{Game: g.ID, Channel: "dm", Message: "100", Why: game.Late}); !queued {
				t.Error("the board of revision 2 stays below that of revision 3")
			}
			if _, queued := tb.queued(game.Retire{Game: g.ID, Channel: "dm", Message: "99", Why: game.Late}); queued {
				t.Error("the newest board is to be deleted")
			}
		})
	}
}
