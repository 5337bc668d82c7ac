// Command xiangqi-bot is the Xiangqi bot: inside a simulated Discord on a local web page, or on Discord itself.
// "xiangqi-bot help" lists its commands.
//
// A command reads its options and the configuration, connects the packages, runs until a signal comes and closes them in
// reverse order.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"xiangqibot/bot"
	"xiangqibot/store/database"
)

// A command is one of the commands of the program.
type command struct {
	name    string
	operand string // that it requires, "" for none; with "…" it takes any number
	summary string
	// define adds the options of the command to flags, and returns the function to call when they are parsed.
	define func(flags *flag.FlagSet) action
}

// An action carries out a command.
type action func(ctx context.Context, operands []string, stdout io.Writer) error

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

// usageError is an invalid command line; the program exits with status 2, as is usual on Unix.
type usageError struct{ problem string }

func (e *usageError) Error() string { return e.problem }

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

// run parses the options and operands of the command and carries it out.
func (c *command) run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("xiangqi-bot "+c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // only whoever asks for help gets all options
	flags.Usage = func() {
		_, _ = fmt.Fprintf(flags.Output(), "Usage: %s [OPTIONS] %s\n  %s\n", flags.Name(), c.operand, c.summary) // it is only help
		flags.PrintDefaults()
	}
	do := c.define(flags)
	want, many := 0, strings.HasSuffix(c.operand, "…")
	operands, err := parse(flags, args, many)
	if c.operand != "" {
		want = 1
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stdout)
		flags.Usage()
		return nil
	case err != nil:
		return &usageError{fmt.Sprintf("%s: %v", c.name, err)}
	case !many && len(operands) > want:
		return &usageError{fmt.Sprintf("%s: unexpected argument %q", c.name, operands[want])}
	case !many && len(operands) < want:
		return &usageError{fmt.Sprintf("%s: name the %s", c.name, c.operand)}
	}
	return do(ctx, operands, stdout)
}

// parse parses options, and returns the other arguments, before, between or after them. If there may be many, no option
// follows the first one: a text to announce can begin with a dash.
func parse(flags *flag.FlagSet, args []string, many bool) (operands []string, err error) {
	for {
		if err := flags.Parse(args); err != nil || flags.NArg() == 0 || many {
			return append(operands, flags.Args()...), err
		}
		operands, args = append(operands, flags.Arg(0)), flags.Args()[1:]
	}
}

// configFlag adds the option that names the configuration.
func configFlag(flags *flag.FlagSet) *string {
	return flags.String("config", "", "configuration `FILE`; without it the defaults of config.example.yaml hold")
}

// configured adds the option that names the configuration, and returns the action that reads it and calls do.
func configured(flags *flag.FlagSet, do func(ctx context.Context, c config, operands []string, stdout io.Writer) error) action {
	path := configFlag(flags)
	return func(ctx context.Context, operands []string, stdout io.Writer) error {
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return do(ctx, c, operands, stdout)
	}
}

// The exit statuses, see docs/operating.md.
const (
	exitFailure = 1
	exitUsage   = 2  // as Unix programs do
	exitConfig  = 78 // EX_CONFIG of sysexits.h: another start fails in the same way
)

// shutdownTimeout is how long the program may finish work in progress after a signal to stop. Supervisors kill after
// ten seconds; what is cut off is resumed at the next start, as after any kill.
const shutdownTimeout = 9 * time.Second

// afterStop calls end in a goroutine when limit has passed since ctx ended.
func afterStop(ctx context.Context, limit time.Duration, end func()) {
	context.AfterFunc(ctx, func() { time.AfterFunc(limit, end) })
}

// permanentError is a failure that a restart does not fix, and that has no type of its own.
type permanentError struct{ error }

func (e *permanentError) Unwrap() error { return e.error }

// exitStatus returns the exit status of the program for err.
func exitStatus(err error) int {
	switch {
	case err == nil:
		return 0
	case is[*usageError](err):
		return exitUsage
	case is[*configError](err), is[*permanentError](err), is[*database.PermanentError](err),
		is[*bot.TokenError](err), is[*bot.GatewayClosedError](err):
		return exitConfig
	}
	return exitFailure
}

// is reports whether err wraps an error of type E.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
