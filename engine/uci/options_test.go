package uci_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/uci"
)

// The option Rules applies to judge and to the search, and an invalid text changes nothing.
func TestRulesOption(t *testing.T) {
	const chase = "position fen 4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w - - 0 1 moves g6g5 f6g8 g5g6 g8f6 g6g5 f6g8 g5g6"
	w := connect(t)
	for _, tt := range []struct {
		set    string
		judged string // what the next chase leads to
		plays  bool   // and whether the engine then plays it
	}{
		{"", "black loses", false},
		{"setoption name Rules value simple", "draw", true},
		{"setoption name rules value simple limit=100 bare=off", "draw", true},
		{"setoption name Rules value pikafish", "black loses", false},
	} {
		if tt.set != "" {
			w.send(tt.set)
		}
		w.send("ucinewgame", chase+" g8f6", "judge", chase, "go depth 8")
		lines := w.until("bestmove ")
		if !strings.HasPrefix(lines[0], tt.judged) {
			t.Errorf("%s: %q, want %s", tt.set, lines[0], tt.judged)
		}
		if last := lines[len(lines)-1]; strings.HasPrefix(last, "bestmove g8f6") != tt.plays {
			t.Errorf("%s: %s", tt.set, last)
		}
	}
	for set, why := range map[string]string{
		"setoption name Rules value asien":        `setoption Rules: rules "asien": want one of asian, simple, pikafish`,
		"setoption name Rules":                    "setoption Rules: rules are empty",
		"setoption name Rules value simple bar=1": `"bar=1": want limit`,
	} {
		w.send(set, chase+" g8f6", "judge", "isready")
		lines := w.until("readyok")
		if !strings.HasPrefix(lines[0], "info string error: ") || !strings.Contains(lines[0], why) || count(lines, "black loses") != 1 {
			t.Errorf("%s: %q, want %s, and the rules unchanged", set, lines, why)
		}
	}
	w.quit()
}

// Options can be set as uci lists them, and each kind refuses invalid values.
func TestOptions(t *testing.T) {
	w := connect(t)
	w.send("uci")
	if lines := w.until("uciok"); count(lines, "option name ") != 14 || count(lines, "option name Rules type string default asian") != 1 {
		t.Errorf("%q", lines)
	}
	w.send("setoption name Hash value 2", "setoption name Clear Hash", "setoption name MultiPV value 2", "go depth 3")
	if lines := w.until("bestmove "); count(lines, "info string error") != 0 || count(lines, "info depth 3 seldepth") != 2 {
		t.Errorf("%q", lines)
	}
	w.send("setoption name Params value AlphaBeta=0,Quiescence=0", "setoption name MultiPV value 1", "go depth 2")
	if lines := w.until("bestmove "); count(lines, "info string error") != 0 || !strings.Contains(strings.Join(lines, "\n"), " nodes 2008 ") {
		t.Errorf("plain minimax sends %q", lines)
	}
	for _, set := range []string{
		"setoption name Hash value 0", "setoption name Hash value many", "setoption name Clear Hash value 1",
		"setoption name Color value red", "setoption name Skill Level value 0", "setoption name UCI_Elo value 3000",
		"setoption name UCI_LimitStrength value yes", "setoption Hash 3", "setoption name Params value Magic=0",
	} {
		w.send(set)
		if lines := w.until("info string error: setoption"); len(lines) != 1 {
			t.Errorf("%s: %q", set, lines)
		}
	}
	w.quit()
}

// slow takes 100 ms for each line, like a slow connection.
type slow struct{ text strings.Builder }

func (s *slow) Write(b []byte) (int, error) {
	time.Sleep(100 * time.Millisecond)
	return s.text.Write(b)
}

// The larger the move overhead, the sooner a search with a clock ends.
func TestMoveOverhead(t *testing.T) {
	iterations := func(overhead string) (n int) {
		synctest.Test(t, func(t *testing.T) {
			var out slow
			in := strings.NewReader("setoption name Move Overhead value " + overhead + "\ngo wtime 10100 movestogo 10 depth 30\n")
			if err := uci.New(engine.New(engine.Options{HashMB: 1}), nil).Run(t.Context(), in, &out); err != nil {
				t.Fatal(err)
			}
			n = strings.Count(out.text.String(), "info depth ")
		})
		return n
	}
	usual, less := iterations("100"), iterations("5000")
	if less >= usual || less < 2 {
		t.Errorf("%d iterations with an overhead of 100 ms, %d with 5 s", usual, less)
	}
	if refused := iterations("0"); refused != usual {
		t.Errorf("a value out of range changes %d iterations to %d", usual, refused)
	}
}
