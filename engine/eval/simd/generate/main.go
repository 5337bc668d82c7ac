// Command generate writes the AVX2 kernels of package simd. It is a module of its own, so that nothing else needs avo:
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

const (
	// step is how many columns a turn of a loop does: the length of every row is a multiple of it.
	step = 64
	// vector is how many bytes a register holds.
	vector = 32
)

func main() {
	ConstraintExpr("amd64,!purego")
	update("addSubAVX2", "addSubAVX2 is AddSub.", 1)
	update("addSubSubAVX2", "addSubSubAVX2 is AddSubSub.", 2)
	apply()
	squaredDot()
	sumRows()
	addToRows()
	squaredDotFloats()
	squaredBack()
	adam()
	merge()
	Generate()
}

// pointer loads a parameter that points at rows.
func pointer(name string) Register { return Load(Param(name), GP64()) }

// at is the vector number i behind a pointer and an index in bytes.
func at(base Register, index Register, i int) Mem {
	return Mem{Base: base, Index: index, Scale: 1, Disp: vector * i}
}

// vectors takes so many registers.
func vectors(n int) []VecVirtual {
	list := make([]VecVirtual, n)
	for i := range list {
		list[i] = YMM()
	}
	return list
}

// columns loops over the columns of rows, bytes at a time; n counts columns of so many bytes.
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
	TEXT(name, attr.NOSPLIT, "func("+parameters+")")
	Pragma("noescape")
	Doc(doc)
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
	VZEROUPPER()
	RET()
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
	TEXT("applyAVX2", attr.NOSPLIT, "func(dst, src, table *int16, n int, add *uint16, adds int, sub *uint16, subs int)")
	Pragma("noescape")
	Doc("applyAVX2 is Apply.")
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
	VZEROUPPER()
	RET()
}

// squaredDot multiplies activations with weights. The product of an activation, at most 255, and a weight of a byte
// fits 16 bits; multiplied by the activation once more and added to its neighbor's it fits 32, and so do the sums of
// all columns, which are added up in 64 bits at the end.
func squaredDot() {
	TEXT("squaredDotAVX2", attr.NOSPLIT, "func(row, weights *int16, n int) int64")
	Pragma("noescape")
	Doc("squaredDotAVX2 is SquaredDot.")
	row, weights := pointer("row"), pointer("weights")
	zero, one := YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPCMPEQW(one, one, one)  // all bits
	VPSRLW(Imm(6), one, one) // 1023 in each
	sum := vectors(2)
	for _, s := range sum {
		VPXOR(s, s, s)
	}
	columns("turn", 2*step, 2, func(index Register) {
		for i := range 2 * step / vector {
			v, w := YMM(), YMM()
			VPMAXSW(at(row, index, i), zero, v)
			VPMINSW(one, v, v)
			VPSRLW(Imm(2), v, v)
			VPMULLW(at(weights, index, i), v, w)
			VPMADDWD(v, w, w)
			VPADDD(w, sum[i%2], sum[i%2])
		}
	})
	// Each sum to 64 bits before they are added up.
	wide := vectors(4)
	for i, s := range sum {
		high := XMM()
		VEXTRACTI128(Imm(1), s, high)
		VPMOVSXDQ(s.AsX(), wide[2*i])
		VPMOVSXDQ(high, wide[2*i+1])
	}
	VPADDQ(wide[1], wide[0], wide[0])
	VPADDQ(wide[3], wide[2], wide[2])
	VPADDQ(wide[2], wide[0], wide[0])
	high, low := XMM(), wide[0].AsX()
	VEXTRACTI128(Imm(1), wide[0], high)
	VPADDQ(high, low, low)
	VPSRLDQ(Imm(8), low, high)
	VPADDQ(high, low, low)
	result := GP64()
	VMOVQ(low, result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// sumRows adds rows of float32 to dst.
func sumRows() {
	TEXT("sumRowsAVX2", attr.NOSPLIT, "func(dst, table *float32, n int, rows *uint16, count int)")
	Pragma("noescape")
	Doc("sumRowsAVX2 is SumRows.")
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
	VZEROUPPER()
	RET()
}

// addToRows adds step columns to each of many rows.
func addToRows() {
	TEXT("addToRowsAVX2", attr.NOSPLIT, "func(table *float32, stride int, rows *uint16, count int, d *float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("addToRowsAVX2 is AddToRows; d has %d columns.", step))
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
	VZEROUPPER()
	RET()
}

// spread fills a register with the float32 number i behind a pointer.
func spread(base Register, i int) VecVirtual {
	v := YMM()
	VBROADCASTSS(Mem{Base: base, Disp: 4 * i}, v)
	return v
}

// cut sets c to the activation a, which is left as it is, cut off at 0 and one.
func cut(a, zero, one, c VecVirtual) {
	VMAXPS(zero, a, c) // of two zeros, zero
	VMINPS(one, c, c)
}

// zeroAndOne fills two registers.
func zeroAndOne() (zero, one VecVirtual) {
	zero, one = YMM(), YMM()
	VXORPS(zero, zero, zero)
	VPCMPEQD(one, one, one) // all bits, cut down to those of 1: 0x3F800000
	VPSRLD(Imm(25), one, one)
	VPSLLD(Imm(23), one, one)
	return zero, one
}

// squaredDotFloats keeps 32 sums, those of every 32nd column, and adds them up by halves.
func squaredDotFloats() {
	TEXT("squaredDotFloatsAVX2", attr.NOSPLIT, "func(row, weights *float32, n int) float32")
	Pragma("noescape")
	Doc("squaredDotFloatsAVX2 is SquaredDotFloats.")
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
			cut(a, zero, one, c)
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
	VZEROUPPER()
	RET()
}

// squaredBack goes back through step columns of squaredDotFloats.
func squaredBack() {
	TEXT("squaredBackAVX2", attr.NOSPLIT, "func(d, row, weights, rowSlope, weightSlope, by *float32)")
	Pragma("noescape")
	Doc("squaredBackAVX2 is SquaredBack.")
	d, row, weights := pointer("d"), pointer("row"), pointer("weights")
	rowSlope, weightSlope := pointer("rowSlope"), pointer("weightSlope")
	g := spread(pointer("by"), 0)
	zero, one := zeroAndOne()
	twice := YMM()
	VADDPS(g, g, twice)
	for i := range 4 * step / vector {
		column := func(base Register) Mem { return Mem{Base: base, Disp: vector * i} }
		a, c, below, square, slope := YMM(), YMM(), YMM(), YMM(), YMM()
		VMOVUPS(column(row), a)
		VCMPPS(Imm(1), one, a, below) // a < 1
		cut(a, zero, one, c)
		VMULPS(c, c, square)
		VMULPS(g, square, square)
		VADDPS(column(weightSlope), square, square)
		VMOVUPS(square, column(weightSlope))
		VMULPS(column(weights), twice, slope)
		VMULPS(c, slope, slope)
		VANDPS(below, slope, slope)
		VMOVUPS(slope, column(d))
		VADDPS(column(rowSlope), slope, slope)
		VMOVUPS(slope, column(rowSlope))
	}
	VZEROUPPER()
	RET()
}

// adam moves weights by their slopes.
func adam() {
	TEXT("adamAVX2", attr.NOSPLIT, "func(weights, mean, square, slope *float32, n int, k *float32)")
	Pragma("noescape")
	Doc("adamAVX2 is Adam; k are the numbers of AdamStep.")
	weights, mean, square, slope := pointer("weights"), pointer("mean"), pointer("square"), pointer("slope")
	k := pointer("k")
	keep, rate, root, least := spread(k, 0), spread(k, 1), spread(k, 2), spread(k, 3)
	oldMean, newMean, oldSquare, newSquare := spread(k, 4), spread(k, 5), spread(k, 6), spread(k, 7)
	columns("turn", vector, 4, func(index Register) {
		g, m, v, t, w := YMM(), YMM(), YMM(), YMM(), YMM()
		VMOVUPS(at(slope, index, 0), g)
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
	VZEROUPPER()
	RET()
}

// merge adds two rows up, one of which gives way where the sum goes too far.
func merge() {
	TEXT("mergeAVX2", attr.NOSPLIT, "func(sum, own, shared *float32, n int, limit *float32)")
	Pragma("noescape")
	Doc("mergeAVX2 is Merge; limit points at the least and the most.")
	sum, own, shared, limit := pointer("sum"), pointer("own"), pointer("shared"), pointer("limit")
	least, most := spread(limit, 0), spread(limit, 1)
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
	VZEROUPPER()
	RET()
}
