package bot

import (
	"slices"
	"testing"
)

// What is typed as a time is completed by what it most likely means.
func TestTimeCompletion(t *testing.T) {
	tb := newTable(t)
	for _, test := range []struct {
		typed string
		first []string // the values offered first
	}{
		{"", []string{"none", "10+10", "15+10"}},
		{"3", []string{"3d", "30+20", "60+30"}}, // the last has a 3 somewhere
		{"4", []string{"4d", "14d"}},
		{"30", []string{"30+20", "60+30"}},
		{"10", []string{"10d", "10+10", "10d+1d", "15+10"}},
		{"2 D", []string{"2d"}},
		{"45+30", []string{"45+30"}},
		{"10d+1", []string{"10d+1d"}},
		{"soon", nil},
	} {
		var values []string
		for _, c := range tb.completions(anna, "challenge", "time", "time", test.typed) {
			values = append(values, c.Value.(string))
		}
		if len(values) < len(test.first) || !slices.Equal(values[:len(test.first)], test.first) || len(test.first) == 0 && len(values) > 0 {
			t.Errorf("%q is completed by %q, want %q first", test.typed, values, test.first)
		}
	}
}
