//go:build !amd64 || purego

package simd

// eachSet calls do once: there are no kernels but the plain ones.
func eachSet(do func(name string)) { do("plain") }
