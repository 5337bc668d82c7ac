package solving

import "testing"

// A streak lasts over one missed day a week, which does not count.
func TestOneMissedDayAWeekIsForgiven(t *testing.T) {
	for name, test := range map[string]struct {
		solved []int
		want   int
	}{
		"nothing":                    {nil, 0},
		"every day":                  {[]int{20, 19, 18}, 3},
		"not on the last day":        {[]int{19, 18}, 2},
		"one day missed":             {[]int{20, 18, 17}, 3},
		"two in a row":               {[]int{20, 17, 16}, 1},
		"the last two":               {[]int{18, 17}, 0},
		"two within a week":          {[]int{20, 18, 17, 15, 14}, 3},
		"six days apart":             {[]int{20, 18, 17, 16, 15, 14, 12}, 6},
		"a week apart":               {[]int{20, 18, 17, 16, 15, 14, 13, 11}, 8},
		"the last day, and a second": {[]int{19, 18, 16}, 2},
	} {
		if got := StreakDays(test.solved, 20); got != test.want {
			t.Errorf("%s: %d days, want %d", name, got, test.want)
		}
	}
}
