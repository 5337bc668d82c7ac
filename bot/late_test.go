package bot

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// places are where games are played and boards come in their own way.
var places = map[string]struct {
	guild, channel string
	boards         game.BoardPolicy
}{
	"a server":                          {"9", "1", game.KeepBoard},
	"a server that replaces old boards": {"9", "1", game.ReplaceBoard},
	"a server with one board":           {"9", "1", game.EditBoard},
	"direct messages":                   {"", bao.dm(), game.KeepBoard},
}

// goings are what may happen to a game of Bao's while its announcement is on the way.
var goings = map[string]func(tb *table){
	"a move": func(tb *table) { tb.command(bao, "move", "move", legal(tb.game(1))) },
	"the end": func(tb *table) {
		tb.pressID(bao, tb.discord.messages[0], view.Press{Act: view.PressResignYes, Topic: view.OfGame(1)}.ID())
	},
}

// overtaken tries a game in which the bot has moved. Each calls goOn at a moment when its announcement is on the way.
// The limits of the channel are known and wide.
func overtaken(t *testing.T, each func(t *testing.T, tb *table, job game.Announce, goOn func())) {
	for place, p := range places {
		for going, goOn := range goings {
			t.Run(place+", "+going, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					tb := newPunctualTable(t)
					tb.guild, tb.channel = p.guild, p.channel
					tb.chooseBoards(p.boards)
					job := tb.queued()
					tb.discord.limits = map[string]string{"X-RateLimit-Remaining": "50", "X-RateLimit-Reset-After": "60"}
					must(t, tb.bot.client.Edit(t.Context(), p.channel, tb.discord.messages[0].ID, discord.Message{Text: "第1号对局开始", KeepContent: true}))
					each(t, tb, job, func() { goOn(tb) })
					tb.onlyTheBoardIsLive()
				})
			})
		}
	}
}

// onlyTheBoardIsLive checks that the newest board of game 1 shows how it stands, and that no other message has
// controls.
func (tb *table) onlyTheBoardIsLive() {
	tb.t.Helper()
	for range 3 { // an announcement may be queued once more
		for _, job := range take[game.Announce](tb.ledger) {
			must(tb.t, tb.bot.publisher.Announce(tb.t.Context(), job))
		}
		tb.tidy()
	}
	g := tb.game(1)
	if g.Board.Announced != g.Revision || g.Board.Message == "" {
		tb.t.Errorf("announced %d of %d, the board is %q", g.Board.Announced, g.Revision, g.Board.Message)
	}
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	for i, m := range tb.discord.messages {
		if m.For != "" || m.Deleted {
			continue
		}
		if m.ID != g.Board.Message && len(m.controls()) > 0 {
			tb.t.Errorf("message %d, %q, is not the board and has %v", i, m.Content, m.controls())
		}
		if m.ID != g.Board.Message {
			continue
		}
		if over := strings.Contains(m.Content, "认输"); over != (g.State == game.Finished) {
			tb.t.Errorf("the board says %q of a game that is %v", m.Content, g.State)
		}
		for _, newer := range tb.discord.messages[i+1:] {
			if newer.For == "" && !newer.Deleted {
				tb.t.Errorf("below the board stands %q", newer.Content)
			}
		}
	}
}

// The game goes on while the announcement is drawn, or waits for a limit: it is then not sent.
func TestOutdatedNewsAreNotSent(t *testing.T) {
	overtaken(t, func(t *testing.T, tb *table, job game.Announce, goOn func()) {
		reply, err := tb.bot.publisher.News(t.Context(), tb.game(1))
		must(t, err)
		goOn()
		calls := tb.takeCalls()
		must(t, tb.bot.publisher.Publish(t.Context(), reply))
		if made := tb.takeCalls(); made != "" {
			t.Errorf("after %q it makes the calls %q", calls, made)
		}
	})
}

// The game goes on while an announcement is being sent, and the next one is sent before it has arrived.
func TestNewsOvertakenInTransit(t *testing.T) {
	overtaken(t, func(t *testing.T, tb *table, job game.Announce, goOn func()) {
		var once sync.Once
		tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") || r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/channels/") {
				once.Do(func() {
					tb.breaks(nil)
					goOn()
				})
			}
			return false
		})
		must(t, tb.bot.publisher.Announce(t.Context(), job))
	})
}

// A channel that has no room for minutes costs nobody else a moment, nor the job itself a place; it is announced when there
// is room.
func TestAnnounceInARateLimitedChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.chooseBoards(game.KeepBoard)
		const wait = 5 * time.Minute
		for n, who := range []user{anna, bao} {
			tb.channel = fmt.Sprint(n + 1)
			tb.command(who, "challenge", "color", "black", "strength", 2, "rated", false)
			tb.sees("")
			tb.think(game.ID(n + 1))
		}
		tb.discord.limits = map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": fmt.Sprint(wait.Seconds())}
		must(t, tb.bot.publisher.Announce(t.Context(), tb.news(1)))
		tb.sees("")
		tb.channel = "1"
		tb.command(anna, "move", "move", legal(tb.game(1)))
		tb.sees("")
		tb.think(1)
		began, later := time.Now(), new(game.NotYet)
		if err := tb.bot.publisher.Announce(t.Context(), tb.news(1)); !errors.As(err, &later) || later.After > wait || later.After < wait-time.Minute {
			t.Errorf("the full channel: %v, want to come again in %v", err, wait)
		}
		must(t, tb.bot.publisher.Announce(t.Context(), tb.news(2)))
		if m := tb.sees(""); m.Channel != "2" || time.Since(began) != 0 {
			t.Errorf("announced in channel %s, after %v", m.Channel, time.Since(began))
		}
		tb.quiet()
		if n := tb.counted("xiangqi_announcements_total", "moved", "failed"); n != 0 {
			t.Errorf("%v announcements count as failed", n)
		}
		time.Sleep(later.After)
		must(t, tb.bot.publisher.Announce(t.Context(), tb.news(1)))
		if m := tb.sees(""); m.Channel != "1" {
			t.Errorf("announced in channel %s", m.Channel)
		}
	})
}
