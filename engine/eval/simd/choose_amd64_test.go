//go:build amd64 && !purego

package simd

// eachSet calls do with every set of kernels that the processor can run: AVX-512 would keep AVX2 from being tested.
func eachSet(do func(name string)) {
	was := wide
	defer func() { wide = was }()
	if wide {
		do("AVX-512")
	}
	wide = false
	do("the others")
}
