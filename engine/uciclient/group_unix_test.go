//go:build unix

package uciclient

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A terminal sends Ctrl-C to all of its foreground group. A program that died of it before this process has noticed
// would have lost its game.
func TestProgramIsOutOfReachOfTheTerminal(t *testing.T) {
	p, err := Start(t.Context(), Options{Command: []string{"sh", "-c", "echo uciok; echo readyok; exec cat"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	group, err := syscall.Getpgid(p.process.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if ours := syscall.Getpgrp(); group == ours {
		t.Errorf("the program is in our group, %d", ours)
	}
}

// The program may be a script. What that has started ends with it, even if neither listens.
func TestCloseEndsWhatAScriptStarted(t *testing.T) {
	t.Parallel()
	held := filepath.Join(t.TempDir(), "held")
	if err := syscall.Mkfifo(held, 0o600); err != nil {
		t.Skipf("no named pipe can be made here: %v", err)
	}
	p, err := Start(t.Context(), Options{Command: []string{"sh", "-c", "sleep 1000 >" + held + " & echo uciok; echo readyok; wait"}})
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := os.Open(held) // it waits for the other end
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(pipe); err != nil { // it ends when nobody holds the other end
		t.Fatal(err)
	}
}
