package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/store/database"
)

const defaultAddr = "127.0.0.1:8765"

type playOptions struct {
	addr   string // empty: defaultAddr, or a free port
	data   string
	config string // empty: the defaults
	// database stores the games; empty: a file in data.
	database     string
	transport    string // empty: that of the configuration
	open         bool
	away         time.Duration // for how long the simulated Discord has run without the bot
	answerWithin time.Duration // 0: as on Discord
}

// addFlags adds the options of a simulated Discord.
func (o *playOptions) addFlags(flags *flag.FlagSet) {
	flags.StringVar(&o.addr, "addr", "", "address `HOST:PORT` of the page (default 127.0.0.1:8765, or a free port if that one is taken)")
	flags.StringVar(&o.data, "data", "data", "folder `DIR` for games and messages")
}

func playCommand(flags *flag.FlagSet) action {
	var o playOptions
	o.addFlags(flags)
	flags.StringVar(&o.config, "config", "", "configuration `FILE`; its keys database, discord.guild, discord.api, http, web, backup and log are ignored here")
	flags.StringVar(&o.database, "database", "", "the `DATABASE` for games, such as postgres://xiangqi@localhost/xiangqi (default a file in the folder)")
	flags.StringVar(&o.transport, "transport", "", "`HOW` the bot receives what people do: gateway or http (default that of the configuration)")
	flags.BoolVar(&o.open, "open", false, "open the page in the browser")
	flags.Func("away", "the bot returns after a `DURATION`, such as 3d: the clock of the page is moved on before it starts", func(text string) (err error) {
		o.away, err = simclock.ParseDuration(text)
		return err
	})
	flags.DurationVar(&o.answerWithin, "answer-within", 0, "the simulated Discord waits this `DURATION` for an answer of the bot, for a slow machine (default 3s, as on Discord)")
	return func(ctx context.Context, _ []string, stdout io.Writer) error { return play(ctx, o, stdout) }
}

func playgroundCommand(flags *flag.FlagSet) action {
	var o playOptions
	o.addFlags(flags)
	return func(ctx context.Context, _ []string, stdout io.Writer) error { return servePlayground(ctx, o, stdout) }
}

// play runs the bot against a simulated Discord in the same process. The two communicate over the same protocol as
// with the real one.
func play(ctx context.Context, o playOptions, stdout io.Writer) (err error) {
	defaults := defaultConfig()
	defaults.Discord.Messages = string(bot.ReadAll) // so that a move can be typed
	c, err := loadConfig(o.config, defaults)
	if err != nil {
		return err
	}
	if o.database != "" {
		if err := database.ValidateSource(o.database); err != nil {
			return &usageError{"-" + err.Error()}
		}
	}
	o.adapt(&c)
	if f := c.Discord.check(); f.key != "" {
		return &usageError{f.key + ": " + f.problem}
	}
	log, level := c.Log.logger()
	server, err := openSimulation(ctx, o, playground.Options{
		Log: log, Privileged: c.Discord.Messages == string(bot.ReadAll), AnswerWithin: o.answerWithin,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	c.Web.Address = nextPort(server.listener.Addr())
	if o.away > 0 {
		server.Advance(o.away)
	}
	// The clock of the page is stopped until the bot works: a jump before that would count as a downtime of the bot.
	var b *bot.Bot
	working := make(chan struct{})
	server.SetSettle(func(ctx context.Context) {
		select {
		case <-working:
			b.WaitIdle(ctx)
		case <-ctx.Done():
		}
	})
	if err := server.Start(server.listener); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "Play Xiangqi at %s (games are saved in %s; Ctrl-C quits)\n", server.URL(), cmp.Or(database.RedactSource(o.database), o.data)); err != nil {
		return err
	}
	if o.open {
		if err := openBrowser(ctx, server.URL()); err != nil {
			_, _ = fmt.Fprintf(stdout, "the browser did not open (%v): go to %s yourself\n", err, server.URL())
		}
	}
	return runBot(ctx, c, discord{
		level: level, token: server.Token(), answerWithin: o.answerWithin, transport: server.Transport(), clock: server.Clock().Now,
		printLine: func(line string) { _, _ = fmt.Fprintln(stdout, line) }, // games go on without a terminal
		working:   func(made *bot.Bot) { b = made; close(working) },
	}, log)
}

// adapt changes a configuration into one for the simulated Discord. The help of -config names the keys that are
// ignored: they are about Discord itself and about a bot in operation. Endgame tables are stored with the games, unless
// the configuration names another folder.
func (o playOptions) adapt(c *config) {
	usual := defaultConfig()
	c.Discord = discordConfig{Messages: c.Discord.Messages, Transport: cmp.Or(o.transport, c.Discord.Transport)}
	c.HTTP = httpConfig{Address: "127.0.0.1:0"}
	c.Web = webConfig{Address: "127.0.0.1:0"}
	c.Database = cmp.Or(o.database, "sqlite:"+filepath.Join(o.data, "xiangqi.db"))
	c.Backup = usual.Backup
	if c.Engine.Endgame == usual.Engine.Endgame {
		c.Engine.Endgame = filepath.Join(o.data, "endgame")
	}
	c.Admin.Socket = filepath.Join(o.data, "admin.sock")
	c.Log = usual.Log
	c.Log.Level = "warn"
}

// simulation is a simulated Discord that is not started yet, and the listener of its page.
type simulation struct {
	*playground.Server
	listener net.Listener
	lock     io.Closer // of its folder
}

// openSimulation makes a simulated Discord. It locks the folder, where two would overwrite each other's messages.
func openSimulation(ctx context.Context, o playOptions, options playground.Options) (*simulation, error) {
	if err := os.MkdirAll(o.data, 0o750); err != nil {
		return nil, fmt.Errorf("-data: %w", err)
	}
	options.Dir = filepath.Join(o.data, "playground")
	lock, err := database.LockPath(ctx, options.Dir)
	if err != nil {
		return nil, fmt.Errorf("-data: %w", err)
	}
	listener, err := listen(ctx, o.addr)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	server, err := playground.New(options)
	if err != nil {
		return nil, errors.Join(err, listener.Close(), lock.Close())
	}
	return &simulation{server, listener, lock}, nil
}

// Close ends the simulated Discord and unlocks its folder.
func (s *simulation) Close() error { return errors.Join(s.Server.Close(), s.lock.Close()) }

// listen listens at addr; if it is empty, at defaultAddr, or at a free port if that one is taken.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	if addr != "" {
		listener, err := config.Listen(ctx, "tcp", addr)
		if err != nil {
			return nil, fmt.Errorf("cannot serve the page at %s: %w; give another -addr HOST:PORT, or none for a free port", addr, err)
		}
		return listener, nil
	}
	listener, err := config.Listen(ctx, "tcp", defaultAddr)
	if errors.Is(err, syscall.EADDRINUSE) {
		listener, err = config.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	return listener, err
}

// nextPort returns the address of the page of games: the port after that of the simulation, so that a page that is open
// finds the program again after a restart. If it is taken, [webConfig.pages] takes another.
func nextPort(simulation net.Addr) string {
	at, ok := simulation.(*net.TCPAddr)
	if !ok {
		return "127.0.0.1:0"
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(at.Port+1))
}

func openBrowser(ctx context.Context, url string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	//nolint:gosec // the command is fixed, the argument our own address
	return exec.CommandContext(ctx, command[0], append(command[1:], url)...).Start()
}

// servePlayground runs the simulated Discord without the bot, which connects by discord.api, until ctx ends.
func servePlayground(ctx context.Context, o playOptions, stdout io.Writer) (err error) {
	server, err := openSimulation(ctx, o, playground.Options{Log: quietLog(), Privileged: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if err := server.Start(server.listener); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "page  %s\ntoken %s\n", server.URL(), server.Token()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
