package guild

import "slices"

// Ranks are the roles that a server gives to its members: the first one at the first step, and so on. A member has the
// highest role that they have earned, and none of the others.
type Ranks struct {
	By    RankBy   `json:"by,omitempty"`
	Roles []string `json:"roles,omitempty"` // their ids at Discord, the lowest rank first; at most MaxRanks
}

// RankBy says what roles are given for.
type RankBy string

// The values of [RankBy].
const (
	NoRanks       RankBy = ""       // nothing
	RanksByRating RankBy = "rating" // the rating after a rated game
	RanksByDays   RankBy = "days"   // consecutive days on which the puzzle of the day was solved
)

// MaxRanks is how many roles a server can give.
const MaxRanks = 6

// Steps returns what the roles are given from, as many as there can be: ratings, or days.
func (by RankBy) Steps() []int {
	switch by {
	case RanksByRating:
		return []int{1400, 1550, 1700, 1850, 2000, 2150}
	case RanksByDays:
		return []int{3, 7, 14, 30, 60, 100}
	default:
		return nil
	}
}

// Earned splits the roles for a rating or a number of days: the one that is earned, "" for none, and the others. Both
// are empty if the server gives its roles for something else.
func (r Ranks) Earned(by RankBy, value int) (role string, others []string) {
	if by != r.By {
		return "", nil
	}
	for n, step := range by.Steps()[:min(len(r.Roles), MaxRanks)] {
		if value >= step {
			role = r.Roles[n]
		}
	}
	return role, slices.DeleteFunc(slices.Clone(r.Roles), func(other string) bool { return other == role })
}
