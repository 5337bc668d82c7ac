package standing

import (
	"testing"

	"xiangqibot/bot/glicko"
)

// An unsettled rating earns at most the first role.
func TestUnsettledRatingsEarnOneRole(t *testing.T) {
	for _, test := range []struct {
		rating glicko.Rating
		want   int
	}{
		{glicko.Rating{R: 1338, RD: 290}, 1338},
		{glicko.Rating{R: 1662, RD: 290}, 1400},
		{glicko.Rating{R: 1662, RD: glicko.SettledRD}, 1662},
	} {
		if got := ForRanks(test.rating); got != test.want {
			t.Errorf("ForRanks(%+v) = %d, want %d", test.rating, got, test.want)
		}
	}
}
