package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/puzzle"
)

// Mined puzzles can be packed; an interrupted run resumes.
func TestPuzzles(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.jsonl")
	text := `{"result":"1-0","moves":"h2e2 h9g7 h0g2 i9h9"}` + "\n" +
		`{"result":"1/2-1/2","moves":"h2e2 h9g7"}` + "\n"
	write(t, games, text)
	journal, packed := filepath.Join(dir, "j"), filepath.Join(dir, "p")
	out, err := lab(t, "puzzles", "mine", journal, games)
	if err != nil || !strings.Contains(out, "2 games") {
		t.Fatalf("%v\n%s", err, out)
	}
	before, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	write(t, journal, before[:len(before)-3]) // in the middle of the last line
	if _, err := lab(t, "puzzles", "mine", journal, games); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(journal)
	if err != nil || string(after) != string(before) {
		t.Errorf("%v: the resumed journal differs:\n%s\nwant\n%s", err, after, before)
	}
	p := puzzle.Puzzle{
		Prior: board.Move(5141), Themes: []string{"shuangma"}, Rating: 1025,
		Root: puzzle.Node{Correct: []puzzle.Branch{{Move: 9400, Reply: 9684, Next: &puzzle.Node{Correct: []puzzle.Branch{{Move: 7235}}}}}},
	}
	if p.Before, err = board.ParseFEN("3k5/4a4/4N4/2N6/9/9/9/3n5/9/2BA1KB2 b - - 0 90"); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(puzzleEntry{File: "x", Game: 1, Puzzles: []puzzle.Puzzle{p}})
	if err != nil {
		t.Fatal(err)
	}
	good := string(line) + "\n"
	write(t, journal, good+good)
	if out, err = lab(t, "puzzles", "pack", packed, journal); err != nil || !strings.Contains(out, "1 puzzles") || !strings.Contains(out, "1 came twice") {
		t.Fatalf("%v\n%s", err, out)
	}
	again := filepath.Join(dir, "again")
	if out, err = lab(t, "puzzles", "pack", again, packed, journal); err != nil || !strings.Contains(out, "2 came twice, 0 nearly") {
		t.Errorf("%v\n%s", err, out)
	}
	first, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(again); err != nil || string(first) != string(second) {
		t.Errorf("%v: packed again, %q becomes %q", err, first, second)
	}
	invalid := write(t, filepath.Join(dir, "invalid"), strings.Replace(good, "5141", "5140", 1))
	for _, bad := range [][]string{
		{"mine", filepath.Join(dir, "no", "j"), games}, {"mine", games, games},
		{"pack", packed, games}, {"pack", packed, invalid}, {"mine", invalid, games},
	} {
		if out, err := lab(t, append([]string{"puzzles"}, bad...)...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}

// Puzzles are made from the tables of a folder, and counted.
func TestPuzzlesOfEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("solves an ending")
	}
	dir := t.TempDir()
	made := filepath.Join(dir, "made")
	if out, err := lab(t, "puzzles", "endings", made, "--tables", dir); err == nil {
		t.Errorf("without tables:\n%s", out)
	}
	pawn, err := endgame.ParseMaterial("KP-KAABB")
	if err != nil {
		t.Fatal(err)
	}
	tables := new(endgame.Tables)
	if err := tables.Generate(t.Context(), dir, []endgame.Material{pawn}, endgame.GenerateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := tables.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := lab(t, "puzzles", "endings", made, "--tables", dir, "--each", "2")
	if err != nil || !strings.Contains(out, "puzzles of 9 endings") {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err = lab(t, "puzzles", "pack", made, made)
	if err != nil || !strings.Contains(out, "win in 1") || !strings.Contains(out, "from tables") || !strings.Contains(out, "theme canju") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := lab(t, "puzzles", "stats"); err != nil || !strings.Contains(out, "mate in 2") {
		t.Errorf("the bot's own: %v\n%s", err, out)
	}
}
