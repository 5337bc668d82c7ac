// Package simd has the inner loops of the network: of its inference, with integers, and of its training, with floats.
//
// Each is written in plain Go and for amd64 with AVX2, those for integers for arm64 with NEON too; what the processor
// supports is chosen when the program starts. All give bit-identical results: integers wrap
// around in all of them, and floats are added up column by column in the same order. The tag purego builds without
// assembly.
//
// A table is rows of equal length, one after the other; its rows are named by their number. The length of every row is
// a multiple of [Step]. Where a function takes row numbers, they must be rows of the table: the assembly does not
// check.
//
// The assembly for amd64 is generated; after a change of generate/main.go, a module of its own, run go generate.
package simd

//go:generate sh -c "cd generate && GOFLAGS= go run . -out ../kernels_amd64.s -stubs ../stubs_amd64.go -pkg simd"

// Step is what the length of every row is a multiple of.
const Step = 64

// MaxActivation is the largest activation of [SquaredDot]: a quarter of a number of its row, clipped to 0 and to this.
const MaxActivation = 255

// maxSum is the highest number of a row that is not clipped.
const maxSum = 4*MaxActivation + 3

// MaxWidth is the most columns for which [SquaredDot] is exact with weights of a signed byte.
const MaxWidth = 512

// Vectors reports whether the kernels of the network's inference use vectors of the processor.
func Vectors() bool { return vectors || neon }
