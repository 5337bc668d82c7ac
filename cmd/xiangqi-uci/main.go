// Command xiangqi-uci is the engine for any Xiangqi program that speaks UCI or UCCI.
//
//	xiangqi-uci                 speak UCI or UCCI on standard input and output; help lists the commands
//	xiangqi-uci bench           search fixed positions and print the node count, the signature of the search
//	xiangqi-uci perft N [FEN]   count the leaves of the tree of legal moves
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/search"
	"xiangqibot/engine/uci"
)

const usage = `Usage:
  xiangqi-uci                 speak UCI or UCCI on standard input and output; the command help lists the commands
  xiangqi-uci bench           search fixed positions, and print the number of nodes, which changes exactly when the
                              search does
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	session := func(o engine.Options) *uci.Session { return uci.New(engine.New(o), nnue.Default()) }
	switch command := strings.Join(args, " "); {
	case command == "":
		return session(engine.Options{}).Run(ctx, os.Stdin, os.Stdout)
	case command == "bench":
		return bench(ctx)
	case len(args) > 1 && args[0] == "perft":
		position := "startpos"
		if len(args) > 2 {
			position = "fen " + strings.Join(args[2:], " ")
		}
		lines := fmt.Sprintf("position %s\ngo perft %s\n", position, args[1])
		return session(engine.Options{HashMB: 1}).Run(ctx, strings.NewReader(lines), os.Stdout) // nothing is searched
	default:
		return fmt.Errorf("unknown command %q\n%s", command, usage)
	}
}

// bench prints the node count, which is the same in every run, to standard output, and the speed, which is not, to
// standard error.
func bench(ctx context.Context) error {
	r := search.Bench(ctx, search.BenchDepth, nnue.Standard().Evaluation())
	if ctx.Err() != nil {
		return errors.New("bench: interrupted")
	}
	fmt.Printf("Cut by the first move: %.1f %%\nNodes searched: %d\n", 100*float64(r.FirstCuts)/float64(r.Cuts), r.Nodes)
	fmt.Fprintf(os.Stderr, "Time: %d ms\nNodes/second: %.0f\n", r.Time.Milliseconds(), float64(r.Nodes)/r.Time.Seconds())
	return nil
}
