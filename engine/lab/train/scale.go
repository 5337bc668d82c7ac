package train

import (
	"math"

	"xiangqibot/engine/lab/selfplay"
)

// fitScale returns the scale of the scores of samples.
func fitScale(samples []packedSample) float64 {
	var scores, results []float64
	for i := range samples {
		scores, results = append(scores, float64(samples[i].score())), append(results, samples[i].result())
	}
	return selfplay.FitScale(scores, results)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
