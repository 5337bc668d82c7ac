package simd

// AddSub sets dst to src + add − sub, column by column. All have the length of dst, which may be src.
func AddSub(dst, src, add, sub []int16) {
	n := checkLength(len(dst))
	src, add, sub = src[:n], add[:n], sub[:n]
	switch {
	case vectors:
		addSubAVX2(&dst[0], &src[0], &add[0], &sub[0], n)
	case neon:
		addSubNEON(&dst[0], &src[0], &add[0], &sub[0], n)
	default:
		addSub(dst, src, add, sub)
	}
}

// AddSubSub sets dst to src + add − sub − sub2.
func AddSubSub(dst, src, add, sub, sub2 []int16) {
	n := checkLength(len(dst))
	src, add, sub, sub2 = src[:n], add[:n], sub[:n], sub2[:n]
	switch {
	case vectors:
		addSubSubAVX2(&dst[0], &src[0], &add[0], &sub[0], &sub2[0], n)
	case neon:
		addSubSubNEON(&dst[0], &src[0], &add[0], &sub[0], &sub2[0], n)
	default:
		addSubSub(dst, src, add, sub, sub2)
	}
}

// Apply sets dst to src plus the rows of table named in add, minus those named in sub. A row has the length of dst,
// which may be src.
func Apply(dst, src, table []int16, add, sub []uint16) {
	n := checkLength(len(dst))
	src = src[:n]
	switch {
	case vectors:
		applyAVX2(&dst[0], &src[0], &table[0], n, first(add), len(add), first(sub), len(sub))
	case neon:
		applyNEON(&dst[0], &src[0], &table[0], n, first(add), len(add), first(sub), len(sub))
	default:
		apply(dst, src, table, add, sub)
	}
}

// SquaredDot returns the dot product of weights and the squared activations of two rows. The activation of a number is
// a quarter of it, rounded down and clipped to the range from 0 to [MaxActivation]. The weights of us come first, then
// those of them. The result is exact if the weights are from -128 to 127 and a row is at most [MaxWidth] long.
func SquaredDot(us, them, weights []int16) int64 {
	n := checkLength(len(us))
	them, weights = them[:n], weights[:2*n]
	switch {
	case vectors:
		return squaredDotAVX2(&us[0], &them[0], &weights[0], n)
	case neon:
		return squaredDotNEON(&us[0], &them[0], &weights[0], n, maxSum)
	}
	return squaredDot(us, weights[:n]) + squaredDot(them, weights[n:])
}

// checkLength refuses the length of a row.
func checkLength(n int) int {
	if n == 0 || n%Step != 0 {
		panic("simd: the length of a row is no multiple of Step")
	}
	return n
}

// first points at the beginning of a list, nil if there is nothing in it.
func first(list []uint16) *uint16 {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}
