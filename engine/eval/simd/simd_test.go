package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// logKernels logs what is compared. Without vector instructions the kernels are the plain ones, which TestPlainKernels
// tests.
func logKernels(t *testing.T) {
	t.Helper()
	if !Vectors() {
		t.Log("no vectors on this machine: the plain kernels are compared with themselves")
	}
}

// rows draws so many rows of any numbers.
func rows(dice *rand.Rand, count, width int) []int16 {
	list := make([]int16, count*width)
	for i := range list {
		list[i] = int16(dice.Uint32())
	}
	return list
}

// numbers draws numbers of rows.
func numbers(dice *rand.Rand, n, below int) []uint16 {
	list := make([]uint16, n)
	for i := range list {
		list[i] = uint16(dice.IntN(below))
	}
	return list
}

func TestKernelsAgree(t *testing.T) {
	logKernels(t)
	for seed := range uint64(50) {
		compare(t, rand.New(rand.NewPCG(seed, 0)), Step*(1+int(seed)%8))
	}
}

func FuzzKernelsAgree(f *testing.F) {
	f.Add(uint64(1), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) {
		logKernels(t)
		compare(t, rand.New(rand.NewPCG(seed, 1)), Step*(1+int(steps)%8))
	})
}

// compare compares all kernels with the plain ones.
func compare(t *testing.T, dice *rand.Rand, width int) {
	const count = 40
	table := rows(dice, count, width)
	row := func() []int16 { return table[dice.IntN(count)*width:][:width] }
	got, want := make([]int16, width), make([]int16, width)
	src, a, b, c := row(), row(), row(), row()
	add, sub := numbers(dice, dice.IntN(33), count), numbers(dice, dice.IntN(33), count)
	weights := make([]int16, 2*width)
	for i := range weights {
		weights[i] = int16(int8(dice.Uint32()))
	}
	us, them := slices.Clone(src), slices.Clone(a)
	for i := range us {
		if dice.IntN(2) == 0 { // or nearly all would be cut off
			us[i] %= 1600
			them[i] %= 1600
		}
	}
	same := func(kernel string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Fatalf("%s, %d wide: got %v, want %v", kernel, width, got, want)
		}
		clear(got)
	}
	AddSub(got, src, a, b)
	addSub(want, src, a, b)
	same("AddSub")
	AddSubSub(got, src, a, b, c)
	addSubSub(want, src, a, b, c)
	same("AddSubSub")
	Apply(got, src, table, add, sub)
	apply(want, src, table, add, sub)
	same("Apply")
	wantDot := squaredDot(us, weights[:width]) + squaredDot(them, weights[width:])
	if got := SquaredDot(us, them, weights); got != wantDot {
		t.Fatalf("SquaredDot, %d wide: got %d, want %d", width, got, wantDot)
	}

	compareFloats(t, dice, width)
}

// The largest sums that are promised to be exact are so.
func TestSquaredDotIsExact(t *testing.T) {
	for _, weight := range []int16{-128, 127} {
		full, below, weights := make([]int16, MaxWidth), make([]int16, MaxWidth), make([]int16, 2*MaxWidth)
		for i := range full {
			full[i], below[i] = math.MaxInt16, -1
			weights[i], weights[i+MaxWidth] = weight, weight
		}
		want := int64(MaxWidth) * MaxActivation * MaxActivation * int64(weight)
		for _, c := range []struct {
			us, them []int16
			want     int64
		}{{full, full, 2 * want}, {full, below, want}, {below, full, want}, {below, below, 0}} {
			if got := SquaredDot(c.us, c.them, weights); got != c.want {
				t.Errorf("rows of %d and %d, weights of %d: got %d, want %d", c.us[0], c.them[0], weight, got, c.want)
			}
		}
	}
}

// What the plain kernels do, by hand: they are what the others are compared with.
func TestPlainKernels(t *testing.T) {
	const width = Step
	table := make([]int16, 4*width)
	for i := range table {
		table[i] = int16(100*(i/width) + i%width)
	}
	row := func(i int) []int16 { return table[i*width:][:width] }
	dst := make([]int16, width)
	for _, c := range []struct {
		name string
		do   func()
		want int16 // in column 0; each further column has the number of columns counted more
		rise int16
	}{
		{"addSub", func() { addSub(dst, row(1), row(3), row(2)) }, 200, 1},
		{"addSubSub", func() { addSubSub(dst, row(1), row(3), row(2), row(2)) }, 0, 0},
		{"apply", func() { apply(dst, row(0), table, []uint16{1, 2, 3}, []uint16{2}) }, 400, 3},
	} {
		c.do()
		for i, got := range dst {
			if want := c.want + c.rise*int16(i); got != want {
				t.Fatalf("%s: column %d is %d, want %d", c.name, i, got, want)
			}
		}
	}
	if got := squaredDot([]int16{-3, 11, 1200, 3}, []int16{5, 7, -1, 9}); got != 4*7-255*255 {
		t.Errorf("squaredDot is %d", got)
	}
}

func TestWrongLengthsAreRefused(t *testing.T) {
	for _, n := range []int{0, 1, Step - 1, Step + 32} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a row of %d is taken", n)
				}
			}()
			row := make([]int16, n)
			SquaredDot(row, row, append(row, row...))
		}()
	}
}
