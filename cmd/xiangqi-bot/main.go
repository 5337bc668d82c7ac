// Command xiangqi-bot is the Xiangqi bot: inside a simulated Discord on a local web page, or on Discord itself.
//
//	xiangqi-bot play  [-addr HOST:PORT] [-data DIR] [-config FILE] [-database DATABASE] [-transport HOW] [-open] [-away 3d]
//	                                                                                     try it here: no account, no token
//	xiangqi-bot setup [-config FILE]                                                     write a first configuration
//	xiangqi-bot serve [-config FILE] [-role gateway,engine,jobs] [-park]                     run it on Discord; DISCORD_TOKEN holds the bot's token
//	xiangqi-bot playground [-addr HOST:PORT] [-data DIR] [-application NAME]…            the simulated Discord alone, for bots of any kind
//	xiangqi-bot check [-config FILE] [-online]                                           check a configuration file
//	xiangqi-bot health [-config FILE]                                                    check whether the running bot is ready
//	xiangqi-bot backup [-config FILE] BACKUP                                             write the database to a file, while the bot runs
//	xiangqi-bot verify  [-config FILE | -database DATABASE]                              play every game again, and look for contradictions
//	xiangqi-bot copy  -from DATABASE -to DATABASE                                        move to another database, such as PostgreSQL
//	xiangqi-bot admin [-config FILE] COMMAND                                             look after people, games, servers
//	xiangqi-bot version                                                                  what this program is
//
// The command only reads what it was told, connects the packages, runs until a signal comes and closes them in
// reverse order.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

const usage = `xiangqi-bot plays Xiangqi in the channels of a community.

  xiangqi-bot play  [-addr HOST:PORT] [-data DIR] [-config FILE] [-open] [-away 3d]
                    [-database DATABASE] [-transport gateway|http]
      the bot inside a simulated Discord, on a local web page: no account, no token
  xiangqi-bot setup [-config FILE]
      asks for the bot's token, checks it with Discord, writes a configuration and
      prints the link by which the bot is invited
  xiangqi-bot serve [-config FILE] [-role gateway,engine,jobs] [-park]
      the bot on Discord; the environment variable DISCORD_TOKEN holds its token,
      or DISCORD_TOKEN_FILE names a file that does. With -role it is one of several
      processes on one PostgreSQL, with -park it stays where a restart does not help
  xiangqi-bot playground [-addr HOST:PORT] [-data DIR] [-application NAME]…
      the simulated Discord without the bot, for bots of any kind; it prints the
      address of its API and a token for each application
  xiangqi-bot check [-config FILE] [-online]
      checks a configuration and what it names: the database, folders, addresses and
      the external engine; with -online also what Discord says of the bot
  xiangqi-bot health [-config FILE]
      asks the bot that is running, at its metrics.address, whether it is alive
  xiangqi-bot backup [-config FILE] BACKUP
      writes all that the database holds to a new file; the bot may be running
  xiangqi-bot verify [-config FILE | -database DATABASE]
      replays every game and reports what is wrong; the bot may be running
  xiangqi-bot copy  -from DATABASE -to DATABASE
      copies all games and what belongs to them to an empty database, such as
      postgres://xiangqi@localhost/xiangqi; no bot may be at work on either
  xiangqi-bot admin [-config FILE] COMMAND
      looks after people, games and servers through the bot that is running; without
      a COMMAND it lists them
  xiangqi-bot version
      says which program this is, and which version of the database it wants

Run "xiangqi-bot COMMAND -help" for details.
`

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

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	if len(args) == 0 {
		_, _ = fmt.Fprint(stderr, usage) // the error counts
		return &usageError{"no command given"}
	}
	name, args := args[0], args[1:]
	flags := flag.NewFlagSet("xiangqi-bot "+name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // only whoever asks for help gets all options
	defer func() {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stderr)
			flags.Usage()
		}
	}()
	switch name {
	case "play":
		var o playOptions
		flags.StringVar(&o.addr, "addr", "", "HOST:`PORT` of the page (default 127.0.0.1:8765, or a free port if that one is taken)")
		flags.StringVar(&o.data, "data", "data", "`DIR`ectory in which games and messages are kept")
		flags.StringVar(&o.config, "config", "", "configuration `FILE`; its keys database, discord.guild, discord.api, http, web, backup and log are ignored here")
		flags.StringVar(&o.database, "database", "", "the `DATABASE` for games, such as postgres://xiangqi@localhost/xiangqi (default a file in the directory)")
		flags.StringVar(&o.transport, "transport", "", "`HOW` the bot receives what people do: gateway or http (default that of the configuration)")
		flags.BoolVar(&o.open, "open", false, "open the page in the browser")
		flags.Func("away", "the bot returns after a `DURATION`, such as 3d: the clock of the page is moved on before it starts", func(long string) (err error) {
			o.away, err = simclock.ParseDuration(long)
			return err
		})
		if err := parse(flags, args); err != nil {
			return err
		}
		return play(ctx, o, stdout, stderr)
	case "playground":
		var o playOptions
		flags.StringVar(&o.addr, "addr", "", "HOST:`PORT` of the page and the API (default 127.0.0.1:8765, or a free port if that one is taken)")
		flags.StringVar(&o.data, "data", "data", "`DIR`ectory in which people, applications and messages are kept")
		flags.Func("application", "`NAME` of one more application, made unless it is there; may be given several times", func(name string) error {
			o.applications = append(o.applications, name)
			return nil
		})
		if err := parse(flags, args); err != nil {
			return err
		}
		return servePlayground(ctx, o, stdout)
	case "serve", "check", "health":
		path := configFlag(flags)
		var share *jobs.Role
		var parks, online bool
		if name == "check" {
			flags.BoolVar(&online, "online", false, "also ask Discord about the bot and what it lacks")
		}
		if name == "serve" {
			flags.BoolVar(&parks, "park", false, "stay and say what is wrong where a restart would not help, instead of ending with status 78: for supervisors that restart whatever ends")
			flags.Func("role", "what this `ROLE` of several processes on one PostgreSQL does: some of gateway,engine,jobs (default all, as the only process)",
				func(roles string) (err error) { share, err = parseRoles(roles); return err })
		}
		if err := parse(flags, args); err != nil {
			return err
		}
		c, err := loadConfig(*path, defaultConfig())
		if err == nil {
			switch name {
			case "check":
				return check(ctx, *path, c, online, stdout)
			case "health":
				return health(ctx, c, stdout)
			}
			var token string
			if token, err = c.Discord.token(); err == nil {
				err = serve(ctx, c, token, share, nil, stdout)
			}
		}
		if parks && exitStatus(err) == exitConfig {
			return park(ctx, c.Metrics.Address, err, c.Log.logger())
		}
		return err
	case "setup":
		path := flags.String("config", "config.yaml", "the `FILE` to write; the token goes into the file token beside it")
		if err := parse(flags, args); err != nil {
			return err
		}
		return setUp(ctx, *path, os.Stdin, stdout)
	case "admin":
		path := configFlag(flags)
		flags.Usage = func() { _, _ = fmt.Fprint(flags.Output(), adminUsage) } // the error counts
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return err
			}
			return &usageError{err.Error()}
		}
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return admin(ctx, c, flags.Args(), stdout)
	case "backup":
		path := configFlag(flags)
		file, err := parseWith(flags, args, "BACKUP")
		if err != nil {
			return err
		}
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return backUp(ctx, c, file, stdout)
	case "verify":
		path := configFlag(flags)
		database := flags.String("database", "", "the `DATABASE` to look at, such as sqlite:BACKUP; without it that of the configuration")
		if err := parse(flags, args); err != nil {
			return err
		}
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return verify(ctx, cmp.Or(*database, c.Database), stdout)
	case "copy":
		from := flags.String("from", "", "the `DATABASE` that is there, as in the configuration: sqlite:PATH or postgres://USER@HOST/DATABASE")
		to := flags.String("to", "", "the `DATABASE` to copy to: a file that is missing, or an empty schema")
		if err := parse(flags, args); err != nil {
			return err
		}
		if *from == "" || *to == "" {
			return &usageError{"copy: name both databases, -from and -to"}
		}
		return copyDatabase(ctx, *from, *to, stdout)
	case "version", "-version", "--version":
		return printVersion(stdout)
	case "help", "-h", "-help", "--help":
		_, err := fmt.Fprint(stdout, usage)
		return err
	}
	return &usageError{fmt.Sprintf("no command %q", name)}
}

// configFlag adds the flag that names the configuration.
func configFlag(flags *flag.FlagSet) *string {
	return flags.String("config", "", "configuration `FILE`; without it the defaults of config.example.yaml hold")
}

// parseWith reads flags and the one argument that is no flag, before or after them; what it means is for the error.
func parseWith(flags *flag.FlagSet, args []string, what string) (word string, err error) {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		word, args = args[0], args[1:]
		return word, parse(flags, args)
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return "", err
	case err != nil:
		return "", &usageError{err.Error()}
	case flags.NArg() == 0:
		return "", &usageError{fmt.Sprintf("%s: name the %s", flags.Name(), what)}
	}
	return flags.Arg(0), parse(flags, flags.Args()[1:])
}

// parse parses flags and refuses other arguments.
func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return &usageError{err.Error()}
	}
	if flags.NArg() > 0 {
		return &usageError{fmt.Sprintf("%s: %q is no option", flags.Name(), flags.Arg(0))}
	}
	return nil
}

// With these the program ends. docs/operating.md tells systemd about them.
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
	case err == nil || errors.Is(err, flag.ErrHelp):
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
