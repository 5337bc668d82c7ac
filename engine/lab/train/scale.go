package train

import (
	"math"

	"xiangqibot/engine/lab/selfplay"
)

// fitScale returns the scale of the scores of samples, by those whose result is known.
func fitScale(samples []packedSample) float64 {
	var scores, results []float64
	for i := range samples {
		if result, known := samples[i].result(); known {
			scores, results = append(scores, float64(samples[i].score())), append(results, result)
		}
	}
	return selfplay.FitScale(scores, results)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
