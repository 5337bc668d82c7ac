package bot

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/view"
)

// A command that comes twice while its first delivery is slow is handled once, and answered.
func TestDuplicateDeliveryDuringASlowCommand(t *testing.T) {
	for _, gap := range []time.Duration{0, time.Second, 2 * time.Second, 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			tb := newPunctualTable(t)
			handled := 0
			tb.bot.router.commands["slow"] = &handlers.Command{Name: "slow", Run: func(ctx context.Context, _ *handlers.Request) (view.Reply, error) {
				handled++
				return view.Reply{Text: "done"}, pass(ctx, 4*time.Second)
			}}
			_, event := tb.event(anna, 2, commandData("slow", "", nil), nil)
			tb.deliver(event)
			must(t, pass(t.Context(), gap))
			tb.deliver(event)
			tb.bot.router.running.Wait()
			if calls := tb.takeCalls(); calls != "callback 5, edit" || handled != 1 {
				t.Errorf("after %v again: calls %q, handled %d times", gap, calls, handled)
			}
			if m := tb.sees("", "done"); m.Thinking {
				t.Error("the message still says that we think")
			}
			if n := tb.counted("xiangqi_interactions_repeated_total"); n != 1 {
				t.Errorf("%v repeated interactions were counted", n)
			}
			tb.quiet()
		})
	}
}

// Another process may have got the interaction too and have said that it takes longer. The one that acts fills what
// that one has put up.
func TestDeferredByAnotherDelivery(t *testing.T) {
	for _, takes := range []time.Duration{0, 4 * time.Second} {
		for _, private := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				first := true
				tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
					if first && strings.Contains(r.URL.Path, "/callback") {
						first = false
						other := httptest.NewRequestWithContext(r.Context(), http.MethodPost, r.URL.Path, strings.NewReader(`{"type":5,"data":{}}`))
						tb.discord.serve(httptest.NewRecorder(), other)
					}
					return false
				})
				tb.slowly(takes, false, view.Reply{Text: "done", Private: private}, nil)
				tb.command(anna, "slow")
				who := map[bool]string{true: anna.id}[private]
				if m := tb.sees(who, "done"); m.Thinking {
					t.Error("the message still says that somebody thinks")
				}
				tb.quiet()
			})
		}
	}
}

// A first answer that Discord has carried out stands, whether or not we hear so in time: it is not sent once more, the
// game knows its message, and the board before it loses its buttons.
func TestFirstAnswerWithUnknownOutcome(t *testing.T) {
	for name, after := range map[string]func(http.ResponseWriter, *http.Request){
		"the line breaks":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"a bad gateway":       func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 502, 0, "bad gateway") },
		"the answer is late":  func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"the answer is cut":   func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, map[string]any{"resource": "cut"}) },
		"then it is too late": func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 502, 0, "bad gateway") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				tb.human()
				before := tb.discord.messages[tb.seen-1]
				lost := 0
				tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
					if !strings.Contains(r.URL.Path, "/callback") {
						return false
					}
					if lost++; lost == 1 {
						tb.discord.serve(httptest.NewRecorder(), r)
					}
					if lost > 1 && name != "then it is too late" {
						return false
					}
					after(w, r)
					return true
				})
				tb.command(anna, "move", "move", "h2e2")
				board := tb.sees("", "炮二平五")
				tb.quiet()
				if g := tb.game(1); g.Board.Message != board.ID || g.Board.Announced != g.Revision {
					t.Errorf("the board is message %s, announced %d of %d; want %s", g.Board.Message, g.Board.Announced, g.Revision, board.ID)
				}
				if ids := before.controls(); len(ids) != 0 {
					t.Errorf("the old board still has the controls %v", ids)
				}
				tb.breaks(nil)
				must(t, tb.bot.publisher.Announce(t.Context(), tb.news(1)))
				tb.quiet()
			})
		})
	}
}

// The same of a thinking message: it is filled, and nothing is posted beside it.
func TestDeferralWithUnknownOutcome(t *testing.T) {
	for _, route := range []string{"/callback", "/messages/@original"} {
		synctest.Test(t, func(t *testing.T) {
			tb := newPunctualTable(t)
			tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, route) || r.Method == http.MethodGet {
					return false
				}
				tb.discord.serve(httptest.NewRecorder(), r)
				refuseCall(w, 502, 0, "bad gateway")
				return true
			})
			tb.slowly(4*time.Second, false, view.Reply{Text: "done"}, nil)
			tb.command(anna, "slow")
			if m := tb.sees("", "done"); m.Thinking {
				t.Error("the message still says that we think")
			}
			tb.quiet()
		})
	}
}

// forgetful are answerings of which none can be dropped.
type forgetful struct{ game.AnsweringStore }

func (forgetful) DropAnswering(context.Context, string) error {
	return errors.New("the database is away")
}

// An answer that arrived is delivered, even where that cannot be recorded: who looks at the count of those that were not
// should find what people have missed.
func TestDeliveryWithoutItsRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.bot.host.Answerings = forgetful{tb.ledger.db.Answerings}
		tb.slowly(4*time.Second, false, view.Reply{Text: "done"}, nil)
		tb.command(anna, "slow")
		tb.sees("", "done")
		if n := tb.counted("xiangqi_requests_undelivered_total"); n != 0 {
			t.Error("the answer was counted as undelivered")
		}
		tb.quiet()
	})
}

// A button in place: the message pressed is @original, before and after.
func TestPressWithUnknownOutcome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.slowly(0, true, view.Reply{Text: "done", Pressed: view.Replaced}, nil)
		pressed := tb.pressable()
		tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.Contains(r.URL.Path, "/callback") {
				return false
			}
			tb.discord.serve(httptest.NewRecorder(), r)
			<-r.Context().Done()
			return true
		})
		tb.pressID(anna, pressed, slowPress)
		tb.holds(pressed, "", "done")
		tb.quiet()
		if n := tb.counted("xiangqi_requests_undelivered_total"); n != 0 {
			t.Error("the answer was counted as undelivered")
		}
	})
}

// With boards that are edited in place the person is answered at once, however long the channel takes another edit.
func TestAnAnswerDoesNotWaitForTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.chooseBoards(game.EditBoard)
		tb.human()
		board := tb.discord.messages[tb.seen-1]
		limited := true
		tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
			if !limited || r.Method != http.MethodPatch || !strings.Contains(r.URL.Path, "/channels/") {
				return false
			}
			limited = false
			w.Header().Set("Retry-After", "20")
			refuseCall(w, 429, 0, "You are being rate limited.")
			return true
		})
		tb.takeCalls()
		tb.command(anna, "move", "move", "h2e2")
		if calls := tb.takeCalls(); !strings.HasPrefix(calls, "callback 4, retire") {
			t.Errorf("calls were %q: the answer comes first", calls)
		}
		tb.passed(anna.id, "C2=5")
		tb.holds(board, "", "炮二平五")
		if g := tb.game(1); g.Board.Message != board.ID || g.Board.Announced != g.Revision {
			t.Errorf("the board is message %s, announced %d of %d", g.Board.Message, g.Board.Announced, g.Revision)
		}
		tb.quiet()
	})
}

// Who acts by the board's own buttons gets the board as the answer, which is one call.
func TestPressOnTheBoardIsOneCall(t *testing.T) {
	tb := newTable(t)
	tb.chooseBoards(game.EditBoard)
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	board := tb.sees("")
	tb.command(anna, "move", "move", "h2e2")
	tb.passed(anna.id, "C2=5")
	tb.think(1)
	must(t, tb.tell(1))
	tb.takeCalls()
	tb.press(anna, board, view.PressTakeback)
	if calls := tb.takeCalls(); calls != "callback 7" {
		t.Errorf("calls were %q", calls)
	}
	if g := tb.game(1); g.Board.Message != board.ID || g.Board.Announced != g.Revision || g.Ply() != 0 {
		t.Errorf("the board is message %s, announced %d of %d; %d moves are on it", g.Board.Message, g.Board.Announced, g.Revision, g.Ply())
	}
	tb.quiet()
}

// A message that follows the first answer and of which nothing is heard is looked for before it is posted by another
// way.
func TestFollowUpWithUnknownOutcome(t *testing.T) {
	for _, arrived := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			tb := newPunctualTable(t)
			tb.slowly(0, false, view.Reply{Text: "first", FollowUps: []view.Reply{{Text: "second"}, {Text: "third"}}}, nil)
			lost := 0
			tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost || !strings.Contains(r.URL.Path, "/webhooks/") {
					return false
				}
				if lost++; arrived {
					tb.discord.serve(httptest.NewRecorder(), r)
				}
				refuseCall(w, 502, 0, "bad gateway")
				return true
			})
			tb.command(anna, "slow")
			tb.sees("", "first")
			tb.sees("", "second")
			tb.sees("", "third")
			tb.quiet()
			if lost != 2 {
				t.Errorf("%d follow-ups were sent, want 2", lost)
			}
		})
	}
}

// Discord delivers once more what it sent while a session was interrupted, perhaps to another process. Who was told that
// nothing was changed must not find it done: where an answer stands or stood, or a press was acknowledged, nothing is
// done. A message that says that we think is no answer, and is filled.
func TestLateDelivery(t *testing.T) {
	for name, test := range map[string]struct {
		late  time.Duration
		press bool
		first func(*discord.Answer) error // the answer of the process that got it first
		asks  int
		calls int
	}{
		"in time":   {late: 0, calls: 1},
		"no answer": {late: 10 * time.Second, asks: 1, calls: 1},
		"deferred":  {late: 10 * time.Second, asks: 1, calls: 1, first: func(a *discord.Answer) error { return a.Defer(context.Background(), false) }},
		"answered":  {late: 10 * time.Second, asks: 1, calls: 0, first: answer},
		"answered, and deleted": {late: 10 * time.Second, asks: 1, calls: 0, first: func(a *discord.Answer) error {
			return errors.Join(answer(a), a.Sent(false).Delete(context.Background()))
		}},
		"press, no answer": {late: 10 * time.Second, press: true, asks: 1, calls: 1},
		"press, answered":  {late: 10 * time.Second, press: true, asks: 1, calls: 0, first: answer},
		"press, acknowledged, then answered": {late: 10 * time.Second, press: true, asks: 1, calls: 0, first: func(a *discord.Answer) error {
			return errors.Join(a.Defer(context.Background(), true), answer(a))
		}},
		"far too late": {late: time.Hour, calls: 1},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTableAt(t, newSimulatorAt(t, time.Minute, simclock.NewFrozen(time.Now().Add(-test.late))))
			asks, calls := 0, 0
			run := func(context.Context, *handlers.Request) (view.Reply, error) {
				calls++
				return view.Reply{Text: "done"}, nil
			}
			tb.bot.router.commands["slow"] = &handlers.Command{Name: "slow", Run: run}
			tb.bot.router.presses[view.PressBoard] = run
			var pressed *shownMessage
			kind, data := discordgo.InteractionApplicationCommand, commandData("slow", "", nil)
			if test.press {
				pressed, kind = tb.pressable(), discordgo.InteractionMessageComponent
				data = map[string]any{"custom_id": slowPress, "component_type": 2}
			}
			i, event := tb.event(anna, int(kind), data, pressed)
			if test.first != nil {
				of := discordgo.Interaction{ID: i.id, Token: i.token, AppID: botID, Type: kind, ChannelID: tb.channel}
				if pressed != nil {
					of.Message = &discordgo.Message{ID: pressed.ID}
				}
				must(t, test.first(tb.bot.router.client.Answer(&of, time.Now(), time.Second)))
			}
			tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
				if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/@original") {
					asks++
				}
				return false
			})
			tb.deliver(event)
			tb.tidy()
			if asks != test.asks || calls != test.calls {
				t.Errorf("asked %d times and done %d times, want %d and %d", asks, calls, test.asks, test.calls)
			}
			last := tb.discord.messages[len(tb.discord.messages)-1]
			if want := map[int]string{0: "Nothing was changed", 1: "done"}[test.calls]; last.Content != want || last.Thinking {
				t.Errorf("the answer is %q, want %q", last.Content, want)
			}
			tb.seen = len(tb.discord.messages)
		})
	}
}

func answer(a *discord.Answer) error {
	_, err := a.Send(context.Background(), discord.Message{Text: "Nothing was changed"}, false)
	return err
}
