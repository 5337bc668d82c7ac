package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/engine/endgame"
	"xiangqibot/engine/testcases"
)

// TestEndings begins with a damaged table, makes it anew beside the games and is stopped when the next one has its turn.
func TestEndings(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "KP.xqe"), []byte("not a table"), 0o600))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	tables := new(endgame.Tables)
	defer tables.Close()
	p := testcases.Position(t, "4k4/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1")
	how := endgame.GenerateOptions{Yield: func() {
		if _, made := tables.Probe(&p); made {
			stop()
		}
	}}
	var logged bytes.Buffer
	var lines []string
	prepareTables(ctx, dir, tables, 0, how, func(line string) { lines = append(lines, line) }, slog.New(slog.NewTextHandler(&logged, nil)))

	if text := logged.String(); !strings.Contains(text, "KP.xqe") || !strings.Contains(text, "damaged") || strings.Contains(text, "not made") {
		t.Errorf("the log says\n%s", text)
	}
	if len(lines) == 0 || !strings.Contains(lines[0], "endgame tables are missing in "+dir) {
		t.Errorf("the terminal says %q", lines)
	}
	if v, ok := tables.Probe(&p); !ok || v.Outcome != endgame.Win {
		t.Errorf("%s is %v (%v), want a win", p.FEN(), v, ok)
	}
	if missing, err := new(endgame.Tables).Load(dir); err != nil || len(missing) != len(endgame.Standard())-1 {
		t.Errorf("%d tables are missing in the folder (%v)", len(missing), err)
	}
}

// TestPacer works a little and rests three times as long, unless there is no time left.
func TestPacer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		rest := pacer(ctx)
		took := func() time.Duration {
			began := time.Now()
			rest()
			return time.Since(began)
		}
		wait(ctx, 5*time.Millisecond) // as if it worked
		if d := took(); d != 0 {
			t.Errorf("after 5 ms of work it rests for %v", d)
		}
		wait(ctx, 15*time.Millisecond)
		if d := took(); d != 60*time.Millisecond {
			t.Errorf("after 20 ms of work it rests for %v", d)
		}
		wait(ctx, time.Second)
		stop()
		if d := took(); d != 0 {
			t.Errorf("at the end it rests for %v", d)
		}
	})
}
