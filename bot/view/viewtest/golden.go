// Package viewtest checks messages: against files that hold them in every language, and against the limits of Discord.
package viewtest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"xiangqibot/bot/words"
)

var update = flag.Bool("update", false, "write the messages as they are now into testdata")

// Golden compares a text in every language with the file of that name in testdata. After a wanted change, run the test
// with -update, and read what has changed.
func Golden(t *testing.T, name string, say func(words.Language) string) {
	t.Helper()
	var got txtar.Archive
	for _, lang := range Phrases(t).Languages() {
		text := say(lang)
		for _, fault := range []string{"<no value>", "<@>", "[refusal.", "[why.", "%!"} {
			if strings.Contains(text, fault) {
				t.Errorf("%s: something is missing: %s", lang, text)
			}
		}
		got.Files = append(got.Files, txtar.File{Name: string(lang), Data: []byte(text + "\n")})
	}
	file := filepath.Join("testdata", name+".txtar")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, txtar.Format(&got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file) //nolint:gosec // a file of the test
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(txtar.Format(&got))); diff != "" {
		t.Errorf("%s (-want +got; after a wanted change, or with a new language, run the test with -update):\n%s", file, diff)
	}
}

// Phrases are the phrases of the program.
func Phrases(t testing.TB) *words.Phrases {
	t.Helper()
	p, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
