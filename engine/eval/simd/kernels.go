package simd

// AddSub sets dst to src with a row added and one taken away, column by column. All have the length of dst, which may
// be src.
func AddSub(dst, src, add, sub []int16) {
	n := checked(len(dst))
	src, add, sub = src[:n], add[:n], sub[:n]
	if vectors {
		addSubAVX2(&dst[0], &src[0], &add[0], &sub[0], n)
		return
	}
	addSub(dst, src, add, sub)
}

// AddSubSub is AddSub with a second row taken away.
func AddSubSub(dst, src, add, sub, sub2 []int16) {
	n := checked(len(dst))
	src, add, sub, sub2 = src[:n], add[:n], sub[:n], sub2[:n]
	if vectors {
		addSubSubAVX2(&dst[0], &src[0], &add[0], &sub[0], &sub2[0], n)
		return
	}
	addSubSub(dst, src, add, sub, sub2)
}

// Apply sets dst to src with the rows of table named in add added and those in sub taken away. A row has the length of
// dst, which may be src.
func Apply(dst, src, table []int16, add, sub []uint16) {
	n := checked(len(dst))
	src = src[:n]
	if vectors {
		applyAVX2(&dst[0], &src[0], &table[0], n, first(add), len(add), first(sub), len(sub))
		return
	}
	apply(dst, src, table, add, sub)
}

// SquaredDot adds up squares times weights: those of a quarter of the numbers of row, cut down to a whole number from
// 0 to [MaxActivation]. Weights must be from -128 to 127, and the row at most [MaxWidth] long, or the result means
// nothing.
func SquaredDot(row, weights []int16) int64 {
	n := checked(len(row))
	weights = weights[:n]
	if vectors {
		return squaredDotAVX2(&row[0], &weights[0], n)
	}
	return squaredDot(row, weights)
}

// checked refuses the length of a row.
func checked(n int) int {
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
