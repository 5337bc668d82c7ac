package grow

import (
	"os"
	"path/filepath"
	"testing"

	"xiangqibot/engine/book"
)

// FuzzJournal opens files whatever they hold: one that is no journal stays as it is, and one that is has legal moves
// alone, the same when it is opened again.
func FuzzJournal(f *testing.F) {
	const line = `{"fen":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","moves":[{"move":"h2e2","score":30}]}` + "\n"
	f.Add(line)
	f.Add(line + line[:40])
	f.Add(line[:len(line)-20] + "\n")
	f.Add(`{"fen":"9","moves":[]}` + "\n")
	f.Add("\n\x00")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path)
		if err != nil {
			if left, readErr := os.ReadFile(path); readErr != nil || string(left) != text {
				t.Fatalf("%q is refused (%v), and %q is left of it (%v)", text, err, left, readErr)
			}
			return
		}
		for k, study := range j.analyses {
			p := k.Position()
			for _, finding := range study.Moves {
				if !p.IsLegal(finding.Move) {
					t.Fatalf("%v is not legal in %s", finding.Move, p.FEN())
				}
			}
			if book.KeyOf(&p) != k {
				t.Fatalf("%s is not the position of its key", p.FEN())
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := OpenJournal(path)
		if err != nil || again.Len() != j.Len() {
			t.Fatalf("of %d positions not all are there again (%v)", j.Len(), err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
