package simd

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
	n := checked(len(dst))
	if vectors {
		sumRowsAVX2(&dst[0], &table[0], n, first(rows), len(rows))
		return
	}
	sumRows(dst, table, rows)
}

// SquaredDotFloats adds up the squares of row, cut off at 0 and at 1, times weights.
func SquaredDotFloats(row, weights []float32) float32 {
	n := checked(len(row))
	weights = weights[:n]
	if vectors {
		return squaredDotFloatsAVX2(&row[0], &weights[0], n)
	}
	return squaredDotFloats(row, weights)
}

// SquaredBack goes back through Step columns of [SquaredDotFloats], whose result has the slope g. It sets d to the
// slopes of the row, adds them to rowSlope too, and adds those of the weights to weightSlope. All but d have at least
// Step numbers, the first of which count.
func SquaredBack(d *[Step]float32, row, weights, rowSlope, weightSlope []float32, g float32) {
	row, weights, rowSlope, weightSlope = row[:Step], weights[:Step], rowSlope[:Step], weightSlope[:Step]
	if vectors {
		squaredBackAVX2(&d[0], &row[0], &weights[0], &rowSlope[0], &weightSlope[0], &g)
		return
	}
	squaredBack(d, row, weights, rowSlope, weightSlope, g)
}

// AdamStep are the numbers of a step of AdamW (Loshchilov and Hutter 2019).
type AdamStep struct {
	// Keep is what is left of a weight by its decay.
	Keep float32
	// Rate is the rate, divided by the sum of the weights in the mean: young means are too small.
	Rate float32
	// Root is 1 over the root of the sum of the weights in the mean of squares.
	Root float32
	// Least is added to what is divided by.
	Least float32
	// OldMean and NewMean are what the last mean counts in the next, and what the slope does; OldSquare and NewSquare
	// likewise for the means of squares.
	OldMean, NewMean, OldSquare, NewSquare float32
}

// Adam moves weights against their slopes. All have the same length, a multiple of Step.
func Adam(weights, mean, square, slope []float32, step *AdamStep) {
	n := checked(len(weights))
	mean, square, slope = mean[:n], square[:n], slope[:n]
	if vectors {
		adamAVX2(&weights[0], &mean[0], &square[0], &slope[0], n, &step.Keep)
		return
	}
	adam(weights, mean, square, slope, step)
}

// Merge sets sum to own and shared added up. Where that goes below -limit or above limit, own gives way.
func Merge(sum, own, shared []float32, limit float32) {
	n := checked(len(sum))
	own, shared = own[:n], shared[:n]
	if vectors {
		bounds := [2]float32{-limit, limit}
		mergeAVX2(&sum[0], &own[0], &shared[0], n, &bounds[0])
		return
	}
	merge(sum, own, shared, limit)
}
