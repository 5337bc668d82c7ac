// Command xiangqi-uci is the engine for any Xiangqi program that speaks UCI.
//
//	xiangqi-uci                    converse on standard input and output; help lists the commands
//	xiangqi-uci bench              search fixed positions and print the node count, the signature of the search
//	xiangqi-uci perft 5 [FEN]      count the tree of legal moves
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/search"
	"xiangqibot/engine/uci"
)

type commandLine struct {
	UCI   converse `cmd:"" default:"1" help:"Converse in UCI on standard input and output (this is done when no command is given)."`
	Bench bench    `cmd:"" help:"Search fixed positions and print the number of nodes, which changes exactly when the search does."`
	Perft perft    `cmd:"" help:"Count the leaves of the tree of legal moves."`
}

func main() {
	var line commandLine
	call := kong.Parse(&line, kong.Name("xiangqi-uci"), kong.Description("A Xiangqi engine."), kong.UsageOnError())
	call.FatalIfErrorf(call.Run())
}

// untilInterrupt returns the context of commands that end in good order when they are interrupted.
func untilInterrupt() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt)
}

type converse struct{}

func (converse) Run() error {
	ctx, stop := untilInterrupt()
	defer stop()
	return uci.New(engine.New(engine.Options{})).Run(ctx, os.Stdin, os.Stdout)
}

type bench struct {
	Depth int `arg:"" optional:"" default:"10" help:"Depth of each search in plies (10 when left out)."`
}

func (b bench) Run() error {
	ctx, stop := untilInterrupt()
	defer stop()
	r := search.Bench(ctx, b.Depth)
	if ctx.Err() != nil {
		return errors.New("bench: interrupted")
	}
	return report(r.Nodes, r.Time)
}

type perft struct {
	Depth int      `arg:"" help:"Depth in plies, at least 1."`
	FEN   []string `arg:"" optional:"" help:"Position, with or without quotes; the start position when left out."`
}

func (p perft) Run() error {
	if p.Depth < 1 {
		return fmt.Errorf("perft: depth %d, want 1 or more", p.Depth)
	}
	pos := board.StartPosition()
	if len(p.FEN) > 0 {
		var err error
		if pos, err = board.ParseFEN(strings.Join(p.FEN, " ")); err != nil {
			return fmt.Errorf("perft: %w", err)
		}
	}
	start := time.Now()
	nodes := board.Perft(&pos, p.Depth)
	return report(nodes, time.Since(start))
}

// report prints the count, which is the same in every run, to standard output, and the speed, which is not, to standard error.
func report(nodes uint64, took time.Duration) error {
	perSecond := float64(nodes) / max(took, time.Microsecond).Seconds()
	fmt.Fprintf(os.Stderr, "Time: %d ms\nNodes/second: %.0f\n", took.Milliseconds(), perSecond)
	_, err := fmt.Printf("Nodes searched: %d\n", nodes)
	return err
}
