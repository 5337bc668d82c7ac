//go:build amd64 && !purego

package simd

import "golang.org/x/sys/cpu"

// vectors reports whether the processor has AVX2, and the operating system keeps its registers.
var vectors = cpu.X86.HasAVX2

// wide reports whether it has AVX-512 as well, with the instructions for words and for networks. Processors with those
// do not slow down for it as the first ones with AVX-512 did.
var wide = vectors && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VNNI
