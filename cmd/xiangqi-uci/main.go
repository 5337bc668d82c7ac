// Command xiangqi-uci is the engine for any Xiangqi program that speaks UCI or UCCI.
//
//	xiangqi-uci                    speak UCI or UCCI on standard input and output; help lists the commands
//	xiangqi-uci bench [DEPTH]      search fixed positions and print the node count, the signature of the search
//	xiangqi-uci perft N [FEN]      count the tree of legal moves
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/search"
	"xiangqibot/engine/uci"
)

const usage = `Usage:
  xiangqi-uci                 speak UCI or UCCI on standard input and output; the command help lists the commands
  xiangqi-uci bench [DEPTH]   search fixed positions, 10 plies deep or DEPTH, and print the number of nodes,
                              which changes exactly when the search does
  xiangqi-uci perft N [FEN]   count the leaves of the tree of legal moves, N plies deep
`

func main() {
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "xiangqi-uci:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		ctx, stop := untilInterrupt()
		defer stop()
		return uci.New(engine.New(engine.Options{}), nnue.Default()).Run(ctx, os.Stdin, os.Stdout)
	}
	switch command, args := args[0], args[1:]; command {
	case "bench":
		return bench(args)
	case "perft":
		return perft(args)
	default:
		return fmt.Errorf("unknown command %q\n%s", command, usage)
	}
}

// untilInterrupt returns a context that ends when the program is interrupted.
func untilInterrupt() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt)
}

func bench(args []string) error {
	depth := search.BenchDepth
	switch len(args) {
	case 0:
	case 1:
		var err error
		if depth, err = positive(args[0]); err != nil {
			return fmt.Errorf("bench: depth: %w", err)
		}
	default:
		return fmt.Errorf("bench: %q, want no more than a depth", args)
	}
	ctx, stop := untilInterrupt()
	defer stop()
	r := search.Bench(ctx, depth, nnue.Standard().Evaluation())
	if ctx.Err() != nil {
		return errors.New("bench: interrupted")
	}
	if r.Cuts > 0 {
		fmt.Printf("Cut by the first move: %.1f %%\n", 100*float64(r.FirstCuts)/float64(r.Cuts))
	}
	return report(r.Nodes, r.Time)
}

// perft takes a FEN with or without quotes.
func perft(args []string) error {
	if len(args) == 0 {
		return errors.New("perft: a depth is missing, as in perft 5")
	}
	depth, err := positive(args[0])
	if err != nil {
		return fmt.Errorf("perft: depth: %w", err)
	}
	if depth > uci.MaxPerft {
		return fmt.Errorf("perft: depth: %d, want 1 to %d", depth, uci.MaxPerft)
	}
	pos := board.StartPosition()
	if fen := strings.Join(args[1:], " "); fen != "" {
		if pos, err = board.ParseFEN(fen); err != nil {
			return fmt.Errorf("perft: %w", err)
		}
	}
	start := time.Now()
	nodes := board.Perft(&pos, depth)
	return report(nodes, time.Since(start))
}

func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q, want a whole number of at least 1", text)
	}
	return n, nil
}

// report prints the count, which is the same in every run, to standard output, and the speed, which is not, to standard
// error.
func report(nodes uint64, took time.Duration) error {
	perSecond := float64(nodes) / max(took, time.Microsecond).Seconds()
	fmt.Fprintf(os.Stderr, "Time: %d ms\nNodes/second: %.0f\n", took.Milliseconds(), perSecond)
	_, err := fmt.Printf("Nodes searched: %d\n", nodes)
	return err
}
