// Package glicko computes Glicko-2 ratings. It is pure arithmetic and knows nothing of players, games or clocks.
//
// A [Rating] holds a player's rating (R), rating deviation (RD) and rating volatility (Vol). Each game is rated when it
// ends: Idle increases the deviation for the time that has passed, and [Update], which does not increase it, applies
// the results:
//
//	r = glicko.Update(glicko.Idle(r, periods), []glicko.Result{{Opponent: other, Score: 1}}, 0.5)
//
// With periods = 1 and all the games of one rating period, these two calls are the algorithm of the paper, except that
// the deviation grows before the games are applied, and by the old volatility. They reproduce the paper's example.
//
// The steps and their numbering are those of Mark Glickman, "Example of the Glicko-2 system" (2022).
package glicko

import (
	"cmp"
	"math"
)

// Rating is a player's Glicko-2 rating, on the scale of the original Glicko, where 1500 is average.
type Rating struct {
	R   float64 // rating: a lead of 200 points means an expected score of three out of four
	RD  float64 // rating deviation: the true strength is within 2 RD of R with 95 % confidence
	Vol float64 // volatility: the expected fluctuation of the strength in one rating period; about 0.06
}

// Result is one game against an opponent.
type Result struct {
	Opponent Rating  // before the period
	Score    float64 // 1 for a win, 0.5 for a draw, 0 for a loss

	// Weight is how much of a game it counts as, above 0 and at most 1; 0 means 1. The likelihood of the result is
	// raised to this power: two results that are alike and of half the weight are one result.
	Weight float64
}

// The rating of an unrated player, and the limits that keep a rating meaningful.
const (
	initialR   = 1500
	initialRD  = 350 // also the upper limit of the deviation
	initialVol = 0.06
	minRD      = 30 // below this, results would hardly change the rating

	scale = 173.7178 // 400 / ln 10, as the paper rounds it: from Glicko to Glicko-2 units
)

// Initial returns the rating of an unrated player.
func Initial() Rating { return Rating{initialR, initialRD, initialVol} }

// SettledRD is the largest deviation of a rating that can be compared with others. With more, the true strength may be
// more than 220 points away.
const SettledRD = 110.0

// Provisional reports whether the rating is too uncertain for comparisons: its deviation is above [SettledRD].
func (r Rating) Provisional() bool { return r.RD > SettledRD }

// Idle increases the deviation for a number of rating periods without games. Periods may be fractional. R and Vol do
// not change.
func Idle(r Rating, periods float64) Rating {
	if periods > 0 {
		phi := r.RD / scale
		grown := scale * math.Sqrt(phi*phi+periods*r.Vol*r.Vol)
		r.RD = max(r.RD, min(grown, initialRD))
	}
	return r
}

// Update applies the results of games. It does not increase the deviation for time passed: Idle does. Tau, the system
// constant of the paper, is between 0.3 and 1.2 and limits how fast the volatility changes.
func Update(r Rating, results []Result, tau float64) Rating {
	if len(results) == 0 {
		return r
	}
	mu, phi := (r.R-initialR)/scale, r.RD/scale

	// Steps 3 and 4: the information in the results (1/v), and the weighted sum of score minus expected score.
	var invV, sum float64
	for _, res := range results {
		muJ, phiJ := (res.Opponent.R-initialR)/scale, res.Opponent.RD/scale
		gJ, e := g(phiJ), expected(mu, muJ, phiJ)
		w := cmp.Or(res.Weight, 1)
		invV += w * gJ * gJ * e * (1 - e)
		sum += w * gJ * (res.Score - e)
	}
	// Where all results were certain beforehand, invV underflows to 0 and v would be infinite.
	invV = max(invV, 1e-12)

	vol := volatility(phi, r.Vol, 1/invV, sum/invV, tau)

	// Step 7; step 6 is Idle.
	phi2 := 1 / (1/(phi*phi) + invV)
	return Rating{
		R:   initialR + scale*(mu+phi2*sum),
		RD:  max(minRD, scale*math.Sqrt(phi2)),
		Vol: vol,
	}
}

// g is the weight of an opponent: the larger the opponent's deviation, the smaller.
func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// Expected returns the expected score of r against an opponent, from 0 to 1.
func Expected(r, opponent Rating) float64 {
	return expected((r.R-initialR)/scale, (opponent.R-initialR)/scale, opponent.RD/scale)
}

// expected is the expected score, E(mu, mu_j, phi_j).
func expected(mu, muJ, phiJ float64) float64 { return 1 / (1 + math.Exp(-g(phiJ)*(mu-muJ))) }

// volatility is step 5: the new sigma is the root of f, found by the Illinois variant of regula falsi.
func volatility(phi, sigma, v, delta, tau float64) float64 {
	const (
		convergence   = 1e-6 // the paper's epsilon
		maxIterations = 100  // far more than are needed; guards against pathological input
	)
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}

	left := a
	var right float64
	if delta*delta > phi*phi+v {
		right = math.Log(delta*delta - phi*phi - v)
	} else {
		right = a - tau
		for f(right) < 0 {
			right -= tau
		}
	}
	fLeft, fRight := f(left), f(right)
	for step := 0; math.Abs(right-left) > convergence && step < maxIterations; step++ {
		next := left + (left-right)*fLeft/(fRight-fLeft)
		fNext := f(next)
		if fNext*fRight <= 0 {
			left, fLeft = right, fRight
		} else {
			fLeft /= 2
		}
		right, fRight = next, fNext
	}
	return math.Exp(left / 2)
}
