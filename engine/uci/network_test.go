package uci_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"xiangqibot/engine/eval/nnue"
)

// TestEvalFile searches with a network that scores every position 0, and without it again.
func TestEvalFile(t *testing.T) {
	const position = "position fen 3akab2/9/4b4/9/9/9/9/9/9/R2AKAB2 w - - 0 1" // a rook ahead
	path := filepath.Join(t.TempDir(), "even.net")
	var file bytes.Buffer
	if err := nnue.NewNetwork(64, 300).Write(&file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	w := connect(t)
	w.send("setoption name EvalFile value "+path, position, "eval", "go depth 2")
	if lines := w.until("bestmove "); count(lines, "info string a network 64 wide is in use") != 1 ||
		count(lines, "score 0 for red") != 1 || count(lines, "info depth 2 seldepth") != 1 {
		t.Errorf("%q", lines)
	}
	w.send("setoption name Use network value false", "eval", "isready")
	if lines := w.until("readyok"); count(lines, "score 0 for red") != 0 || count(lines, "info string the hand-written evaluation is in use") != 1 {
		t.Errorf("without the network the position is still even: %q", lines)
	}
	w.send("setoption name EvalFile value "+path, "eval", "isready") // as by programs that send all options in order
	if lines := w.until("readyok"); count(lines, "score 0 for red") != 0 || count(lines, "info string the hand-written evaluation is in use") != 1 {
		t.Errorf("EvalFile overrides Use network: %q", lines)
	}
	w.send("setoption name Use network value true", "eval", "isready")
	if lines := w.until("readyok"); count(lines, "score 0 for red") != 1 {
		t.Errorf("with the network again the position is not even: %q", lines)
	}
	w.send("setoption name EvalFile value <empty>", "eval", "isready")
	if lines := w.until("readyok"); count(lines, "score 0 for red") != 0 {
		t.Errorf("without the file the position is still even: %q", lines)
	}
	w.send("setoption name Use network value true", "isready")
	if lines := w.until("readyok"); count(lines, "info string error: setoption Use network: there is no network; name one with EvalFile") != 1 {
		t.Errorf("where there is no network: %q", lines)
	}
	if err := os.WriteFile(path, file.Bytes()[:100], 0o644); err != nil {
		t.Fatal(err)
	}
	w.send("setoption name EvalFile value "+path, "setoption name EvalFile value "+path+".no", "isready")
	if lines := w.until("readyok"); count(lines, "info string error: setoption EvalFile: ") != 2 {
		t.Errorf("a truncated file and a missing one: %q", lines)
	}
	w.quit()
}
