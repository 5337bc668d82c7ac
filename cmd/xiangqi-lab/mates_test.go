package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMates(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	// A mate in one, one that nobody finds in no time, and one that is too long.
	path := write("mates.jsonl", `{"fen":"3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1","mate":1}
{"fen":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","mate":5}
{"fen":"nonsense","mate":6}
`)
	out, err := lab(t, "mates", path, "--nodes", "2000")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mate in 1: 1 of 1", "mate in 5: 0 of 1", "w - - 0 1  mate in 5, scored ", "found: 1 of 2, 50.0 %"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	for _, bad := range [][]string{
		{path, "--nodes", "10", "--most", "6"},
		{write("broken.jsonl", `{"fen":`), "--nodes", "10"}, {write("plain.jsonl.gz", "{}"), "--nodes", "10"}, {write("empty.jsonl", ""), "--nodes", "10"},
	} {
		if out, err := lab(t, append([]string{"mates"}, bad...)...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}
