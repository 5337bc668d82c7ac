//go:build amd64 && !purego

package simd

import "golang.org/x/sys/cpu"

// vectors reports whether the processor has AVX2, and the operating system keeps its registers.
var vectors = cpu.X86.HasAVX2
