package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A book is grown, printed, written as text and read back; the same command finds everything done.
func TestBook(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("theory"), []byte("顺炮 3: h2e2 h7e7 h0g2 h9g7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	grow := []string{"book", "grow", at("journal"), "--out", at("a.book"), "--theory", at("theory"), "--positions", "20", "--depth", "2", "--lines", "2", "--believe", "500"}
	for range 2 {
		if out, err := lab(t, grow...); err != nil || !strings.Contains(out, "a.book: 20 positions") {
			t.Fatalf("it prints %q (%v)", out, err)
		}
	}
	out, err := lab(t, "book", "print", "--book", at("a.book"), "--plies", "2")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"20 positions\n", "h2e2 炮二平五 ", "  中炮, Central Cannon\n", "\n  h7e7 炮８平５ ", "  顺炮, Same-Direction Cannons\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if out, err := lab(t, "book", "print", "--book", at("a.book"), "炮二平五", "炮8平5"); err != nil || !strings.HasPrefix(out, "20 positions\n顺炮, Same-Direction Cannons\n") || !strings.Contains(out, "h0g2 马二进三 ") {
		t.Errorf("after 炮二平五 炮8平5 it prints %q (%v)", out, err)
	}
	if out, err := lab(t, "book", "print", "--book", at("a.book"), "a0a2"); err != nil || !strings.Contains(out, "the book does not know this position") {
		t.Errorf("after a0a2 it prints %q (%v)", out, err)
	}
	text, err := lab(t, "book", "export", "--book", at("a.book"))
	if err != nil || strings.Count(text, "\n") != 20 || !strings.HasPrefix(text, "start: ") {
		t.Fatalf("it exports %q (%v)", text, err)
	}
	if err := os.WriteFile(at("text"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := lab(t, "book", "import", at("text"), "--out", at("b.book")); err != nil || !strings.Contains(out, "b.book: 20 positions") {
		t.Errorf("it imports %q (%v)", out, err)
	}
	a, errA := os.ReadFile(at("a.book"))
	b, errB := os.ReadFile(at("b.book"))
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("the book that was exported and imported is another one (%v, %v)", errA, errB)
	}
	for _, bad := range [][]string{
		{"book", "grow", at("journal"), "--out", at("c.book"), "--depth", "-1"},
		{"book", "grow", at("text"), "--out", at("c.book")},
		{"book", "grow", at("journal"), "--out", at("c.book"), "--theory", at("journal")},
		{"book", "print", "--book", at("text")},
		{"book", "print", "a0a9"},
		{"book", "import", at("theory"), "--out", at("c.book")},
	} {
		if out, err := lab(t, bad...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}
