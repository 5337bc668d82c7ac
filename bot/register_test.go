package bot

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// However the registering of the commands goes, the bot connects; and it registers them once they are taken.
func TestRegisteringDoesNotDelayConnecting(t *testing.T) {
	for name, test := range map[string]struct {
		refuse  http.HandlerFunc
		invited bool // the bot is invited to the server
		says    string
	}{
		"no answer":               {refuse: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, says: "cannot be reached yet"},
		"Discord's front is down": {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 503, 0, "down") }, says: "cannot be reached yet"},
		"too many":                {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 429, 0, "slow") }, says: "cannot be reached yet"},
		"they are refused":        {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 400, 50035, "no") }, says: "registering the commands: discord"},
		"the server is not ours":  {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 403, discord.CodeMissingAccess, "no") }, says: "https://discord.com/oauth2/authorize?client_id=" + botID + "&"},
		"there is no such server": {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 404, discord.CodeUnknownGuild, "no") }, says: "https://discord.com/oauth2/authorize?client_id=" + botID + "&"},
		"invited after a while":   {refuse: func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 403, discord.CodeMissingAccess, "no") }, invited: true, says: "invite it with"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tb := newPunctualTable(t)
				var taken atomic.Bool
				registered := make(chan struct{}, 1)
				tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
					switch {
					case !strings.HasSuffix(r.URL.Path, "/commands"):
						return false
					case !taken.Load():
						test.refuse(w, r)
						return true
					case r.Method == http.MethodPut:
						registered <- struct{}{}
					}
					return false
				})
				var log lockedBuffer
				tb.config.Guild, tb.config.Metrics = string(playground.GuildID), nil
				tb.config.Log = slog.New(slog.NewTextHandler(&log, nil))
				b, err := New(tb.config)
				must(t, err)
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				go func() { ended <- b.Run(ctx) }()
				synctest.Wait()
				gate := tb.discord.server.Gateway()
				if !gate.Online() {
					t.Error("the bot is not connected at once")
				}
				time.Sleep(2 * time.Minute)
				if !strings.Contains(log.String(), test.says) {
					t.Errorf("the log does not say %q:\n%s", test.says, log.String())
				}
				taken.Store(true)
				mended := time.Now()
				within := registerRetryDelay
				if test.invited {
					for _, id := range []wire.ID{"8", playground.GuildID} { // another one, and that of the bot
						gate.Dispatch(gateway.Audience{}, "GUILD_CREATE", map[string]any{"id": id, "unavailable": true})
					}
					within = time.Second
				}
				<-registered
				if took := time.Since(mended); took > within {
					t.Errorf("the commands were registered after %v, want %v", took, within)
				}
				stop()
				if err := <-ended; err != nil {
					t.Errorf("Run returned %v", err)
				}
				synctest.Wait()
			})
		})
	}
}

// lockedBuffer takes a log that several goroutines write.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
