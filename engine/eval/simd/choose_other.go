//go:build !amd64 || purego

package simd

// vectors says that there is no assembly for AVX2 on this machine.
const vectors = false

// Nothing calls these.

func addSubAVX2(_, _, _, _ *int16, _ int)                                 {}
func addSubSubAVX2(_, _, _, _, _ *int16, _ int)                           {}
func applyAVX2(_, _, _ *int16, _ int, _ *uint16, _ int, _ *uint16, _ int) {}
func squaredDotAVX2(_, _, _ *int16, _ int) int64                          { return 0 }

func sumRowsAVX2(_, _ *float32, _ int, _ *uint16, _ int)            {}
func addToRowsAVX2(_ *float32, _ int, _ *uint16, _ int, _ *float32) {}

func squaredDotFloatsAVX2(_, _ *float32, _ int) float32 { return 0 }
func squaredBackwardAVX2(_, _, _, _, _, _ *float32)     {}
func adamAVX2(_, _, _, _ *float32, _ int, _ *float32)   {}
func mergeAVX2(_, _, _ *float32, _ int, _ *float32)     {}
