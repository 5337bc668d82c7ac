//go:build arm64 && !purego

package simd

// neon says that there are kernels with NEON: every 64-bit ARM processor has it.
const neon = true

// addSubNEON is [AddSub].
//
//go:noescape
func addSubNEON(dst, src, add, sub *int16, n int)

// addSubSubNEON is [AddSubSub].
//
//go:noescape
func addSubSubNEON(dst, src, add, sub, sub2 *int16, n int)

// applyNEON is [Apply].
//
//go:noescape
func applyNEON(dst, src, table *int16, n int, add *uint16, adds int, sub *uint16, subs int)

// squaredDotNEON is [SquaredDot]. most is maxSum.
//
//go:noescape
func squaredDotNEON(us, them, weights *int16, n int, most int) int64
