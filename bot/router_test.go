package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
	"xiangqibot/engine"
)

// slowly puts a command into the table's bot that takes so long to make a reply, and a button that does the same.
func (tb *table) slowly(takes time.Duration, hidden bool, reply view.Reply, err error) {
	work := func(ctx context.Context, _ *handlers.Request) (view.Reply, error) {
		return reply, errors.Join(pass(ctx, takes), err)
	}
	tb.bot.router.commands["slow"] = &handlers.Command{Name: "slow", Private: hidden, Run: work}
	tb.bot.router.presses[view.PressBoard] = work
}

// pass lets time pass, or ctx end.
func pass(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A deferred interaction is recorded until it is answered, so that another process can answer it.
func TestRouterRecordsWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		waiting := func() int {
			all, err := tb.ledger.db.Answerings.Answerings(t.Context(), 0, 0)
			must(t, err)
			return len(all)
		}
		recorded := 0
		tb.bot.router.commands["slow"] = &handlers.Command{Name: "slow", Run: func(ctx context.Context, _ *handlers.Request) (view.Reply, error) {
			err := pass(ctx, 4*time.Second)
			recorded = waiting()
			return view.Reply{Text: "done"}, err
		}}
		tb.command(anna, "slow")
		tb.sees("", "done")
		if recorded != 1 || waiting() != 0 {
			t.Errorf("%d are recorded while it lasts, and %d after the answer", recorded, waiting())
		}
	})
}

// What everybody sees is no reply to what only the person who acted sees: it is posted as the bot's own, and by the
// interaction only where the bot may not write.
func TestRouterQuotesNothingPrivate(t *testing.T) {
	more := view.Reply{Text: "more"}
	after := view.Reply{Text: "done", Private: true, FollowUps: []view.Reply{more}}
	for _, test := range []struct {
		name   string
		press  bool // on a message that only the person sees
		takes  time.Duration
		barred bool // the bot may not write in the channel
		reply  view.Reply
		calls  string
	}{
		{"after a private answer", false, 0, false, after, "callback 4, post"},
		{"after a private answer, barred", false, 0, true, after, "callback 4, follow"},
		{"press", true, 0, false, more, "callback 6, post"},
		{"slow press", true, 4 * time.Second, false, more, "callback 6, post"},
		{"press, barred", true, 0, true, more, "callback 6, follow"},
		{"press with two answers", true, 0, false, view.Reply{Text: "first", FollowUps: []view.Reply{more}}, "callback 6, post, post"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				tb.slowly(test.takes, false, test.reply, nil)
				pressed := tb.pressable()
				pressed.For, pressed.Flags = anna.id, int(discordgo.MessageFlagsEphemeral)
				if test.barred {
					tb.refuses(http.MethodPost, "/channels/1/messages", 403, discord.CodeMissingAccess)
				}
				if test.press {
					tb.pressID(anna, pressed, slowPress)
				} else {
					tb.command(anna, "slow")
					tb.sees(anna.id, "done")
				}
				if test.press && len(test.reply.FollowUps) > 0 {
					tb.sees("", "first")
				}
				tb.sees("", "more")
				tb.quiet()
				if calls := tb.takeCalls(); calls != test.calls {
					t.Errorf("calls were %q, want %q", calls, test.calls)
				}
			})
		})
	}
}

// pressable posts a message with a button that slowly answers.
func (tb *table) pressable() *shownMessage {
	tb.seen++
	return tb.discord.post("1", "before")
}

var slowPress = view.Press{Act: view.PressBoard, Topic: view.OfGame(1)}.ID()

// Whatever a handler's pace and kind of reply, the person gets it by the calls that Discord wants, and nothing else
// happens.
func TestRouterAnswersInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the time that an answer may take")
	}
	public, hidden := view.Reply{Text: "done"}, view.Reply{Text: "done", Private: true}
	inPlace := view.Reply{Text: "done", Pressed: view.Replaced}
	modal := view.Reply{Text: "done", Private: true, Modal: &discord.Modal{ID: slowPress, Title: "A line", Fields: []discord.Field{{ID: "line", Label: "Line"}}}}
	with := func(r view.Reply, also ...view.Reply) view.Reply { r.FollowUps = also; return r }
	for _, test := range []struct {
		name  string
		press bool
		takes time.Duration
		think bool // the command is announced as private
		reply view.Reply
		calls string
		sees  string // who sees the reply
	}{
		{"quick command", false, 0, false, public, "callback 4", ""},
		{"quick private command", false, 0, false, hidden, "callback 4", "11"},
		{"just in time", false, 1400 * time.Millisecond, false, public, "callback 4", ""},
		{"slow command", false, 4 * time.Second, false, public, "callback 5, edit", ""},
		{"slow private command", false, 4 * time.Second, true, hidden, "callback 5, edit", "11"},
		{"slow, private against expectation", false, 4 * time.Second, false, hidden, "callback 5, delete, follow", "11"},
		{"slow, public against expectation", false, 4 * time.Second, true, public, "callback 5, delete, follow", ""},
		{"very slow", false, 50 * time.Second, false, public, "callback 5, edit", ""},
		{"nothing to say", false, 0, false, view.Reply{}, "", "none"},
		{"two messages", false, 0, false, with(hidden, view.Reply{Text: "more"}), "callback 4, post", "11"},
		{"two messages for all", false, 0, false, with(public, view.Reply{Text: "more"}), "callback 4, follow", ""},
		{"slowly two messages", false, 4 * time.Second, true, with(hidden, view.Reply{Text: "more"}), "callback 5, edit, post", "11"},
		{"quick press in place", true, 0, false, inPlace, "callback 7", "in place"},
		{"quick press", true, 0, false, public, "callback 4", ""},
		{"slow press in place", true, 4 * time.Second, false, inPlace, "callback 6, edit", "in place"},
		{"slow press", true, 4 * time.Second, false, public, "callback 6, follow", ""},
		{"slow press, private", true, 4 * time.Second, false, hidden, "callback 6, follow", "11"},
		{"quick modal", false, 0, false, modal, "callback 9", "none"},
		{"quick press for a modal", true, 0, false, modal, "callback 9", "none"},
		{"too slow for a modal", false, 4 * time.Second, true, modal, "callback 5, edit", "11"},
		{"slow press for a modal", true, 4 * time.Second, false, modal, "callback 6, follow", "11"},
		{"press in place and below", true, 0, false, with(inPlace, public), "callback 7, follow", "in place"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				tb.slowly(test.takes, test.think, test.reply, nil)
				pressed := tb.pressable()
				if test.press {
					tb.pressID(anna, pressed, slowPress)
				} else {
					tb.command(anna, "slow")
				}
				if calls := tb.takeCalls(); calls != test.calls {
					t.Errorf("calls were %q, want %q", calls, test.calls)
				}
				switch test.sees {
				case "none":
				case "in place":
					tb.holds(pressed, "", "done")
				default:
					if m := tb.sees(test.sees, "done"); m.Thinking {
						t.Error("the message still says that we think")
					}
				}
				for _, more := range test.reply.FollowUps {
					tb.sees("", more.Text)
				}
				tb.quiet()
			})
		})
	}
}

func TestRouterTurnsErrorsIntoWords(t *testing.T) {
	tb := newTable(t)
	for _, takes := range []time.Duration{0, 2 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			tb := newPunctualTable(t)
			tb.slowly(takes, false, view.Reply{}, &game.Refusal{Code: game.NotYourTurn, Game: 3})
			tb.command(anna, "slow")
			tb.sees(anna.id, "not your turn")
			tb.command(bao, "slow")
			tb.sees(bao.id, "轮到你")
			tb.quiet()
		})
	}
	tb.slowly(0, false, view.Reply{}, &game.Refusal{Code: game.AlreadyDone})
	tb.command(anna, "slow")
	if calls := tb.takeCalls(); calls != "" {
		t.Errorf("a thing done already was answered by %q", calls)
	}
	// Whatever takes too long is no fault of the program. What the database says of it goes before.
	faults := 0
	for _, test := range []struct {
		err  error
		says string
	}{
		{errors.New("the disk is full of SELECT * FROM secrets"), "went wrong"},
		{fmt.Errorf("game 3: %w: the disk is full", game.ErrUnavailable), "Nothing can be saved at the moment"},
		{fmt.Errorf("game 3: %w: the connection was lost", game.ErrOutcomeUnknown), "I do not know whether it was done"},
		{fmt.Errorf("game 3: %w: the disk fails", game.ErrUnreadable), "cannot read my database"},
		{fmt.Errorf("%w (%w)", game.ErrUnavailable, context.DeadlineExceeded), "Nothing can be saved at the moment"},
		{fmt.Errorf("%w (%w)", game.ErrOutcomeUnknown, context.DeadlineExceeded), "I do not know whether it was done"},
		{fmt.Errorf("reading a game: %w", context.DeadlineExceeded), "more to do right now"},
		{fmt.Errorf("%w: 4096", engine.ErrPoolFull), "more to do right now"},
	} {
		tb.slowly(0, false, view.Reply{}, test.err)
		tb.command(anna, "slow")
		m := tb.sees(anna.id, test.says)
		if strings.Contains(m.Content, "secrets") {
			t.Errorf("the answer is %q", m.Content)
		}
		if regexp.MustCompile(`fault [A-Z2-7]{8}`).MatchString(m.Content) {
			faults++
		}
	}
	if n := tb.counted("xiangqi_requests_total", "slow", "failed"); n != 6 || faults != 6 {
		t.Errorf("%v failures were counted and %d called faults, want 6", n, faults)
	}
	tb.quiet()
}

func TestRouterSurvivesPanics(t *testing.T) {
	tb := newTable(t)
	tb.bot.router.commands["bad"] = &handlers.Command{
		Name:     "bad",
		Run:      func(context.Context, *handlers.Request) (view.Reply, error) { panic("a fault in a command") },
		Complete: func(context.Context, *handlers.Request) ([]discord.Choice, error) { panic("a fault in a completion") },
	}
	tb.command(cuong, "bad")
	tb.sees(cuong.id, "mã lỗi")
	if got := tb.completions(cuong, "bad", "move", "move", "x"); len(got) != 0 {
		t.Errorf("offered were %v", got)
	}
	if n := tb.counted("xiangqi_panics_total"); n != 2 {
		t.Errorf("%v panics were counted, want 2", n)
	}
	tb.command(anna, "help")
	tb.sees(anna.id, "Xiangqi")
}

// An act that was done is never lost for the channel, whatever happens to the person's interaction.
func TestRouterPostsToTheChannelWhatTheInteractionCannotCarry(t *testing.T) {
	for _, test := range []struct {
		name         string
		route        string // the calls that fail
		status, code int
		takes        time.Duration
	}{
		{"the callback comes too late", "/callback", 404, discord.CodeUnknownInteraction, 0},
		{"Discord's front is down", "/callback", 502, 0, 0},
		{"the line is broken", "/callback", 0, 0, 0},
		{"too late to say that we think", "/callback", 404, discord.CodeUnknownInteraction, 4 * time.Second},
		{"the token has died", "/messages/@original", 401, discord.CodeInvalidToken, 4 * time.Second},
		{"the webhook is unknown", "/messages/@original", 404, discord.CodeUnknownWebhook, 4 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				tb.refuses("", test.route, test.status, test.code)
				tb.slowly(test.takes, false, view.Reply{Text: "the board"}, nil)
				tb.command(anna, "slow")
				for tb.seen < len(tb.discord.messages) && tb.discord.messages[tb.seen].Thinking {
					tb.seen++ // what stays of a thinking message whose token died
				}
				if m := tb.sees("", "the board"); m.Nonce == "" {
					t.Error("the message carries no nonce")
				}
				tb.quiet()
				tb.slowly(test.takes, true, view.Reply{Text: "for you alone", Private: true}, nil)
				tb.command(anna, "slow")
				for _, m := range tb.discord.messages[tb.seen:] {
					if m.For == "" {
						t.Errorf("everybody sees %q", m.Content)
					}
				}
			})
		})
	}
}

// An answer that Discord holds back for an hour is dropped with its interaction: nothing waits on in memory, and no
// board comes an hour late.
func TestRouterGivesUpWithTheInteraction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.Contains(r.URL.Path, "/messages/@original") {
				return false
			}
			w.Header().Set("Retry-After", "3600")
			refuseCall(w, 429, 0, "banned for a while")
			return true
		})
		tb.slowly(4*time.Second, false, view.Reply{Text: "the board"}, nil)
		began := time.Now()
		tb.command(anna, "slow")
		if took := time.Since(began); took > 15*time.Minute {
			t.Errorf("the request was kept for %v", took)
		}
		for _, m := range tb.discord.messages[tb.seen:] {
			if !m.Thinking {
				t.Errorf("posted after %v: %q", time.Since(began), m.Content)
			}
		}
	})
}

func TestRouterStopsHandlersThatAreTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.slowly(20*time.Minute, false, view.Reply{Text: "never"}, nil)
		began := time.Now()
		tb.command(anna, "slow")
		// The handler is stopped after its minute; the person hears that there was too much to do, where they were told
		// to wait.
		if took := time.Since(began); took > 2*handlers.HandlerTimeout {
			t.Errorf("the request took %v", took)
		}
		tb.sees(anna.id, "more to do right now")
		tb.quiet()
	})
}

func TestRouterCompletionsAreNeverLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.bot.router.commands["slow"] = &handlers.Command{Name: "slow", Complete: func(ctx context.Context, _ *handlers.Request) ([]discord.Choice, error) {
			return []discord.Choice{{Name: "late", Value: 1}}, pass(ctx, time.Minute)
		}}
		tb.bot.router.commands["many"] = &handlers.Command{Name: "many", Complete: func(context.Context, *handlers.Request) ([]discord.Choice, error) {
			var all []discord.Choice
			for n := range 60 {
				all = append(all, discord.Choice{Name: fmt.Sprint(n), Value: n})
			}
			return all, nil
		}}
		began := time.Now()
		tb.send(anna, 4, commandData("slow", "move", []any{"move", "x"}), nil)
		tb.bot.router.running.Wait()
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("the completion took %v", took)
		}
		if got := tb.completions(anna, "many", "move", "move", "x"); len(got) != discord.ChoiceLimit {
			t.Errorf("%d choices were sent, Discord takes %d", len(got), discord.ChoiceLimit)
		}
	})
}

func TestRouterIgnoresOtherInteractions(t *testing.T) {
	tb := newTable(t)
	for _, event := range []string{
		`{}`, `[]`, `{"id":"1"}`, `{"id":"1","token":"t","type":1}`, `{"id":"1","token":"t","type":2,"data":{"name":"help"}}`,
		`{"id":"1","token":"t","type":5,"data":{"custom_id":"x","components":[]}}`,
	} {
		tb.gateway("INTERACTION_CREATE", event)
	}
	tb.gateway("MESSAGE_CREATE", `{"content":"hello"}`)
	tb.quiet()
}

// The board of everybody is drawn at once; the one that only the person who acted sees waits for processors. Their
// answer is deferred meanwhile, and arrives.
func TestRouterDefersWhileItDraws(t *testing.T) {
	for _, wait := range []time.Duration{time.Second, 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			tb := newPunctualTable(t)
			tb.command(anna, "challenge", "color", "red", "strength", 2, "rated", false)
			tb.sees("")
			drawn := 0
			tb.bot.host.View = view.New(renderer(), discordtest.Log(t), func(_ string, _ game.Person, draw func()) {
				if drawn++; drawn == 2 {
					time.Sleep(wait)
				}
				draw()
			})
			tb.rebuild()
			tb.takeCalls()
			tb.channel = "2"
			tb.command(anna, "move", "move", "h2e2", "game", 1)
			want := "callback 4"
			if wait > discordDeadlines.think {
				want = "callback 5"
			}
			if calls := tb.takeCalls(); !strings.HasPrefix(calls, want) || drawn != 2 {
				t.Errorf("a picture that is drawn after %v, %d in all: the calls are %q, want %q first", wait, drawn, calls, want)
			}
			if m := tb.sees(anna.id, "C2=5"); m.Thinking {
				t.Error("the message still says that we think")
			}
		})
	}
}
