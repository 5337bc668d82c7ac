package bot

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// displayed is a simultaneous display of Anna's against Bao and Cuong, and its message.
func displayed(t *testing.T) (*table, *shownMessage) {
	t.Helper()
	tb := newTable(t)
	tb.command(anna, "simul", "boards", 2)
	display := tb.sees("", "plays everybody who takes a board")
	tb.press(bao, display, view.PressSimul)
	tb.press(cuong, display, view.PressSimul)
	tb.holds(display, "", "game 1", "game 2")
	return tb, display
}

// ends has a person give up their game. It returns the job by which the display tells so.
func (tb *table) ends(who user, id game.ID) game.UpdateDisplay {
	tb.t.Helper()
	_, err := tb.service.Decide(tb.t.Context(), tb.act(who), id, game.Resign)
	must(tb.t, err)
	jobs := take[game.UpdateDisplay](tb.ledger)
	if len(jobs) != 1 {
		tb.t.Fatalf("the end of game %d queues %v", id, jobs)
	}
	return jobs[0]
}

// results are those that a display tells.
func results(display *shownMessage) int { return strings.Count(string(display.Embeds[0]), "1-0") }

// What keeps the message of a display from being changed passes, or it does not: then nothing is tried again.
func TestDisplayUpdateIsRetried(t *testing.T) {
	for name, test := range map[string]struct {
		status, code int
		again        bool
	}{
		"Discord is down":         {503, 0, true},
		"a front forbids it":      {403, 0, true},
		"the message is gone":     {404, discord.CodeUnknownMessage, false},
		"the channel is shut":     {403, discord.CodeMissingAccess, false},
		"the message is unwanted": {400, 50035, false},
	} {
		t.Run(name, func(t *testing.T) {
			tb, display := displayed(t)
			tb.refuses(http.MethodPatch, "/messages/"+display.ID, test.status, test.code)
			first, second := tb.ends(bao, 1), tb.ends(cuong, 2)
			if err := tb.bot.publisher.Displays.Update(t.Context(), first); (err != nil) != test.again {
				t.Errorf("Update = %v, want another try: %v", err, test.again)
			}
			tb.breaks(nil)
			must(t, tb.bot.publisher.Displays.Update(t.Context(), second)) // it tells of both
			if n := results(display); n != 2 {
				t.Errorf("the display tells %d results, want 2: %s", n, display.Embeds[0])
			}
		})
	}
}

// Two games end at once, and of the two edits the older comes last.
func TestConcurrentDisplayUpdates(t *testing.T) {
	tb, display := displayed(t)
	first := tb.ends(bao, 1)
	var once sync.Once
	tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch && strings.HasSuffix(r.URL.Path, "/messages/"+display.ID) {
			once.Do(func() { tb.ends(cuong, 2) })
		}
		return false
	})
	must(t, tb.bot.publisher.Displays.Update(t.Context(), first))
	if n := results(display); n != 2 {
		t.Errorf("the display tells %d results, want 2: %s", n, display.Embeds[0])
	}
}

// A display that is gone has nothing to tell.
func TestUpdateOfADeletedDisplay(t *testing.T) {
	must(t, newTable(t).bot.publisher.Displays.Update(t.Context(), game.UpdateDisplay{Simul: 99}))
}
