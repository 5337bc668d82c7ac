// Command xiangqi-load load-tests a running "xiangqi-bot play" with simulated people who play each other, and measures
// how long they wait for answers. It lists its flags with --help.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	var line loadCommand
	call := kong.Parse(&line, kong.Name("xiangqi-load"), kong.ShortUsageOnError(),
		kong.Description("Load-test a running bot with simulated people and measure their waiting times."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	call.FatalIfErrorf(line.Run(ctx))
}
