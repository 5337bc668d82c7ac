// Command xiangqi-lab has the tools for developing and measuring the engine.
//
// Each command stops cleanly when it is interrupted, and lists its options with -h. Those that use all
// processors are limited by the environment variable GOMAXPROCS, which affects no result.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Match    matchCommand    `cmd:"" help:"Play a match between two engines and estimate the Elo difference."`
	Games    gamesCommand    `cmd:"" help:"Print the games of a match as PGN."`
	Selfplay selfplayCommand `cmd:"" help:"Generate self-play games with scores and results."`
	Tune     tuneCommand     `cmd:"" help:"Fit the weights of the hand-written evaluation to games."`
	Train    trainCommand    `cmd:"" help:"Train an evaluation network on games."`
	Label    labelCommand    `cmd:"" help:"Score positions drawn from games by a search."`
	Evolve   evolveCommand   `cmd:"" help:"Evolve the weights of the hand-written evaluation by playing games."`
	SPSA     spsaCommand     `cmd:"" name:"spsa" help:"Tune the parameters of the search by playing games (SPSA)."`
	Ablate   ablateCommand   `cmd:"" help:"Measure nodes and time to fixed depths, adding one technique at a time to plain minimax."`
	Endgame  endgameCommand  `cmd:"" help:"Solve endings and write the endgame tables."`
	Records  recordsCommand  `cmd:"" help:"Read a folder of game records and print how each was read as a line of JSON."`
	Book     bookCommand     `cmd:"" help:"Grow opening books, and count what people play."`
	Puzzles  puzzlesCommand  `cmd:"" help:"Find puzzles in games and pack them for the bot."`
}

func main() {
	var line commandLine
	usage := kong.ShortUsageOnError() // the full help would hide the error
	if len(os.Args) == 1 {
		usage = kong.UsageOnError()
	}
	call := kong.Parse(&line, kong.Name("xiangqi-lab"), kong.Description("Tools for developing the Xiangqi engine."), usage)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	call.BindTo(ctx, (*context.Context)(nil))
	err := call.Run()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted: journals and folders keep what is done, the rest is lost")
	}
	call.FatalIfErrorf(err)
}
