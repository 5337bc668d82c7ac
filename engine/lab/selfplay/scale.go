package selfplay

import "math"

// DefaultScale is the scale if there is no data to fit it to.
const DefaultScale = 400

// FitScale returns the scale, in centipawns, for which 1/(1+exp(-score/scale)) predicts the results of positions best,
// by cross-entropy: a lead of that much multiplies the odds of winning by e. A result is 1 for a win, 0.5 for a
// draw and 0 for a loss of the side whose score it is.
func FitScale(scores, results []float64) float64 {
	if len(scores) == 0 {
		return DefaultScale
	}
	loss := func(scale float64) (sum float64) {
		for i, score := range scores {
			// -t log p - (1-t) log (1-p) of a sigmoid is log(1+exp(x)) - t x.
			x := score / scale
			sum += max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - results[i]*x
		}
		return sum
	}
	low, high := math.Log(20), math.Log(5000)
	for range 30 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if loss(math.Exp(a)) < loss(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}
