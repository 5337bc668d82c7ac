package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/store"
)

const defaultAddr = "127.0.0.1:8765"

type playOptions struct {
	addr   string // empty: defaultAddr, or a free port
	data   string
	config string // empty: the defaults
	// database keeps the games; empty: a file in data.
	database string
	open     bool
	away     time.Duration // the bot comes back to a world that has gone on without it for so long
}

// play runs the bot against a simulated Discord in the same process. Between the two lies the same wire as outside.
func play(ctx context.Context, o playOptions, stdout, stderr io.Writer) (err error) {
	c, err := loadConfig(o.config)
	if err != nil {
		return err
	}
	if o.database != "" {
		if err := store.Valid(o.database); err != nil {
			return &usageError{"-" + err.Error()}
		}
	}
	// Two worlds in one folder would overwrite each other's messages.
	if err := os.MkdirAll(o.data, 0o750); err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	alone, err := store.Alone(ctx, filepath.Join(o.data, "playground"))
	if err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	defer func() { err = errors.Join(err, alone.Close()) }()

	listener, err := listen(ctx, o.addr)
	if err != nil {
		return err
	}
	c.Discord, c.Log = discordConfig{MessageContent: c.Discord.MessageContent}, defaultConfig().Log
	c.Database = cmp.Or(o.database, "sqlite:"+filepath.Join(o.data, "xiangqi.db"))
	c.Backup.Folder = ""
	if c.Engine.Endgame != "" {
		c.Engine.Endgame = filepath.Join(o.data, "endgame")
	}
	c.Log.Level = "warn"
	log := c.Log.logger()
	world, err := playground.New(playground.Options{
		Dir: filepath.Join(o.data, "playground"), Log: log, Privileged: c.Discord.MessageContent,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if o.away > 0 {
		world.Advance(o.away)
	}
	if err := world.Start(listener); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, world.Close()) }()
	if _, err := fmt.Fprintf(stdout, "Play Xiangqi at %s (games are kept in %s; Ctrl-C ends)\n", world.URL(), cmp.Or(store.Public(o.database), o.data)); err != nil {
		return err
	}
	if o.open {
		if err := openBrowser(ctx, world.URL()); err != nil {
			_, _ = fmt.Fprintf(stderr, "the browser did not open (%v): go to %s yourself\n", err, world.URL())
		}
	}
	return runBot(ctx, c, discord{
		token: world.Token(), transport: world.Transport(), clock: world.Clock().Now,
		tell: func(line string) { _, _ = fmt.Fprintln(stdout, line) }, // games go on without a terminal
	}, log)
}

// listen takes the address that was asked for, or the usual one, or any free port where that one is taken.
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

func openBrowser(ctx context.Context, url string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.CommandContext(ctx, "open", url).Start()
	case "windows":
		return exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", url).Start()
	}
	return exec.CommandContext(ctx, "xdg-open", url).Start()
}
