package fairqueue_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/fairqueue"
)

// Tenants that ask for everything get equal shares, and leave one slot for the next tenant.
func TestLimiterLeavesASlot(t *testing.T) {
	for servers, want := range []int{1: 256, 2: 170, 3: 128, 7: 64} {
		if want == 0 {
			continue
		}
		limiter := fairqueue.NewLimiter(512)
		got := make(map[string]int)
		for n := range 10_000 {
			server := fmt.Sprint("server ", n%servers)
			if limiter.TryAcquire(fairqueue.Key{Tenant: server, User: fmt.Sprint(n)}) {
				got[server]++
			}
		}
		for server, places := range got {
			if places < want || places > want+1 {
				t.Errorf("of %d servers %s has %d places, want %d", servers, server, places, want)
			}
		}
		if !limiter.TryAcquire(fairqueue.Key{User: "somebody by themselves"}) {
			t.Errorf("beside %d servers nobody finds a place", servers)
		}
	}
}

// After any acquisitions and releases, a tenant without a slot gets one unless all are taken, and released slots are free
// again.
func TestLimiterReleases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(1, 12).Draw(t, "places")
		limiter := fairqueue.NewLimiter(places)
		var inside []fairqueue.Key
		of := func(k fairqueue.Key) (n int) {
			for _, other := range inside {
				if other.Tenant == k.Tenant && (k.Tenant != "" || other.User == k.User) {
					n++
				}
			}
			return n
		}
		for range rapid.IntRange(1, 60).Draw(t, "acts") {
			if len(inside) > 0 && rapid.Bool().Draw(t, "leaves") {
				i := rapid.IntRange(0, len(inside)-1).Draw(t, "who")
				limiter.Release(inside[i])
				inside = append(inside[:i], inside[i+1:]...)
				continue
			}
			k := fairqueue.Key{Tenant: rapid.SampledFrom([]string{"a", "b", ""}).Draw(t, "server"), User: rapid.SampledFrom([]string{"p", "q"}).Draw(t, "person")}
			if want, got := of(k) < places-len(inside), limiter.TryAcquire(k); got != want {
				t.Fatalf("%+v enters: %v, with %d of its own among %d in %d places", k, got, of(k), len(inside), places)
			} else if got {
				inside = append(inside, k)
			}
		}
	})
}
