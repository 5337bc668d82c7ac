package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/traditionalchinese"
)

// TestRecords reads a folder with files of several kinds, good and bad.
func TestRecords(t *testing.T) {
	big5, err := traditionalchinese.Big5.NewEncoder().String("[Event \"全國象棋個人賽\"]\n[Red \"胡榮華\"]\n\n1. 炮二平五 馬８進７ {開局} (1... 馬２進３) *\n")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.pgn": big5, "b.txt": "1. C2=5 H8+7 2. H2+3 H8+9", "deep/c.txt": "no game at all", "d.fen": "3k5/9/9/9/9/9/9/4R4/9/4K4 w - - 0 1\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	out, err := lab(t, "records", dir)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"file":"a.pgn","format":"pgn","encoding":"big5","result":"whole","reason":"","moves":"h2e2 h9g7","variations":1,"comments":1}
{"file":"b.txt","format":"moves","encoding":"utf-8","result":"cut","reason":"game record, line 1, round 2, black: bad move: `
	if !strings.HasPrefix(out, want) {
		t.Errorf("it prints\n%s\nwant\n%s", out, want)
	}
	for _, line := range []string{
		`"moves":"h2e2 h9g7 h0g2","variations":0,"comments":0}`,
		`{"file":"d.fen","format":"fen","encoding":"utf-8","result":"whole","reason":"","moves":"","variations":0,"comments":0}`,
		`{"file":"deep/c.txt","format":"moves","encoding":"utf-8","result":"refused","reason":"game record: no moves and no position found: \"no game at all\"","moves":"","variations":0,"comments":0}`,
	} {
		if !strings.Contains(out, line) {
			t.Errorf("%s is missing in\n%s", line, out)
		}
	}
}

// What programs write and people paste is in files made for it, see their names: each is read or refused as it was when
// somebody looked at it. After a wanted change: go run ./cmd/xiangqi-lab records engine/gamefile/codec/testdata/programs
// > cmd/xiangqi-lab/testdata/records.jsonl
func TestRecordsOfPrograms(t *testing.T) {
	want, err := os.ReadFile("testdata/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	out, err := lab(t, "records", "../../engine/gamefile/codec/testdata/programs")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out, "\n")); diff != "" {
		t.Errorf("files are read otherwise (-want +got):\n%s", diff)
	}
}
