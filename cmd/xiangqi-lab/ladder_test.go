package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/gamefile/codec"
)

func TestLadder(t *testing.T) {
	dir := t.TempDir()
	play := []string{"ladder", "play", "--games", "2", "--dir", dir, "--to", "2"}
	out, err := lab(t, play...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| level 1 | 0 |", "| level 2 | ", "| level 2 – level 1 | "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if again, err := lab(t, play...); err != nil || again != out {
		t.Errorf("the finished ladder, run again, prints (%v)\n%s", err, again)
	}

	if tested, err := lab(t, append(play, "--sprt", "100,200")...); err != nil || !strings.HasPrefix(tested, out) || !strings.Contains(tested, "SPRT between 100 and 200:\n") ||
		!strings.Contains(tested, "- level 2 – level 1: undecided\n") {
		t.Errorf("with a test, two games each, it prints (%v)\n%s", err, tested)
	}

	journal := filepath.Join(dir, "level2-level1.jsonl")
	sheet, err := lab(t, "games", journal)
	if err != nil {
		t.Fatal(err)
	}
	game, _, err := codec.ReadGame([]byte(sheet), 2)
	if err != nil {
		t.Fatalf("the game is not readable: %v\n%s", err, sheet)
	}
	if game.Red != "level 1" || game.Black != "level 2" || game.Round != "1" || len(game.Moves) == 0 || len(game.Comments) == 0 || game.More != 0 || game.Before != 1 {
		t.Errorf("game 1 of the journal is printed as\n%s", sheet)
	}

	for _, bad := range [][]string{
		{"ladder", "play", "--dir", dir, "--to", "11"}, {"ladder", "play", "--dir", dir, "--reach", "0"}, {"ladder", "play", "--dir", dir, "--sprt", "100"},
		{"ladder", "judge", journal, "--player", "level 1", "--command", "/nowhere/engine"}, {"match", "--a-greedy", "--a-level", "1", "--depth", "1"},
	} {
		if out, err := lab(t, bad...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}

// Levels are measured with the network of the bot, or another.
func TestLadderNamesTheNetwork(t *testing.T) {
	for _, named := range []struct{ path, name string }{{"", "network standard ("}, {"../../engine/eval/nnue/standard.net", "network standard.net ("}} {
		if named.path == "" && nnue.Default() == nil {
			continue // on this processor the bot has none
		}
		l, err := (&ladderPlay{From: 1, To: 10, Reach: 1, Eval: named.path}).ladder()
		if err != nil {
			t.Fatal(err)
		}
		for _, rung := range l.Rungs {
			if !strings.Contains(rung.Settings, named.name) {
				t.Errorf("%s: %q, want %s", rung.Name, rung.Settings, named.name)
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
