package main

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The bot understands all that the people of a load do.
func TestMixPlaysTheBot(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the bot")
	}
	dir := t.TempDir()
	bot := filepath.Join(dir, "xiangqi-bot")
	if out, err := exec.Command("go", "build", "-o", bot, "xiangqibot/cmd/xiangqi-bot").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(config, []byte("engine: {endgame: \"\"}\nlimits: {person: 0, server: 0}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	play := exec.CommandContext(t.Context(), bot, "play", "-config", config, "-addr", "127.0.0.1:0", "-data", filepath.Join(dir, "data"))
	play.Cancel = func() error { return play.Process.Signal(os.Interrupt) }
	out, err := play.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := play.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = play.Wait() }) // it was interrupted
	page, lines := "", bufio.NewScanner(out)
	for page == "" && lines.Scan() {
		if at := strings.Index(lines.Text(), "http://"); at >= 0 {
			page, _, _ = strings.Cut(lines.Text()[at:], " ")
		}
	}
	c := loadCommand{Page: page, Games: 4, Mix: 4, Reviews: 1, For: 2 * time.Second, Pause: 20 * time.Millisecond}
	starting := func() bool { // the page is there before the bot is connected, and before its commands are
		return err != nil && (strings.Contains(err.Error(), "the bot has registered none") ||
			strings.Contains(err.Error(), "is not connected"))
	}
	for err = c.Run(t.Context()); starting(); {
		err = c.Run(t.Context())
	}
	if err != nil {
		t.Error(err)
	}
}

// A load reads the state of the process under it.
func TestLoadLooksIntoAProcess(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	server := httptest.NewServer(mux)
	defer server.Close()
	s, err := process{os.Getpid(), server.URL}.read(t.Context())
	if err != nil || s.goroutines < 2 || s.heap <= 0 || s.memory <= s.heap/2 || s.max < s.memory {
		t.Errorf("this process has %+v, %v", s, err)
	}
	if s, err := (process{}).read(t.Context()); err != nil || s.String() != "- | - | -" {
		t.Errorf("of no process is known %v, %v", s, err)
	}
	server.Config.Handler = http.NotFoundHandler()
	if _, err := (process{debug: server.URL}).read(t.Context()); err == nil || !strings.Contains(err.Error(), "--debug: ") {
		t.Errorf("without profiles: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	bad := loadCommand{Pause: -1, Every: -1, Reviews: -1, PID: -1, Mix: 1}
	const want = "--games: want at least 1\n--for: want at least 1ms\n--pause: want at least 0s\n--every: want at least 0s\n--reviews: want at least 0\n--pid: want at least 0\n--mix: want at least 2, who challenge each other, or 0"
	if err := bad.Run(t.Context()); err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	alone := loadCommand{Page: "http://127.0.0.1:1", Games: 1, For: time.Second}
	if err := alone.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "start \"xiangqi-bot play\" first") {
		t.Errorf("without a bot: %v", err)
	}
}

func TestProcessorTime(t *testing.T) {
	const stat = "4242 (a (strange) name) S 1 4242 4242 0 -1 4194560 9 0 0 0 150 50 0 0 20 0 9 0 77 1234 56"
	if d, err := processorTime(stat); err != nil || d != 2*time.Second {
		t.Errorf("%v, %v, want two seconds", d, err)
	}
	for _, bad := range []string{"", "4242 (name) S 1 2 3", "4242 (name) S 1 2 3 4 5 6 7 8 9 10 a b 13"} {
		if d, err := processorTime(bad); err == nil {
			t.Errorf("%q: %v, want an error", bad, d)
		}
	}
}
