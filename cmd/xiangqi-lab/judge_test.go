package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/gamefile/codec"
)

// Levels of this engine play with the network that is named. Their games can be printed.
func TestGamesOfLevels(t *testing.T) {
	const network = "../../engine/eval/nnue/standard.net"
	journal := filepath.Join(t.TempDir(), "journal")
	out, err := lab(t, "match", "--a-level", "2", "--b-level", "1", "--a-eval", network, "--b-eval", network, "--games", "2", "--journal", journal)
	if err != nil || !strings.Contains(out, "level 2 against level 1: ") || !strings.Contains(out, "in 2 games") {
		t.Fatalf("it prints (%v)\n%s", err, out)
	}
	text, err := os.ReadFile(journal)
	if err != nil || strings.Count(string(text), "network standard.net (") != 2 {
		t.Errorf("the journal does not name the network of both levels (%v)", err)
	}
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
}

// TestJudge has short searches judged by Fairy-Stockfish, where it is installed.
func TestJudge(t *testing.T) {
	if _, err := os.Stat("/usr/games/fairy-stockfish"); err != nil {
		t.Skip("Debian's package fairy-stockfish is not installed")
	}
	journal := filepath.Join(t.TempDir(), "journal")
	if _, err := lab(t, "match", "--a-name", "x", "--a-hash", "1", "--b-hash", "1", "--depth", "3", "--games", "4", "--journal", journal); err != nil {
		t.Fatal(err)
	}
	out, err := lab(t, "judge", journal, "--player", "x", "--nodes", "200", "--moves", "10", "--command", "/usr/games/fairy-stockfish", "--option", "UCI_Variant=xiangqi", "--rank", "1")
	if err != nil || !strings.Contains(out, "| x | 10 |") {
		t.Errorf("the judge says (%v)\n%s", err, out)
	}
	if out, err := lab(t, "judge", journal, "--player", "y", "--command", "/usr/games/fairy-stockfish", "--option", "UCI_Variant=xiangqi", "--rank", "1"); err == nil {
		t.Errorf("a player without games is judged:\n%s", out)
	}
	if out, err := lab(t, "judge", journal, "--player", "x", "--command", "/nowhere/engine"); err == nil {
		t.Errorf("a judge that there is not prints\n%s", out)
	}
}
