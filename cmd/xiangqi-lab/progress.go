package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress is a progress bar with a line of text. On a terminal it is updated in place; elsewhere a new line is written
// at most every ten seconds, so that a log stays readable.
type progress struct {
	out      io.Writer
	terminal bool
	start    time.Time
	last     time.Time
	width    int
}

func newProgress() *progress {
	info, err := os.Stderr.Stat()
	return &progress{out: os.Stderr, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0, start: time.Now()}
}

// show shows that done of wanted are done, skipped of them before this run.
func (p *progress) show(done, wanted, skipped int, text string) {
	line := fmt.Sprintf("%s %d/%d  %s", bar(done, wanted), done, wanted, text)
	if fresh := done - skipped; fresh > 0 && done < wanted {
		left := time.Duration(float64(time.Since(p.start)) / float64(fresh) * float64(wanted-done))
		line += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	if done >= wanted {
		p.last = time.Time{} // the last one is always shown
	}
	p.note(line)
}

// bar draws the bar.
func bar(done, wanted int) string {
	const width = 20
	full := 0
	if wanted > 0 {
		full = min(max(done*width/wanted, 0), width)
	}
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "]"
}

// note shows a line, unless the last one is too recent.
func (p *progress) note(line string) {
	now, pause := time.Now(), 10*time.Second
	if p.terminal {
		pause = 200 * time.Millisecond
	}
	if now.Sub(p.last) < pause {
		return
	}
	p.last = now
	if !p.terminal {
		p.print(line + "\n")
		return
	}
	p.print("\r" + line + strings.Repeat(" ", max(0, p.width-len(line))))
	p.width = len(line)
}

// end ends the line.
func (p *progress) end() {
	if p.terminal && p.width > 0 {
		p.print("\n")
		p.width = 0
	}
}

// print writes text and ignores errors.
func (p *progress) print(text string) { _, _ = io.WriteString(p.out, text) }
