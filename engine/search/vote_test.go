package search

import (
	"testing"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Threads vote on the move: by depth and score, and a proven win overrides all votes.
func TestVote(t *testing.T) {
	const a, b = board.Move(1), board.Move(2)
	type vote struct {
		move         board.Move
		score, depth int
	}
	none := vote{a, -infinity, 0} // stopped before it had looked at anything
	for _, c := range []struct {
		name  string
		votes []vote
		want  int // the worker that speaks
	}{
		{"one alone", []vote{{a, 10, 9}}, 0},
		{"all agree, the first is as good as any", []vote{{a, 10, 9}, {a, 10, 9}}, 0},
		{"all agree, and one looked deeper", []vote{{a, 10, 9}, {a, 10, 11}}, 1},
		{"one is deeper", []vote{{a, 10, 9}, {b, 10, 10}}, 1},
		{"one thinks more of its move", []vote{{a, 10, 9}, {b, 40, 9}}, 1},
		{"two outvote one", []vote{{a, 20, 10}, {b, 18, 10}, {b, 18, 10}}, 1},
		{"not if they know far less", []vote{{a, 60, 12}, {b, 5, 7}, {b, 5, 7}}, 0},
		{"a win is played, however many are against it", []vote{{b, 300, 20}, {b, 300, 20}, {a, mateIn(5), 12}}, 2},
		{"the shorter win", []vote{{a, mateIn(7), 12}, {b, mateIn(5), 10}, {a, mateIn(9), 20}}, 1},
		{"who has seen nothing has no say", []vote{{a, -20, 3}, none, none}, 0},
		{"nor gives weight to others", []vote{{a, 60, 12}, {b, 5, 13}, none}, 0},
		{"all are mated", []vote{{a, matedIn(4), 9}, {b, matedIn(8), 9}}, 1},
	} {
		var workers []*worker
		for _, v := range c.votes {
			workers = append(workers, &worker{root: rootList{{Move: v.move, score: v.score, previousScore: -infinity, depth: v.depth}}})
		}
		if got := bestByVotes(workers); got != workers[c.want] {
			t.Errorf("%s: %+v speaks, want worker %d", c.name, got.root[0], c.want)
		}
	}
}

// They do not vote where the result of the first thread is required, or where Voting is 0.
func TestVotingOff(t *testing.T) {
	off := DefaultParams()
	off.Voting = 0
	for _, c := range []struct {
		limits Limits
		params Params
		want   int
	}{
		{Limits{Nodes: 1000}, DefaultParams(), 1},
		{Limits{MultiPV: 1}, DefaultParams(), 1},
		{Limits{MultiPV: 2}, DefaultParams(), 0},
		{Limits{Depth: 9}, DefaultParams(), 0},
		{Limits{Nodes: 1000}, off, 0},
	} {
		s := New(NewTable(1), 2, classical.NewEvaluator)
		s.SetParams(c.params)
		for i, w := range s.workers {
			w.root = rootList{{Move: board.Move(i + 1), score: 10, depth: 9 + i}}
		}
		if got := s.bestWorker(c.limits); got != s.workers[c.want] {
			t.Errorf("%+v, voting %d: %v speaks", c.limits, c.params.Voting, got.root[0].Move)
		}
	}
}

// A search of several threads returns the line that it reported last, whichever thread is elected.
func TestVotedLineIsReported(t *testing.T) {
	s := New(NewTable(4), 3, classical.NewEvaluator)
	for _, rec := range benchRecords()[:4] {
		var last Info
		res := s.Run(t.Context(), &rec, Limits{Nodes: 30_000, MoveTime: 10 * time.Second}, func(i Info) { last = i })
		if res.Best != last.PV[0] || res.Score != last.Score || res.Depth < last.Depth {
			t.Errorf("%s: it plays %v (%d after %d plies), and last reported %v (%d after %d plies)",
				rec.Start.FEN(), res.Best, res.Score, res.Depth, last.PV[0], last.Score, last.Depth)
		}
	}
}
