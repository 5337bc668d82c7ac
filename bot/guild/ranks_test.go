package guild

import (
	"slices"
	"testing"
)

// Whoever has earned a role has the highest one, and none of the others.
func TestRanksGiveTheHighestRole(t *testing.T) {
	roles := []string{"10", "11", "12"}
	for _, test := range []struct {
		ranks  Ranks
		by     RankBy
		value  int
		role   string
		others []string
	}{
		{Ranks{RanksByRating, roles}, RanksByRating, 1399, "", roles},
		{Ranks{RanksByRating, roles}, RanksByRating, 1400, "10", []string{"11", "12"}},
		{Ranks{RanksByRating, roles}, RanksByRating, 2500, "12", []string{"10", "11"}},
		{Ranks{RanksByDays, roles}, RanksByDays, 7, "11", []string{"10", "12"}},
		{Ranks{RanksByDays, roles}, RanksByRating, 2500, "", nil},
		{Ranks{NoRanks, roles}, RanksByRating, 2500, "", nil},
		{Ranks{By: RanksByRating}, RanksByRating, 2500, "", nil},
	} {
		role, others := test.ranks.Earned(test.by, test.value)
		if role != test.role || !slices.Equal(others, test.others) {
			t.Errorf("%+v at %s %d: %q without %v, want %q without %v",
				test.ranks, test.by, test.value, role, others, test.role, test.others)
		}
	}
}
