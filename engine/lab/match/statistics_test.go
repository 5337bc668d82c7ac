package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

// draw plays pairs between players that are elo apart: each game is drawn with the given chance, and the two games of a
// pair lean the same way by chance, as games from one opening do.
func draw(random *rand.Rand, pairs int, elo, drawn float64) Pentanomial {
	var p Pentanomial
	for range pairs {
		p[one(random, elo, drawn)]++
	}
	return p
}

// one plays one pair and returns its score, 0 to 4.
func one(random *rand.Rand, elo, drawn float64) int {
	lean := 0.2 * (random.Float64() - 0.5) // what the opening does for the player who has it first
	sum := 0
	for _, sign := range []float64{1, -1} {
		win := expectedScore(elo) - drawn/2 + sign*lean
		switch x := random.Float64(); {
		case x < win:
			sum += 2
		case x < win+drawn:
			sum++
		}
	}
	return sum
}

// TestIntervalCovers plays a few thousand matches whose truth is known: the interval must contain it in about 95 of
// 100.
func TestIntervalCovers(t *testing.T) {
	if testing.Short() {
		t.Skip("draws thousands of matches")
	}
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		truth, drawn float64
		pairs        int
	}{{0, 0.3, 200}, {30, 0.3, 200}, {150, 0.3, 200}, {200, 0.2, 25}, {500, 0.04, 100}} {
		const matches = 2000
		covered := 0
		for range matches {
			if _, low, high := draw(random, c.pairs, c.truth, c.drawn).Elo(); low <= c.truth && c.truth <= high {
				covered++
			}
		}
		if share := float64(covered) / matches; share < 0.93 || share > 0.97 {
			t.Errorf("with a true difference of %g the interval of %d pairs covers it in %.1f %% of the matches, want about 95", c.truth, c.pairs, 100*share)
		}
	}
}

func TestEloOfKnownScores(t *testing.T) {
	for _, c := range []struct {
		pairs Pentanomial
		want  float64
	}{
		{Pentanomial{0, 0, 100, 0, 0}, 0},
		{Pentanomial{25, 0, 50, 0, 25}, 0},
		{Pentanomial{0, 0, 0, 100, 0}, 190.85},   // 75 %
		{Pentanomial{10, 20, 30, 30, 10}, 17.39}, // 52.5 %
		{Pentanomial{0, 100, 0, 0, 0}, -190.85},  // 25 %
	} {
		if got, low, high := c.pairs.Elo(); math.Abs(got-c.want) > 1.5 || low > got || high < got {
			t.Errorf("%v: Elo %.2f [%.2f, %.2f], want %.2f", c.pairs, got, low, high, c.want)
		}
	}
	if _, low, high := (Pentanomial{}).Elo(); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("no game at all gives [%g, %g]", low, high)
	}
}

// TestEloOfLopsidedScores: a match without a loss has only a lower bound, the chance of a pair at which such a row of
// wins is as rare as the interval allows. A lost half point makes the estimate smaller, not larger.
func TestEloOfLopsidedScores(t *testing.T) {
	for _, pairs := range []int{1, 3, 10, 100} {
		elo, low, high := Pentanomial{4: pairs}.Elo()
		atLeast := eloOf(math.Exp(-1.920729 / float64(pairs)))
		if math.Abs(low-atLeast) > 1 || !math.IsInf(high, 1) || elo < low || math.IsInf(elo, 0) {
			t.Errorf("%d pairs won: Elo %.0f [%.0f, %.0f], want a finite one in [%.0f, ∞]", pairs, elo, low, high, atLeast)
		}
		if mirrored, from, to := (Pentanomial{0: pairs}).Elo(); math.Abs(mirrored+elo) > 1e-6 || math.Abs(to+low) > 1e-3 || !math.IsInf(from, -1) {
			t.Errorf("%d pairs lost: Elo %.0f [%.0f, %.0f], want the mirror of %.0f [%.0f, ∞]", pairs, mirrored, from, to, elo, low)
		}
		less, _, end := Pentanomial{3: 1, 4: pairs - 1}.Elo()
		if less >= elo || pairs > 1 && math.IsInf(end, 0) {
			t.Errorf("with half a point lost of %d pairs: Elo %.0f to %.0f, more than %.0f without", pairs, less, end, elo)
		}
	}
}

// TestSPRTErrs runs tests whose truth is known: at either bound the wrong answer may come in about 5 of 100 at most.
func TestSPRTErrs(t *testing.T) {
	if testing.Short() {
		t.Skip("draws thousands of matches")
	}
	random := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		test  SPRT
		truth float64
		right Decision
	}{
		{SPRT{Elo0: 0, Elo1: 20}, 0, AcceptElo0}, {SPRT{Elo0: 0, Elo1: 20}, 20, AcceptElo1},
		{SPRT{Elo0: 150, Elo1: 250}, 150, AcceptElo0}, {SPRT{Elo0: 150, Elo1: 250}, 250, AcceptElo1},
	} {
		const tests = 400
		wrong, longest := 0, 0
		for range tests {
			var p Pentanomial
			for p.Count() < 50000 {
				p[one(random, c.truth, 0.3)]++
				if d := c.test.Decide(p); d != Undecided {
					if d != c.right {
						wrong++
					}
					break
				}
			}
			longest = max(longest, p.Count())
		}
		if share := float64(wrong) / tests; share > 0.085 {
			t.Errorf("with a true difference of %g the test from %g to %g is wrong in %.1f %%, want at most about 5", c.truth, c.test.Elo0, c.test.Elo1, 100*share)
		}
		if longest >= 50000 {
			t.Errorf("with a true difference of %g a test has not ended", c.truth)
		}
	}
}

// TestLLROfKnownPairs compares with ratios that another program computed from the maximum-likelihood distributions.
func TestLLROfKnownPairs(t *testing.T) {
	pairs := Pentanomial{2, 1, 7, 2, 18}
	for _, c := range []struct {
		test SPRT
		want float64
	}{{SPRT{Elo0: 0, Elo1: 40}, 2.52}, {SPRT{Elo0: 150, Elo1: 250}, 0.49}} {
		if got := c.test.LLR(pairs); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%v, %g to %g: %.3f, want %.2f", pairs, c.test.Elo0, c.test.Elo1, got, c.want)
		}
	}
	if got := (SPRT{Elo0: 0, Elo1: 5}).LLR(Pentanomial{}); got != 0 {
		t.Errorf("without a game %g", got)
	}
}
