package match

import (
	"fmt"
	"math"
)

// Pentanomial counts pairs of games by their score for A: index 0 is two losses, 4 two wins.
type Pentanomial [5]int

// Count returns the number of pairs.
func (p Pentanomial) Count() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

// prior is added to each of the five counts. It is negligible in a match, but without it a match without a loss would
// imply that losses are impossible.
const prior = 1e-3

// mean returns the mean score of a game, between 0 and 1, and the number of pairs, both with the prior.
func (p Pentanomial) mean() (mean, count float64) {
	for i, k := range p {
		w := float64(k) + prior
		count += w
		mean += w * float64(i) / 4
	}
	return mean / count, count
}

// Elo returns the estimated Elo difference and its 95 % confidence interval, whose ends are infinite if there are no
// pairs.
//
// The estimate is that of the mean score with half a drawn pair added, so that it is finite for a match without a loss;
// with two hundred pairs this changes an estimate of up to 250 by less than one point. The interval holds the
// differences that a likelihood-ratio test of the five counts does not reject. It is asymmetric near the ends of the
// scale. The test is that of many pairs: with few of them the interval covers the truth less often than in 95 % of
// matches.
func (p Pentanomial) Elo() (elo, low, high float64) {
	if p.Count() == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	const drawn = 0.5
	mean, count := p.mean()
	shrunk := (mean*count + drawn/2) / (count + drawn)
	return eloOf(shrunk), eloOf(p.confidenceBound(mean, 0)), eloOf(p.confidenceBound(mean, 1))
}

// confidenceBound returns the mean score between from, which is in the confidence interval, and end, 0 or 1, at which
// the interval ends.
func (p Pentanomial) confidenceBound(from, end float64) float64 {
	const (
		limit = 1.920729 // half the 95 % point of the chi-squared distribution with one degree of freedom
		edge  = 1e-9     // the ends themselves are not possible means
	)
	inside, outside := from, math.Abs(end-edge)
	if p.logLikelihoodDeficit(outside) <= limit {
		return end
	}
	return bisect(inside, outside, func(mean float64) bool { return p.logLikelihoodDeficit(mean) <= limit })
}

// bisect returns up to where, from inside towards outside, something holds.
func bisect(inside, outside float64, holds func(float64) bool) float64 {
	for range 60 { // more steps than a float64 is precise
		if middle := (inside + outside) / 2; holds(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside
}

// logLikelihoodDeficit is the log-likelihood of the pairs under the maximum-likelihood distribution of the five scores
// minus that under the most likely one with the given mean. The latter gives score x the probability
// w(x)/(1+l(x-mean)), where w is the observed frequency and l is chosen to satisfy the mean.
func (p Pentanomial) logLikelihoodDeficit(mean float64) float64 {
	l := bisect(-1/(1-mean), 1/mean, func(l float64) bool {
		off := 0.0
		for i, k := range p {
			d := float64(i)/4 - mean
			off += (float64(k) + prior) * d / (1 + l*d)
		}
		return off > 0
	})
	ratio := 0.0
	for i, k := range p {
		ratio += (float64(k) + prior) * math.Log1p(l*(float64(i)/4-mean))
	}
	return ratio
}

// eloOf is the Elo difference with the given expected score.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// expectedScore is the expected score at an Elo difference.
func expectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// SPRT is a sequential probability ratio test: is A better than B by Elo1, or only by Elo0? Each is wrongly accepted
// with a probability of 5 %.
type SPRT struct {
	// Elo0 and Elo1 are the hypotheses H0 and H1, Elo0 < Elo1.
	Elo0, Elo1 float64
}

// Validate reports what is wrong with the test.
func (s SPRT) Validate() error {
	switch apart := s.Elo1 - s.Elo0; {
	case math.IsNaN(apart) || math.IsInf(apart, 0):
		return fmt.Errorf("match: SPRT from %g to %g: want two numbers", s.Elo0, s.Elo1)
	case apart <= 0:
		return fmt.Errorf("match: SPRT from %g to %g: the first bound must be the smaller", s.Elo0, s.Elo1)
	}
	return nil
}

// Decision is the state of a test.
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

// LLR is the log-likelihood ratio of Elo1 to Elo0 given the pairs, each with its maximum-likelihood distribution of the
// five scores (the generalized ratio; Van den Bergh, "A practical introduction to the GSPRT").
func (s SPRT) LLR(p Pentanomial) float64 {
	if p.Count() == 0 {
		return 0
	}
	return p.logLikelihoodDeficit(expectedScore(s.Elo0)) - p.logLikelihoodDeficit(expectedScore(s.Elo1))
}

// Decide returns the decision after the given pairs. It is Undecided before the thirtieth pair.
func (s SPRT) Decide(p Pentanomial) Decision {
	// The first pairs often all have the same score: their variance, on which the ratio depends, is not known yet.
	const minPairs = 30
	if p.Count() < minPairs {
		return Undecided
	}
	decisive := math.Log(0.95 / 0.05)
	switch llr := s.LLR(p); {
	case llr >= decisive:
		return AcceptElo1
	case llr <= -decisive:
		return AcceptElo0
	}
	return Undecided
}
