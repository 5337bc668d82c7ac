// Command generate writes the kernels of package simd for AVX2. It is a module of its own, so that nothing else needs
// avo:
//
//	go run . -out ../kernels_amd64.s -stubs ../stubs_amd64.go -pkg simd
//
// (in this folder; go generate in the folder above does it.)
package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// step is how many columns a turn of a loop does: the length of every row is a multiple of it.
const step = 64

// vector is how many bytes a register of AVX2 holds.
const vector = 32

func main() {
	ConstraintExpr("amd64,!purego")
	update("addSubAVX2", "AddSub", 1)
	update("addSubSubAVX2", "AddSubSub", 2)
	apply()
	squaredDot()
	sumRows()
	addToRows()
	squaredDotFloats()
	squaredBackward()
	adam()
	merge()
	Generate()
}

// kernel begins a function, whose signature follows its name, and ends it after its body.
func kernel(name, signature, doc string, body func()) {
	TEXT(name, attr.NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(name + " is " + doc)
	body()
	VZEROUPPER()
	RET()
}

// pointer loads a parameter that points at rows.
func pointer(name string) Register { return Load(Param(name), GP64()) }

// at is vector number i after a pointer and an index in bytes.
func at(base Register, index Register, i int) Mem {
	return Mem{Base: base, Index: index, Scale: 1, Disp: vector * i}
}

// vectors allocates n vector registers.
func vectors(n int) []VecVirtual {
	list := make([]VecVirtual, n)
	for i := range list {
		list[i] = YMM()
	}
	return list
}

// columns loops over the columns of rows, so many bytes at a time; the parameter n counts columns of size bytes.
func columns(label string, bytes, size int, body func(index Register)) {
	n := Load(Param("n"), GP64())
	for ; size > 1; size /= 2 {
		SHLQ(Imm(1), n)
	}
	index := GP64()
	XORQ(index, index)
	Label(label)
	body(index)
	ADDQ(U32(uint32(bytes)), index)
	CMPQ(index, n)
	JB(LabelRef(label))
}

// update sets dst to src and a row less one or two.
func update(name, doc string, subs int) {
	parameters := "dst, src, add, sub *int16, n int"
	if subs == 2 {
		parameters = "dst, src, add, sub, sub2 *int16, n int"
	}
	kernel(name, "("+parameters+")", doc+".", func() {
		dst, src, add, sub := pointer("dst"), pointer("src"), pointer("add"), pointer("sub")
		var sub2 Register
		if subs == 2 {
			sub2 = pointer("sub2")
		}
		columns("turn", 2*step, 2, func(index Register) {
			v := vectors(2 * step / vector)
			for i := range v {
				VMOVDQU(at(src, index, i), v[i])
			}
			for i := range v {
				VPADDW(at(add, index, i), v[i], v[i])
			}
			for i := range v {
				VPSUBW(at(sub, index, i), v[i], v[i])
			}
			if subs == 2 {
				for i := range v {
					VPSUBW(at(sub2, index, i), v[i], v[i])
				}
			}
			for i := range v {
				VMOVDQU(v[i], at(dst, index, i))
			}
		})
	})
}

// eachRow loops over a list of row numbers and gives the body a pointer to the row in the present columns. stride is
// how many bytes a row takes.
func eachRow(label string, table, stride, index, list, count Register, body func(row Register)) {
	left, p := GP64(), GP64()
	MOVQ(count, left)
	MOVQ(list, p)
	TESTQ(left, left)
	JZ(LabelRef(label + "End"))
	Label(label)
	row := GP64()
	MOVWQZX(Mem{Base: p}, row)
	IMULQ(stride, row)
	ADDQ(table, row)
	ADDQ(index, row)
	body(row)
	ADDQ(Imm(2), p)
	DECQ(left)
	JNZ(LabelRef(label))
	Label(label + "End")
}

// apply sets dst to src, many rows more and many less.
func apply() {
	signature := "(dst, src, table *int16, n int, add *uint16, adds int, sub *uint16, subs int)"
	kernel("applyAVX2", signature, "Apply.", func() {
		dst, src, table := pointer("dst"), pointer("src"), pointer("table")
		add, sub := pointer("add"), pointer("sub")
		adds, subs := Load(Param("adds"), GP64()), Load(Param("subs"), GP64())
		stride := Load(Param("n"), GP64())
		SHLQ(Imm(1), stride)
		columns("turn", 2*step, 2, func(index Register) {
			v := vectors(2 * step / vector)
			for i := range v {
				VMOVDQU(at(src, index, i), v[i])
			}
			eachRow("more", table, stride, index, add, adds, func(row Register) {
				for i := range v {
					VPADDW(Mem{Base: row, Disp: vector * i}, v[i], v[i])
				}
			})
			eachRow("less", table, stride, index, sub, subs, func(row Register) {
				for i := range v {
					VPSUBW(Mem{Base: row, Disp: vector * i}, v[i], v[i])
				}
			})
			for i := range v {
				VMOVDQU(v[i], at(dst, index, i))
			}
		})
	})
}

// squaredDot multiplies activations with weights. The product of an activation, at most 255, and a weight of a byte
// fits 16 bits; multiplied by the activation once more and added to its neighbor's it fits 32, and so do the sums of
// all columns, which are added up in 64 bits at the end.
func squaredDot() {
	kernel("squaredDotAVX2", "(us, them, weights *int16, n int) int64", "SquaredDot.", func() {
		us, them, weights := pointer("us"), pointer("them"), pointer("weights")
		theirs := Load(Param("n"), GP64())
		LEAQ(Mem{Base: weights, Index: theirs, Scale: 2}, theirs)
		zero, most := YMM(), YMM()
		VPXOR(zero, zero, zero)
		limit, first := GP32(), XMM()
		MOVL(U32(1023), limit)
		VMOVD(limit, first)
		VPBROADCASTW(first, most)
		sum := vectors(4)
		for _, v := range sum {
			VPXOR(v, v, v)
		}
		columns("turn", 2*step, 2, func(index Register) {
			for side, row := range []Register{us, them} {
				for i := range 2 * step / vector {
					v, w := YMM(), YMM()
					VPMAXSW(at(row, index, i), zero, v)
					VPMINSW(most, v, v)
					VPSRLW(Imm(2), v, v)
					VPMULLW(at([]Register{weights, theirs}[side], index, i), v, w)
					VPMADDWD(v, w, w)
					VPADDD(w, sum[2*side+i%2], sum[2*side+i%2])
				}
			}
		})
		// Each of 8 sums of 32 bits can hold what 2 × 512 columns have at most, divided by 8.
		VPADDD(sum[1], sum[0], sum[0])
		VPADDD(sum[3], sum[2], sum[2])
		VPADDD(sum[2], sum[0], sum[0])
		upper, low, high := XMM(), YMM(), YMM()
		VEXTRACTI128(Imm(1), sum[0], upper)
		VPMOVSXDQ(sum[0].AsX(), low)
		VPMOVSXDQ(upper, high)
		VPADDQ(high, low, low)
		VEXTRACTI128(Imm(1), low, upper)
		VPADDQ(upper, low.AsX(), low.AsX())
		VPSRLDQ(Imm(8), low.AsX(), upper)
		VPADDQ(upper, low.AsX(), low.AsX())
		result := GP64()
		VMOVQ(low.AsX(), result)
		Store(result, ReturnIndex(0))
	})
}

// sumRows adds rows of float32 to dst.
func sumRows() {
	kernel("sumRowsAVX2", "(dst, table *float32, n int, rows *uint16, count int)", "SumRows.", func() {
		dst, table, rows := pointer("dst"), pointer("table"), pointer("rows")
		count, stride := Load(Param("count"), GP64()), Load(Param("n"), GP64())
		SHLQ(Imm(2), stride)
		columns("turn", 4*step, 4, func(index Register) {
			v := vectors(4 * step / vector)
			for i := range v {
				VMOVUPS(at(dst, index, i), v[i])
			}
			eachRow("more", table, stride, index, rows, count, func(row Register) {
				for i := range v {
					VADDPS(Mem{Base: row, Disp: vector * i}, v[i], v[i])
				}
			})
			for i := range v {
				VMOVUPS(v[i], at(dst, index, i))
			}
		})
	})
}

// addToRows adds step columns to each of many rows.
func addToRows() {
	doc := fmt.Sprintf("AddToRows; d has %d columns.", step)
	kernel("addToRowsAVX2", "(table *float32, stride int, rows *uint16, count int, d *float32)", doc, func() {
		table, rows, d := pointer("table"), pointer("rows"), pointer("d")
		count, stride := Load(Param("count"), GP64()), Load(Param("stride"), GP64())
		SHLQ(Imm(2), stride)
		v := vectors(4 * step / vector)
		for i := range v {
			VMOVUPS(Mem{Base: d, Disp: vector * i}, v[i])
		}
		none := GP64()
		XORQ(none, none)
		eachRow("row", table, stride, none, rows, count, func(row Register) {
			for i := range v {
				sum := YMM()
				VADDPS(Mem{Base: row, Disp: vector * i}, v[i], sum)
				VMOVUPS(sum, Mem{Base: row, Disp: vector * i})
			}
		})
	})
}

// broadcast fills a vector with the float32 number i from a pointer.
func broadcast(base Register, i int) VecVirtual {
	v := YMM()
	VBROADCASTSS(Mem{Base: base, Disp: 4 * i}, v)
	return v
}

// clip sets c to the activation a clipped to the range from 0 to one, and leaves a as it is.
func clip(a, zero, one, c VecVirtual) {
	VMAXPS(zero, a, c) // of two zeros, zero
	VMINPS(one, c, c)
}

// zeroAndOne fills two registers.
func zeroAndOne() (zero, one VecVirtual) {
	zero, one = YMM(), YMM()
	VXORPS(zero, zero, zero)
	VPCMPEQD(one, one, one) // all bits, shifted down to those of 1: 0x3F800000
	VPSRLD(Imm(25), one, one)
	VPSLLD(Imm(23), one, one)
	return zero, one
}

// squaredDotFloats keeps 32 sums, those of every 32nd column, and adds them up by halves.
func squaredDotFloats() {
	kernel("squaredDotFloatsAVX2", "(row, weights *float32, n int) float32", "SquaredDotFloats.", func() {
		row, weights := pointer("row"), pointer("weights")
		zero, one := zeroAndOne()
		sums := vectors(4)
		for _, s := range sums {
			VXORPS(s, s, s)
		}
		columns("turn", 4*step, 4, func(index Register) {
			for i := range 4 * step / vector {
				a, c := YMM(), YMM()
				VMOVUPS(at(row, index, i), a)
				clip(a, zero, one, c)
				VMULPS(c, c, c)
				VMULPS(at(weights, index, i), c, c)
				VADDPS(c, sums[i%4], sums[i%4])
			}
		})
		VADDPS(sums[2], sums[0], sums[0])
		VADDPS(sums[3], sums[1], sums[1])
		VADDPS(sums[1], sums[0], sums[0])
		low, high := sums[0].AsX(), XMM()
		VEXTRACTF128(Imm(1), sums[0], high)
		VADDPS(high, low, low)
		VPSRLDQ(Imm(8), low, high)
		VADDPS(high, low, low)
		VPSRLDQ(Imm(4), low, high)
		VADDSS(high, low, low)
		Store(low, ReturnIndex(0))
	})
}

// squaredBackward goes back through step columns of squaredDotFloats.
func squaredBackward() {
	signature := "(d, row, weights, rowGradient, weightGradient, by *float32)"
	kernel("squaredBackwardAVX2", signature, "SquaredBackward.", func() {
		d, row, weights := pointer("d"), pointer("row"), pointer("weights")
		rowGradient, weightGradient := pointer("rowGradient"), pointer("weightGradient")
		g := broadcast(pointer("by"), 0)
		zero, one := zeroAndOne()
		twice := YMM()
		VADDPS(g, g, twice)
		for i := range 4 * step / vector {
			column := func(base Register) Mem { return Mem{Base: base, Disp: vector * i} }
			a, c, below, square, gradient := YMM(), YMM(), YMM(), YMM(), YMM()
			VMOVUPS(column(row), a)
			VCMPPS(Imm(1), one, a, below) // a < 1
			clip(a, zero, one, c)
			VMULPS(c, c, square)
			VMULPS(g, square, square)
			VADDPS(column(weightGradient), square, square)
			VMOVUPS(square, column(weightGradient))
			VMULPS(column(weights), twice, gradient)
			VMULPS(c, gradient, gradient)
			VANDPS(below, gradient, gradient)
			VMOVUPS(gradient, column(d))
			VADDPS(column(rowGradient), gradient, gradient)
			VMOVUPS(gradient, column(rowGradient))
		}
	})
}

// adam moves weights by their gradients.
func adam() {
	signature := "(weights, mean, square, gradient *float32, n int, k *float32)"
	kernel("adamAVX2", signature, "Adam; k are the numbers of AdamStep.", func() {
		weights, mean, square, gradient := pointer("weights"), pointer("mean"), pointer("square"), pointer("gradient")
		k := pointer("k")
		keep, rate, root, least := broadcast(k, 0), broadcast(k, 1), broadcast(k, 2), broadcast(k, 3)
		oldMean, newMean, oldSquare, newSquare := broadcast(k, 4), broadcast(k, 5), broadcast(k, 6), broadcast(k, 7)
		columns("turn", vector, 4, func(index Register) {
			g, m, v, t, w := YMM(), YMM(), YMM(), YMM(), YMM()
			VMOVUPS(at(gradient, index, 0), g)
			VMULPS(at(mean, index, 0), oldMean, m)
			VMULPS(g, newMean, t)
			VADDPS(t, m, m)
			VMOVUPS(m, at(mean, index, 0))
			VMULPS(at(square, index, 0), oldSquare, v)
			VMULPS(g, g, t)
			VMULPS(newSquare, t, t)
			VADDPS(t, v, v)
			VMOVUPS(v, at(square, index, 0))
			VSQRTPS(v, v)
			VMULPS(root, v, v)
			VADDPS(least, v, v)
			VMULPS(rate, m, m)
			VDIVPS(v, m, m) // m / v
			VMULPS(at(weights, index, 0), keep, w)
			VSUBPS(m, w, w) // w - m
			VMOVUPS(w, at(weights, index, 0))
		})
	})
}

// merge adds two rows up, one of which gives way where the sum goes too far.
func merge() {
	signature := "(sum, own, shared *float32, n int, limit *float32)"
	kernel("mergeAVX2", signature, "Merge; limit points at the least and the most.", func() {
		sum, own, shared, limit := pointer("sum"), pointer("own"), pointer("shared"), pointer("limit")
		least, most := broadcast(limit, 0), broadcast(limit, 1)
		columns("turn", vector, 4, func(index Register) {
			s, o := YMM(), YMM()
			VMOVUPS(at(shared, index, 0), s)
			VADDPS(at(own, index, 0), s, o)
			VMAXPS(least, o, o)
			VMINPS(most, o, o)
			VSUBPS(s, o, o) // o - s
			VMOVUPS(o, at(own, index, 0))
			VADDPS(s, o, o)
			VMOVUPS(o, at(sum, index, 0))
		})
	})
}
