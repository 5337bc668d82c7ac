//go:build arm64 && !purego

#include "textflag.h"

// The kernels for integers with NEON, which every 64-bit ARM processor has. Eight numbers of 16 bits are a vector.
// Instructions that Go's assembler does not know are words; what they are stands beside them.

// func addSubNEON(dst, src, add, sub *int16, n int)
TEXT ·addSubNEON(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub+24(FP), R3
	MOVD n+32(FP), R4

addSubColumns:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	VLD1.P 64(R3), [V16.H8, V17.H8, V18.H8, V19.H8]
	VADD   V4.H8, V0.H8, V0.H8
	VADD   V5.H8, V1.H8, V1.H8
	VADD   V6.H8, V2.H8, V2.H8
	VADD   V7.H8, V3.H8, V3.H8
	VSUB   V16.H8, V0.H8, V0.H8
	VSUB   V17.H8, V1.H8, V1.H8
	VSUB   V18.H8, V2.H8, V2.H8
	VSUB   V19.H8, V3.H8, V3.H8
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	SUBS   $32, R4, R4
	BNE    addSubColumns
	RET

// func addSubSubNEON(dst, src, add, sub, sub2 *int16, n int)
TEXT ·addSubSubNEON(SB), NOSPLIT, $0-48
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub+24(FP), R3
	MOVD sub2+32(FP), R5
	MOVD n+40(FP), R4

addSubSubColumns:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	VLD1.P 64(R3), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1.P 64(R5), [V20.H8, V21.H8, V22.H8, V23.H8]
	VADD   V4.H8, V0.H8, V0.H8
	VADD   V5.H8, V1.H8, V1.H8
	VADD   V6.H8, V2.H8, V2.H8
	VADD   V7.H8, V3.H8, V3.H8
	VSUB   V16.H8, V0.H8, V0.H8
	VSUB   V17.H8, V1.H8, V1.H8
	VSUB   V18.H8, V2.H8, V2.H8
	VSUB   V19.H8, V3.H8, V3.H8
	VSUB   V20.H8, V0.H8, V0.H8
	VSUB   V21.H8, V1.H8, V1.H8
	VSUB   V22.H8, V2.H8, V2.H8
	VSUB   V23.H8, V3.H8, V3.H8
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	SUBS   $32, R4, R4
	BNE    addSubSubColumns
	RET

// func applyNEON(dst, src, table *int16, n int, add *uint16, adds int, sub *uint16, subs int)
//
// It goes through all rows for 64 columns at a time, which stay in registers.
TEXT ·applyNEON(SB), NOSPLIT, $0-64
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD table+16(FP), R2 // the present columns of the first row
	MOVD n+24(FP), R4     // columns left
	LSL  $1, R4, R5       // bytes of a row

applyColumns:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	MOVD   add+32(FP), R6
	MOVD   adds+40(FP), R7
	CBZ    R7, applyAdded

applyAdd:
	MOVHU.P 2(R6), R8
	MADD    R8, R2, R5, R8
	VLD1.P  64(R8), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1    (R8), [V20.H8, V21.H8, V22.H8, V23.H8]
	VADD    V16.H8, V0.H8, V0.H8
	VADD    V17.H8, V1.H8, V1.H8
	VADD    V18.H8, V2.H8, V2.H8
	VADD    V19.H8, V3.H8, V3.H8
	VADD    V20.H8, V4.H8, V4.H8
	VADD    V21.H8, V5.H8, V5.H8
	VADD    V22.H8, V6.H8, V6.H8
	VADD    V23.H8, V7.H8, V7.H8
	SUBS    $1, R7, R7
	BNE     applyAdd

applyAdded:
	MOVD sub+48(FP), R6
	MOVD subs+56(FP), R7
	CBZ  R7, applySubbed

applySub:
	MOVHU.P 2(R6), R8
	MADD    R8, R2, R5, R8
	VLD1.P  64(R8), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1    (R8), [V20.H8, V21.H8, V22.H8, V23.H8]
	VSUB    V16.H8, V0.H8, V0.H8
	VSUB    V17.H8, V1.H8, V1.H8
	VSUB    V18.H8, V2.H8, V2.H8
	VSUB    V19.H8, V3.H8, V3.H8
	VSUB    V20.H8, V4.H8, V4.H8
	VSUB    V21.H8, V5.H8, V5.H8
	VSUB    V22.H8, V6.H8, V6.H8
	VSUB    V23.H8, V7.H8, V7.H8
	SUBS    $1, R7, R7
	BNE     applySub

applySubbed:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	ADD    $128, R2, R2
	SUBS   $64, R4, R4
	BNE    applyColumns
	RET

// func squaredDotNEON(us, them, weights *int16, n int, most int) int64
//
// A number times a weight fits 16 bits with its sign, as 255 × 128 < 2^15, and that times the number 32 bits. Each of
// the 16 lanes adds up 64 such products at most, and two lanes together still fit: 128 × 255 × 255 × 128 < 2^31.
TEXT ·squaredDotNEON(SB), NOSPLIT, $0-48
	MOVD us+0(FP), R0
	MOVD weights+16(FP), R2
	MOVD n+24(FP), R4
	MOVD most+32(FP), R5
	VDUP R5, V24.H8
	VEOR V25.B16, V25.B16, V25.B16
	VEOR V26.B16, V26.B16, V26.B16
	VEOR V27.B16, V27.B16, V27.B16
	VEOR V28.B16, V28.B16, V28.B16
	VEOR V29.B16, V29.B16, V29.B16
	MOVD $2, R6 // rows left

dotRow:
	MOVD R4, R7

dotColumns:
	VLD1.P 32(R0), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V4.H8, V5.H8]
	WORD   $0x4E796400 // SMAX V0.8H, V0.8H, V25.8H
	WORD   $0x4E796421 // SMAX V1.8H, V1.8H, V25.8H
	WORD   $0x4E786C00 // SMIN V0.8H, V0.8H, V24.8H
	WORD   $0x4E786C21 // SMIN V1.8H, V1.8H, V24.8H
	VUSHR  $2, V0.H8, V0.H8
	VUSHR  $2, V1.H8, V1.H8
	WORD   $0x4E609C84 // MUL V4.8H, V4.8H, V0.8H
	WORD   $0x4E619CA5 // MUL V5.8H, V5.8H, V1.8H
	WORD   $0x0E60809A // SMLAL V26.4S, V4.4H, V0.4H
	WORD   $0x4E60809B // SMLAL2 V27.4S, V4.8H, V0.8H
	WORD   $0x0E6180BC // SMLAL V28.4S, V5.4H, V1.4H
	WORD   $0x4E6180BD // SMLAL2 V29.4S, V5.8H, V1.8H
	SUBS   $16, R7, R7
	BNE    dotColumns
	MOVD   them+8(FP), R0
	SUBS   $1, R6, R6
	BNE    dotRow

	VADD V27.S4, V26.S4, V26.S4
	VADD V29.S4, V28.S4, V28.S4
	WORD $0x4EB03B5A // SADDLV D26, V26.4S
	WORD $0x4EB03B9C // SADDLV D28, V28.4S
	VADD V28.D2, V26.D2, V26.D2
	VMOV V26.D[0], R0
	MOVD R0, ret+40(FP)
	RET
