package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const journalLine = `{"game":0,"red":"a","black":"b","fen":"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1","moves":"","scores":[],"outcome":"draw","ending":"bare material"}`

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
		if _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q is taken for a journal: error %v, want %q", text, err, says)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("of %q there is %q left (%v)", text, left, err)
		}
	}
}

// TestJournalCutOff cuts the last line at every byte: what is before it is kept, and the file goes on after it.
func TestJournalCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	head := `{"terms":"a against b"}` + "\n" + journalLine + "\n"
	last := strings.Replace(journalLine, `"game":0`, `"game":1`, 1)
	for cut := range last {
		for _, hole := range []string{"", "\x00\x00"} { // what a disk may leave that lost its power
			if err := os.WriteFile(path, []byte(head+last[:cut]+hole), 0o644); err != nil {
				t.Fatal(err)
			}
			j, err := OpenJournal(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(j.Games()) != 1 {
				t.Errorf("cut at %d there are %d games, want 1", cut, len(j.Games()))
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if left, err := os.ReadFile(path); err != nil || string(left) != head {
				t.Errorf("cut at %d there is left (%v)\n%s", cut, err, left)
			}
		}
	}
}
