package glicko_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/bot/glicko"
)

// The paper's worked example, a rating period with three games, with all the digits it prints.
func TestPaperExample(t *testing.T) {
	player := glicko.Rating{R: 1500, RD: 200, Vol: 0.06}
	after := glicko.Update(glicko.Idle(player, 1), []glicko.Result{
		{Opponent: glicko.Rating{R: 1400, RD: 30, Vol: 0.06}, Score: 1},
		{Opponent: glicko.Rating{R: 1550, RD: 100, Vol: 0.06}, Score: 0},
		{Opponent: glicko.Rating{R: 1700, RD: 300, Vol: 0.06}, Score: 0},
	}, 0.5)
	near(t, "rating", after.R, 1464.06, 0.01)
	near(t, "deviation", after.RD, 151.52, 0.01)
	near(t, "volatility", after.Vol, 0.05999, 0.00001)
}

// The paper, step 6: a player without games keeps rating and volatility, and phi* = sqrt(phi² + sigma²).
func TestIdlePeriod(t *testing.T) {
	player := glicko.Rating{R: 1612, RD: 50, Vol: 0.06}
	after := glicko.Update(glicko.Idle(player, 1), nil, 0.5)
	near(t, "rating", after.R, 1612, 0)
	near(t, "volatility", after.Vol, 0.06, 0)
	near(t, "deviation", after.RD, math.Hypot(50, 0.06*173.7178), 1e-9)
}

// A player rated 200 points higher is expected to score three out of four. A result equal to the expected score changes
// no rating.
func TestExpectedScore(t *testing.T) {
	known := func(r float64) glicko.Rating { return glicko.Rating{R: r, RD: 30, Vol: 0.06} }
	opponent := glicko.Rating{R: 1500, Vol: 0.06} // the strength is certain
	near(t, "after half a point from an equal", count(known(1500), opponent, 0.5).R, 1500, 1e-9)
	near(t, "after three of four from one 200 points below", count(known(1700), opponent, 1/(1+math.Pow(10, -0.5))).R, 1700, 1e-3)
}

func TestANewcomerIsProvisionalUntilTheyPlay(t *testing.T) {
	r := glicko.Initial()
	if !r.Provisional() {
		t.Fatalf("%+v is not provisional", r)
	}
	opponent := glicko.Rating{R: 1500, RD: 60, Vol: 0.06}
	for i := range 15 {
		r = glicko.Update(r, []glicko.Result{{Opponent: opponent, Score: float64(i % 2)}}, 0.5)
	}
	if r.Provisional() {
		t.Errorf("after 15 even games %+v is still provisional", r)
	}
	near(t, "rating", r.R, 1500, 40)
}

func TestLawsOfRating(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rating(t, "a"), rating(t, "b")
		win := count(a, b, 1)
		draw := count(a, b, 0.5)
		loss := count(a, b, 0)
		for _, r := range []glicko.Rating{win, draw, loss} {
			if !(r.RD >= 30 && r.RD <= max(a.RD, 30)) {
				t.Fatalf("a game must not make a deviation of %v grow: %+v", a.RD, r)
			}
			if !(r.Vol > 0 && r.Vol < 1) || math.IsNaN(r.R) || math.IsInf(r.R, 0) {
				t.Fatalf("not a rating: %+v", r)
			}
		}
		if win.R < a.R || loss.R > a.R {
			t.Fatalf("from %v: a win gave %v, a loss %v", a.R, win.R, loss.R)
		}
		if win.R < draw.R || draw.R < loss.R {
			t.Fatalf("win %v, draw %v, loss %v are out of order", win.R, draw.R, loss.R)
		}
	})
}

func TestLawsOfIdling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rating(t, "r")
		p := rapid.Float64Range(0, 500).Draw(t, "p")
		q := rapid.Float64Range(0, 500).Draw(t, "q")
		once := glicko.Idle(r, p+q)
		twice := glicko.Idle(glicko.Idle(r, p), q)
		if math.Abs(once.RD-twice.RD) > 1e-6 {
			t.Fatalf("idle for %v+%v gives %v at once, %v in two steps", p, q, once.RD, twice.RD)
		}
		if once.RD < r.RD || once.RD > 350 || once.R != r.R || once.Vol != r.Vol {
			t.Fatalf("idle for %v made %+v of %+v", p+q, once, r)
		}
	})
}

// Two ratings converge when the players keep drawing.
func TestDrawsMakeRatingsConverge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rating(t, "a"), rating(t, "b")
		apart := math.Abs(a.R - b.R)
		for range 40 {
			a, b = count(a, b, 0.5), count(b, a, 0.5)
		}
		if now := math.Abs(a.R - b.R); now > apart+1e-9 {
			t.Fatalf("the ratings were %v apart and are now %v apart", apart, now)
		}
	})
}

func count(a, b glicko.Rating, score float64) glicko.Rating {
	return glicko.Update(a, []glicko.Result{{Opponent: b, Score: score}}, 0.5)
}

func rating(t *rapid.T, name string) glicko.Rating {
	return glicko.Rating{
		R:   rapid.Float64Range(0, 3500).Draw(t, name+".R"),
		RD:  rapid.Float64Range(30, 350).Draw(t, name+".RD"),
		Vol: rapid.Float64Range(0.01, 0.12).Draw(t, name+".Vol"),
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v ± %v", what, got, want, within)
	}
}

// A result of weight w is w of a result: n that are alike and of weight w/n each are one of weight w. A fading weight
// leaves the rating as it was.
func TestWeightsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rating := func(name string) glicko.Rating {
			return glicko.Rating{
				R: rapid.Float64Range(500, 2500).Draw(t, name), RD: rapid.Float64Range(35, 350).Draw(t, name+" deviation"), Vol: 0.06,
			}
		}
		player, result := rating("player"), glicko.Result{Opponent: rating("opponent")}
		result.Score = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
		n := rapid.IntRange(1, 6).Draw(t, "parts")
		whole := glicko.Update(player, []glicko.Result{result}, 0.5)
		result.Weight = 1 / float64(n)
		var parts []glicko.Result
		for range n {
			parts = append(parts, result)
		}
		if got := glicko.Update(player, parts, 0.5); math.Abs(got.R-whole.R) > 1e-6 || math.Abs(got.RD-whole.RD) > 1e-6 {
			t.Fatalf("%d parts make %+v, the whole %+v", n, got, whole)
		}
		part := glicko.Update(player, parts[:1], 0.5)
		if math.Abs(part.R-player.R) > math.Abs(whole.R-player.R)+1e-9 || part.RD < whole.RD-1e-9 || part.RD > player.RD+1e-9 {
			t.Fatalf("a part moves %+v to %+v, the whole to %+v", player, part, whole)
		}
		result.Weight = 1e-12
		if got := glicko.Update(player, []glicko.Result{result}, 0.5); math.Abs(got.R-player.R) > 1e-3 || math.Abs(got.RD-player.RD) > 1e-3 {
			t.Fatalf("next to nothing moves %+v to %+v", player, got)
		}
	})
}
