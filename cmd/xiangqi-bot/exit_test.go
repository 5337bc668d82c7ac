package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/store"
	"xiangqibot/store/database"
)

// What a restart cannot cure ends with 78, so that a supervisor does not try again and again.
func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	damaged := file("damaged.db", strings.Repeat("no database ", 1000))
	working := filepath.Join(dir, "working.db")
	db := gametest.OK(store.Open(t.Context(), "sqlite:"+working, store.Options{}))(t)
	defer func() { _ = db.Close() }()
	token := "MTAw.x.y"
	for name, test := range map[string]struct {
		token string
		args  []string
		want  int
	}{
		"help":               {"", []string{"help"}, 0},
		"help of a command":  {"", []string{"serve", "-help"}, 0},
		"nothing":            {"", nil, exitUsage},
		"an unknown option":  {"", []string{"serve", "-x"}, exitUsage},
		"no token":           {"", []string{"serve"}, exitConfig},
		"a secret for token": {"secret", []string{"serve"}, exitConfig},
		"no configuration":   {token, []string{"serve", "-config", filepath.Join(dir, "none.yaml")}, exitConfig},
		"a folder for it":    {token, []string{"serve", "-config", dir}, exitConfig},
		"a bad one":          {token, []string{"serve", "-config", file("bad.yaml", "engine: {table_mb: 1.5}")}, exitConfig},
		"a bad one, checked": {token, []string{"check", "-config", filepath.Join(dir, "bad.yaml")}, exitConfig},
		"a damaged database": {token, []string{"serve", "-config", file("damaged.yaml", "database: sqlite:"+damaged)}, exitConfig},
		"damaged, checked":   {token, []string{"check", "-config", filepath.Join(dir, "damaged.yaml")}, exitConfig},
		"an impossible path": {token, []string{"serve", "-config", file("below.yaml", "database: sqlite:"+damaged+"/x.db")}, exitConfig},
		"a database in use":  {token, []string{"serve", "-config", file("use.yaml", "database: sqlite:"+working)}, exitFailure},
		"in use, checked":    {token, []string{"check", "-config", filepath.Join(dir, "use.yaml")}, 0},
		"an address in use":  {token, []string{"play", "-addr", "256.0.0.1:1", "-data", filepath.Join(dir, "data")}, exitFailure},
	} {
		t.Setenv(tokenVariable, test.token)
		if err := run(t.Context(), test.args, io.Discard, io.Discard); exitStatus(err) != test.want {
			t.Errorf("%s: exit status %d, want %d; %v", name, exitStatus(err), test.want, err)
		}
	}
	for err, want := range map[error]int{
		nil:                            0,
		errors.New("the disk is full"): exitFailure,
		fmt.Errorf("wrapped: %w", &bot.GatewayClosedError{Code: 4014}):                         exitConfig,
		errors.Join(&database.PermanentError{Err: errors.New("newer")}, errors.New("closing")): exitConfig,
	} {
		if got := exitStatus(err); got != want {
			t.Errorf("%v: exit status %d, want %d", err, got, want)
		}
	}
}

func TestStopIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var ended atomic.Bool
		afterStop(ctx, shutdownTimeout, func() { ended.Store(true) })
		passes := func(long time.Duration, want bool) {
			t.Helper()
			time.Sleep(long)
			synctest.Wait()
			if got := ended.Load(); got != want {
				t.Errorf("after %v more it has ended: %v, want %v", long, got, want)
			}
		}
		passes(time.Hour, false) // without a signal
		cancel()
		passes(shutdownTimeout-1, false)
		passes(1, true)
	})
}
