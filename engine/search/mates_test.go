package search

import (
	"flag"
	"testing"
	"time"

	"xiangqibot/engine/oracle"
)

var mateTime = flag.Duration("matetime", 0, "search every mate of the collection for so long, instead of a sample by nodes")

// mate is a row of the collection: a position with a proved mate in so many moves.
type mate struct {
	FEN  string
	Mate int
}

// mates reads the mates of the collection beside the project that are at most so many moves deep.
func mates(t *testing.T, deepest int) (list []mate) {
	t.Helper()
	oracle.Each(t, "data/mates.jsonl.gz", func(m mate) {
		if m.Mate <= deepest {
			list = append(list, m)
		}
	})
	return list
}

// Mates are found as they are proved. By default a sample of those up to three moves is searched with a limit on nodes, which gives the same result
// everywhere; to search all of them by time:
//
//	go test ./engine/search -run Mates -v -matetime 200ms
func TestMatesAreFound(t *testing.T) {
	const nodes, sample = 20_000, 12
	deepest := 3
	if *mateTime >= time.Second {
		deepest = 5
	}
	s := New(NewTable(4), 1)
	found, tried := map[int]int{}, map[int]int{}
	for i, m := range mates(t, deepest) {
		limits := Limits{Mate: m.Mate, MoveTime: *mateTime}
		if *mateTime == 0 {
			if i%sample != 0 {
				continue
			}
			limits.Nodes = nodes
		}
		s.Clear()
		r := s.Run(t.Context(), record(t, m.FEN), limits, nil)
		tried[m.Mate]++
		if r.Mate > 0 && r.Mate <= m.Mate {
			found[m.Mate]++
		}
	}
	all, good := 0, 0
	for n := 1; n <= deepest; n++ {
		t.Logf("mate in %d: %d of %d", n, found[n], tried[n])
		all, good = all+tried[n], good+found[n]
	}
	if all == 0 || good*100 < all*95 {
		t.Errorf("%d of %d mates found", good, all)
	}
}
