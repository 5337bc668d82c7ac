package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A book is grown; the same command finds everything done.
func TestBook(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("notes"), []byte("顺炮 3: h2e2 h7e7 h0g2 h9g7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	grow := []string{"book", "grow", at("journal"), "--out", at("a.book"), "--positions", "20", "--depth", "1"}
	for range 2 {
		if out, err := lab(t, grow...); err != nil || !strings.Contains(out, "a.book: 20 positions") {
			t.Fatalf("it prints %q (%v)", out, err)
		}
	}
	for _, bad := range [][]string{
		{"book", "grow", at("journal"), "--out", at("c.book"), "--depth", "-1"},
		{"book", "grow", at("notes"), "--out", at("c.book")},
	} {
		if out, err := lab(t, bad...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}
