package simd

// The kernels for integers in plain Go.

func addSub(dst, src, add, sub []int16) {
	src, add, sub = src[:len(dst)], add[:len(dst)], sub[:len(dst)]
	for i := range dst {
		dst[i] = src[i] + add[i] - sub[i]
	}
}

func addSubSub(dst, src, add, sub, sub2 []int16) {
	src, add, sub, sub2 = src[:len(dst)], add[:len(dst)], sub[:len(dst)], sub2[:len(dst)]
	for i := range dst {
		dst[i] = src[i] + add[i] - sub[i] - sub2[i]
	}
}

func apply(dst, src, table []int16, add, sub []uint16) {
	n := len(dst)
	copy(dst, src)
	for _, r := range add {
		row := table[int(r)*n:][:n]
		for i := range dst {
			dst[i] += row[i]
		}
	}
	for _, r := range sub {
		row := table[int(r)*n:][:n]
		for i := range dst {
			dst[i] -= row[i]
		}
	}
}

func squaredDot(row, weights []int16) (sum int64) {
	weights = weights[:len(row)]
	for i, v := range row {
		a := int32(max(min(v, maxSum), 0) >> 2)
		sum += int64(a * a * int32(weights[i]))
	}
	return sum
}
