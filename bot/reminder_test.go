package bot

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

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
