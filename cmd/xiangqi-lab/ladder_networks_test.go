package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/eval/nnue"
)

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
