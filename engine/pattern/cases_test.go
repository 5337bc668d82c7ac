package pattern_test

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/pattern"
	"xiangqibot/engine/testcases"
)

// labeled is a line with the name that its source gives the end, or with names that must not be given.
type labeled struct {
	ID, Pattern, FEN, Trust string
	Moves, Not              []string
	At                      int
}

// independent reports whether the name is not from a prototype of the same definitions.
func (c *labeled) independent() bool {
	return c.Trust == "prototype near miss" || !strings.HasPrefix(c.Trust, "prototype")
}

// accepted are the cases in which the name of the source is not given, with the reason. They come from the prototype,
// which is laxer than the definitions.
var accepted = map[string]string{
	"mate-0005-tiemen": "the cannon checks together with the rook before it: it bars no file and freezes nothing",
}

// tally counts how often a name was given where it should have been, where it should not, and how often it was missed.
type tally struct{ right, wrong, missed int }

// share is part of all in percent, 100 if there is nothing.
func share(part, all int) float64 {
	if all == 0 {
		return 100
	}
	return 100 * float64(part) / float64(all)
}

// TestNamesAgreeWithCases names all cases and logs precision and recall for each name. At most 5 % of the independent
// cases may differ.
func TestNamesAgreeWithCases(t *testing.T) {
	tallies := map[string]*tally{}
	for _, n := range pattern.AllNames() {
		tallies[string(n)] = new(tally)
	}
	independent, missed := 0, 0
	testcases.Each(t, "patterns.jsonl.gz", func(c labeled) {
		if strings.HasPrefix(c.Pattern, "motif:") {
			return
		}
		rec := *testcases.Record(t, c.FEN, c.Moves...)
		got := ids(pattern.Names(&rec))
		ok := c.Pattern == "-" || slices.Contains(got, c.Pattern)
		if c.Pattern != "-" {
			if ok {
				tallies[c.Pattern].right++
			} else {
				tallies[c.Pattern].missed++
			}
		}
		for _, name := range c.Not {
			if slices.Contains(got, name) {
				tallies[name].wrong++
				ok = false
			}
		}
		if c.independent() {
			independent++
		}
		switch {
		case ok:
		case accepted[c.ID] != "":
			t.Logf("%s: %v and not %s: %s", c.ID, got, c.Pattern, accepted[c.ID])
		case c.independent():
			missed++
			t.Logf("%s (%s): %v, want %s, not %v", c.ID, c.Trust, got, c.Pattern, c.Not)
		default:
			t.Errorf("%s (%s): %v, want %s, not %v", c.ID, c.Trust, got, c.Pattern, c.Not)
		}
	})
	for _, n := range pattern.AllNames() {
		c := tallies[string(n)]
		t.Logf("%-10s precision %3.0f %%, recall %3.0f %% (%d right, %d wrong, %d missed)", n,
			share(c.right, c.right+c.wrong), share(c.right, c.right+c.missed), c.right, c.wrong, c.missed)
	}
	t.Logf("%d of %d independent cases differ", missed, independent)
	if 20*missed > independent {
		t.Errorf("%d of %d independent cases differ, want at most 5 %%", missed, independent)
	}
}

// TestMotifsAgreeWithCases finds the motif of each case at its move.
func TestMotifsAgreeWithCases(t *testing.T) {
	testcases.Each(t, "patterns.jsonl.gz", func(c labeled) {
		want, ok := strings.CutPrefix(c.Pattern, "motif:")
		if !ok {
			return
		}
		rec := *testcases.Record(t, c.FEN, c.Moves...)
		if got := ids(pattern.ShotAt(&rec, c.At).Motifs); !slices.Contains(got, want) {
			t.Errorf("%s: %v, want %s", c.ID, got, want)
		}
	})
}

// TestMostMatesHaveName names mates that were found by search: most have a name, few have more than three.
func TestMostMatesHaveName(t *testing.T) {
	counts := map[int]int{}
	all := 0
	testcases.Each(t, "data/mates.jsonl.gz", func(c struct {
		FEN string
		PV  []string
	}) {
		rec := *testcases.Record(t, c.FEN, c.PV...)
		all++
		counts[min(len(pattern.Names(&rec)), 4)]++
	})
	t.Logf("%d mates: without a name %d, with one %d, two %d, three %d, more %d",
		all, counts[0], counts[1], counts[2], counts[3], counts[4])
	if 4*counts[0] > all || 20*counts[4] > all {
		t.Errorf("of %d mates %d have no name and %d more than three", all, counts[0], counts[4])
	}
}

// ids lists the ids of names or motifs.
func ids[T ~string](all []T) (texts []string) {
	for _, n := range all {
		texts = append(texts, string(n))
	}
	return texts
}
