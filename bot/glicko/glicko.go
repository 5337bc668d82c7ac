// Package glicko computes Glicko-2 ratings. It is pure arithmetic: it knows no player, no game and no clock.
//
// A Rating is a player's strength (R), its deviation (RD), and the volatility of their results (Vol). Every
// game is rated as it ends: Idle lets the deviation grow for the time that has passed, and Count, which adds no growth
// of its own, reads the results:
//
//	r = glicko.Count(glicko.Idle(r, periods), []glicko.Result{{Opponent: other, Score: 1}}, 0.5)
//
// With periods = 1 and all the games of one rating period, these two calls are the algorithm of the paper, but that the
// deviation grows before the games are read, and by the volatility of before. For its example they give what it prints.
//
// The steps and their numbering are those of Mark Glickman, "Example of the Glicko-2 system" (2022).
package glicko

import "math"

// Rating is a player's strength on the Glicko-2 system, in the units of the older Glicko: 1500 is the middle.
type Rating struct {
	R   float64 // rating: 200 points more means to score three of four
	RD  float64 // rating deviation: the true strength lies within 2 RD of R with 95 %
	Vol float64 // volatility: how much the strength is expected to move in one rating period; about 0.06
}

// Result is one game against an opponent.
type Result struct {
	Opponent Rating  // as they were before the period
	Score    float64 // 1 won, 0.5 drawn, 0 lost
}

// The unrated player, and the limits that keep a rating meaningful.
const (
	firstR   = 1500
	firstRD  = 350 // also the largest deviation: nobody is less known than a newcomer
	firstVol = 0.06
	minRD    = 30 // below this, results would hardly count

	scale = 173.7178 // 400 / ln 10, as the paper rounds it: from Glicko to Glicko-2 units
)

// First is the rating of a player of whom nothing is known.
func First() Rating { return Rating{firstR, firstRD, firstVol} }

// Provisional reports whether the rating is too unsure to compare by: its deviation is above 110, so that the true
// strength may be 220 points away.
func (r Rating) Provisional() bool { return r.RD > 110 }

// Idle lets the deviation grow for periods in which the player played nothing. Periods may be a fraction; R and Vol
// stay.
func Idle(r Rating, periods float64) Rating {
	if periods > 0 {
		phi := r.RD / scale
		grown := scale * math.Sqrt(phi*phi+periods*r.Vol*r.Vol)
		r.RD = max(r.RD, min(grown, firstRD))
	}
	return r
}

// Count rates games without letting a period pass: the growth of the deviation is left to Idle. Tau, between 0.3 and
// 1.2, limits how fast the volatility may change.
func Count(r Rating, results []Result, tau float64) Rating {
	if len(results) == 0 {
		return r
	}
	mu, phi := (r.R-firstR)/scale, r.RD/scale

	// Steps 3 and 4: how much the results can tell (1/v) and what they tell (sum).
	var invV, sum float64
	for _, res := range results {
		muJ, phiJ := (res.Opponent.R-firstR)/scale, res.Opponent.RD/scale
		gJ, e := g(phiJ), expected(mu, muJ, phiJ)
		invV += gJ * gJ * e * (1 - e)
		sum += gJ * (res.Score - e)
	}
	// A result that was certain beforehand tells nothing; v is then beyond all bounds.
	invV = max(invV, 1e-12)

	vol := volatility(phi, r.Vol, 1/invV, sum/invV, tau)

	// Step 7; step 6 is Idle.
	phi2 := 1 / (1/(phi*phi) + invV)
	return Rating{
		R:   firstR + scale*(mu+phi2*sum),
		RD:  max(minRD, scale*math.Sqrt(phi2)),
		Vol: vol,
	}
}

// g weighs an opponent by how well the opponent's rating is known.
func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected is E(mu, mu_j, phi_j).
func expected(mu, muJ, phiJ float64) float64 { return 1 / (1 + math.Exp(-g(phiJ)*(mu-muJ))) }

// volatility is step 5: the new sigma is where f crosses zero, found by the Illinois variant of false position.
func volatility(phi, sigma, v, delta, tau float64) float64 {
	const (
		convergence = 1e-6 // the paper's epsilon
		mostSteps   = 100  // far more than it ever takes; a bound against numbers nobody foresaw
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
	for step := 0; math.Abs(right-left) > convergence && step < mostSteps; step++ {
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
