package simd

import "math"

// The kernels for floats in plain Go. A product is converted before it is added, or some machines would round but once.

func sumRows(dst, table []float32, rows []uint16) {
	n := len(dst)
	for _, r := range rows {
		row := table[int(r)*n:][:n]
		for i := range dst {
			dst[i] += row[i]
		}
	}
}

func addToRows(table []float32, stride, column int, rows []uint16, d *[Step]float32) {
	for _, r := range rows {
		row := table[int(r)*stride+column:][:Step]
		for i := range row {
			row[i] += d[i]
		}
	}
}

// squaredDotFloats adds up in the order of the vectors: every 32nd column, and those sums by halves.
func squaredDotFloats(row, weights []float32) float32 {
	const lanes = 32
	var sums [lanes]float32
	weights = weights[:len(row)]
	for i, a := range row {
		c := min(max(a, 0), 1)
		sums[i%lanes] += float32(c * c * weights[i])
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range half {
			sums[i] += sums[i+half]
		}
	}
	return sums[0]
}

func squaredBackward(d *[Step]float32, row, weights, rowGradient, weightGradient []float32, g float32) {
	row, weights, rowGradient, weightGradient = row[:Step], weights[:Step], rowGradient[:Step], weightGradient[:Step]
	for i, a := range row {
		c := min(max(a, 0), 1)
		weightGradient[i] += float32(c * c * g)
		gradient := (g + g) * weights[i] * c
		if a >= 1 {
			gradient = 0
		}
		d[i] = gradient
		rowGradient[i] += gradient
	}
}

func adam(weights, mean, square, gradient []float32, k *AdamStep) {
	mean, square, gradient = mean[:len(weights)], square[:len(weights)], gradient[:len(weights)]
	for i, g := range gradient {
		m := float32(mean[i]*k.Beta1) + float32(g*k.OneMinusBeta1)
		v := float32(square[i]*k.Beta2) + float32(g*g*k.OneMinusBeta2)
		mean[i], square[i] = m, v
		root := float32(math.Sqrt(float64(v)))
		weights[i] = float32(weights[i]*k.Keep) - m*k.Rate/(float32(root*k.Root)+k.Epsilon)
	}
}

func merge(sum, own, shared []float32, limit float32) {
	own, shared = own[:len(sum)], shared[:len(sum)]
	for i := range sum {
		own[i] = min(max(own[i]+shared[i], -limit), limit) - shared[i]
		sum[i] = own[i] + shared[i]
	}
}
