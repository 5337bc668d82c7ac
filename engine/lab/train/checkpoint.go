package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"xiangqibot/engine/checkedfile"
)

// magic begins every checkpoint: the name of the format and its version. docs/formats.md describes it.
const magic = "XQTRAIN\x02"

// maxCheckpoint bounds the size of a checkpoint in bytes; those of the widest network have 30 million.
const maxCheckpoint = 1 << 28

// Checkpoint is the state of a run. A run continues only if all that its result depends on is the same.
type Checkpoint struct {
	// Games is how many games of each file the run reads, for [Files.Survey].
	Games []int
	// Sums are the checksums of the positions of each file.
	Sums []uint32

	// Plan and Reading describe the settings of [Plan] and [Files]; Scale is in centipawns.
	Plan, Reading string
	Scale         int

	// Step is the number of steps done. Since the last point there were Since steps, whose losses have this Sum.
	Step, Since int
	Sum         float64
	Points      []Point
	// Weights are the weights, the state of the optimizer and the averages.
	Weights [][]float32
}

// ErrCheckpoint is wrapped by the errors for checkpoints from which a run cannot continue.
var ErrCheckpoint = errors.New("the run cannot continue from this checkpoint")

// lists returns the weights, the state of the optimizer and the averages, in the order in which a checkpoint has them.
func (r *Run) lists() [][]float32 {
	m, a := r.trainer.model, r.adam
	lists := [][]float32{m.own, m.shared, m.bias, m.output, m.outputBias}
	for _, moments := range []moments{a.own, a.shared, a.bias, a.output, a.outputBias} {
		lists = append(lists, moments.mean, moments.square)
	}
	return append(lists, r.averages...)
}

// settings describes which positions of the files a run uses, and in what order.
func (f *Files) settings() string {
	return fmt.Sprintf("%d files, scores to %d from ply %d, %g to check and %d at most, mixed by %d, seed %d",
		len(f.Names), f.MaxScore, f.SkipPlies, f.ValidationShare, f.MaxValidation, f.Buffer, f.Seed)
}

// Save writes a checkpoint. For a model that has diverged it writes nothing and returns [ErrDiverged].
func (r *Run) Save(w io.Writer) error {
	if !r.trainer.model.finite() {
		return ErrDiverged
	}
	file := bytes.NewBufferString(magic)
	err := gob.NewEncoder(file).Encode(Checkpoint{
		Games: r.survey.Games, Sums: r.survey.Sums, Plan: r.plan.terms(), Reading: r.files.settings(), Scale: r.scale,
		Step: r.step, Since: r.since, Sum: r.sum, Points: r.points, Weights: r.lists(),
	})
	if err == nil {
		_, err = w.Write(checkedfile.Seal(file.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// ReadCheckpoint reads a checkpoint. Its errors wrap [ErrCheckpoint].
func ReadCheckpoint(file []byte) (*Checkpoint, error) {
	body, err := checkedfile.Open(file, magic, maxCheckpoint)
	c := new(Checkpoint)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(body)).Decode(c)
	}
	if err != nil {
		return nil, fmt.Errorf("train: %w: %w", err, ErrCheckpoint)
	}
	return c, nil
}

// Resume restores the state of a checkpoint, which must be of the same plan and files. After an error the run is
// unusable.
func (r *Run) Resume(from *Checkpoint) error {
	for _, c := range []struct{ what, there, here string }{
		{"plan", from.Plan, r.plan.terms()},
		{"reading", from.Reading, r.files.settings()},
		{"games of each file", fmt.Sprint(from.Games), fmt.Sprint(r.survey.Games)},
		{"checksums of the positions of each file", fmt.Sprintf("%08x", from.Sums), fmt.Sprintf("%08x", r.survey.Sums)},
		{"scale", fmt.Sprint(from.Scale), fmt.Sprint(r.scale)},
	} {
		if c.there != c.here {
			return fmt.Errorf("train: another %s: %w\nThere: %s\nHere:  %s", c.what, ErrCheckpoint, c.there, c.here)
		}
	}
	lists := r.lists()
	if from.Step < 0 || from.Step > r.steps || len(from.Weights) != len(lists) {
		return fmt.Errorf("train: step %d of %d, %d lists of weights instead of %d: %w",
			from.Step, r.steps, len(from.Weights), len(lists), ErrCheckpoint)
	}
	for i, list := range lists {
		if copy(list, from.Weights[i]) != len(list) {
			return fmt.Errorf("train: list %d has %d weights instead of %d: %w", i, len(from.Weights[i]), len(list), ErrCheckpoint)
		}
	}
	r.step, r.adam.steps, r.sum, r.since, r.points = from.Step, from.Step, from.Sum, from.Since, from.Points
	r.trainer.model.merge()
	return nil
}
