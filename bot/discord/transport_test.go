package discord

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/discord/discordtest"
)

// If the connection to Discord dies without either end noticing, calls use a new one within seconds.
func TestADeadConnectionIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var protocol string
		transport := defaultTransport()
		mute := discordtest.ServeHTTP2(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			protocol = r.Proto
			ok(w, r)
		}), transport)
		client := NewClient("secret", transport, nil)
		if _, _, err := Self(t.Context(), client); err != nil || protocol != "HTTP/2.0" {
			t.Fatalf("the first call went by %s: %v", protocol, err)
		}
		mute()
		began := time.Now()
		if _, _, err := Self(t.Context(), client); err != nil {
			t.Errorf("the connection is dead: %v", err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("a call took %v to find another connection", took)
		}
	})
}
