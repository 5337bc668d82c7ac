package main

import (
	"bufio"
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
	if err := c.Run(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	bad := loadCommand{Pause: -1, Reviews: -1, Mix: 1}
	const want = "--games: want at least 1\n--for: want at least 1ms\n--pause: want at least 0s\n--reviews: want at least 0\n--mix: want at least 2, who challenge each other, or 0"
	if err := bad.Run(t.Context()); err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	alone := loadCommand{Page: "http://127.0.0.1:1", Games: 1, For: time.Second}
	if err := alone.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "start \"xiangqi-bot play\" first") {
		t.Errorf("without a bot: %v", err)
	}
}
