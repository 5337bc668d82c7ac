package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

// draw plays pairs between players that are elo apart: each game is drawn with the given chance, and the two games of a
// pair lean the same way by chance, as games from one opening do.
func draw(random *rand.Rand, pairs int, elo, drawn float64) Pairs {
	var p Pairs
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
		win := scoreAt(elo) - drawn/2 + sign*lean
		switch x := random.Float64(); {
		case x < win:
			sum += 2
		case x < win+drawn:
			sum++
		}
	}
	return sum
}

// TestIntervalCovers plays a few thousand matches whose truth is known: the interval must contain it in about 95 of 100.
func TestIntervalCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, truth := range []float64{0, 30, 150} {
		const matches = 2000
		covered := 0
		for range matches {
			if _, low, high := draw(random, 200, truth, 0.3).Elo(); low <= truth && truth <= high {
				covered++
			}
		}
		if share := float64(covered) / matches; share < 0.935 || share > 0.965 {
			t.Errorf("with a true difference of %g the interval covers it in %.1f %% of the matches, want about 95", truth, 100*share)
		}
	}
}

func TestEloOfKnownScores(t *testing.T) {
	for _, c := range []struct {
		pairs Pairs
		want  float64
	}{
		{Pairs{0, 0, 100, 0, 0}, 0},
		{Pairs{25, 0, 50, 0, 25}, 0},
		{Pairs{0, 0, 0, 100, 0}, 190.85},   // 75 %
		{Pairs{10, 20, 30, 30, 10}, 17.39}, // 52.5 %
		{Pairs{0, 100, 0, 0, 0}, -190.85},  // 25 %
	} {
		if got, low, high := c.pairs.Elo(); math.Abs(got-c.want) > 0.05 || low > got || high < got {
			t.Errorf("%v: Elo %.2f [%.2f, %.2f], want %.2f", c.pairs, got, low, high, c.want)
		}
	}
	if _, low, high := (Pairs{}).Elo(); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("no game at all gives [%g, %g]", low, high)
	}
	if elo, low, _ := (Pairs{0, 0, 0, 0, 10}).Elo(); math.IsInf(low, 0) || elo < 500 {
		t.Errorf("ten pairs won give Elo %g, at least %g", elo, low)
	}
}

// TestSPRTErrs runs tests whose truth is known: at either bound the wrong answer may come in about 5 of 100 at most.
func TestSPRTErrs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	test := SPRT{Elo0: 0, Elo1: 20}
	for _, c := range []struct {
		truth float64
		right Decision
	}{{0, AcceptElo0}, {20, AcceptElo1}} {
		const tests = 400
		wrong, longest := 0, 0
		for range tests {
			var p Pairs
			for p.Count() < 50000 {
				p[one(random, c.truth, 0.3)]++
				if d := test.Decide(p); d != Undecided {
					if d != c.right {
						wrong++
					}
					break
				}
			}
			longest = max(longest, p.Count())
		}
		if share := float64(wrong) / tests; share > 0.085 {
			t.Errorf("with a true difference of %g the test is wrong in %.1f %%, want at most about 5", c.truth, 100*share)
		}
		if longest >= 50000 {
			t.Errorf("with a true difference of %g a test has not ended", c.truth)
		}
	}
}

func TestSPRTValidate(t *testing.T) {
	for _, s := range []SPRT{{Elo0: 5, Elo1: 5}, {Elo0: 5, Elo1: 0}, {Elo1: 5, Alpha: 0.5}, {Elo1: 5, Beta: -1}} {
		if s.Validate() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	if err := (SPRT{Elo0: -3, Elo1: 1}).Validate(); err != nil {
		t.Error(err)
	}
}
