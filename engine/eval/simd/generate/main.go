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
	VPSRLW(Imm(8), one, one) // 255 in each
	sum := vectors(2)
	for _, s := range sum {
		VPXOR(s, s, s)
	}
	columns("turn", 2*step, 2, func(index Register) {
		for i := range 2 * step / vector {
			v, w := YMM(), YMM()
			VPMAXSW(at(row, index, i), zero, v)
			VPMINSW(one, v, v)
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
