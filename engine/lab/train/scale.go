package train

import (
	"math"
	"slices"

	"xiangqibot/engine/lab/selfplay"
)

// fitScale returns the scale of the scores of samples, by those whose result is known.
func fitScale(samples []packedSample) float64 {
	played := slices.DeleteFunc(slices.Clone(samples), func(s packedSample) bool {
		_, known := s.result()
		return !known
	})
	return selfplay.FitScale(len(played), func(i int) (score, result float64) {
		result, _ = played[i].result()
		return float64(played[i].score()), result
	})
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
