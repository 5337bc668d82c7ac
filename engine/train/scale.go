package train

import (
	"math"

	"xiangqibot/engine/selfplay"
)

// fitScale returns the scale of the scores of samples.
func fitScale(samples []sample) float64 {
	return selfplay.FitScale(len(samples), func(i int) (score, result float64) {
		return float64(samples[i].score()), samples[i].result()
	})
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
