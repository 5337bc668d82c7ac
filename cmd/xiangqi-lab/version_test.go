package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A match is not continued with another build of this engine or program; its result can be shown with any.
func TestMatchKnowsTheBuilds(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	const script = "#!/bin/sh\nwhile read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) echo bestmove a0a9;; quit) exit;; esac; done\n"
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(program, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(script)
	for i, command := range []string{program, "nice " + program} {
		journal := filepath.Join(dir, fmt.Sprint("journal", i))
		args := []string{"match", "--a-name", "x", "--a-hash", "1", "--b-command", command, "--depth", "1", "--games", "2", "--journal", journal}
		if out, err := lab(t, args...); err != nil {
			t.Fatalf("it prints (%v)\n%s", err, out)
		}
		text, err := os.ReadFile(journal)
		if err != nil || !regexp.MustCompile(`"versions":\["bench \d+","checksum [0-9a-f]{8}"\]`).Match(text) {
			t.Errorf("the journal has other builds (%v):\n%s", err, text)
		}
		write(script + "# another build\n")
		if out, err := lab(t, args...); err != nil {
			t.Errorf("another build cannot show the result (%v):\n%s", err, out)
		}
		more := append(slices.Clone(args), "--games", "4")
		if out, err := lab(t, more...); err == nil || !strings.Contains(err.Error(), "other builds") {
			t.Errorf("another build of the program is accepted (%v):\n%s", err, out)
		}
		write(script)
		if command != program {
			continue // the rest depends on this engine alone
		}
		if out, err := lab(t, args...); err != nil {
			t.Errorf("the same builds are refused (%v):\n%s", err, out)
		}
		bench := regexp.MustCompile(`"bench \d+"`).ReplaceAll(text, []byte(`"bench 1"`))
		if err := os.WriteFile(journal, bench, 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := lab(t, more...); err == nil || !strings.Contains(err.Error(), "There: bench 1 against") {
			t.Errorf("another build of this engine is accepted (%v):\n%s", err, out)
		}
	}
}
