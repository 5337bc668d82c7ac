package fairqueue_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/fairqueue"
)

// ticket is one thing that waits: the how manieth of its game.
type ticket struct {
	fairqueue.Key
	number int
}

// waiting is somebody, or somebody's game, that waits without a break, and who had turns in that time.
type waiting[T comparable] map[T]map[T]int

// begin notes that x waits from now on, if it did not before.
func (w waiting[T]) begin(x T) {
	if w[x] == nil {
		w[x] = map[T]int{}
	}
}

// served notes a turn of x: all others that wait have seen it. Their number of turns since their own last one is what
// is bounded.
func (w waiting[T]) served(t *rapid.T, what string, x T) {
	for other, seen := range w {
		if other == x {
			continue
		}
		if seen[x]++; seen[x] > 1 {
			t.Fatalf("%s %v had %d turns while %v waited for one", what, x, seen[x], other)
		}
	}
	clear(w[x])
}

// TestFairness draws arrivals, departures and turns. Whatever they are, nobody has two turns while somebody else of
// their level waits for one - servers, people of one server, games of one person - and each game is served in its
// order.
func TestFairness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q fairqueue.Queue[ticket]
		servers := waiting[string]{}
		people := map[string]waiting[string]{}       // by server
		games := map[fairqueue.Key]waiting[string]{} // by person
		queues := map[fairqueue.Key][]ticket{}       // the model: each game's own line
		issued := map[fairqueue.Key]int{}
		counts := func(of func(fairqueue.Key) bool) (n int) {
			for k := range queues {
				if of(k) {
					n++
				}
			}
			return n
		}
		owner := func(k fairqueue.Key) fairqueue.Key { k.Flow = ""; return k }
		leave := func(k fairqueue.Key) {
			if len(queues[k]) > 0 {
				return
			}
			delete(queues, k)
			delete(games[owner(k)], k.Flow)
			if counts(func(o fairqueue.Key) bool { return owner(o) == owner(k) }) == 0 {
				delete(people[k.Tenant], k.User)
			}
			if counts(func(o fairqueue.Key) bool { return o.Tenant == k.Tenant }) == 0 {
				delete(servers, k.Tenant)
			}
		}
		key := rapid.Custom(func(t *rapid.T) fairqueue.Key {
			return fairqueue.Key{
				Tenant: rapid.StringMatching("[A-C]").Draw(t, "server"), User: rapid.StringMatching("[a-c]").Draw(t, "person"),
				Flow: rapid.StringMatching("[1-3]").Draw(t, "game"),
			}
		})
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				k := key.Draw(t, "key")
				x := ticket{k, issued[k]}
				issued[k]++
				q.Add(k, x)
				queues[k] = append(queues[k], x)
				if people[k.Tenant] == nil {
					people[k.Tenant] = waiting[string]{}
				}
				if games[owner(k)] == nil {
					games[owner(k)] = waiting[string]{}
				}
				servers.begin(k.Tenant)
				people[k.Tenant].begin(k.User)
				games[owner(k)].begin(k.Flow)
			},
			"next": func(t *rapid.T) {
				k, x, ok := q.Next()
				if ok != (len(queues) > 0) {
					t.Fatalf("something has its turn: %v, but %d games wait", ok, len(queues))
				}
				if !ok {
					return
				}
				if x != queues[k][0] {
					t.Fatalf("%v has its turn before %v", x, queues[k][0])
				}
				queues[k] = queues[k][1:]
				servers.served(t, "server", k.Tenant)
				people[k.Tenant].served(t, "person", k.User)
				games[owner(k)].served(t, "game", k.Flow)
				leave(k)
			},
			"remove": func(t *rapid.T) {
				k := key.Draw(t, "key")
				number := rapid.IntRange(0, 5).Draw(t, "number")
				x := ticket{k, number}
				i := slices.Index(queues[k], x)
				if q.Remove(k, x) != (i >= 0) {
					t.Fatalf("removing %v, which is at %d", x, i)
				}
				if i >= 0 {
					queues[k] = slices.Delete(queues[k], i, i+1)
					leave(k)
				}
			},
			"": func(t *rapid.T) {
				length, listed := 0, 0
				for _, waits := range queues {
					length += len(waits)
				}
				for k, x := range q.All() {
					if listed++; !slices.Contains(queues[k], x) {
						t.Fatalf("%v is listed and does not wait", x)
					}
				}
				if q.Len() != length || listed != length {
					t.Fatalf("the queue counts %d and lists %d, want %d", q.Len(), listed, length)
				}
			},
		})
	})
}

// A tenant with a thousand users does not delay the users of another one, nor those without a tenant.
func TestNewcomerWaitsForServersNotPeople(t *testing.T) {
	var q fairqueue.Queue[string]
	for p := range 1000 {
		q.Add(fairqueue.Key{Tenant: "large", User: fmt.Sprint(p), Flow: "1"}, "of the large tenant")
	}
	q.Add(fairqueue.Key{Tenant: "small", User: "1", Flow: "1"}, "of the small tenant")
	q.Add(fairqueue.Key{User: "2", Flow: "1"}, "without a tenant")
	for _, want := range []string{"of the large tenant", "of the small tenant", "without a tenant", "of the large tenant"} {
		if _, got, _ := q.Next(); got != want {
			t.Errorf("next is the request %s, want %s", got, want)
		}
	}
}

// The shares of all that is asked for are the whole, and a server's are those of one server, however many ask there.
func TestDemandDividesEvenly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		asked := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) fairqueue.Key {
			return fairqueue.Key{Tenant: rapid.StringMatching("[A-C]?").Draw(t, "server"), User: rapid.StringMatching("[a-d]").Draw(t, "person")}
		}), 1, 30).Draw(t, "asked")
		var demand fairqueue.Demand
		for _, k := range asked {
			demand.Add(k)
		}
		servers := map[string]float64{}
		for _, k := range asked {
			name := k.Tenant
			if name == "" {
				name = "of " + k.User
			}
			servers[name] += 1 / float64(demand.Shares(k))
		}
		for name, share := range servers {
			if want := 1 / float64(len(servers)); math.Abs(share-want) > 1e-9 {
				t.Errorf("server %q has %v of all, want %v", name, share, want)
			}
		}
	})
}
