package train

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/eval/nnue"
)

// A run that begins with a network and learns nothing has that network, to the last weight.
func TestBeginWithNetwork(t *testing.T) {
	files := threeFiles(t, 12)
	plan := small()
	first := newRun(t, plan, files)
	if err := first.Train(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	n, err := first.Network()
	if err != nil {
		t.Fatal(err)
	}
	plan.Start, plan.StartName, plan.Seed = n, "first.net", plan.Seed+1
	second := newRun(t, plan, files)
	again, err := second.Network()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(again.Recipe, "begun with first.net") {
		t.Errorf("its recipe does not say what it began with: %s", again.Recipe)
	}
	if !slices.Equal(again.InputWeights, n.InputWeights) || !slices.Equal(again.InputBias, n.InputBias) || !slices.Equal(again.OutputWeights, n.OutputWeights) ||
		again.OutputBias != n.OutputBias {
		t.Error("the network is another after a run without steps")
	}
	checks := second.positions.Validation
	if got, want := second.trainer.loss(checks), first.last.Validation; math.Abs(got-want) > 0.001 {
		t.Errorf("the loss is %f, and was %f at the end of the run before", got, want)
	}

	// With another scale it says the same in centipawns.
	plan.Scale = 2 * n.Scale
	wide := newRun(t, plan, files)
	for i := range checks {
		packed := &checks[i]
		want := second.scoreBy(n, packed)
		if got := wide.trainer.output(packed) * float64(plan.Scale); math.Abs(got-want) > 2+math.Abs(want)/50 {
			t.Errorf("position %d: %f cp with another scale, want about %f", i, got, want)
		}
	}

	if err := second.Train(t.Context(), nil); err != nil {
		t.Errorf("it cannot be gone on with: %v", err)
	}

	// One of another width cannot begin with it.
	plan.Width *= 2
	if err := plan.Validate(); err == nil {
		t.Error("a network that is narrower than the plan is taken")
	}
}

// scoreBy is what a network says of a sample.
func (r *Run) scoreBy(n *nnue.Network, s *packedSample) float64 {
	r.trainer.output(s)
	return float64(n.Score(&r.trainer.boards[0], r.trainer.sides[0][0]))
}

// The network of a run with a moving average has the average, and less of the noise of the last steps.
func TestAverage(t *testing.T) {
	plan := small()
	plan.LearningRate = 0.02
	files := threeFiles(t, 12)
	plain := newRun(t, plan, files)
	plan.Average = 0.9
	r := newRun(t, plan, files)
	want := make([]float64, len(r.trainer.model.bias)) // the average of the biases, computed here
	for i, v := range r.trainer.model.bias {
		want[i] = float64(v)
	}
	for step := range r.Steps() / 2 { // the rate is still high then
		from := step % r.epochSteps() * r.batch()
		batch := r.positions.Training[from : from+r.batch()]
		plain.trainStep(batch)
		r.trainStep(batch)
		for i, v := range r.trainer.model.bias {
			want[i] += 0.1 * (float64(v) - want[i])
		}
	}
	if err := errors.Join(plain.measure(), r.measure()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(plain.trainer.model.rows, r.trainer.model.rows) {
		t.Error("the average changes what is learned")
	}
	n, err := r.Network()
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range want {
		if got := float64(n.InputBias[i] - nnue.InputHalf); math.Abs(got-v*nnue.InputOne) > 0.6 {
			t.Fatalf("bias %d of the network is %g, want %g", i, got, v*nnue.InputOne)
		}
	}
	if of, without := r.last.Validation, plain.last.Validation; of >= without {
		t.Errorf("the loss is %f with the average and %f without", of, without)
	}
	if !strings.Contains(n.Recipe, "average 0.9") {
		t.Errorf("the recipe does not name the average: %s", n.Recipe)
	}
}
