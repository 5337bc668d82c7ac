package search

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// benchGames has a game on each line: a FEN, and the moves that were played from there.
//
//go:embed bench.txt
var benchGames string

// benchRecords returns what [Bench] searches: the last position of each.
func benchRecords() []board.Record {
	var list []board.Record
	for line := range strings.Lines(benchGames) {
		fen, moves, _ := strings.Cut(strings.TrimSpace(line), " moves ")
		if fen == "" || fen[0] == '#' {
			continue
		}
		start, err := board.ParseFEN(fen)
		rec := board.Record{Start: start}
		if err == nil {
			err = rec.PlayText(strings.Fields(moves)...)
		}
		if err != nil {
			panic(err) // a test parses them all
		}
		list = append(list, rec)
	}
	return list
}

// BenchPositions returns the positions of the bench that have no move history, for other measurements.
func BenchPositions() []board.Position {
	var list []board.Position
	for _, rec := range benchRecords() {
		if len(rec.Moves) == 0 {
			list = append(list, rec.Start)
		}
	}
	return list
}

const (
	// BenchDepth is the depth of the searches whose node count is the signature.
	BenchDepth = 10
	// benchHash is the size of [Bench]'s table in megabytes, small enough to exercise replacement.
	benchHash = 1
)

// BenchResult is the result of [Bench].
type BenchResult struct {
	Nodes uint64
	Time  time.Duration
	// Each has the nodes of each position.
	Each []uint64
	// Cuts counts the beta cutoffs, FirstCuts those by the first move searched: a measure of the move ordering.
	Cuts, FirstCuts uint64
}

// Bench searches fixed positions to a fixed depth with one thread and the given evaluation. It keeps the table and the
// histories from one position to the next, as in a game. The node count is the same on every machine and changes only
// if the search or the evaluation does; commit messages quote it.
func Bench(ctx context.Context, depth int, evaluator eval.Factory) BenchResult {
	s := New(NewTable(benchHash), 1, evaluator)
	var sum BenchResult
	for _, rec := range benchRecords() {
		res := s.Run(ctx, &rec, Limits{Depth: depth}, nil)
		sum.Nodes += res.Nodes
		sum.Time += res.Time
		sum.Each = append(sum.Each, res.Nodes)
		sum.Cuts += s.workers[0].cuts
		sum.FirstCuts += s.workers[0].firstCuts
	}
	return sum
}
