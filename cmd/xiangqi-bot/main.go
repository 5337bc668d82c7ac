// Command xiangqi-bot is the Xiangqi bot: inside a simulated Discord on a local web page, or on Discord itself.
// "xiangqi-bot help" lists its commands.
//
// A command reads its options and the configuration, connects the packages, runs until a signal comes and closes them in
// reverse order.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

var commands = []command{
	{"play", "", "run the bot inside a simulated Discord, on a local web page: no account, no token", playCommand},
	{"setup", "", "ask for the bot's token, check it with Discord, and write a first configuration", setupCommand},
	{"serve", "", "run the bot on Discord; DISCORD_TOKEN holds its token, or DISCORD_TOKEN_FILE names a file that does", serveCommand},
	{"playground", "", "run the simulated Discord alone: discord.api leads the bot to it", playgroundCommand},
	{"check", "", "check a configuration and what it names: database, folders, addresses, external engine", checkCommand},
	{"health", "", "ask the running bot, at its metrics.address, whether it is alive", healthCommand},
	{"backup", "BACKUP", "write all that the database holds to a new file; the bot may be running", backupCommand},
	{"verify", "", "replay every game and report what is wrong; the bot may be running", verifyCommand},
	{"copy", "", "copy all games and what belongs to them to an empty database, such as PostgreSQL", copyCommand},
	{"admin", "COMMAND…", "manage people, games and servers through the running bot; without a COMMAND list the commands", adminCommand},
	{"version", "", "print the versions of this program and of the database that it requires", versionCommand},
}

// usage returns the list of commands.
func usage() string {
	var text strings.Builder
	text.WriteString("xiangqi-bot plays Xiangqi in the channels of a community.\n\n")
	lines := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, c := range commands {
		_, _ = fmt.Fprintf(lines, "  %s %s\t%s\n", c.name, c.operand, c.summary) // a builder takes everything
	}
	_ = lines.Flush()
	text.WriteString("\nRun \"xiangqi-bot COMMAND -help\" for its options.\n")
	return text.String()
}

func main() { process(run) }

// process runs the command until it is done or a signal comes, and exits with its status.
func process(do func(ctx context.Context, args []string, stdout, stderr io.Writer) error) {
	// The first signal asks everybody to finish, the second one kills as usual, and so does the limit.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	afterStop(ctx, shutdownTimeout, func() {
		fmt.Fprintf(os.Stderr, "xiangqi-bot: not finished %v after the signal to stop; ending now, the next start takes up the rest\n", shutdownTimeout)
		os.Exit(exitFailure)
	})
	err := do(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	status := exitStatus(err)
	if status != 0 {
		fmt.Fprintf(os.Stderr, "xiangqi-bot: %v\n", err)
	}
	if status == exitUsage {
		fmt.Fprintln(os.Stderr, "\"xiangqi-bot help\" lists the commands")
	}
	os.Exit(status)
}

// run carries out the command that the arguments name.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		_, _ = io.WriteString(stderr, usage()) // the error counts
		return &usageError{"no command given"}
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage())
		return err
	case "-version", "--version":
		args = []string{"version"}
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		return &usageError{fmt.Sprintf("no command %q", args[0])}
	}
	return commands[i].run(ctx, args[1:], stdout)
}

// shutdownTimeout is how long the program may finish work in progress after a signal to stop. Supervisors kill after
// ten seconds; what is cut off is resumed at the next start, as after any kill.
const shutdownTimeout = 9 * time.Second

// afterStop calls end in a goroutine when limit has passed since ctx ended.
func afterStop(ctx context.Context, limit time.Duration, end func()) {
	context.AfterFunc(ctx, func() { time.AfterFunc(limit, end) })
}
