package match

import (
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

// prior is added to each of the five counts: it changes nothing in a match, and keeps one without a single loss from
// claiming that none is possible.
const prior = 1e-3

// moments returns the mean score of a game, between 0 and 1, and the variance of the mean score of a pair.
//
// They count with the prior.
func (p Pairs) moments() (mean, variance, count float64) {
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

// Elo returns the difference in strength that the pairs tell of, and the interval in which it lies with 95 %
// probability. The ends are infinite where nothing is known.
//
// The difference is that of the mean score with half a drawn pair added, so that a match without a loss does not claim
// infinity; two hundred pairs are moved by it by less than one point. The interval holds the differences that the pairs
// do not speak against: the likelihood ratio of the five counts is not beyond its 95 % limit. Near the ends of the
// scale, where the score of one side has no room left, it is as lopsided as it has to be.
func (p Pairs) Elo() (elo, low, high float64) {
	if p.Count() == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	const drawn = 0.5
	mean, _, count := p.moments()
	shrunk := (mean*count + drawn/2) / (count + drawn)
	return eloOf(shrunk), eloOf(p.bound(mean, 0)), eloOf(p.bound(mean, 1))
}

// bound is the mean score between from, which the pairs speak for, and end, 0 or 1, at which they begin to speak
// against it.
func (p Pairs) bound(from, end float64) float64 {
	const (
		limit = 1.920729 // half the 95 % point of the chi-squared distribution with one degree of freedom
		close = 1e-9     // the ends themselves are no probability
	)
	inside, outside := from, math.Abs(end-close)
	if p.against(outside) <= limit {
		return end
	}
	for range bisections {
		middle := (inside + outside) / 2
		if p.against(middle) <= limit {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside
}

// bisections is how often an interval is halved: more than a float64 can tell apart.
const bisections = 60

// against is the logarithm of how much less likely the pairs are under the likeliest distribution of the five scores
// with the given mean than under the likeliest of all. That distribution gives score x the probability
// w(x)/(1+l(x-mean)), where w is how often it came and l is such that the mean is right.
func (p Pairs) against(mean float64) float64 {
	low, high := -1/(1-mean), 1/mean
	for range bisections {
		l := (low + high) / 2
		off := 0.0
		for i, k := range p {
			d := float64(i)/4 - mean
			off += (float64(k) + prior) * d / (1 + l*d)
		}
		if off > 0 {
			low = l
		} else {
			high = l
		}
	}
	ratio, l := 0.0, (low+high)/2
	for i, k := range p {
		ratio += (float64(k) + prior) * math.Log1p(l*(float64(i)/4-mean))
	}
	return ratio
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
	switch apart := s.Elo1 - s.Elo0; {
	case math.IsNaN(apart) || math.IsInf(apart, 0):
		return fmt.Errorf("match: SPRT from %g to %g: want two numbers", s.Elo0, s.Elo1)
	case apart <= 0:
		return fmt.Errorf("match: SPRT from %g to %g: the first bound must be the smaller", s.Elo0, s.Elo1)
	case !(s.Alpha >= 0 && s.Alpha < 0.5) || !(s.Beta >= 0 && s.Beta < 0.5): // NaN is refused too
		return fmt.Errorf("match: SPRT with chances of error of %g and %g: want 0, for the usual one, or less than 0.5", s.Alpha, s.Beta)
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

// LLR is the log-likelihood ratio of Elo1 against Elo0 given the pairs: each of the two is given the likeliest
// distribution of the five scores that it allows (the generalized ratio of Van den Bergh, "A practical introduction to
// the GSPRT").
func (s SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	return p.against(scoreAt(s.Elo0)) - p.against(scoreAt(s.Elo1))
}

// Decide says whether the pairs are enough. It is undecided before the thirtieth pair.
func (s SPRT) Decide(p Pairs) Decision {
	// The first pairs are often all alike: how the scores spread, on which the ratio hangs, is not known yet.
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
