package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/simd"
)

// Fit holds the settings of Texel tuning.
type Fit struct {
	// Start are the initial weights.
	Start classical.Weights
	// Anchor are the weights that L2 regularization pulls towards: those of an earlier fit, or [Material], which pulls
	// all weights but the piece values towards 0.
	Anchor classical.Weights
	// Epochs is the number of passes over all positions.
	Epochs int
	// LearningRate is the initial learning rate of Adam: about how far a weight moves in a step, in centipawns. It
	// falls to 0 along half a cosine.
	LearningRate float64
	// BatchSize is the number of positions per step.
	BatchSize int
	// SearchShare is the weight of the search's score in the target, 0 to 1 (lambda); the rest is the result of the
	// game.
	SearchShare float64
	// Scale is the number of centipawns that multiply the odds of winning by e, see [Set.FitScale].
	Scale float64
	// L2 is the strength of the L2 regularization towards Anchor: a weight that differs from it by 100 centipawns adds
	// L2/2 nats to the sum of the losses of all positions. It keeps the weights of rare features small and hardly
	// affects those of common ones.
	L2 float64
	// Zeroed are terms fixed at 0 for ablation, by the names of the fields of [classical.Weights]: the loss grows by
	// what they are worth.
	Zeroed []string
	// Frozen are terms that keep their values in Start. Tempo should be frozen: quiet positions, in which no capture is
	// best, are slightly worse for the side to move than others, and a fit would apply that to all positions.
	Frozen []string
	// Seed is the random seed of the shuffle.
	Seed uint64
	// Workers is the number of goroutines; 0 means one. The result does not depend on it.
	Workers int
}

// Material returns weights with only the piece values of [eval.PieceValues]. Both tuning methods can start from them.
func Material() (w classical.Weights) {
	for kind, value := range eval.PieceValues {
		if board.Kind(kind) != board.King {
			w.Piece[kind] = classical.S(value, value)
		}
	}
	return w
}

// Losses are the mean losses on the training and validation positions, in nats per position: the Kullback–Leibler
// divergence of the prediction from the target. 0 is perfect, but out of reach when the targets include results.
type Losses struct{ Training, Validation float64 }

// shards is the number of parts of a batch. Their sums are added in order, so that the result does not depend on the
// number of workers.
const shards = 16

// Validate reports what is wrong with the settings.
func (f *Fit) Validate() error {
	switch {
	case f.Epochs < 1:
		return fmt.Errorf("tune: %d epochs: want at least one", f.Epochs)
	case !(f.SearchShare >= 0 && f.SearchShare <= 1): // NaN is refused too
		return fmt.Errorf("tune: a share of %g for the search: want 0 to 1", f.SearchShare)
	case !(f.L2 >= 0):
		return fmt.Errorf("tune: an L2 of %g: want 0 or more", f.L2)
	}
	return errors.Join(checkTerms(f.Frozen), checkTerms(f.Zeroed))
}

// Run tunes the weights by valid settings. progress, which may be nil, is called after every epoch. If ctx ends, Run
// returns its error.
func (f *Fit) Run(
	ctx context.Context, positions *Positions, progress func(epoch int, l Losses),
) (classical.Weights, Losses, error) {
	start := Without(f.Start, f.Zeroed...)
	m := newModel(&start)
	m.anchor = newModel(&f.Anchor).values
	m.freeze(slices.Concat(f.Frozen, f.Zeroed))
	mean, square := make([]float32, len(m.values)), make([]float32, len(m.values))
	regularized := make([]float32, len(m.values)) // gradient with regularization, scaled: Adam works at any scale
	const scale = 1e4                             // large compared with its epsilon
	order := make([]int, positions.Training.Len())
	for i := range order {
		order[i] = i
	}
	rng := rand.New(rand.NewPCG(f.Seed, 0))
	steps := f.Epochs * ((len(order) + f.BatchSize - 1) / f.BatchSize)
	done := 0
	var losses Losses
	for epoch := range f.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		sum := 0.0
		for batch := range slices.Chunk(order, f.BatchSize) {
			if ctx.Err() != nil {
				return classical.Weights{}, losses, context.Cause(ctx)
			}
			loss, gradient := f.gradient(m, &positions.Training, batch)
			sum += loss
			// The regularization is divided among the steps of an epoch.
			for i, v := range m.values {
				if !m.frozen[i] {
					mean := gradient[i]/float64(len(batch)) + f.L2*float64(v-m.anchor[i])/(100*100)/float64(len(order))
					regularized[i] = float32(scale * mean)
				}
			}
			rate := f.LearningRate * (1 + math.Cos(math.Pi*float64(done)/float64(steps))) / 2
			done++
			step := simd.NewAdamStep(done, rate, 0)
			simd.Adam(m.values, mean, square, regularized, &step)
		}
		losses = Losses{sum / float64(len(order)), f.Loss(m.weights(), &positions.Validation)}
		if progress != nil {
			progress(epoch+1, losses)
		}
	}
	w := m.weights()
	return *w, Losses{f.Loss(w, &positions.Training), f.Loss(w, &positions.Validation)}, nil
}

// Loss returns the mean loss of the weights on the positions of a set, 0 if there are none.
func (f *Fit) Loss(w *classical.Weights, s *Set) float64 {
	if s.Len() == 0 {
		return 0
	}
	m := newModel(w)
	losses := make([]float64, shards)
	f.parallel(func(shard int) {
		for i := shard; i < s.Len(); i += shards {
			p := &s.positions[i]
			losses[shard] += divergence(sigmoid(m.score(p, s.coefficients(i))/f.Scale), f.target(p))
		}
	})
	loss := 0.0
	for _, l := range losses {
		loss += l
	}
	return loss / float64(s.Len())
}

// gradient returns the sum of the losses of a batch and its gradient.
func (f *Fit) gradient(m *model, s *Set, batch []int) (loss float64, gradient []float64) {
	losses, gradients := make([]float64, shards), make([][]float64, shards)
	f.parallel(func(shard int) {
		g := make([]float64, len(m.values))
		for n := shard; n < len(batch); n += shards {
			i := batch[n]
			p, counts := &s.positions[i], s.coefficients(i)
			score := m.score(p, counts)
			guess, target := sigmoid(score/f.Scale), f.target(p)
			losses[shard] += divergence(guess, target)
			slope := (guess - target) / f.Scale * float64(p.scaleOf(score))
			full := slope * float64(p.full)
			for _, c := range counts {
				g[2*c.Weight] += full * float64(c.Times)
				g[2*c.Weight+1] += (slope - full) * float64(c.Times)
			}
		}
		gradients[shard] = g
	})
	gradient = make([]float64, len(m.values))
	for shard := range shards {
		loss += losses[shard]
		for i, g := range gradients[shard] {
			gradient[i] += g
		}
	}
	return loss, gradient
}

// target returns what the evaluation should predict for a position: Red's expected score.
func (f *Fit) target(p *position) float64 {
	return f.SearchShare*sigmoid(float64(p.score)/f.Scale) + (1-f.SearchShare)*float64(p.result)
}

// parallel distributes the shards among the workers and waits for them.
func (f *Fit) parallel(do func(shard int)) {
	var workers errgroup.Group
	workers.SetLimit(max(1, f.Workers))
	for shard := range shards {
		workers.Go(func() error {
			do(shard)
			return nil
		})
	}
	_ = workers.Wait() // none fails
}

// model is the list of parameters: both halves of every weight.
type model struct {
	values, anchor []float32 // and zeros up to a multiple of simd.Step
	frozen         []bool    // not trained
}

func newModel(w *classical.Weights) *model {
	m := &model{}
	for _, cell := range w.All() {
		full, empty := cell.Split()
		m.values = append(m.values, float32(full), float32(empty))
	}
	for len(m.values)%simd.Step != 0 {
		m.values = append(m.values, 0)
	}
	m.frozen = make([]bool, len(m.values))
	return m
}

// freeze fixes the weights of terms at their values.
func (m *model) freeze(terms []string) {
	i := 0
	for name := range new(classical.Weights).All() {
		m.frozen[i] = isOfTerms(name, terms)
		m.frozen[i+1] = m.frozen[i]
		i += 2
	}
}

// Without returns the weights with those of some terms, fields of [classical.Weights], at 0.
func Without(w classical.Weights, terms ...string) classical.Weights {
	for name, cell := range w.All() {
		if isOfTerms(name, terms) {
			*cell = 0
		}
	}
	return w
}

// isOfTerms reports whether a weight, named as by [classical.Weights.All], belongs to one of the terms.
func isOfTerms(name string, terms []string) bool {
	field, _, _ := strings.Cut(name, "[")
	return slices.Contains(terms, field)
}

// checkTerms returns an error for a name that is no term.
func checkTerms(terms []string) error {
	for _, term := range terms {
		if _, known := reflect.TypeFor[classical.Weights]().FieldByName(term); !known {
			return fmt.Errorf("tune: there is no term %q: want a field of classical.Weights", term)
		}
	}
	return nil
}

// weights rounds the model to centipawns.
func (m *model) weights() *classical.Weights {
	w, i := new(classical.Weights), 0
	for _, cell := range w.All() {
		*cell = classical.S(int(math.Round(float64(m.values[i]))), int(math.Round(float64(m.values[i+1]))))
		i += 2
	}
	return w
}

// score is the evaluation of a position in centipawns for Red.
func (m *model) score(p *position, counts []classical.Count) float64 {
	full, empty := 0.0, 0.0
	for _, c := range counts {
		full += float64(m.values[2*c.Weight]) * float64(c.Times)
		empty += float64(m.values[2*c.Weight+1]) * float64(c.Times)
	}
	score := full*float64(p.full) + empty*float64(1-p.full)
	return score * float64(p.scaleOf(score))
}

// scaleOf returns the factor by which a score is scaled down.
func (p *position) scaleOf(score float64) float32 {
	if score < 0 {
		return p.scale[1]
	}
	return p.scale[0]
}
