package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A book is grown.
func TestBook(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	out, err := lab(t, "book", "grow", at("a.book"), "--positions", "20", "--depth", "1")
	if err != nil || !strings.Contains(out, "a.book: 20 positions") {
		t.Fatalf("it prints %q (%v)", out, err)
	}
	if out, err := lab(t, "book", "grow", at("c.book"), "--depth", "-1"); err == nil {
		t.Errorf("depth -1 prints\n%s", out)
	}
}
