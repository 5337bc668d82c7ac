//go:build unix

package uciclient

import (
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
