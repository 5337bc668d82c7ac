package main

import (
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/selfplay"
)

// TestLabels labels positions of games, which are quiet and from these games.
func TestLabels(t *testing.T) {
	dir := t.TempDir()
	games, gold := filepath.Join(dir, "a.games"), filepath.Join(dir, "gold.games")
	writeRandomGames(t, games, 12)
	label := []string{"label", games, "--out", gold, "--nodes", "200", "--share", "0.9", "--most", "100"}
	if printed, err := lab(t, label...); err != nil || !strings.HasSuffix(strings.TrimSpace(printed), "gold.games: 100 positions") {
		t.Fatalf("%v prints (%v)\n%s", label, err, printed)
	}
	played := map[board.Position]bool{}
	for g, err := range selfplay.GamesIn(games) {
		if err != nil {
			t.Fatal(err)
		}
		for s := range g.Samples() {
			played[*s.Position] = s.Ply >= 16
		}
	}
	for g, err := range selfplay.GamesIn(gold) {
		if err != nil {
			t.Fatal(err)
		}
		for s := range g.Samples() {
			if !played[*s.Position] || !s.Usable(1500) || s.Score == selfplay.NoScore {
				t.Errorf("%s with %s, %d is not a quiet position of the games", s.Position.FEN(), s.Move, s.Score)
			}
		}
	}
}
