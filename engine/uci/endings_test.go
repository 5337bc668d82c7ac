package uci_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/endgame"
)

// TestEndgamePath plays an ending with tables from a folder and without, and refuses a folder that has none.
func TestEndgamePath(t *testing.T) {
	dir := t.TempDir()
	tables := new(endgame.Tables)
	defer tables.Close()
	m, err := endgame.ParseMaterial("KN-KAABB")
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Generate(t.Context(), dir, []endgame.Material{m}, endgame.GenerateOptions{}); err != nil {
		t.Fatal(err)
	}
	w := connect(t)
	w.send("setoption name EndgamePath value "+dir, "position fen 3k5/4a4/9/9/9/9/9/4N4/9/4K4 w - - 0 1", "go depth 1")
	with := strings.Join(w.until("bestmove"), "\n")
	if !strings.Contains(with, "1 of 41 endgame tables") || !strings.Contains(with, "score mate") {
		t.Errorf("with tables it says\n%s", with)
	}
	// A damaged file is reported in one line, and the others are used.
	if err := os.WriteFile(filepath.Join(dir, "KP.xqe"), []byte("no table"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.send("setoption name EndgamePath value "+dir, "isready")
	if lines := w.until("readyok"); len(lines) != 3 || count(lines, "info string error: setoption EndgamePath: endgame: KP.xqe: ") != 1 ||
		count(lines, "info string 1 of 41 endgame tables") != 1 {
		t.Errorf("a damaged file is answered by %q", lines)
	}
	w.send("setoption name EndgamePath value <empty>", "go depth 1")
	if without := strings.Join(w.until("bestmove"), "\n"); strings.Contains(without, "score mate") {
		t.Errorf("without tables it says\n%s", without)
	}
	w.send("setoption name EndgamePath value "+t.TempDir(), "isready")
	if refused := strings.Join(w.until("readyok"), "\n"); !strings.Contains(refused, "xiangqi-lab endgame --out") {
		t.Errorf("an empty folder is answered by\n%s", refused)
	}
}
