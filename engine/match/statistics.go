package match

import (
	"errors"
	"fmt"
	"math"
)

// Pairs counts pairs of games by their score for A: index 0 is two losses, 4 two wins.
type Pairs [5]int

// Count returns the number of pairs.
func (p Pairs) Count() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

// moments returns the mean score of a game, between 0 and 1, and the variance of the mean score of a pair.
//
// A thousandth of a pair is added to each score: it changes nothing in a match, and keeps one without a single loss from claiming certainty.
func (p Pairs) moments() (mean, variance, count float64) {
	const prior = 1e-3
	for i, k := range p {
		w := float64(k) + prior
		count += w
		mean += w * float64(i) / 4
	}
	mean /= count
	for i, k := range p {
		d := float64(i)/4 - mean
		variance += (float64(k) + prior) * d * d
	}
	return mean, variance / count, count
}

// Elo returns the difference in strength that the pairs tell of, and the interval in which it lies with 95 % probability.
// The ends are infinite where nothing is known.
func (p Pairs) Elo() (elo, low, high float64) {
	if p.Count() == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	mean, variance, count := p.moments()
	const z95 = 1.959964
	margin := z95 * math.Sqrt(variance/count)
	return eloOf(mean), eloOf(mean - margin), eloOf(mean + margin)
}

// eloOf is the difference in strength at which a mean score is expected.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// scoreAt is the mean score that is expected at a difference in strength.
func scoreAt(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// SPRT is a sequential probability ratio test: is A better than B by Elo1, or only by Elo0?
type SPRT struct {
	// Elo0 and Elo1 are the two differences in strength, Elo0 < Elo1.
	Elo0, Elo1 float64
	// Alpha and Beta are how often the test may wrongly say Elo1 and wrongly say Elo0; 0 means 5 %.
	Alpha, Beta float64
}

// Validate tells what is wrong with the test.
func (s SPRT) Validate() error {
	switch {
	case s.Elo0 >= s.Elo1:
		return fmt.Errorf("match: SPRT from %g to %g: the first bound must be the smaller", s.Elo0, s.Elo1)
	case s.Alpha < 0 || s.Alpha >= 0.5 || s.Beta < 0 || s.Beta >= 0.5:
		return errors.New("match: SPRT: the chances of error must lie between 0 and 0.5")
	}
	return nil
}

// Decision is what a test says so far.
type Decision int

// The decisions.
const (
	Undecided Decision = iota
	AcceptElo0
	AcceptElo1
)

// String returns "undecided", "no gain" or "gain".
func (d Decision) String() string {
	return [...]string{"undecided", "no gain", "gain"}[d]
}

// bounds are the log-likelihood ratios at which the test ends.
func (s SPRT) bounds() (low, high float64) {
	alpha, beta := s.Alpha, s.Beta
	if alpha == 0 {
		alpha = 0.05
	}
	if beta == 0 {
		beta = 0.05
	}
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// LLR is the log-likelihood ratio of Elo1 against Elo0 given the pairs, in the normal approximation:
// the score of a pair is taken to vary as it did, around one mean or the other.
func (s SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	mean, variance, count := p.moments()
	s0, s1 := scoreAt(s.Elo0), scoreAt(s.Elo1)
	return count * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Decide says whether the pairs are enough. It is undecided before the thirtieth pair.
func (s SPRT) Decide(p Pairs) Decision {
	// The first pairs are often all alike: their variance, on which the ratio hangs, says nothing yet.
	const leastPairs = 30
	if p.Count() < leastPairs {
		return Undecided
	}
	low, high := s.bounds()
	switch llr := s.LLR(p); {
	case llr >= high:
		return AcceptElo1
	case llr <= low:
		return AcceptElo0
	}
	return Undecided
}
