package engine

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestPickKeepsWithinGiveaway checks that the move played never looks worse than the best one by more than the
// profile's giveaway.
func TestPickKeepsWithinGiveaway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seen []impression
		for _, score := range rapid.SliceOfN(rapid.IntRange(-2000, 2000), 1, 40).Draw(t, "scores") {
			seen = append(seen, impression{score: score})
		}
		pr := profile{
			temperature: rapid.Float64Range(1, 200).Draw(t, "temperature"), giveaway: rapid.IntRange(0, 400).Draw(t, "giveaway"),
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 20 {
			if behind := bestOf(seen) - seen[pick(seen, pr, rng)].score; behind > pr.giveaway {
				t.Fatalf("a move that looks worse by %d is played, more than %d", behind, pr.giveaway)
			}
		}
	})
}

// TestLostGameIsNotThrownAway checks that a player in a lost position takes more care rather than less.
func TestLostGameIsNotThrownAway(t *testing.T) {
	worse := func(offset int) (n int) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			n += pick([]impression{{score: offset}, {score: offset - 100}}, glance, rng)
		}
		return n
	}
	if even, lost := worse(0), worse(-lostScore-1); lost >= even || lost == 0 {
		t.Errorf("the worse move is played %d times in 1000 in an even game, %d times in a lost one", even, lost)
	}
}

// TestProfilesAreMonotonic: from level 2 on, no level is hastier or searches less than the one below it, and from level
// 3 on all are careful.
func TestProfilesAreMonotonic(t *testing.T) {
	for l := LevelMin + 1; l <= LevelMax; l++ {
		below, pr := profiles[l-1], profiles[l]
		if pr.bookPlies < below.bookPlies || below.careful && !pr.careful || l > LevelMin+1 && (pr.nodes < below.nodes || pr.haste > below.haste) {
			t.Errorf("level %d is %+v, the one below it %+v", l, pr, below)
		}
		if pr.hasty().careful != pr.careful || pr.careful != (l >= 3) {
			t.Errorf("level %d: careful %v, in hasty moves %v", l, pr.careful, pr.hasty().careful)
		}
	}
}
