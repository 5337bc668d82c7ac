package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
)

// A parked bot says once a minute what is wrong, is alive and not ready, and ends when its context does.
func TestParked(t *testing.T) {
	failure := errors.New("the token is not accepted")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute-time.Second)
		defer cancel()
		var logged bytes.Buffer
		must(t, park(ctx, "", failure, slog.New(slog.NewTextHandler(&logged, nil))))
		if n := strings.Count(logged.String(), failure.Error()); n != 10 {
			t.Errorf("%d lines in ten minutes, want 10:\n%s", n, &logged)
		}
	})
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/readyz": http.StatusServiceUnavailable} {
		out := httptest.NewRecorder()
		parkedHandler(failure).ServeHTTP(out, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if out.Code != want || want != http.StatusOK && !strings.Contains(out.Body.String(), "parked: the token is not accepted") {
			t.Errorf("%s: %d %q", path, out.Code, out.Body)
		}
	}
}

// With -park the program stays where it would have ended with 78, and nowhere else.
func TestParksOnlyWhatARestartDoesNotFix(t *testing.T) {
	t.Setenv(tokenVariable, "")
	t.Setenv("XIANGQI_LOG_LEVEL", "error")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, []string{"serve", "-park"}, io.Discard, io.Discard) }()
	cancel() // whether it is parked already or not
	if err := <-ended; err != nil {
		t.Errorf("a parked bot ended with %v", err)
	}
	if err := run(t.Context(), []string{"serve", "-park", "-x"}, io.Discard, io.Discard); exitStatus(err) != exitUsage {
		t.Errorf("a wrong option ended with %v", err)
	}
}

// systemd hears that the bot works, then that it is alive, and at last that it ends; not that it is alive if it hangs.
func TestSystemdIsNotified(t *testing.T) {
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unixgram"})
	if err != nil {
		t.Skip("no sockets of this kind:", err)
	}
	defer socket.Close()
	t.Setenv("NOTIFY_SOCKET", socket.LocalAddr().String())
	t.Setenv("WATCHDOG_USEC", "3000") // a sign every millisecond
	t.Setenv("WATCHDOG_PID", "")
	must(t, os.Unsetenv("WATCHDOG_PID"))
	hear := func() string {
		t.Helper()
		text := make([]byte, 100)
		n := gametest.OK(socket.Read(text))(t)
		return string(text[:n])
	}
	ctx, cancel := context.WithCancel(t.Context())
	var hangs atomic.Bool
	asked := make(chan struct{}, 1)
	alive := func() error {
		if !hangs.Load() {
			return nil
		}
		select {
		case asked <- struct{}{}:
		default:
		}
		return errors.New("it hangs")
	}
	ended := make(chan error, 1)
	go func() { ended <- notifySystemd(ctx, alive, slog.New(slog.DiscardHandler)) }()
	for _, want := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1"} {
		if got := hear(); got != want {
			t.Errorf("systemd hears %q, want %q", got, want)
		}
	}
	hangs.Store(true)
	<-asked // what was sent before is all that systemd hears until the end
	<-asked
	cancel()
	must(t, <-ended)
	last := hear()
	for last == "WATCHDOG=1" {
		last = hear()
	}
	if last != "STOPPING=1" {
		t.Errorf("at last systemd hears %q", last)
	}
}

// countdown is a context that ends when it has been asked a number of times whether it has.
type countdown struct {
	context.Context
	left   *atomic.Int64
	cancel context.CancelFunc
}

func (c countdown) count() {
	if c.left.Add(-1) == 0 {
		c.cancel()
	}
}

func (c countdown) Done() <-chan struct{} { c.count(); return c.Context.Done() }
func (c countdown) Err() error            { c.count(); return c.Context.Err() }

// A signal to stop ends the program with status 0, whatever part of the start it interrupts.
func TestStopDuringTheStart(t *testing.T) {
	world := startWorld(t, playground.Options{})
	c := defaultConfig()
	c.Engine.Endgame, c.Engine.TableMB, c.Admin.Socket = "", 1, ""
	c.Database = "sqlite:" + filepath.Join(t.TempDir(), "xiangqi.db")
	started := false
	for n := int64(1); !started; n += 1 + n/8 {
		base, cancel := context.WithCancel(t.Context())
		left := new(atomic.Int64)
		left.Store(n)
		err := runBot(countdown{base, left, cancel}, c, discord{
			token: world.Token(), transport: world.Transport(), clock: world.Clock().Now,
			working: func(*bot.Bot) { started = true; cancel() },
		}, slog.New(slog.DiscardHandler))
		cancel()
		if err != nil {
			t.Errorf("stopped at question %d it ends with %v", n, err)
		}
	}
}
