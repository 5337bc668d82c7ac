package train

import "math"

// usualScale is the scale where nothing can be fitted.
const usualScale = 400

// fitScale returns the centipawns by which the odds grow e-fold: where 1/(1+exp(-score/scale)) foretells the results
// best.
func fitScale(samples []sample) float64 {
	if len(samples) == 0 {
		return usualScale
	}
	loss := func(scale float64) (sum float64) {
		for i := range samples {
			// -t log p - (1-t) log (1-p) of a sigmoid is log(1+exp(x)) - t x.
			x := float64(samples[i].score()) / scale
			sum += max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - samples[i].result()*x
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

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
