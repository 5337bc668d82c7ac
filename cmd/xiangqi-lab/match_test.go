package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/gamefile/codec"
)

// versus returns the arguments of a match of this engine against another program, with further arguments.
func versus(command string, more ...string) []string {
	return append([]string{
		"match", "--a-name", "x", "--a-command", "xiangqi-uci", "--a-option", "Hash=1", "--b-command", command,
	}, more...)
}

// fixedMove writes a program that always names the same move.
func fixedMove(t *testing.T, move string) (path string) {
	t.Helper()
	script := "#!/bin/sh\nwhile read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; " +
		"go) echo bestmove " + move + ";; quit) exit;; esac; done\n"
	return write(t, filepath.Join(t.TempDir(), "fixed"), script)
}

func TestMatch(t *testing.T) {
	dir := t.TempDir()
	openings := write(t, filepath.Join(dir, "openings.fen"), "# two\n"+
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n"+
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b - - 1 1\n")
	args := versus("xiangqi-uci", "--b-name", "weak", "--b-option", "Hash=1", "--b-option", "Skill Level=1",
		"--openings", openings, "--games", "2", "--depth", "3", "--journal", filepath.Join(dir, "journal"))
	out, err := lab(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"x against weak: +2 =0 -0", "in 2 games", "pairs by score of x, 0 to 2: [0 0 0 0 1]", "crashes: x 0, weak 0"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if again, err := lab(t, args...); err != nil || again != out {
		t.Errorf("the finished match, run again from its journal, prints (%v)\n%s", err, again)
	}
	sheet, err := lab(t, "games", filepath.Join(dir, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	game, _, err := codec.ReadGame([]byte(sheet), 2)
	if err != nil {
		t.Fatalf("the game is not readable: %v\n%s", err, sheet)
	}
	if game.Red != "weak" || game.Black != "x" || game.Round != "1" || len(game.Moves) == 0 || len(game.Comments) == 0 || game.More != 0 || game.Before != 1 {
		t.Errorf("game 1 of the journal is printed as\n%s", sheet)
	}
}

// TestMatchReportsRepeats plays more games than there are different ones: with one opening and a limit of depth each
// pair is the first again.
func TestMatchReportsRepeats(t *testing.T) {
	if testing.Short() {
		t.Skip("plays eight games")
	}
	const says = "games are the same as others"
	args := versus("xiangqi-uci", "--b-option", "Hash=1", "--depth", "1", "--journal", filepath.Join(t.TempDir(), "journal"), "--games")
	if out, err := lab(t, append(args, "2")...); err != nil || strings.Contains(out, says) {
		t.Errorf("two games with colors changed are called the same (%v):\n%s", err, out)
	}
	if out, err := lab(t, append(args, "6")...); err != nil || !strings.Contains(out, "4 "+says) {
		t.Errorf("three times the same pair is taken for news (%v):\n%s", err, out)
	}
}

// TestMatchReportsFaults plays a program that is not set up for the game.
func TestMatchReportsFaults(t *testing.T) {
	out, err := lab(t, versus(fixedMove(t, "e2e4"), "--depth", "1", "--games", "2")...)
	if err != nil || !strings.Contains(out, "lost by faults of fixed") || !strings.Contains(out, "--b-rank 1") || strings.Contains(out, "faults of x") {
		t.Errorf("of a program that always errs it prints (%v)\n%s", err, out)
	}
}

// A match is not continued with another build of a program, or with another network of the same name.
func TestMatchKnowsTheBuilds(t *testing.T) {
	one, other := evenNetwork(t, 300), evenNetwork(t, 301)
	program, network := fixedMove(t, "a0a9"), write(t, filepath.Join(t.TempDir(), "even.net"), one)
	script, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	args := versus("nice "+program, "--a-option", "EvalFile="+network, "--depth", "1", "--games", "2",
		"--journal", filepath.Join(t.TempDir(), "journal"))
	for range 2 {
		if out, err := lab(t, args...); err != nil {
			t.Fatalf("it prints (%v)\n%s", err, out)
		}
	}
	for _, c := range []struct {
		path        string
		old, change []byte
	}{
		{program, script, append(script, "# another build\n"...)},
		{network, one, other},
	} {
		write(t, c.path, c.change)
		if out, err := lab(t, args...); err == nil || !strings.Contains(err.Error(), "under other terms") {
			t.Errorf("another %s is accepted (%v):\n%s", c.path, err, out)
		}
		write(t, c.path, c.old)
	}
}
