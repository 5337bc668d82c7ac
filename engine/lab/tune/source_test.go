package tune

import (
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/eval/classical"
)

// The file in package classical is what Source writes of the weights in use, but for the note.
func TestSourceIsTheFileInUse(t *testing.T) {
	const path = "../../eval/classical/numbers.go"
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w := classical.Standard()
	want, err := Source(&w, "")
	if err != nil {
		t.Fatal(err)
	}
	comments := regexp.MustCompile(`(?m)^//.*\n`)
	if diff := cmp.Diff(comments.ReplaceAllString(string(want), ""), comments.ReplaceAllString(string(have), "")); diff != "" {
		t.Errorf("%s is not as it would be written:\n%s", path, diff)
	}
}
