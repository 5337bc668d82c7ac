package uci_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"xiangqibot/engine"
	"xiangqibot/engine/uci"
)

// wire is a conversation with a session over two pipes, as with a program.
type wire struct {
	t      *testing.T
	in     *io.PipeWriter
	out    chan string // buffered, so that the session never waits for the test
	ended  chan error
	cancel context.CancelFunc
}

func connect(t *testing.T) *wire {
	t.Helper()
	readIn, writeIn := io.Pipe()
	readOut, writeOut := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	w := &wire{t: t, in: writeIn, out: make(chan string, 10_000), ended: make(chan error, 1), cancel: cancel}
	go func() {
		err := uci.New(engine.New(engine.Options{HashMB: 1}), nil).Run(ctx, readIn, writeOut)
		writeOut.Close()
		readIn.Close()
		w.ended <- err
	}()
	go func() {
		defer close(w.out)
		for lines := bufio.NewScanner(readOut); lines.Scan(); {
			w.out <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		cancel()
		writeIn.Close()
	})
	return w
}

func (w *wire) send(lines ...string) {
	w.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(w.in, l+"\n"); err != nil {
			w.t.Fatalf("send %q: %v", l, err)
		}
	}
}

// until reads lines up to one with the prefix, and returns them all.
func (w *wire) until(prefix string) []string {
	w.t.Helper()
	var lines []string
	for text := range w.out {
		lines = append(lines, text)
		if strings.HasPrefix(text, prefix) {
			return lines
		}
	}
	w.t.Fatalf("the session ended before %q; its output is\n%s", prefix, strings.Join(lines, "\n"))
	return nil
}

// rest reads to the end of the session.
func (w *wire) rest() []string {
	w.t.Helper()
	var lines []string
	for text := range w.out {
		lines = append(lines, text)
	}
	if err := <-w.ended; err != nil {
		w.t.Errorf("the session ended with %v", err)
	}
	return lines
}

// quit ends the session and returns its last lines.
func (w *wire) quit() []string {
	w.t.Helper()
	w.send("quit")
	return w.rest()
}

// soFar returns the lines that have come.
func (w *wire) soFar() (lines []string) {
	for len(w.out) > 0 {
		lines = append(lines, <-w.out)
	}
	return lines
}

func count(lines []string, prefix string) (n int) {
	for _, l := range lines {
		if strings.HasPrefix(l, prefix) {
			n++
		}
	}
	return n
}

func TestStopEndsAnInfiniteSearch(t *testing.T) {
	w := connect(t)
	w.send("position startpos", "go infinite")
	w.until("info depth 3 ")
	w.send("isready") // answered while the search runs
	if lines := w.until("readyok"); count(lines, "bestmove") != 0 {
		t.Errorf("bestmove came before stop:\n%s", strings.Join(lines, "\n"))
	}
	w.send("stop")
	if lines := w.until("bestmove "); count(lines, "bestmove") != 1 {
		t.Errorf("after stop: %q", lines)
	}
	w.send("stop", "stop", "isready") // without effect
	if lines := w.until("readyok"); len(lines) != 1 {
		t.Errorf("stop without a search: %q", lines)
	}
	if lines := w.quit(); len(lines) != 0 {
		t.Errorf("after quit: %q", lines)
	}
}

// A program may send the next search, and stop that too, without waiting for the bestmove of the one that it stopped.
func TestStopOfAQueuedSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := connect(t)
		for range 20 { // the first search may or may not have ended when the second go comes
			w.send("go infinite", "stop", "go infinite depth 1", "d", "stop")
			synctest.Wait()
			if answers := count(w.soFar(), "bestmove "); answers != 2 {
				t.Errorf("%d answers to two searches that were both stopped", answers)
				break
			}
		}
		w.quit()
	})
}

// A ponderhit is for the queued go ponder if the running search does not ponder.
func TestPonderhitOfAQueuedSearch(t *testing.T) {
	w := connect(t)
	w.send("go infinite")
	w.until("info depth 1 ")
	w.send("go ponder depth 1", "ponderhit", "stop")
	w.until("bestmove ")
	if lines := w.until("bestmove "); count(lines, "info string error") != 0 {
		t.Errorf("%q", lines)
	}
	w.quit()
}

// An infinite search that is complete, or has reached another limit, still waits for stop, as the protocol requires.
func TestInfiniteWaitsForStop(t *testing.T) {
	for _, asked := range [][]string{
		{"position fen 3k5/4P4/9/9/9/9/9/9/4K4/9 b - - 0 1", "go infinite"}, // lost: there is no move
		{"go infinite depth 1"},
		{"go nodes 100 infinite"},
		{"go ponder infinite nodes 10"},
		{"setoption name Skill Level value 1", "position startpos moves a3a4 a6a5 a4a5", "go infinite"},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := connect(t)
			w.send(asked...)
			synctest.Wait() // the search is done
			if lines := w.soFar(); count(lines, "bestmove") != 0 {
				t.Errorf("%q: before stop the output is %q", asked, lines)
			}
			w.send("stop")
			lines := w.until("bestmove ")
			if lost := len(asked) == 2; lost != slices.Equal(lines, []string{"info depth 0 score mate 0", "bestmove (none)"}) {
				t.Errorf("%q: after stop the output is %q", asked, lines)
			}
			w.quit()
		})
	}
}

func TestQuitEndsTheSearch(t *testing.T) {
	w := connect(t)
	w.send("go infinite")
	w.until("info depth 1 ")
	w.send("d", "quit") // d waits for the end of the search, quit for nothing
	lines := w.rest()
	if count(lines, "bestmove ") != 1 || count(lines, "FEN") != 0 {
		t.Errorf("after quit:\n%s", strings.Join(lines, "\n"))
	}
}

func TestLinesWaitForTheSearch(t *testing.T) {
	w := connect(t)
	w.send("position startpos", "go infinite")
	w.until("info depth 1 ")
	w.send("position startpos moves h2e2", "parse 马8进7", "go depth 2", "parse 炮８平５", "stop")
	w.until("bestmove ")
	if lines := w.until("h9g7"); len(lines) != 1 {
		t.Errorf("after the first search: %q", lines)
	}
	w.until("bestmove ")
	w.until("h7e7")
	w.quit()
}

// At the end of the input all searches are finished, and those that would never end are stopped.
func TestEndOfInput(t *testing.T) {
	w := connect(t)
	w.send("go depth 4", "position startpos moves h2e2", "go depth 3", "go infinite")
	w.in.Close()
	lines := w.rest()
	if n := count(lines, "bestmove "); n != 3 || count(lines, "info depth 4 ") == 0 {
		t.Errorf("%d answers to three searches:\n%s", n, strings.Join(lines, "\n"))
	}
}

func TestCancelEndsTheSession(t *testing.T) {
	w := connect(t)
	w.send("go perft 12", "isready")
	w.until("readyok")
	w.cancel()
	if lines := w.rest(); count(lines, "Nodes searched") != 0 {
		t.Errorf("perft 12 was finished: %q", lines)
	}
}

func TestStopEndsPerft(t *testing.T) {
	w := connect(t)
	w.send("go perft 12", "stop")
	w.until("info string perft was stopped")
	w.send("go perft 100000000", "isready")
	w.until("readyok")
	w.send("stop")
	w.until("info string perft was stopped")
	w.quit()
}

func TestOverlongLine(t *testing.T) {
	w := connect(t)
	w.send("position startpos moves "+strings.Repeat("h2e2 ", 50_000), "isready")
	lines := w.until("readyok")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "info string error: a line of more than 65536 bytes") {
		t.Errorf("%q", lines)
	}
	w.send("position startpos\xff", "quit")
	if lines := w.rest(); len(lines) != 1 || !strings.HasPrefix(lines[0], `info string error: position: "startpos?"`) {
		t.Errorf("%q", lines)
	}
}

// brokenPipe accepts a few bytes and then fails, as a pipe does whose reader is gone.
type brokenPipe struct{ left int }

var errBrokenPipe = errors.New("broken pipe")

func (d *brokenPipe) Write(b []byte) (int, error) {
	if d.left -= len(b); d.left < 0 {
		return 0, errBrokenPipe
	}
	return len(b), nil
}

func TestBrokenOutput(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	ended := make(chan error)
	go func() {
		ended <- uci.New(engine.New(engine.Options{HashMB: 1}), nil).Run(t.Context(), in, &brokenPipe{left: 200})
	}()
	if _, err := io.WriteString(out, "go infinite\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, errBrokenPipe) {
		t.Errorf("the session ended with %v, want %v", err, errBrokenPipe)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
