package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
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

// FuzzJournal opens files whatever they hold: one that is no journal stays as it is, and one that is goes on with the
// games that it has, whether or not their moves make sense.
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
		j, err := OpenJournal(path)
		left, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err != nil {
			if string(left) != text || !strings.Contains(err.Error(), path) {
				t.Fatalf("%q is refused (%v), and %q is left of it", text, err, left)
			}
			return
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(text, string(left)) {
			t.Fatalf("%q becomes %q", text, left)
		}
		games, err := ReadJournal(path)
		if err != nil || len(games) != len(j.Games()) {
			t.Fatalf("of %d games %d are read again (%v)", len(j.Games()), len(games), err)
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

// TestJournalOfOtherGames puts games into a journal that cannot be of its two players: the match is not continued.
func TestJournalOfOtherGames(t *testing.T) {
	start := board.StartPosition()
	line := func(number int, red, black string) string {
		return fmt.Sprintf(`{"game":%d,"red":%q,"black":%q,"fen":%q,"moves":"","scores":[],"outcome":"red wins","ending":"mate"}`+"\n",
			number, red, black, start.FEN())
	}
	for name, test := range map[string]struct {
		text string
		ok   bool
	}{
		"two games":         {line(0, "one", "two") + line(1, "two", "one"), true},
		"a negative number": {line(-2, "one", "two"), false},
		"an odd one":        {line(-1, "two", "one"), false},
		"other players":     {line(0, "one", "three"), false},
		"colors exchanged":  {line(0, "two", "one"), false},
	} {
		m := Match{
			A: BuiltIn("one", engine.Options{HashMB: 1}), B: BuiltIn("two", engine.Options{HashMB: 1}), Pairs: 1,
			Openings: startOpening(), Budget: Budget{Depth: 1}, Adjudication: Adjudication{MaxPlies: 2},
		}
		path := filepath.Join(t.TempDir(), "journal")
		head := fmt.Sprintf(`{"terms":%q}`+"\n", m.terms())
		if err := os.WriteFile(path, []byte(head+test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		var err error
		if m.Journal, err = OpenJournal(path); err != nil {
			t.Fatal(err)
		}
		if s, err := m.Run(t.Context()); (err == nil) != test.ok || test.ok && s.Games() != 2 {
			t.Errorf("%s: read as %+v, %v", name, s, err)
		}
		if err := m.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
