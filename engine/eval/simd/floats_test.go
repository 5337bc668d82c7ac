package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func sameBits(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }

// normal draws numbers of about that size.
func normal(dice *rand.Rand, n int, size float64) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(dice.NormFloat64() * size)
	}
	return list
}

// compareFloats holds the kernels for floats against the plain ones.
func compareFloats(t *testing.T, dice *rand.Rand, width int) {
	const count = 40
	table := normal(dice, count*width, 1)
	list := numbers(dice, dice.IntN(33), count)
	// twice does something with vectors and plainly, each with copies of its own, and compares what comes of it.
	twice := func(kernel string, fast, plain func(v [][]float32), args ...[]float32) {
		t.Helper()
		var got, want [][]float32
		for _, a := range args {
			got, want = append(got, slices.Clone(a)), append(want, slices.Clone(a))
		}
		fast(got)
		plain(want)
		for i := range got {
			for j := range got[i] {
				if !sameBits(got[i][j], want[i][j]) {
					t.Fatalf("%s, %d wide: number %d of argument %d is %v, want %v", kernel, width, j, i, got[i][j], want[i][j])
				}
			}
		}
	}
	row := func() []float32 { return normal(dice, width, 0.7) }
	twice("SumRows", func(v [][]float32) { SumRows(v[0], table, list) }, func(v [][]float32) { sumRows(v[0], table, list) }, row())
	column := Step * dice.IntN(width/Step)
	d := [Step]float32(row())
	twice("AddToRows", func(v [][]float32) { AddToRows(v[0], width, column, list, &d) },
		func(v [][]float32) { addToRows(v[0], width, column, list, &d) }, table)
	twice("SquaredDotFloats", func(v [][]float32) { v[0][0] = SquaredDotFloats(v[0], v[1]) },
		func(v [][]float32) { v[0][0] = squaredDotFloats(v[0], v[1]) }, row(), row())
	g := float32(dice.NormFloat64())
	twice("SquaredBackward", func(v [][]float32) { SquaredBackward((*[Step]float32)(v[0]), v[1], v[2], v[3], v[4], g) },
		func(v [][]float32) { squaredBackward((*[Step]float32)(v[0]), v[1], v[2], v[3], v[4], g) }, row(), row(), row(), row(), row())
	step := AdamStep{0.999, 0.01, 1.5, 1e-8, 0.9, 0.1, 0.999, 0.001}
	squares := row()
	for i := range squares {
		squares[i] *= squares[i]
	}
	twice("Adam", func(v [][]float32) { Adam(v[0], v[1], v[2], v[3], &step) },
		func(v [][]float32) { adam(v[0], v[1], v[2], v[3], &step) }, row(), row(), squares, row())
	twice("Merge", func(v [][]float32) { Merge(v[0], v[1], v[2], 0.6) }, func(v [][]float32) { merge(v[0], v[1], v[2], 0.6) }, row(), row(), row())
}

// SquaredBackward returns the gradient of SquaredDotFloats.
func TestSquaredBackwardIsTheGradient(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	row, weights := normal(dice, Step, 0.7), normal(dice, Step, 1)
	const g = 0.5
	var d [Step]float32
	rowGradient, weightGradient := make([]float32, Step), make([]float32, Step)
	SquaredBackward(&d, row, weights, rowGradient, weightGradient, g)
	// dot is the sum in float64.
	dot := func(row, weights []float64) (sum float64) {
		for i, a := range row {
			c := min(max(a, 0), 1)
			sum += c * c * weights[i]
		}
		return sum
	}
	x, w := make([]float64, Step), make([]float64, Step)
	for i := range x {
		x[i], w[i] = float64(row[i]), float64(weights[i])
	}
	if got, want := float64(SquaredDotFloats(row, weights)), dot(x, w); math.Abs(got-want) > 1e-5 {
		t.Errorf("the sum is %v, want %v", got, want)
	}
	gradient := func(v []float64, i int) float64 {
		const h = 1e-6
		at := v[i]
		v[i] = at + h
		up := dot(x, w)
		v[i] = at - h
		down := dot(x, w)
		v[i] = at
		return g * (up - down) / (2 * h)
	}
	for i := range x {
		if want := gradient(x, i); math.Abs(float64(d[i])-want) > 1e-4 || d[i] != rowGradient[i] {
			t.Errorf("column %d at %v: gradient %v, added %v, want %v", i, row[i], d[i], rowGradient[i], want)
		}
		if want := gradient(w, i); math.Abs(float64(weightGradient[i])-want) > 1e-4 {
			t.Errorf("weight %d: gradient %v, want %v", i, weightGradient[i], want)
		}
	}
}

// The first step of Adam is the rate, against the gradient, whatever its size.
func TestFirstStepOfAdam(t *testing.T) {
	step := AdamStep{
		Keep: 1 - 0.01*0.1, Rate: 0.01 / (1 - 0.9), Root: float32(1 / math.Sqrt(1-0.999)), Epsilon: 1e-8,
		Beta1: 0.9, OneMinusBeta1: 0.1, Beta2: 0.999, OneMinusBeta2: 0.001,
	}
	weights, mean, square, gradient := make([]float32, Step), make([]float32, Step), make([]float32, Step), make([]float32, Step)
	for i := range weights {
		weights[i], gradient[i] = 1, float32(math.Pow(-3, float64(i%9-4)))
	}
	Adam(weights, mean, square, gradient, &step)
	for i, w := range weights {
		want := 1 - 0.01*0.1 - math.Copysign(0.01, float64(gradient[i]))
		if math.Abs(float64(w)-want) > 1e-4 {
			t.Errorf("gradient %v: the weight is %v, want %v", gradient[i], w, want)
		}
	}
}

func TestMergeClips(t *testing.T) {
	own, shared, sum := make([]float32, Step), make([]float32, Step), make([]float32, Step)
	own[0], shared[0] = 0.25, 0.5
	own[1], shared[1] = 0.75, 0.5
	own[2], shared[2] = -1.5, 0.25
	Merge(sum, own, shared, 1)
	if !slices.Equal(sum[:3], []float32{0.75, 1, -1}) || !slices.Equal(own[:3], []float32{0.25, 0.5, -1.25}) || shared[1] != 0.5 {
		t.Errorf("sums %v of %v and %v", sum[:3], own[:3], shared[:3])
	}
}
