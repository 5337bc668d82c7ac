package search

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/memory"
)

func findings(t *rapid.T) ttData {
	return ttData{
		move:  board.Move(rapid.Uint16Range(1, 1<<14-1).Draw(t, "move")),
		score: rapid.IntRange(-infinity, infinity).Draw(t, "score"),
		eval:  rapid.IntRange(noScore, infinity).Draw(t, "eval"),
		depth: rapid.IntRange(quiescenceDepth, maxPly).Draw(t, "depth"),
		bound: bound(rapid.IntRange(0, 3).Draw(t, "bound")),
		pv:    rapid.Bool().Draw(t, "pv"),
	}
}

func TestTableFindsWhatWasStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := NewTable(1)
		key, f := rapid.Uint64().Draw(t, "key"), findings(t)
		if _, ok := table.probe(key); ok {
			t.Fatal("an empty table knows something")
		}
		table.store(key, f)
		if got, ok := table.probe(key); !ok || got != f {
			t.Fatalf("stored %+v, found %+v, %v", f, got, ok)
		}
		if _, ok := table.probe(key ^ 1); ok {
			t.Fatal("another position of the same bucket was taken for this one")
		}
		table.Clear(rapid.IntRange(1, 5).Draw(t, "threads"))
		if _, ok := table.probe(key); ok {
			t.Fatal("a cleared table knows something")
		}
	})
}

// No table is offered that the machine cannot hold.
func TestMaxTableMB(t *testing.T) {
	most := uint64(MaxTableMB())
	if total := memory.Total(); most < 1 || most > 16384 || total > 0 && most<<20 >= total {
		t.Errorf("%d MB of %d bytes", most, total)
	}
}

// A full bucket gives up what is shallow before what is deep, and what is old before what is new.
func TestTableReplacement(t *testing.T) {
	table := NewTable(1)
	entry := func(depth int) ttData { return ttData{move: 77, depth: depth, bound: boundExact} }
	const bucket = 0 // keys below 2^32 all fall into the first bucket
	for key := range uint64(4) {
		table.store(bucket+key, entry(10+int(key)))
	}
	table.store(bucket+4, entry(1))
	if _, ok := table.probe(bucket); ok {
		t.Error("the shallowest entry was kept")
	}
	for range 3 {
		table.newSearch()
	}
	table.store(bucket+5, entry(1))
	table.store(bucket+6, entry(1))
	if _, ok := table.probe(bucket + 5); !ok {
		t.Error("an entry of this search gave way before old ones")
	}
}

// Two searches that write to the same places never read an entry that was not stored.
func TestTableIsSafeWithoutLocks(t *testing.T) {
	table := NewTable(1)
	var writers sync.WaitGroup
	for n := range 4 {
		writers.Go(func() {
			for i := range 20_000 {
				key := uint64(i % 7)
				table.store(key, ttData{move: board.Move(key + 1), depth: n, bound: boundExact, score: int(key)})
				if f, ok := table.probe(key); ok && (f.score != int(key) || f.move != board.Move(key+1)) {
					t.Errorf("position %d has the finding of another: %+v", key, f)
					return
				}
			}
		})
	}
	writers.Wait()
}
