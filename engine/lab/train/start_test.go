package train

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/eval/nnue"
)

// A run that begins with a network and learns nothing has that network, to the last weight.
func TestBeginWithNetwork(t *testing.T) {
	files := threeFiles(t, 12)
	plan := small()
	first := newRun(t, plan, files)
	if err := first.Train(t.Context(), 1, nil); err != nil {
		t.Fatal(err)
	}
	n, err := first.Network()
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	name, err := DescribeWeights(bytes.NewReader(file.Bytes()))
	if err != nil || name != n.Recipe {
		t.Errorf("its name is %q (%v), want its recipe", name, err)
	}

	plan.InitialWeights, plan.Seed = name, plan.Seed+1
	second := newRun(t, plan, files)
	if err := second.InitWeights(bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	again, err := second.Network()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.InputWeights, n.InputWeights) || !slices.Equal(again.InputBias, n.InputBias) || !slices.Equal(again.OutputWeights, n.OutputWeights) ||
		again.OutputBias != n.OutputBias {
		t.Error("the network is another after a run without steps")
	}
	checks := second.survey.validation
	points := first.Points()
	if got, want := second.trainer.loss(checks), points[len(points)-1].Validation; math.Abs(got-want) > 0.001 {
		t.Errorf("the loss is %f, and was %f at the end of the run before", got, want)
	}

	// With another scale it says the same in centipawns.
	plan.Scale = 2 * n.Scale
	wide := newRun(t, plan, files)
	if err := wide.InitWeights(bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	for i := range checks {
		packed := &checks[i]
		want := second.scoreBy(n, packed)
		if got := wide.trainer.output(packed) * float64(plan.Scale); math.Abs(got-want) > 2+math.Abs(want)/50 {
			t.Errorf("position %d: %f cp with another scale, want about %f", i, got, want)
		}
	}

	for at := range 3 {
		damaged := bytes.Clone(file.Bytes())
		damaged[len(damaged)*(at+1)/4] ^= 16
		if err := newRun(t, plan, files).InitWeights(bytes.NewReader(damaged)); !errors.Is(err, checkedfile.ErrDamaged) {
			t.Errorf("damaged: %v", err)
		}
	}
	if err := second.Train(t.Context(), 1, nil); err != nil {
		t.Errorf("it cannot be gone on with: %v", err)
	}

	// A wider one says nearly the same, and learns; a narrower one cannot.
	plan.Scale = n.Scale
	plan.Width *= 3
	wider := newRun(t, plan, files)
	if err := wider.InitWeights(bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	if got, want := wider.trainer.loss(checks), points[len(points)-1].Validation; math.Abs(got-want) > 0.001 {
		t.Errorf("three times as wide the loss is %f, and was %f at the end of the run before", got, want)
	}
	bias, shared := wider.trainer.model.bias, wider.trainer.model.shared
	if bias[0] != bias[n.Width] || shared[0] == shared[n.Width] {
		t.Error("the copies of a column are not alike but for a little")
	}
	var large bytes.Buffer
	if n, err = wider.Network(); err == nil {
		err = n.Write(&large)
	}
	if err != nil {
		t.Fatal(err)
	}
	plan.Width /= 3
	if err := newRun(t, plan, files).InitWeights(&large); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("a network that is wider than the plan: %v", err)
	}
	if _, err := DescribeWeights(bytes.NewReader([]byte("neither of both"))); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("of something else: %v", err)
	}
}

// scoreBy is what a network says of a sample.
func (r *Run) scoreBy(n *nnue.Network, s *packedSample) float64 {
	r.trainer.output(s)
	return float64(n.Score(&r.trainer.boards[0], r.trainer.sides[0][0]))
}
