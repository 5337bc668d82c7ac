package uci_test

import (
	"testing"
)

// A search that ponders answers when its limits are met after ponderhit, or at stop; not before.
func TestPonder(t *testing.T) {
	w := connect(t)
	w.send("setoption name Ponder value true", "position startpos moves h2e2", "go ponder depth 1", "isready")
	if lines := w.until("readyok"); count(lines, "bestmove") != 0 || count(lines, "info string error") != 0 {
		t.Errorf("before ponderhit: %q", lines)
	}
	w.send("isready")
	if lines := w.until("readyok"); count(lines, "bestmove") != 0 {
		t.Errorf("before ponderhit: %q", lines)
	}
	w.send("ponderhit")
	w.until("bestmove ")

	w.send("go ponder movetime 1", "stop")
	w.until("bestmove ")
	w.send("go ponder movetime 1", "ponderhit")
	w.until("bestmove ")

	w.send("ponderhit", "isready")
	if lines := w.until("readyok"); count(lines, "info string error: ponderhit: nothing is pondered") != 1 {
		t.Errorf("ponderhit out of place: %q", lines)
	}
	w.send("setoption name Ponder value perhaps", "isready")
	if lines := w.until("readyok"); count(lines, "info string error: setoption Ponder") != 1 {
		t.Errorf("a check that is neither true nor false: %q", lines)
	}
	w.send("go ponder infinite", "quit")
	w.rest()
}
