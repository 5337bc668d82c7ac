//go:build !amd64 || purego

package simd

// eachSet calls do once: there are no kernels to choose from.
func eachSet(do func(name string)) {
	if neon {
		do("NEON")
		return
	}
	do("plain")
}
