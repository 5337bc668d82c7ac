package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/rules"
)

// writeRandomGames writes games of random moves.
func writeRandomGames(t *testing.T, path string, games int) {
	t.Helper()
	w, _, err := selfplay.Append(path, "random moves")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for number := range games {
		rng := rand.New(rand.NewPCG(1, uint64(number)))
		p := board.StartPosition()
		g := selfplay.Game{Start: p, Outcome: []rules.Outcome{rules.Draw, rules.RedWins, rules.BlackWins}[number%3]}
		for range 40 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			g.Plies = append(g.Plies, selfplay.Ply{Move: m, Score: int16(rng.IntN(400) - 200)})
			p.Make(m)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTrain(t *testing.T) {
	dir := t.TempDir()
	games, out := filepath.Join(dir, "a.games"), filepath.Join(dir, "a.net")
	writeRandomGames(t, games, 12)
	args := []string{
		"train", games, "--out", out, "--width", "64", "--epochs", "2", "--batch", "64", "--check", "0.3",
	}
	printed, err := lab(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" to learn from, ", "step 10 of 10: loss 0.", ", check 0.", "width 64, 2 epochs", "a.games: 12 games"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is missing in\n%s", want, printed)
		}
	}
	network, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := nnue.Read(bytes.NewReader(network)); err != nil || n.Width != 64 {
		t.Errorf("the network: %v", err)
	}
	// It can play.
	match := versus("xiangqi-uci", "--a-option", "EvalFile="+out, "--games", "2", "--depth", "1")
	if printed, err := lab(t, match...); err != nil || !strings.Contains(printed, "crashes: x 0, xiangqi-uci 0") {
		t.Errorf("a match prints (%v)\n%s", err, printed)
	}
	// A second run writes the same network.
	if again, err := lab(t, args...); err != nil {
		t.Errorf("a second run prints (%v)\n%s", err, again)
	}
	if second, err := os.ReadFile(out); err != nil || !bytes.Equal(second, network) {
		t.Errorf("a second run writes another network (%v)", err)
	}
	// Another run starts from that network, and says so.
	begun := []string{"train", games, "--out", filepath.Join(dir, "c.net"), "--start", out, "--width", "64", "--epochs", "1", "--batch", "64"}
	if printed, err := lab(t, begun...); err != nil || !strings.Contains(printed, ", begun with a.net (") {
		t.Errorf("it prints (%v)\n%s", err, printed)
	}
	for _, bad := range [][]string{
		{"train", games, "--out", filepath.Join(dir, "b"), "--start", out, "--width", "128"},
		{"train", games, "--out", filepath.Join(dir, "b"), "--start", games},
		{"train", out, "--out", filepath.Join(dir, "b")},
	} {
		if printed, err := lab(t, bad...); err == nil {
			t.Errorf("%v prints\n%s", bad, printed)
		}
	}
}
