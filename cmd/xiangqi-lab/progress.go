package main

import (
	"fmt"
	"os"
	"time"
)

// progress prints to standard error how far a command is: a line at most every ten seconds, so that a log stays
// readable.
type progress struct{ start, last time.Time }

func newProgress() *progress { return &progress{start: time.Now()} }

// show shows that done of wanted are done, skipped of them before this run.
func (p *progress) show(done, wanted, skipped int, text string) {
	line := fmt.Sprintf("%d/%d  %s", done, wanted, text)
	if fresh := done - skipped; fresh > 0 && done < wanted {
		left := time.Duration(float64(time.Since(p.start)) / float64(fresh) * float64(wanted-done))
		line += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	if done >= wanted {
		p.last = time.Time{} // the last one is always shown
	}
	p.note(line)
}

// note shows a line, unless the last one is too recent.
func (p *progress) note(line string) {
	if now := time.Now(); now.Sub(p.last) >= 10*time.Second {
		p.last = now
		fmt.Fprintln(os.Stderr, line)
	}
}
