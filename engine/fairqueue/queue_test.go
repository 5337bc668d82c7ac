package fairqueue_test

import (
	"fmt"
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

// TestFairness draws arrivals, departures and turns. Whatever they are, nobody has two turns while somebody else waits
// for one, no game has two while another of the same person waits, and each game is served in its order.
func TestFairness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q fairqueue.Queue[ticket]
		people := waiting[string]{}
		games := map[string]waiting[string]{}  // by person
		queues := map[fairqueue.Key][]ticket{} // the model: each game's own line
		issued := map[fairqueue.Key]int{}
		leave := func(k fairqueue.Key) {
			if len(queues[k]) == 0 {
				delete(queues, k)
				delete(games[k.Person], k.Game)
			}
			if q.Of(k.Person) == 0 {
				delete(people, k.Person)
				delete(games, k.Person)
			}
		}
		key := rapid.Custom(func(t *rapid.T) fairqueue.Key {
			return fairqueue.Key{Person: rapid.StringMatching("[a-d]").Draw(t, "person"), Game: rapid.StringMatching("[1-3]").Draw(t, "game")}
		})
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				k := key.Draw(t, "key")
				x := ticket{k, issued[k]}
				issued[k]++
				q.Add(k, x)
				queues[k] = append(queues[k], x)
				people.begin(k.Person)
				if games[k.Person] == nil {
					games[k.Person] = waiting[string]{}
				}
				games[k.Person].begin(k.Game)
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
				people.served(t, "person", k.Person)
				games[k.Person].served(t, "game", k.Game)
				leave(k)
			},
			"remove": func(t *rapid.T) {
				k := key.Draw(t, "key")
				number := rapid.IntRange(0, 5).Draw(t, "number")
				x := ticket{k, number}
				i := slices.Index(queues[k], x)
				if q.Remove(k, x) != (i >= 0) {
					t.Fatalf("removing %v, which stands at %d", x, i)
				}
				if i >= 0 {
					queues[k] = slices.Delete(queues[k], i, i+1)
					leave(k)
				}
			},
			"": func(t *rapid.T) {
				length, persons := 0, map[string]int{}
				for k, waits := range queues {
					length += len(waits)
					persons[k.Person] += len(waits)
				}
				if q.Len() != length || q.People() != len(persons) || len(slices.Collect(q.All())) != length {
					t.Fatalf("the queue counts %d of %d people, want %d of %d", q.Len(), q.People(), length, len(persons))
				}
				for p, n := range persons {
					if q.Of(p) != n {
						t.Fatalf("%d wait for %s, want %d", q.Of(p), p, n)
					}
				}
			},
		})
	})
}

// TestNewcomerWaitsForPeopleNotGames is what the law means in a server: somebody with five hundred games does not keep
// anybody waiting.
func TestNewcomerWaitsForPeopleNotGames(t *testing.T) {
	var q fairqueue.Queue[string]
	for g := range 500 {
		q.Add(fairqueue.Key{Person: "many", Game: fmt.Sprint(g)}, fmt.Sprint("many", g))
	}
	for p := range 9 {
		q.Add(fairqueue.Key{Person: fmt.Sprint(p), Game: "1"}, fmt.Sprint(p))
	}
	q.Add(fairqueue.Key{Person: "newcomer", Game: "1"}, "newcomer")
	for turn := 1; ; turn++ {
		_, x, ok := q.Next()
		if !ok {
			t.Fatal("the newcomer never had a turn")
		}
		if x == "newcomer" {
			if turn != 11 {
				t.Errorf("the newcomer is the %dth, want the 11th: ten others wait", turn)
			}
			break
		}
	}
	if q.Clear(); q.Len() != 0 || q.People() != 0 {
		t.Error("something is left in a queue that was cleared")
	}
}
