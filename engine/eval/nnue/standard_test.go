package nnue_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
	"xiangqibot/engine/testcases"
)

// TestStandard reads the network that comes with the program, which is at most 4 MB, and evaluates positions with an obvious score.
func TestStandard(t *testing.T) {
	n := nnue.Standard()
	if info, err := os.Stat("standard.net"); err != nil || info.Size() > 4_000_000 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if !strings.Contains(n.Recipe, "positions to") || !strings.Contains(n.Recipe, "seed") {
		t.Errorf("its recipe is %q", n.Recipe)
	}
	if usual := nnue.Default(); (usual == n) != simd.Vectors() || usual != nil && usual != n {
		t.Errorf("a machine with vectors, %t, uses %p of %p", simd.Vectors(), usual, n)
	}
	e := nnue.New(n)
	for _, c := range []struct {
		fen       string
		low, high int
	}{
		{board.StartFEN, -80, 200},
		{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w - - 0 1", -1500, -250}, // a rook behind
		{"rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 150, 900},    // a horse ahead
		{"rnbakabnr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1", -900, -150},    // a cannon behind
	} {
		p := testcases.Position(t, c.fen)
		e.Reset(&p)
		if got := e.Score(&p); got < c.low || got > c.high {
			t.Errorf("%s: %d, want %d to %d", c.fen, got, c.low, c.high)
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := nnue.ReadFile(filepath.Join(dir, "none.net")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	path := filepath.Join(dir, "picture.net")
	if err := os.WriteFile(path, []byte("GIF89a and more"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := nnue.ReadFile(path); !errors.Is(err, nnue.ErrIncompatible) || !strings.Contains(err.Error(), "picture.net") {
		t.Errorf("a file of something else: %v", err)
	}
	n, err := nnue.ReadFile("standard.net")
	if err != nil || n.Recipe != nnue.Standard().Recipe {
		t.Errorf("the standard network read again: %v", err)
	}
}
