package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// queued is a game in which the bot has moved and the channel does not know yet. Its news is a new message.
func (tb *table) queued() game.Announce {
	tb.t.Helper()
	tb.chooseBoards(game.KeepBoard)
	tb.command(bao, "challenge", "color", "black", "strength", 2)
	tb.sees("")
	tb.think(1)
	return tb.news(1)
}

func TestAnnounceMentionsThePersonToMove(t *testing.T) {
	tb := newTable(t)
	job := tb.queued()
	must(t, tb.bot.publisher.Announce(t.Context(), job))
	m := tb.sees("", "<@12>", "轮到你")
	if len(m.Pings) != 1 || m.Pings[0] != bao.id || m.Picture == nil {
		t.Errorf("pinged were %v, the picture has %d bytes", m.Pings, len(m.Picture))
	}
	if g := tb.game(1); g.Board.Announced != g.Revision || g.Board.Message != m.ID {
		t.Errorf("announced %d of %d, the board is message %s, want %s", g.Board.Announced, g.Revision, g.Board.Message, m.ID)
	}
	if n := tb.counted("xiangqi_announcements_total", "moved", "posted"); n != 1 {
		t.Errorf("%v announcements were counted", n)
	}
	must(t, tb.bot.publisher.Announce(t.Context(), job))
	tb.quiet()
}

// A process that dies between posting and noting that it posted leaves a job that posts again. People see one message.
func TestAnnounceTwiceIsOneMessage(t *testing.T) {
	tb := newTable(t)
	job := tb.queued()
	g := tb.game(1)
	for range 2 {
		reply, err := tb.bot.publisher.News(t.Context(), g)
		must(t, err)
		if _, err := tb.bot.client.Post(t.Context(), g.Channel, reply.Message(), reply.Shows.Nonce()); err != nil {
			t.Fatal(err)
		}
	}
	must(t, tb.bot.publisher.Announce(t.Context(), job))
	m := tb.sees("", "<@12>")
	if tb.quiet(); tb.game(1).Board.Message != m.ID {
		t.Errorf("the board is message %s, want %s", tb.game(1).Board.Message, m.ID)
	}
}

// Where it cannot be saved that the channel was told, the announcement is tried again until it is, and seen once.
func TestAnnounceWhileTheDiskIsFull(t *testing.T) {
	tb := newTable(t)
	job := tb.queued()
	tb.ledger.full.Store(true)
	if err := tb.bot.publisher.Announce(t.Context(), job); !errors.Is(err, game.ErrUnavailable) {
		t.Errorf("the job ended with %v, want to be tried again", err)
	}
	tb.ledger.full.Store(false)
	must(t, tb.bot.publisher.Announce(t.Context(), job))
	m := tb.sees("", "<@12>")
	tb.quiet()
	if g := tb.game(1); g.Board.Announced != g.Revision || g.Board.Message != m.ID {
		t.Errorf("announced %d of %d, the board is message %s, want %s", g.Board.Announced, g.Revision, g.Board.Message, m.ID)
	}
}

func TestAnnounceWhereDiscordRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("begins many games")
	}
	for name, test := range map[string]struct {
		status, code int
		becomes      string
	}{
		"no access":                         {403, discord.CodeMissingAccess, "direct messages"},
		"no permission":                     {403, discord.CodeMissingPermissions, "direct messages"},
		"the thread is archived and locked": {400, discord.CodeArchivedThread, "direct messages"},
		"the thread is locked":              {400, discord.CodeLockedThread, "direct messages"},
		"the channel is gone":               {404, discord.CodeUnknownChannel, "direct messages"},
		"the message is refused":            {400, 50035, "given up"},
		"Discord is down":                   {503, 0, "tried again"},
		"a front forbids it":                {403, 0, "tried again"},
		"a front finds nothing":             {404, 0, "tried again"},
		"a front understands nothing":       {400, 0, "tried again"},
		"the token was just made anew":      {401, 0, "tried again"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			job := tb.queued()
			tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
				if strings.Contains(r.URL.Path, "/webhooks/") {
					refuseCall(w, 401, discord.CodeInvalidToken, "Invalid Webhook Token") // nobody acted lately
					return true
				}
				if !strings.HasSuffix(r.URL.Path, "/channels/1/messages") {
					return false
				}
				refuseCall(w, test.status, test.code, "no")
				return true
			})
			err := tb.bot.publisher.Announce(t.Context(), job)
			g := tb.game(1)
			switch test.becomes {
			case "direct messages":
				if err != nil || !g.Board.Gone || g.Board.Announced == g.Revision {
					t.Fatalf("Announce = %v, announced %d of %d, %+v; want the game to go to its people", err, g.Board.Announced, g.Revision, g.Board)
				}
				must(t, tb.bot.publisher.Announce(t.Context(), job))
				if m := tb.sees("", "轮到你"); m.Channel != bao.dm() {
					t.Errorf("the message went to %s", m.Channel)
				}
			case "given up":
				if err != nil || g.Board.Announced != g.Revision {
					t.Errorf("Announce = %v, announced %d of %d; want it to give up", err, g.Board.Announced, g.Revision)
				}
				if n := tb.counted("xiangqi_messages_simplified_total"); n != 1 {
					t.Errorf("%v refused messages were counted, want 1", n)
				}
			default:
				if err == nil || g.Board.Announced == g.Revision {
					t.Errorf("Announce = %v, announced %d of %d; want another try", err, g.Board.Announced, g.Revision)
				}
			}
			tb.quiet()
		})
	}
}

func TestAnnounceDoesNotOvertakeAnAnswer(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "color", "red", "strength", 2)
	tb.sees("")
	// Anna's move is in the database, and its answer still on the way.
	_, err := tb.service.Move(t.Context(), tb.act(anna), 1, "h2e2")
	must(t, err)
	tb.think(1)
	news := tb.news(1)
	if err := tb.bot.publisher.Announce(t.Context(), news); !errors.As(err, new(*game.NotYet)) {
		t.Errorf("the announcement returns %v, want to be called again", err)
	}
	tb.quiet()
	before := tb.ledger.queues(news)
	must(t, tb.config.Boards.BoardPosted(t.Context(), 1, "1", news.Revision-1, "answer"))
	if tb.ledger.queues(news) != before+1 {
		t.Error("the announcement is not queued when the answer has arrived")
	}
	if err := tb.bot.publisher.Announce(t.Context(), game.Announce{Game: 7, Revision: 1}); err != nil {
		t.Errorf("about a game that is not there: %v", err)
	}
}

// A welcome that did not arrive because Discord was away is given when the server shows itself again; the same message
// twice within minutes is one, by its nonce.
func TestWelcomeIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		const guild = `{"id":"9","preferred_locale":"en-US","channels":[{"id":"51","type":0,"position":1}]}`
		tb.refuses("", "", 503, 0)
		tb.gateway("GUILD_CREATE", guild)
		tb.quiet()
		tb.breaks(nil)
		for range 2 {
			tb.gateway("GUILD_CREATE", guild)
		}
		if m := tb.sees("", "/play"); m.Nonce == "" {
			t.Error("the welcome carries no nonce: a crash before it is marked would double it")
		}
		tb.quiet()
	})
}

// When the bot logs in all its servers show themselves at once. They take their turns: else thousands of them would be
// decoded, and looked for in the database, at the same time.
func TestServersAreReadAFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		release := make(chan struct{})
		tb.ledger.hold = release
		const servers = 300
		for n := range servers {
			guild := fmt.Sprintf(`{"id":"%d","name":"Server %[1]d","preferred_locale":"en-US"}`, 1000+n)
			tb.bot.event(context.WithoutCancel(t.Context()), "GUILD_CREATE", []byte(guild))
		}
		synctest.Wait()
		if n := tb.ledger.servers.Load(); n != maxServerReaders {
			t.Errorf("of %d servers %d are read at once, want %d", servers, n, maxServerReaders)
		}
		close(release)
		tb.bot.router.running.Wait()
		for n := range servers {
			if name := tb.bot.host.Names.Name(fmt.Sprint(1000 + n)); name != fmt.Sprint("Server ", 1000+n) {
				t.Fatalf("server %d is known as %q", n, name)
			}
		}
		tb.quiet()
	})
}

func TestWelcomeFindsAWritableChannel(t *testing.T) {
	tb := newTable(t)
	guild := `{"id":"9","preferred_locale":"zh-TW","system_channel_id":"50","channels":[
		{"id":"60","type":4,"position":0},{"id":"52","type":0,"position":3},{"id":"50","type":0,"position":2},{"id":"51","type":0,"position":1}]}`
	var tried []string
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		channel := strings.Split(r.URL.Path, "/")[4]
		tried = append(tried, channel)
		if channel == "52" {
			return false
		}
		refuseCall(w, 403, discord.CodeMissingPermissions, "Missing Permissions")
		return true
	})
	for range 2 {
		tb.gateway("GUILD_CREATE", guild)
	}
	if got := strings.Join(tried, " "); got != "50 51 52" {
		t.Errorf("tried were the channels %s, want 50 51 52", got)
	}
	tb.sees("", "/對弈", "/走棋")
	tb.gateway("GUILD_CREATE", `{"id":"10","unavailable":true}`)
	tb.gateway("GUILD_CREATE", `{"id":"11","channels":[]}`)
	tb.quiet()
}

// The bot's answer becomes the board of the round. Where that message can no longer be changed the answer is a new one.
func TestBotsReplyEditsTheBoard(t *testing.T) {
	for name, test := range map[string]struct {
		status, code int
		becomes      string
	}{
		"it is changed":           {becomes: "one message"},
		"it was deleted":          {404, discord.CodeUnknownMessage, "two messages"},
		"the thread is archived":  {400, discord.CodeArchivedThread, "two messages"},
		"Discord takes no change": {403, discord.CodeMissingAccess, "two messages"},
		"Discord is down":         {503, 0, "tried again"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
			tb.sees("")
			tb.command(anna, "move", "move", "h2e2")
			board := tb.sees("", "C2=5")
			tb.think(1)
			job := tb.news(1)
			if test.status != 0 {
				tb.refuses(http.MethodPatch, "", test.status, test.code)
			}
			err := tb.bot.publisher.Announce(t.Context(), job)
			tb.breaks(nil)
			if again := test.becomes == "tried again"; again != (err != nil) {
				t.Errorf("Announce = %v", err)
			} else if again {
				must(t, tb.bot.publisher.Announce(t.Context(), job))
			}
			answer := board
			if test.becomes == "two messages" {
				answer = tb.sees("")
			}
			tb.holds(answer, "", "C2=5", "The bot played", "It is your move")
			if g := tb.game(1); g.Board.Message != answer.ID || g.Board.Announced != g.Revision {
				t.Errorf("the board is message %s, announced %d of %d", g.Board.Message, g.Board.Announced, g.Revision)
			}
			tb.quiet()
		})
	}
}

// The reminders that find their channel gone have their turns already: they take no second ones, for which there may be
// no room, and are sent as direct messages at once.
func TestRemindersFromAChannelThatIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		const games = 3 // as many as one person may have turns
		for range games {
			tb.command(anna, "challenge", "opponent", bao, "color", "red", "time", "3d")
			tb.press(bao, tb.sees(""), view.PressAccept)
			tb.sees("", "begins")
		}
		tb.ahead.Store(int64(60 * time.Hour)) // less than a fifth of the time is left
		gone := make(chan struct{})
		tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, "/channels/1/messages") {
				return false
			}
			<-gone
			refuseCall(w, 404, discord.CodeUnknownChannel, "Unknown Channel")
			return true
		})
		results := make(chan error, games)
		for id := range game.ID(games) {
			go func() { results <- tb.bot.publisher.Reminders.Remind(t.Context(), game.Remind{Game: id + 1}) }()
		}
		synctest.Wait() // all have their turns
		close(gone)
		for range games {
			if err := <-results; err != nil {
				t.Errorf("Remind = %v", err)
			}
		}
		for range games {
			if m := tb.sees("", "it is your move in game"); m.Channel != anna.dm() {
				t.Errorf("a reminder in channel %s", m.Channel)
			}
		}
	})
}
