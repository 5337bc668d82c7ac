package search

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// benchPositions are openings, middle games and endings of games by people, and some with a mate in them.
var benchPositions = [...]string{
	board.StartFEN,
	"r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
	"1rbakab1r/9/1cn3nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C2C1/9/1RBAKABNR w - - 0 1",
	"3aka3/9/4b1n2/p1p1p4/2b3p1p/2P6/P3P1P1P/2N1B4/4A4/2BAK4 w - - 0 1",
	"2bakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/9/2BAKAB2 b - - 4 12",
	"r2akab2/9/2n1b1c1n/p1p1p3p/6p2/2P3P2/P3P1N1P/1C2C4/9/RNBAKAB2 w - - 2 9",
	"4kab2/4a4/4b4/p3p3p/2r6/4P4/P1R5P/4B4/4A4/2BAK4 b - - 10 30",
	"2bak4/4a4/4b4/9/9/2B1p1R2/4P4/4B4/4A4/3AK4 w - - 3 55",
	"3k5/9/9/9/4N4/9/9/3A5/4K4/9 w - - 0 60",
	"4k4/4a4/3a5/9/9/9/4P4/9/4R4/4K4 b - - 0 50",
	"1nbakab2/9/1c4n2/p1p1p1p1p/7r1/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 8",
	"C1bak4/4a4/2n1b4/p3p1R1p/9/2p6/P3P3P/2N1B4/4A4/4KAr2 b - - 1 28",
}

// BenchPositions returns the positions of the bench that have no move history, for other measurements.
func BenchPositions() []board.Position {
	var list []board.Position
	for _, fen := range benchPositions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			panic(err) // a test parses them all
		}
		list = append(list, p)
	}
	return list
}

//go:embed bench.txt
var benchGames string

// benchRecords returns everything that [Bench] searches: the positions of [BenchPositions], and games with their moves.
func benchRecords() []board.Record {
	var list []board.Record
	for _, p := range BenchPositions() {
		list = append(list, board.Record{Start: p})
	}
	for line := range strings.Lines(benchGames) {
		fen, moves, _ := strings.Cut(strings.TrimSpace(line), " moves ")
		if fen == "" || fen[0] == '#' {
			continue
		}
		start, err := board.ParseFEN(fen)
		if err != nil {
			panic(err) // a test parses them all
		}
		rec := board.Record{Start: start}
		for _, text := range strings.Fields(moves) {
			m, err := board.ParseMove(text)
			if err == nil {
				err = rec.Play(m)
			}
			if err != nil {
				panic(err)
			}
		}
		list = append(list, rec)
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
