package train

import (
	"math/rand/v2"
	"strings"
	"testing"

	"xiangqibot/engine/eval/nnue"
)

// randomNetwork returns a network of random weights.
func randomNetwork(seed uint64, recipe string) *nnue.Network {
	rng := rand.New(rand.NewPCG(seed, 2))
	n := nnue.NewNetwork(64, 400)
	n.Recipe = recipe
	for i := range n.InputBias {
		n.InputBias[i] = int16(rng.IntN(1<<16) - 1<<15)
	}
	for i := range n.InputWeights {
		n.InputWeights[i] = int16(rng.IntN(1<<16) - 1<<15)
	}
	for i := range n.OutputWeights {
		n.OutputWeights[i] = int16(rng.IntN(1<<8) - 1<<7)
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(rng.Uint32())
	}
	return n
}

// The mean of networks is between them in each weight, the same in any order, and of equal ones it is they themselves.
func TestAverage(t *testing.T) {
	a, b, c := randomNetwork(1, "a"), randomNetwork(2, "b"), randomNetwork(3, "c")
	mean, err := Average([]*nnue.Network{a, b, c})
	if err != nil {
		t.Fatal(err)
	}
	turned, err := Average([]*nnue.Network{c, a, b})
	if err != nil {
		t.Fatal(err)
	}
	same, err := Average([]*nnue.Network{a, a})
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, i int, mean, turned, same int, of ...int) {
		sum := of[0] + of[1] + of[2]
		if off := 3*mean - sum; off < -1 || off > 1 || turned != mean || same != of[0] {
			t.Fatalf("%s %d of %v: mean %d, in another order %d, of the first alone %d", what, i, of, mean, turned, same)
		}
	}
	for i := range a.InputBias {
		near("bias", i, int(mean.InputBias[i]), int(turned.InputBias[i]), int(same.InputBias[i]), int(a.InputBias[i]), int(b.InputBias[i]), int(c.InputBias[i]))
	}
	for i := range a.InputWeights {
		near("weight", i, int(mean.InputWeights[i]), int(turned.InputWeights[i]), int(same.InputWeights[i]), int(a.InputWeights[i]), int(b.InputWeights[i]), int(c.InputWeights[i]))
	}
	for i := range a.OutputWeights {
		near("output", i, int(mean.OutputWeights[i]), int(turned.OutputWeights[i]), int(same.OutputWeights[i]),
			int(a.OutputWeights[i]), int(b.OutputWeights[i]), int(c.OutputWeights[i]))
	}
	for i := range a.OutputBias {
		near("output bias", i, int(mean.OutputBias[i]), int(turned.OutputBias[i]), int(same.OutputBias[i]),
			int(a.OutputBias[i]), int(b.OutputBias[i]), int(c.OutputBias[i]))
	}
}

func TestAverageRefuses(t *testing.T) {
	other := nnue.NewNetwork(64, 300)
	for want, networks := range map[string][]*nnue.Network{
		"fewer than two":        {randomNetwork(1, "")},
		"scale of 300 cp":       {randomNetwork(1, ""), other},
		"network 3 is 128":      {randomNetwork(1, ""), randomNetwork(2, ""), nnue.NewNetwork(128, 400)},
		"do not make a network": {randomNetwork(1, ""), {Width: 64, Scale: 400}},
	} {
		if _, err := Average(networks); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// What several networks began with is in the recipe of their mean once, whichever of them comes first, and so does
// a network that is averaged twice.
func TestAverageRecipe(t *testing.T) {
	begun := func(name, start string) string { return name + initializedWith + start + "); end of " + name }
	start := begun("start", "the (first) of all")
	mean, err := Average([]*nnue.Network{
		randomNetwork(1, begun("a", start)), randomNetwork(2, begun("b", start)), randomNetwork(4, begun("c", "alone")),
		randomNetwork(3, "alone"), randomNetwork(5, begun("d", "(unbalanced")), randomNetwork(3, "alone"),
		randomNetwork(1, begun("a", start)), randomNetwork(6, ""), randomNetwork(6, ""),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "the mean of 9 networks; network 1: (" + begun("a", start) + "); network 2: (" + begun("b", "the same as network 1") +
		"); network 3: (" + begun("c", "network 4") + "); network 4: (alone); network 5: (" + begun("d", "(unbalanced") +
		"); network 6: (as network 4); network 7: (as network 1); network 8: (); network 9: ()"
	if mean.Recipe != want {
		t.Errorf("recipe %q\nwant   %q", mean.Recipe, want)
	}
}
