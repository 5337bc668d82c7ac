package selfplay

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// written writes games to a new file and returns its bytes.
func written(t *testing.T, games []Game) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games")
	appendAll(t, path, games)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// appendAll writes those of the games that a file has not.
func appendAll(t *testing.T, path string, games []Game) {
	t.Helper()
	w, had, err := Append(path, "terms")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games[had:] {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// readAll reads games until an error.
func readAll(data []byte) (games []Game, err error) {
	for g, err := range Games(bytes.NewReader(data)) {
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
	return games, nil
}

// Games are read as they were written, and a file that is cut off at any byte has those before, and is continued.
func TestFile(t *testing.T) {
	s := plan()
	s.Games = 2
	other := testcases.Position(t, "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 7 30")
	games := append(played(t, s), Game{Start: other, Outcome: rules.RedWins, Plies: []Ply{{testcases.Move(t, "e1e9"), 31000 - 9}}},
		Game{Start: other, Outcome: rules.Draw})
	data := written(t, games)
	got, err := readAll(data)
	if diff := cmp.Diff(games, got, equal); diff != "" || err != nil {
		t.Fatalf("error %v (-written +read):\n%s", err, diff)
	}
	path := filepath.Join(t.TempDir(), "games")
	for cut := range data {
		if got, err := readAll(data[:cut]); err != nil || len(got) > bytes.Count(data[:cut+1], []byte("}\n")) {
			t.Fatalf("cut at %d: %d games, error %v", cut, len(got), err)
		}
		if cut%50 != 0 {
			continue
		}
		if err := os.WriteFile(path, data[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		appendAll(t, path, games)
		if whole, err := os.ReadFile(path); err != nil || !bytes.Equal(whole, data) {
			t.Fatalf("cut at %d and continued, the file is another (%v)", cut, err)
		}
	}
}

// Files that hold something else, however short, or games of other terms stay as they are.
func TestAppendLeavesOthersAlone(t *testing.T) {
	others := written(t, played(t, Plan{Games: 1, Nodes: 50, Adjudication: adjudicate.Thresholds{MaxPlies: 10}}))
	for _, text := range []string{"hello\n", "XQ games", "4k4/9/9/9/9/9/9/9/9/4K4 w", string(others)} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := Append(path, "new terms")
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") ||
			errors.Is(err, journal.ErrOtherTerms) != (text == string(others)) {
			t.Errorf("%q is appended to: error %v", text, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("of %q there is %q left (%v)", text, left, err)
		}
	}
}

// FuzzGames reads anything: what is read is sound.
func FuzzGames(f *testing.F) {
	f.Add([]byte(`{"terms":"any"}` + "\n" + `{"result":"1-0","moves":"h2e2 h9g7","scores":[1,-32768]}`))
	f.Add([]byte(`{"fen":"` + board.StartFEN + `","result":"0-1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for g, err := range Games(bytes.NewReader(data)) {
			if err != nil {
				return
			}
			if err := g.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
