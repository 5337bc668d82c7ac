package simd

import "math"

// AddToRows adds the Step numbers of d to each of the rows of table named in rows, from a column on. A row is stride
// long, and the columns end within it.
func AddToRows(table []float32, stride, column int, rows []uint16, d *[Step]float32) {
	if vectors {
		addToRowsAVX2(&table[column], stride, first(rows), len(rows), &d[0])
		return
	}
	addToRows(table, stride, column, rows, d)
}

// SumRows adds the rows of table named in rows to dst, in their order. A row has the length of dst.
func SumRows(dst, table []float32, rows []uint16) {
	n := checkLength(len(dst))
	if vectors {
		sumRowsAVX2(&dst[0], &table[0], n, first(rows), len(rows))
		return
	}
	sumRows(dst, table, rows)
}

// SquaredDotFloats clips the numbers of row to the range from 0 to 1 and returns the dot product of their squares and
// weights.
func SquaredDotFloats(row, weights []float32) float32 {
	n := checkLength(len(row))
	weights = weights[:n]
	if vectors {
		return squaredDotFloatsAVX2(&row[0], &weights[0], n)
	}
	return squaredDotFloats(row, weights)
}

// SquaredBackward is the backward pass through Step columns of [SquaredDotFloats], where g is the gradient of its
// result. It sets d to the gradients of the row, adds them to rowGradient too, and adds those of the weights to
// weightGradient. Of the slices the first Step numbers count.
func SquaredBackward(d *[Step]float32, row, weights, rowGradient, weightGradient []float32, g float32) {
	row, weights, rowGradient, weightGradient = row[:Step], weights[:Step], rowGradient[:Step], weightGradient[:Step]
	if vectors {
		squaredBackwardAVX2(&d[0], &row[0], &weights[0], &rowGradient[0], &weightGradient[0], &g)
		return
	}
	squaredBackward(d, row, weights, rowGradient, weightGradient, g)
}

// AdamStep holds the coefficients of a step of AdamW (Loshchilov and Hutter 2019).
type AdamStep struct {
	// Keep multiplies each weight: 1 minus the weight decay.
	Keep float32
	// Rate is the learning rate with the bias correction of the first moment: divided by 1 − β1^step.
	Rate float32
	// Root is the bias correction of the second moment: 1 / √(1 − β2^step).
	Root float32
	// Epsilon is added to the denominator.
	Epsilon float32
	// Beta1 and OneMinusBeta1 are the weights of the old first moment and of the gradient in the new one (β1 and 1 −
	// β1), Beta2 and OneMinusBeta2 those of the second moment (β2 and 1 − β2).
	Beta1, OneMinusBeta1, Beta2, OneMinusBeta2 float32
}

// NewAdamStep returns the coefficients of a step, counted from 1, with the usual β1 = 0.9 and β2 = 0.999. In the step a
// weight loses a share of itself of decay times the rate.
func NewAdamStep(step int, rate, decay float64) AdamStep {
	const beta1, beta2 = 0.9, 0.999
	return AdamStep{
		Keep:    float32(1 - rate*decay),
		Rate:    float32(rate / (1 - math.Pow(beta1, float64(step)))),
		Root:    float32(1 / math.Sqrt(1-math.Pow(beta2, float64(step)))),
		Epsilon: 1e-8,
		Beta1:   beta1, OneMinusBeta1: 1 - beta1, Beta2: beta2, OneMinusBeta2: 1 - beta2,
	}
}

// Adam does a step of AdamW. All slices have the same length, a multiple of Step.
func Adam(weights, mean, square, gradient []float32, step *AdamStep) {
	n := checkLength(len(weights))
	mean, square, gradient = mean[:n], square[:n], gradient[:n]
	if vectors {
		adamAVX2(&weights[0], &mean[0], &square[0], &gradient[0], n, &step.Keep)
		return
	}
	adam(weights, mean, square, gradient, step)
}

// Merge sets sum to own plus shared. Where that would leave the range from -limit to limit, own is changed so that it
// does not.
func Merge(sum, own, shared []float32, limit float32) {
	n := checkLength(len(sum))
	own, shared = own[:n], shared[:n]
	if vectors {
		bounds := [2]float32{-limit, limit}
		mergeAVX2(&sum[0], &own[0], &shared[0], n, &bounds[0])
		return
	}
	merge(sum, own, shared, limit)
}
