package discord

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The global limit counts the calls in all channels. A crowd of calls in different channels does not exceed it.
func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var made []time.Time
		c := restTo(t, func(w http.ResponseWriter, q *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			now := time.Now()
			made = append(made, now)
			if n := len(made) - 51; n >= 0 && now.Sub(made[n]) < time.Second {
				t.Error("51 calls within a second")
			}
			ok(w, q)
		})
		began := time.Now()
		var all sync.WaitGroup
		for n := range 300 {
			all.Go(func() {
				if err := c.Delete(t.Context(), strconv.Itoa(n), "7"); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took > 7*time.Second {
			t.Errorf("300 calls took %v, want about a second for every %d", took, maxPerSecond)
		}
	})
}

// Background calls leave room for the messages that people wait for.
func TestBackgroundCallsLeaveRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := restTo(t, ok)
		background := c.Background()
		sent := 0
		var limited *RateLimitError
		for ; limited == nil; sent++ {
			if err := background.Delete(t.Context(), fmt.Sprint("b", sent), "7"); err != nil && !errors.As(err, &limited) {
				t.Fatal(err)
			}
		}
		if sent--; sent != maxPerSecondBackground {
			t.Errorf("%d background calls were made at once, want %d", sent, maxPerSecondBackground)
		}
		if err := background.CheckEditLimit("6", "7"); !errors.As(err, &limited) || limited.After != time.Second {
			t.Errorf("checking one more call: %v, want a *RateLimitError of 1 s", err)
		}
		for n := range maxPerSecond - maxPerSecondBackground {
			if err := c.NoWait().Delete(t.Context(), fmt.Sprint("p", n), "7"); err != nil {
				t.Fatalf("call %d that somebody waits for: %v", n, err)
			}
		}
		time.Sleep(time.Second)
		if err := background.Delete(t.Context(), "b", "7"); err != nil {
			t.Errorf("a second later: %v", err)
		}
	})
}

// A first response that fails is retried a few times within its three seconds, with growing pauses.
func TestFirstResponseIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, calls := replies(status(500, `{"message":"500: Internal Server Error","code":0}`))
		a := restTo(t, handler).Answer(&discordgo.Interaction{ID: "1", Token: "t", AppID: "2"}, time.Now(), FirstResponseTimeout)
		if _, err := a.callback(t.Context(), discordgo.InteractionResponseModal, nil, nil, false); err == nil {
			t.Error("the answer was taken")
		}
		if n := calls.Load(); n < 3 || n > 6 {
			t.Errorf("%d calls in %v", n, FirstResponseTimeout)
		}
	})
}
