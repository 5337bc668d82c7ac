package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/gamefile/codec"
)

func TestLadder(t *testing.T) {
	dir := t.TempDir()
	args := []string{"--dir", dir, "--to", "2", "--greedy", "--hash", "1"}
	play := append([]string{"ladder", "play", "--games", "2"}, args...)
	out, err := lab(t, play...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| greedy | 0 |", "| level 2 | ", "| level 1 – greedy | ", "| level 2 – level 1 | ", "| level 2 – greedy | "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if again, err := lab(t, play...); err != nil || again != out {
		t.Errorf("the finished ladder, run again, prints (%v)\n%s", err, again)
	}
	if fitted, err := lab(t, append([]string{"ladder", "fit"}, args...)...); err != nil || fitted != out {
		t.Errorf("the fit alone prints (%v)\n%s", err, fitted)
	}

	if tested, err := lab(t, append(play, "--sprt", "100,200")...); err != nil || !strings.HasPrefix(tested, out) || !strings.Contains(tested, "SPRT between 100 and 200:\n") ||
		!strings.Contains(tested, "- level 2 – level 1: undecided\n") {
		t.Errorf("with a test, two games each, it prints (%v)\n%s", err, tested)
	}

	journal := filepath.Join(dir, "level2-level1.jsonl")
	sheet, err := lab(t, "games", journal, "--scores", "--number", "1")
	if err != nil {
		t.Fatal(err)
	}
	game, _, err := codec.Read([]byte(sheet))
	if err != nil {
		t.Fatalf("the game is not readable: %v\n%s", err, sheet)
	}
	if game.Red != "level 1" || game.Black != "level 2" || game.Round != "1" || len(game.Moves) == 0 || len(game.Comments) == 0 || game.More != 0 {
		t.Errorf("game 1 of the journal is printed as\n%s", sheet)
	}

	for _, bad := range [][]string{
		{"ladder", "play", "--dir", dir, "--to", "11"}, {"ladder", "play", "--dir", dir, "--reach", "0"}, {"ladder", "play", "--dir", dir, "--sprt", "100"}, {"ladder", "fit", "--dir", t.TempDir()},
		{"ladder", "judge", journal, "--player", "level 1", "--command", "/nowhere/engine"}, {"match", "--a-greedy", "--a-level", "1", "--depth", "1"},
	} {
		if out, err := lab(t, bad...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}

// The strengths that judge by a network are measured with that of the bot, or another, and the others without.
func TestLadderKnowsWhoJudgesByANetwork(t *testing.T) {
	for _, named := range []struct{ path, name string }{{"", "network standard ("}, {"../../engine/eval/nnue/standard.net", "network standard.net ("}} {
		if named.path == "" && nnue.Default() == nil {
			continue // on this processor the bot has none
		}
		l, err := (&ladderFlags{From: 1, To: 10, Reach: 1, Hash: 1, Eval: named.path}).ladder()
		if err != nil {
			t.Fatal(err)
		}
		for i, rung := range l.Rungs {
			level := engine.Level(i + 1)
			if got := strings.Contains(rung.Settings, named.name); got != level.UsesNetwork() {
				t.Errorf("%s: %q; it judges by a network: %t", rung.Name, rung.Settings, level.UsesNetwork())
			}
		}
	}
}

// TestLadderJudge has strength 2 judged by Fairy-Stockfish, where it is installed.
func TestLadderJudge(t *testing.T) {
	if _, err := os.Stat("/usr/games/fairy-stockfish"); err != nil {
		t.Skip("Debian's package fairy-stockfish is not installed")
	}
	dir := t.TempDir()
	if _, err := lab(t, "ladder", "play", "--dir", dir, "--to", "2", "--games", "2"); err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(dir, "level2-level1.jsonl")
	out, err := lab(t, "ladder", "judge", journal, "--player", "level 2", "--nodes", "200", "--moves", "10", "--ply", "0", "--within", "5000")
	if err != nil || !strings.Contains(out, "| level 2 | 10 |") {
		t.Errorf("the judge says (%v)\n%s", err, out)
	}
	if out, err := lab(t, "ladder", "judge", journal, "--player", "level 7"); err == nil {
		t.Errorf("a player without games is judged:\n%s", out)
	}
}

// TestLadderNetworks plays two networks, of which one takes every position for even, and draws their places.
func TestLadderNetworks(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) string {
		var b bytes.Buffer
		if err := nnue.NewNetwork(64, 400).Write(&b); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	blank, picture := write("blank.net"), filepath.Join(dir, "ratings.png")
	args := []string{"ladder", "networks", blank, "../../engine/eval/nnue/standard.net", "--dir", filepath.Join(dir, "games"),
		"--games", "2", "--nodes", "1000", "--hash", "1", "--picture", picture}
	out, err := lab(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| by hand | 0 |", "| blank – by hand | ", "| standard – blank | +2 ", "| standard – by hand | "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if b, err := os.ReadFile(picture); err != nil || !bytes.HasPrefix(b, []byte("\x89PNG")) {
		t.Errorf("the picture: %d bytes, %v", len(b), err)
	}
	if again, err := lab(t, args...); err != nil || again != out {
		t.Errorf("the finished ladder, run again, prints (%v)\n%s", err, again)
	}

	for _, bad := range [][]string{
		{blank, blank}, {write("by hand.net")}, {blank, "--nodes", "0"}, {blank, "--games", "0"}, {blank, "--reach", "0"}, {blank, "--hash", "0"},
		{"ladder_networks_test.go"},
	} {
		if out, err := lab(t, append([]string{"ladder", "networks", "--dir", dir}, bad...)...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}
