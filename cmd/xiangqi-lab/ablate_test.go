package main

import (
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/search"
)

// The rows of the table lead to the full search, and none adds what another has added.
func TestAblationsAreWhole(t *testing.T) {
	var want, got []string
	for _, p := range search.AllParams() {
		if p.Min == 0 && p.Max == 1 && p.Name != "Voting" {
			want = append(want, p.Name)
		}
	}
	for _, a := range ablations {
		got = append(got, a.adds...)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the rows add %v, want %v", got, want)
	}
	var added []string
	for _, term := range terms {
		added = append(added, term.adds...)
	}
	weights := reflect.TypeFor[classical.Weights]()
	for _, name := range added {
		if _, ok := weights.FieldByName(name); !ok {
			t.Errorf("there is no weight %s", name)
		}
	}
	if slices.Sort(added); len(slices.Compact(added)) != weights.NumField() {
		t.Errorf("of %d weights the rows add %d", weights.NumField(), len(added))
	}
}

func TestAblate(t *testing.T) {
	if testing.Short() {
		t.Skip("searches with each of the switches")
	}
	out, err := lab(t, "ablate", "--depths", "1,3", "--nodes", "5000", "--first", "2", "--games", "2")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(strings.TrimSpace(out), "\n\n")
	if len(parts) != 4 || strings.Count(parts[2], "█\n") != len(ablations)-1 || strings.Count(parts[3], "\n") != 2+len(terms) {
		t.Fatalf("no table, picture and second table:\n%s", out)
	}
	lines := strings.Split(parts[0], "\n")
	if len(lines) != len(ablations)+2 || !strings.HasPrefix(lines[2], "| plain minimax | ") || !strings.HasSuffix(lines[2], "| – | – |") {
		t.Errorf("it prints\n%s", out)
	}
	for _, line := range lines {
		if strings.Count(line, "|") != 6 {
			t.Errorf("%q is no row of five columns", line)
		}
	}
}

// Of positions of a file the full search alone can be measured, each as long as without the others.
func TestAblatePositions(t *testing.T) {
	fens := "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n" +
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR b - - 1 1\n"
	openings := write(t, filepath.Join(t.TempDir(), "openings.fen"), fens)
	row := regexp.MustCompile(`\n\| \+ singular extensions and corrections \| ([0-9,]+) \| [^|]+ \| ([0-9,]+) \| [^|]+ \|\n$`)
	var nodes [2][2]int
	for i, first := range []string{"1", "2"} {
		out, err := lab(t, "ablate", "--full", "--openings", openings, "--depths", "3,5", "--first", first)
		found := row.FindStringSubmatch(out)
		if err != nil || strings.Count(out, "\n") != 3 || found == nil {
			t.Fatalf("of %s positions it prints (%v)\n%s", first, err, out)
		}
		for at, text := range found[1:] {
			if nodes[i][at], err = strconv.Atoi(strings.ReplaceAll(text, ",", "")); err != nil {
				t.Fatal(err)
			}
		}
		if nodes[i][0] >= nodes[i][1] {
			t.Errorf("depth 3 takes %d nodes and depth 5 %d", nodes[i][0], nodes[i][1])
		}
	}
	if nodes[0] == nodes[1] {
		t.Errorf("with one position the means are %v, and with two too", nodes[0])
	}
}
