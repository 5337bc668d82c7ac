package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine"
)

const journalLine = `{"game":0,"red":"a","black":"b","fen":"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1","moves":"","scores":[],"outcome":"draw","ending":"bare material"}`

// pair is a short match with a journal.
func pair(path string) *Match {
	return &Match{
		A: BuiltIn("a", engine.Options{HashMB: 1}), B: BuiltIn("b", engine.Options{HashMB: 1}), Pairs: 1,
		Openings: startOpening(), Budget: Budget{Depth: 1}, Adjudication: Adjudication{MaxPlies: 2}, Journal: path,
	}
}

// TestJournalLeavesOthersAlone names files that are no journals: they stay as they are, and one line says what is
// wrong.
func TestJournalLeavesOthersAlone(t *testing.T) {
	for text, says := range map[string]string{
		"notes without a line's end":                  `ends with "notes`,
		"XQGAMES\x01\x02\x03":                         `ends with "XQGAMES`,
		`{"seed":1,"generation":2,"names":[]}`:        `ends with "{\"seed\"`,
		"# a heading\n":                               "line 1",
		`{"seed":1,"generation":2,"names":[]}` + "\n": "line 1: it holds no game",
		journalLine + "\n" + journalLine + "\n":       "line 2: game 0 is there twice",
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := pair(path).Run(t.Context()); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q is taken for a journal: error %v, want %q", text, err, says)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("of %q there is %q left (%v)", text, left, err)
		}
	}
}

// FuzzJournal reads files whatever they hold: of one that is a journal, the games are those that it has, whether or not
// their moves make sense.
func FuzzJournal(f *testing.F) {
	head := `{"terms":"a against b"}` + "\n"
	for _, text := range []string{
		"", head, head + journalLine + "\n", journalLine + "\n" + head, head + journalLine + "\n" + `{"game":1,"red":"a`, head + "\x00\x00\x00", "\n\n{}\n",
		strings.Replace(journalLine, `"moves":""`, `"moves":"d9d8 e0e1 zz"`, 1) + "\n", `{"game":-1,"fen":"x","scores":[null,3]}` + "\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		games, err := ReadJournal(path)
		if err != nil && !strings.Contains(err.Error(), path) {
			t.Fatalf("%q is refused (%v)", text, err)
		}
		for i := range games {
			if _, err := games[i].Record(); err != nil && !strings.Contains(err.Error(), "game ") {
				t.Errorf("%v: the error names no game", err)
			}
			if _, err := games[i].Result(); err != nil && !strings.Contains(err.Error(), "outcome") {
				t.Errorf("%v: the error names no outcome", err)
			}
		}
	})
}
