package uci_test

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine"
)

const rookMates = "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1"

// A level bounds the search further than go; full strength is the default.
func TestSkillLevel(t *testing.T) {
	w := connect(t)
	w.send("position startpos moves a3a4 a6a5 a4a5", "setoption name Skill Level value 2", "go infinite", "stop")
	lines := w.until("bestmove ")
	if count(lines, "info depth ") != 1 {
		t.Errorf("level 2 sends %q, want one line", lines)
	}
	w.send("setoption name Skill Level value 10", "go depth 6")
	if lines := w.until("bestmove "); count(lines, "info depth 6 ") != 1 || count(lines, "info depth ") < 6 {
		t.Errorf("full strength sends %q, want six depths", lines)
	}
	w.quit()
}

// UCI_Elo has an effect only while UCI_LimitStrength is on; the limits of go apply in addition to the level's.
func TestLimitedByElo(t *testing.T) {
	w := connect(t)
	w.send("setoption name UCI_Elo value 2760", rookMates, "go depth 3")
	if lines := w.until("bestmove "); count(lines, "info depth 1 seldepth") == 0 {
		t.Errorf("%q, want the lines of a full search while the strength is not limited", lines)
	}
	w.send("setoption name UCI_LimitStrength value true", "go wtime 1000 depth 2")
	if lines := w.until("bestmove "); len(lines) != 2 || !strings.HasPrefix(lines[0], "info depth ") || !strings.Contains(lines[0], "score mate 1") {
		t.Errorf("%q, want mate in one by a careful player", lines)
	}
	w.send("go mate 1")
	if lines := w.until("bestmove "); count(lines, "info depth 1 ") != 1 {
		t.Errorf("%q, want the search to end with the mate", lines)
	}
	w.send("go depth 2 searchmoves a8a1")
	if lines := w.until("bestmove "); lines[len(lines)-1] != "bestmove a8a1" {
		t.Errorf("%q, want the only move that may be searched", lines)
	}
	w.send("position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1 moves b0b9", "go depth 1")
	if lines := w.until("bestmove "); lines[len(lines)-1] != "bestmove (none)" || count(lines, "info string error") != 0 {
		t.Errorf("%q, want no move in a position that is lost", lines)
	}
	w.quit()
}

func TestLevelRated(t *testing.T) {
	for level := engine.LevelMin; level <= engine.LevelMax; level++ {
		for _, off := range []float64{-119, 0, 119} {
			if got := engine.LevelForRating(level.Rating() + off); got != level {
				t.Errorf("rating %v: strength %v, want %v", level.Rating()+off, got, level)
			}
		}
	}
	if engine.LevelForRating(-1e9) != engine.LevelMin || engine.LevelForRating(1e9) != engine.LevelMax {
		t.Error("ratings beyond the range are not those of the weakest and the strongest")
	}
}

// The command eval prints terms that are the same for both sides at the start.
func TestEvalCommand(t *testing.T) {
	w := connect(t)
	w.send("eval", "quit")
	lines := w.rest()
	if len(lines) != 7 || !strings.HasPrefix(lines[6], "score ") || !strings.Contains(lines[6], "red") {
		t.Fatalf("%q, want a header, five terms and the score", lines)
	}
	for _, l := range lines[1:6] {
		f := strings.Fields(l)
		if len(f) != 4 || f[1] != f[2] || f[3] != "0" {
			t.Errorf("%q, want the same for both sides", l)
		}
	}
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "safety ") }) {
		t.Errorf("%q, want the term safety", lines)
	}
}
