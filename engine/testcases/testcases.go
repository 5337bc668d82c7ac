// Package testcases reads test cases whose answers come from other sources: other programs, rulebooks, played games.
// [Position], [Move] and [Record] read those that a test itself names. Only tests import it.
//
// A file holds one JSON object a line, compressed. What the rules rest on is in testdata, and its name has no folder:
// counts of moves (perft), verdicts on repetitions (repetition), plies that count towards the natural limit (limit60)
// and named mates and motifs (patterns).
//
//	testcases.Each(t, "perft.jsonl.gz", func(row struct{ FEN string }) { … })
//	testcases.Each(t, "oracle/moves.jsonl.gz", func(row struct{ FEN string }) { … })
//
// The larger files are not part of this project. They are in a folder named shared beside the repository. A test that
// needs one is skipped, with a message, where the folder is absent. If the environment variable XIANGQI_REQUIRE_SHARED
// is 1 it fails instead, so that a build server cannot skip it unnoticed.
package testcases

import (
	"bufio"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed testdata
var own embed.FS

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// Each calls use with each line of a case file. A name without a folder is that of a file of this package; others are
// relative to the shared folder. A file that is broken or empty fails the test.
func Each[T any](t testing.TB, name string, use func(T)) {
	t.Helper()
	file, err := open(t, name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s line %d: %v", name, n, err)
		}
		use(row)
	}
	if err := lines.Err(); err != nil || n == 0 {
		t.Fatalf("%s: %d lines read, %v", name, n, err)
	}
}

func open(t testing.TB, name string) (fs.File, error) {
	t.Helper()
	if !strings.Contains(name, "/") {
		return own.Open("testdata/" + name)
	}
	return os.Open(Path(t, name))
}

// Path returns the path of a file in the shared folder. It looks for the shared folder beside each folder from the
// working one upwards.
func Path(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(dir, "shared", filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			return path
		} else if !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	if os.Getenv("XIANGQI_REQUIRE_SHARED") == "1" {
		t.Fatalf("shared/%s is not here, and XIANGQI_REQUIRE_SHARED=1 asks for it", name)
	}
	t.Skipf("shared/%s is not here: these cases lie beside the project, not in it", name)
	return ""
}
