package bot

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// successor is a bot that begins where another process has ended.
func (tb *table) successor() *Bot {
	tb.t.Helper()
	for was := tb.service.Now(); !tb.service.Now().After(was); { // what was left behind is older than the bot
	}
	config := tb.config
	config.Metrics = nil // those of the bot before are registered
	b, err := New(config)
	must(tb.t, err)
	b.host.Self.Store(tb.bot.host.Self.Load())
	return b
}

// asked is a person's command as Discord knows it, and the act that it leads to.
func (tb *table) asked(who user) (act game.Act, answer *discord.Answer) {
	asked := tb.discord.acts(who, tb.channel, 2, commandData("slow", "", nil), nil)
	act = tb.act(who)
	act.Key, act.Token, act.Locale = asked.id, game.Secret(asked.token), who.locale
	i := &discordgo.Interaction{ID: asked.id, Token: asked.token, AppID: botID, Type: discordgo.InteractionApplicationCommand}
	return act, tb.bot.client.Answer(i, time.Now(), time.Hour)
}

// A process that is killed between a move and the note that its board arrived leaves a job. The board is not posted
// beside the answer.
func TestAnswerOfAKilledProcess(t *testing.T) {
	for _, test := range []struct {
		name     string
		reached  string // how far the answer came
		private  bool   // the deferred answer is private
		messages int    // that stand at last
	}{
		{"no answer", "", false, 1},
		{"deferred", "thinking", false, 1},
		{"deferred in private", "thinking", true, 2},
		{"the board arrived", "board", false, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable(t)
			tb.human()
			before := len(tb.discord.messages)
			act, answer := tb.asked(anna)
			if test.reached == "thinking" {
				must(t, answer.Defer(t.Context(), test.private))
			}
			g, err := tb.service.Move(t.Context(), act, 1, "h2e2")
			must(t, err)
			if test.reached == "board" {
				reply, err := tb.bot.publisher.News(t.Context(), g)
				must(t, err)
				_, err = answer.Send(t.Context(), reply.Message(), true)
				must(t, err)
			}
			b := tb.successor()
			for range 2 {
				must(t, b.publisher.Recovery.TakeOver(t.Context(), game.TakeOver{}))
				must(t, b.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: g.Revision}))
			}
			sent := tb.discord.messages[before:]
			if len(sent) != test.messages {
				t.Errorf("there are %d messages, want %d", len(sent), test.messages)
			}
			public := ""
			for _, m := range sent {
				tb.holds(m, m.For, "炮二平五")
				if m.Thinking {
					t.Errorf("message %s still says that somebody thinks", m.ID)
				}
				if m.For == "" {
					public = m.ID
				}
			}
			if g := tb.game(1); g.Board.Message != public || g.Board.Announced != g.Revision {
				t.Errorf("the board is message %s, announced %d of %d; want %s", g.Board.Message, g.Board.Announced, g.Revision, public)
			}
			tb.tidy()
			if ids := tb.discord.messages[before-1].controls(); len(ids) != 0 {
				t.Errorf("the old board still has the controls %v", ids)
			}
		})
	}
}

// moves is a move whose answer, with the board, arrived and was not recorded.
func (tb *table) moves(who user, move string) *game.Game {
	tb.t.Helper()
	act, answer := tb.asked(who)
	g, err := tb.service.Move(tb.t.Context(), act, 1, move)
	must(tb.t, err)
	reply, err := tb.bot.publisher.News(tb.t.Context(), g)
	must(tb.t, err)
	_, err = answer.Send(tb.t.Context(), reply.Message(), true)
	must(tb.t, err)
	return g
}

// The board of an answer that nobody could record gives way to the news of the next move, although that one was played
// before anything was announced, or while the channel was asked what it had seen: no old board keeps its controls.
func TestUnrecordedAnswerOfAKilledProcess(t *testing.T) {
	for _, meanwhile := range []bool{false, true} {
		tb := newTable(t)
		tb.human()
		tb.moves(anna, "h2e2")
		g := tb.moves(bao, "h9g7")
		b := tb.successor()
		var next *game.Game
		play := sync.OnceFunc(func() {
			var err error
			next, err = tb.service.Move(t.Context(), tb.act(anna), 1, "h0g2")
			must(t, err)
		})
		if meanwhile {
			tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
				if strings.HasSuffix(r.URL.Path, "/@original") {
					play()
				}
				return false
			})
		} else {
			play()
		}
		must(t, b.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: g.Revision}))
		must(t, b.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: next.Revision}))
		tb.tidy()
		var boards []string
		for _, m := range tb.discord.messages {
			if len(m.controls()) > 0 {
				boards = append(boards, m.ID)
			}
		}
		if g := tb.game(1); len(boards) != 1 || boards[0] != g.Board.Message || g.Board.Announced != g.Revision {
			t.Errorf("meanwhile %v: controls are on %v; the board is %s, announced %d of %d",
				meanwhile, boards, g.Board.Message, g.Board.Announced, g.Revision)
		}
	}
}

// A process was killed after it had posted an announcement and before it had recorded that, and the next move came
// before the announcement was made again. Its board is found in the channel and gives way; messages of other kinds stay
// as they are.
func TestUnrecordedAnnouncementOfAKilledProcess(t *testing.T) {
	tb := newTable(t)
	tb.human()
	g, err := tb.service.Move(t.Context(), tb.act(anna), 1, "h2e2")
	must(t, err)
	reply, err := tb.bot.publisher.News(t.Context(), g)
	must(t, err)
	stray, err := tb.bot.client.Post(t.Context(), tb.channel, reply.Message(), reply.Shows.Nonce())
	must(t, err)
	tb.command(anna, "challenge", "opponent", cuong)
	other := len(tb.discord.messages) - 1

	b := tb.successor()
	next, err := tb.service.Move(t.Context(), tb.act(bao), 1, "h9g7")
	must(t, err)
	for _, revision := range []int{g.Revision, next.Revision} {
		must(t, b.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: revision}))
	}
	must(t, b.publisher.Retirement.Sweep(t.Context(), posted.Sweep{Game: 1}))
	tb.tidy()
	newest := tb.game(1).Board.Message
	for i, m := range tb.discord.messages {
		if has, want := len(m.controls()) > 0, m.ID == newest || i == other; has != want {
			t.Errorf("message %s has controls: %v, want %v (unrecorded: %s)", m.ID, has, want, stray)
		}
	}
}

// Of a post nothing was heard, and before it was tried again the game went on. The board that stands there gives way.
func TestPostWithUnknownOutcome(t *testing.T) {
	tb := newTable(t)
	tb.human()
	play := func(who user, move string) game.Announce {
		_, err := tb.service.Move(t.Context(), tb.act(who), 1, move)
		must(t, err)
		return tb.news(1)
	}
	first := play(anna, "h2e2")
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		tb.discord.serve(httptest.NewRecorder(), r)
		refuseCall(w, 502, 0, "bad gateway")
		return true
	})
	if err := tb.bot.publisher.Announce(t.Context(), first); err == nil {
		t.Fatal("the announcement counts as made")
	}
	tb.breaks(nil)
	stray := tb.sees("", "炮二平五")
	next := play(bao, "h9g7")
	must(t, tb.bot.publisher.Announce(t.Context(), first))
	must(t, tb.bot.publisher.Announce(t.Context(), next))
	for _, job := range take[posted.Sweep](tb.ledger) {
		must(t, tb.bot.publisher.Retirement.Sweep(t.Context(), job))
	}
	tb.tidy()
	if ids := stray.controls(); len(ids) != 0 {
		t.Errorf("the board of which nothing was heard has the controls %v", ids)
	}
	if ids := tb.sees("", "H8+7").controls(); len(ids) == 0 {
		t.Error("the newest board has no controls")
	}
}

// The message that tells that a game begins is taken up as well: its thread hangs on it.
func TestUnrecordedStartOfAKilledProcess(t *testing.T) {
	for _, thinking := range []bool{false, true} {
		tb := threaded(t)
		act, answer := tb.asked(anna)
		act.ThreadSupport = game.ThreadSupportAllowed
		if thinking {
			must(t, answer.Defer(t.Context(), false))
		}
		g, err := tb.service.Challenge(t.Context(), act, game.ChallengeSpec{Level: 2, ColorChoice: game.WantRed})
		must(t, err)
		if !thinking {
			viewer, err := tb.bot.host.Viewers.Next(t.Context(), g)
			must(t, err)
			_, err = answer.Send(t.Context(), gameview.GameStarted(g, viewer, "").Message(), true)
			must(t, err)
		}
		must(t, tb.successor().publisher.Announce(t.Context(), game.Announce{Game: g.ID, Revision: g.Revision}))
		start := tb.sees("", "begins")
		if board := tb.sees("", "your move"); start.Thinking || board.Channel != start.ID || len(tb.discord.threads()) != 1 {
			t.Errorf("the board stands in %s, the thread hangs on %s; thinking: %v", board.Channel, start.ID, start.Thinking)
		}
		tb.quiet()
	}
}

// People who were told to wait for something that changes no game learn that it was cut off. Those who got an answer do
// not.
func TestInterruptedRequests(t *testing.T) {
	tb := newTable(t)
	act, answer := tb.asked(anna)
	must(t, answer.Defer(t.Context(), true))
	must(t, tb.config.Answerings.KeepAnswering(t.Context(), game.Answering{Interaction: act.Key, Token: act.Token, Channel: "1", Locale: "zh-CN", At: tb.service.Now()}))
	b := tb.successor()
	for range 2 {
		must(t, b.publisher.Recovery.TakeOver(t.Context(), game.TakeOver{}))
	}
	if m := tb.sees(anna.id, "重启"); m.Thinking {
		t.Error("the message still says that somebody thinks")
	}
	tb.quiet()

	act, answer = tb.asked(anna)
	must(t, answer.Defer(t.Context(), true))
	must(t, tb.config.Answerings.KeepAnswering(t.Context(), game.Answering{Interaction: act.Key, Token: act.Token, Channel: "1", At: tb.service.Now()}))
	_, err := answer.Send(t.Context(), view.Private("done").Message(), false)
	must(t, err)
	must(t, tb.config.Answerings.DropAnswering(t.Context(), act.Key))
	must(t, tb.successor().publisher.Recovery.TakeOver(t.Context(), game.TakeOver{}))
	tb.sees(anna.id, "done")
	tb.quiet()
}

// Of those who had their answers from a process before, only those of its last seconds are asked about.
func TestAnsweredPeopleCostNoCalls(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.command(anna, "move", "move", "h2e2")
	tb.ahead.Store(int64(time.Minute))
	tb.command(bao, "move", "move", "h9g7")
	b := tb.successor()
	tb.takeCalls()
	must(t, b.publisher.Recovery.TakeOver(t.Context(), game.TakeOver{}))
	if calls := tb.takeCalls(); calls != "look" {
		t.Errorf("Discord was asked: %s; want one look, at the answer to the second move", calls)
	}
}
