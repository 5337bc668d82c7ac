package search

import (
	"context"
	"testing"
	"time"

	"xiangqibot/engine/board"
)

func record(t testing.TB, fen string) *board.Record {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &board.Record{Start: p}
}

// The signature of the search is the same each time it is taken.
func TestBenchIsDeterministic(t *testing.T) {
	first, second := Bench(t.Context(), 7), Bench(t.Context(), 7)
	if first.Nodes != second.Nodes || first.Nodes == 0 {
		t.Errorf("two runs looked at %d and %d nodes", first.Nodes, second.Nodes)
	}
}

func TestNodeLimitIsKept(t *testing.T) {
	s := New(NewTable(1), 1)
	rec := board.NewRecord()
	for _, limit := range []uint64{1, 100, 5000} {
		if r := s.Run(t.Context(), &rec, Limits{Nodes: limit}, nil); r.Nodes > limit || r.Best == board.NoMove {
			t.Errorf("limit %d: %d nodes, best %s", limit, r.Nodes, r.Best)
		}
	}
}

// A search ends with its context, even one that had no time at all, and has a move then.
func TestContextEndsSearch(t *testing.T) {
	s := New(NewTable(1), 2)
	rec := board.NewRecord()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Run(ctx, &rec, Limits{}, nil); r.Best == board.NoMove {
		t.Error("no move from a search without time")
	}
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if r := s.Run(ctx, &rec, Limits{}, nil); r.Best == board.NoMove || r.Depth < 1 {
		t.Errorf("after 50 ms: best %s, depth %d", r.Best, r.Depth)
	}
}
