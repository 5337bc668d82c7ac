//go:build !arm64 || purego

package simd

// neon says that there are no kernels with NEON.
const neon = false

// Nothing calls these.

func addSubNEON(_, _, _, _ *int16, _ int)                                 {}
func addSubSubNEON(_, _, _, _, _ *int16, _ int)                           {}
func applyNEON(_, _, _ *int16, _ int, _ *uint16, _ int, _ *uint16, _ int) {}
func squaredDotNEON(_, _, _ *int16, _ int, _ int) int64                   { return 0 }
