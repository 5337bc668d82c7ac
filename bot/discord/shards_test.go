package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/shard"
)

// divided is a shard.Store with another process, which a test plays.
type divided struct {
	mu      sync.Mutex
	numbers []int // of shards, as passed to Renew
	of      int
	held    map[int]shard.ResumePoint
	anew    bool // nothing is kept of them
}

func (d *divided) Renew(_ context.Context, n int, at map[int]shard.ResumePoint) (map[int]shard.ResumePoint, int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n != 0 {
		d.numbers = append(d.numbers, n)
		d.set(n, 0, 1)
	}
	held := map[int]shard.ResumePoint{}
	for n := range d.held {
		if held[n] = at[n]; d.anew {
			held[n] = shard.ResumePoint{}
		}
	}
	d.anew = false
	return held, d.of, nil
}

// set divides the shards anew.
func (d *divided) set(of int, held ...int) {
	d.of, d.held, d.anew = of, map[int]shard.ResumePoint{}, true
	for _, n := range held {
		d.held[n] = shard.ResumePoint{}
	}
}

func (d *divided) Identify(context.Context, int, time.Duration) (time.Duration, error) { return 0, nil }
func (d *divided) Release(context.Context, map[int]shard.ResumePoint) error            { return nil }

// A process whose store has a new number of shards, reported by Discord to another process, ends the sessions of the
// old number and starts those of the new one. It does not report the old number to the store again.
func TestShardsFollowTheNumberOfAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		began := map[string]int{}
		address := discordgo.GatewayBotResponse{Shards: 2}
		address.SessionStartLimit.MaxConcurrency = 2
		transport := gatewayTo(t, address, func(p *peer) {
			var identify struct{ Shard [2]int }
			if err := json.Unmarshal(p.ready().Data, &identify); err != nil {
				t.Error(err)
			}
			mu.Lock()
			began[fmt.Sprintf("%d of %d", identify.Shard[0], identify.Shard[1])]++
			mu.Unlock()
			p.next()
		})
		ctx, stop := context.WithCancel(t.Context())
		store := &divided{}
		shards := &Shards{
			Client: NewClient("secret", transport, nil), Store: store, Idle: func() {}, Log: discordtest.Log(t),
			Session: func() *Session {
				return &Session{
					Client: NewClient("secret", transport, nil), Event: func(string, json.RawMessage) {}, Connected: func(bool) {},
					Log: discordtest.Log(t),
				}
			},
		}
		ended := make(chan error, 1)
		go func() { ended <- shards.Run(ctx) }()
		time.Sleep(time.Minute)
		store.mu.Lock()
		store.set(3, 1)
		store.mu.Unlock()
		time.Sleep(time.Minute)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if want := map[string]int{"0 of 2": 1, "1 of 2": 1, "1 of 3": 1}; fmt.Sprint(began) != fmt.Sprint(want) {
			t.Errorf("the sessions %v began, want %v", began, want)
		}
		if fmt.Sprint(store.numbers) != "[2]" {
			t.Errorf("Renew was called with %v, want the number that Discord reported, once", store.numbers)
		}
	})
}
