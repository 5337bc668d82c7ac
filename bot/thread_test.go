package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// threaded is a table in whose channel the bot may open threads.
func threaded(t *testing.T) *table {
	tb := newTable(t)
	tb.allowed = strconv.FormatInt(invitePermissions(), 10)
	return tb
}

// accepted is a game between Anna and Bao that has just begun.
func (tb *table) accepted() (challenge *shownMessage) {
	tb.t.Helper()
	tb.command(anna, "challenge", "opponent", bao, "color", "red", "rated", false)
	challenge = tb.sees("")
	tb.press(bao, challenge, view.PressAccept)
	return challenge
}

// Whatever step a crash comes after, the job that begins anew makes one thread of it, and the board is seen once.
func TestCrashWhileOpeningAThread(t *testing.T) {
	for _, lost := range []string{"/threads", "/messages/", "/messages"} {
		for _, arrived := range []bool{false, true} {
			t.Run(lost+" "+strconv.FormatBool(arrived), func(t *testing.T) {
				tb := threaded(t)
				tb.command(anna, "challenge", "color", "red", "strength", 2)
				start := tb.sees("", "in its own thread")
				ctx, crash := context.WithCancel(t.Context())
				tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
					if r.Method == http.MethodPatch != (lost == "/messages/") || !strings.Contains(r.URL.Path, lost) ||
						lost == "/messages" && strings.HasSuffix(r.URL.Path, "/threads") {
						return false
					}
					if arrived {
						tb.discord.serve(w, r)
					}
					crash()
					return true
				})
				_ = tb.bot.publisher.Announce(ctx, game.Announce{Game: 1, Revision: 1}) // whatever it says, nobody is there to hear it
				if ctx.Err() == nil {
					t.Error("the crash did not come")
				}
				tb.breaks(nil)
				must(t, tb.tell(1))
				board := tb.sees("", "It is your move")
				tb.quiet()
				if g := tb.game(1); len(tb.discord.threads()) != 1 || g.Channel != start.ID || board.Channel != start.ID || g.Board.Message != board.ID {
					t.Errorf("%d threads; the game lives in %s, its board %s stands in %s", len(tb.discord.threads()), g.Channel, board.ID, board.Channel)
				}
			})
		}
	}
}

// The message that announced the start was deleted: another one is posted, and the thread is attached to that.
func TestStarterMessageDeleted(t *testing.T) {
	tb := threaded(t)
	tb.discord.remove(tb.accepted())
	must(t, tb.tell(1))
	start := tb.sees("", "Game 1 begins")
	if board := tb.sees(""); board.Channel != start.ID || len(tb.discord.threads()) != 1 {
		t.Errorf("the board stands in %s, want it in the thread %s", board.Channel, start.ID)
	}
	must(t, tb.tell(1))
	tb.quiet()
}

// Players who are quicker than the thread move in the channel. The thread then shows the current board.
func TestAMoveBeforeTheThread(t *testing.T) {
	tb := threaded(t)
	challenge := tb.accepted()
	tb.command(anna, "move", "move", "h2e2")
	early := tb.sees("", "炮二平五")
	if early.Channel != "1" {
		t.Fatalf("the answer stands in %s", early.Channel)
	}
	must(t, tb.bot.publisher.Announce(t.Context(), game.Announce{Game: 1, Revision: 2})) // the first one is about older news: it opens the thread
	must(t, tb.tell(1))
	board := tb.sees("", "炮二平五", "<@11>", "<@12>")
	if g := tb.game(1); board.Channel != challenge.ID || g.Board.Announced != g.Revision || len(early.controls()) != 0 {
		t.Errorf("the board stands in %s, announced %d of %d; the early one still has %v", board.Channel, g.Board.Announced, g.Revision, early.controls())
	}
	tb.quiet()
}

func TestNoThread(t *testing.T) {
	for name, test := range map[string]struct {
		allowed      string
		status, code int
		want         string
	}{
		"the bot may not":              {strconv.FormatInt(invitePermissions()&^discordgo.PermissionCreatePublicThreads, 10), 0, 0, "创建公共子区"},
		"nor may it when it tries":     {"", 403, discord.CodeMissingPermissions, "创建公共子区"},
		"there are too many already":   {"", 400, 160006, "开不了子区"},
		"Discord is down for a moment": {"", 503, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tb := threaded(t)
			if test.allowed != "" {
				tb.allowed = test.allowed
			}
			if test.status != 0 {
				tb.refuses(http.MethodPost, "/threads", test.status, test.code)
			}
			tb.command(bao, "challenge", "color", "red", "strength", 2)
			start := tb.sees("")
			err := tb.tell(1)
			if test.want == "" {
				if g := tb.game(1); err == nil || !g.AwaitsThread() {
					t.Errorf("Announce = %v, waits for its thread: %v; want another try", err, g.AwaitsThread())
				}
				return
			}
			must(t, err)
			board := start
			if test.status != 0 {
				board = tb.sees("")
				if strings.Contains(start.Content, "子区") {
					t.Errorf("the channel still waits for a thread: %q", start.Content)
				}
			}
			tb.holds(board, "", test.want, "轮到你")
			tb.quiet()
			if g := tb.game(1); g.Channel != "1" || g.Board.Announced != g.Revision || g.Board.Why != "" {
				t.Errorf("the game lives in %s, announced %d of %d, still to explain: %q", g.Channel, g.Board.Announced, g.Revision, g.Board.Why)
			}
			// It is explained once.
			tb.command(bao, "challenge", "color", "red", "strength", 2)
			tb.sees("")
			must(t, tb.tell(2))
			if test.status != 0 {
				board = tb.sees("")
			}
			if strings.Contains(board.Content, test.want) && board.Content != start.Content {
				t.Errorf("it is explained again: %q", board.Content)
			}
		})
	}
}

// deleted tells the bot that somebody deleted a channel or thread, from which nothing can be read and to which nothing
// can be written then.
func (tb *table) deleted(event string, channels ...string) {
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		for _, channel := range channels {
			if strings.Contains(r.URL.Path, "/channels/"+channel+"/") || strings.HasSuffix(r.URL.Path, "/channels/"+channel) {
				refuseCall(w, 404, discord.CodeUnknownChannel, "Unknown Channel")
				return true
			}
		}
		return false
	})
	if event != "" {
		tb.gateway(event, `{"id":"`+channels[0]+`"}`)
	}
}

// Anna's opponent answers before it is noted that her board has arrived. The board stays, and nobody is told the reason
// twice.
func TestAMoveOvertakesADirectMessage(t *testing.T) {
	tb := threaded(t)
	challenge := tb.accepted()
	must(t, tb.tell(1))
	tb.sees("")
	tb.deleted("CHANNEL_DELETE", "1", challenge.ID)
	tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/channels/"+bao.dm()+"/") {
			_, err := tb.service.Move(t.Context(), game.Act{Actor: "11", Channel: anna.dm()}, 1, "h2e2")
			must(t, err)
		}
		return false
	})
	must(t, tb.tell(1))
	tb.breaks(nil)
	first, second := tb.sees(""), tb.sees("")
	must(t, tb.tell(1))
	if m := tb.sees("", "轮到你"); m.Channel != bao.dm() || strings.Contains(m.Content, "被删除") {
		t.Errorf("a message to %s: %q", m.Channel, m.Content)
	}
	if first.Deleted || second.Deleted {
		t.Error("a board with the reason was deleted")
	}
	tb.quiet()
}

// Discord takes two names in ten minutes. A third one comes later, which is no failure.
func TestThreadRenameLimit(t *testing.T) {
	tb := threaded(t)
	challenge := tb.accepted()
	must(t, tb.tell(1))
	tb.sees("")
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPatch || !strings.HasSuffix(r.URL.Path, "/channels/"+challenge.ID) {
			return false
		}
		w.Header().Set("X-RateLimit-Scope", "user")
		answerJSON(w, http.StatusTooManyRequests, map[string]any{"retry_after": 300})
		return true
	})
	err := tb.bot.publisher.Threads.Name(t.Context(), game.NameThread{Game: 1})
	if later, ok := errors.AsType[*game.NotYet](err); !ok || later.After < 4*time.Minute {
		t.Errorf("the job ended with %v, want another time in five minutes", err)
	}
}

// An old board whose turn came only after its thread was put away, as where the bot was away meanwhile, is retired
// nevertheless, and the thread stays where it is.
func TestOldBoardInAnArchivedThread(t *testing.T) {
	tb := threaded(t)
	challenge := tb.accepted()
	must(t, tb.tell(1))
	first := tb.sees("")
	tb.channel = challenge.ID
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPatch || !strings.HasSuffix(r.URL.Path, "/messages/"+first.ID) {
			return false
		}
		w.Header().Set("X-RateLimit-Scope", "user") // the limit of this route alone: the thread can be put away
		answerJSON(w, http.StatusTooManyRequests, map[string]any{"retry_after": 0.001})
		return true
	})
	tb.command(anna, "move", "move", "h2e2")
	tb.pressID(bao, challenge, view.Press{Act: view.PressResignYes, Topic: view.OfGame(1)}.ID())
	tb.ahead.Store(int64(game.ArchiveAfter))
	must(t, tb.bot.publisher.Threads.Archive(t.Context(), game.Archive{Game: 1}))
	if len(first.controls()) == 0 {
		t.Fatal("the old board was retired before the thread was put away")
	}
	tb.breaks(nil)
	for tb.tidy() > 0 {
		runtime.Gosched() // the 429 asked to wait a millisecond
	}
	if len(first.controls()) != 0 || first.Picture != nil {
		t.Errorf("the old board has the controls %v; a picture: %v", first.controls(), first.Picture != nil)
	}
	if !tb.discord.thread(challenge).Thread.Archived {
		t.Error("the thread was left open")
	}
}

// An old board does not go on to count down a time that has been stopped. The rest of its card stays.
func TestOldBoardsLoseTheirTimes(t *testing.T) {
	tb := newTable(t)
	tb.chooseBoards(game.KeepBoard)
	tb.command(anna, "challenge", "opponent", bao, "color", "red", "time", "3d")
	tb.press(bao, tb.sees("", "challenges you"), view.PressAccept)
	first := tb.sees("", "begins")
	card := func() string {
		var e discordgo.MessageEmbed
		must(t, json.Unmarshal(first.Embeds[0], &e))
		return e.Description
	}
	if !strings.Contains(card(), gameview.RunningSign) || !strings.Contains(card(), "<t:") {
		t.Fatalf("the card of a board tells no time: %s", card())
	}
	tb.command(anna, "move", "move", "h2e2")
	if tb.sees("", "炮二平五"); strings.Contains(card(), gameview.RunningSign) || strings.Contains(card(), "<t:") || !strings.Contains(card(), "<@11>") || first.Picture == nil {
		t.Errorf("the old board's card is %s; a picture: %v", card(), first.Picture != nil)
	}
}
