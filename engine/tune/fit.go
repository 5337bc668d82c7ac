package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"xiangqibot/engine/eval/classical"
)

// Fit is a plan for fitting weights by gradient.
type Fit struct {
	// Start is where to begin.
	Start classical.Weights
	// Home is what the weights are pulled towards: those of an earlier fit, or [Material], which pulls all but the prices
	// of the pieces towards 0.
	Home classical.Weights
	// Epochs is how often all positions are gone through.
	Epochs int
	// Rate is how far a weight moves at a step at first, in centipawns; it falls to nothing along half a cosine.
	Rate float64
	// Batch is how many positions make a step.
	Batch int
	// SearchShare is the part of the target that the search says, 0 to 1; the rest is how the game ended. In
	// games without scores it is all of it.
	SearchShare float64
	// SearchWeight is how many positions without a score one with a score counts; 0 means one. What a search says is far
	// less noisy than a result.
	SearchWeight float64
	// Scale and ResultScale are the two scales of [Set.FitScale], in centipawns.
	Scale, ResultScale float64
	// Pull is how strongly weights are held back: a weight of 100 centipawns costs as much as half of it positions that
	// are predicted wrongly by e. What is rarely seen stays small, what is seen often hardly feels it.
	Pull float64
	// Without are terms that stay 0, by the names of the fields of [classical.Weights]: what one is worth is what the loss
	// grows by.
	Without []string
	// Keep are terms that stay as they are in Start. Tempo is one to keep: positions from which captures are left out are
	// a little worse than they look for the side to move, and a fit would believe that of all positions.
	Keep []string
	// Seed shuffles the positions.
	Seed uint64
	// Workers is how many processors work; 0 means one. The result does not depend on it.
	Workers int
}

// Losses are what the weights cost on average, in nats a position: how far what they predict is from the target
// (Kullback-Leibler divergence). Less is better, and 0 is perfect; with results among the targets that is out of reach.
type Losses struct{ Learn, Check float64 }

// shards is how many parts a batch is split in. The parts are added up in their order, so that the sum does not depend
// on who did which.
const shards = 16

// Validate tells what is wrong with the plan.
func (f *Fit) Validate() error {
	switch {
	case f.Epochs <= 0 || f.Batch <= 0 || !(f.Rate > 0) || !(f.Scale > 0) || !(f.ResultScale > 0): // NaN is refused too
		return fmt.Errorf("tune: %d epochs, batches of %d, a rate of %g, scales of %g and %g: want more than 0 of each",
			f.Epochs, f.Batch, f.Rate, f.Scale, f.ResultScale)
	case !(f.SearchShare >= 0 && f.SearchShare <= 1):
		return fmt.Errorf("tune: a share of %g for the search: want 0 to 1", f.SearchShare)
	case !(f.Pull >= 0) || !(f.SearchWeight >= 0):
		return fmt.Errorf("tune: a pull of %g, a weight of %g for the search: want 0 or more", f.Pull, f.SearchWeight)
	}
	m := newModel(&f.Start)
	return errors.Join(m.fix(f.Keep, false), m.fix(f.Without, true))
}

// Run fits the weights. progress, which may be nil, is called after every epoch. If ctx ends, so does the fitting, with
// its error.
func (f *Fit) Run(
	ctx context.Context, positions *Positions, progress func(epoch int, l Losses),
) (classical.Weights, Losses, error) {
	if err := f.Validate(); err != nil {
		return classical.Weights{}, Losses{}, err
	}
	m := newModel(&f.Start)
	m.home = newModel(&f.Home).values
	if err := errors.Join(m.fix(f.Keep, false), m.fix(f.Without, true)); err != nil {
		return classical.Weights{}, Losses{}, err
	}
	step := newAdam(len(m.values))
	order := make([]int, positions.Learn.Len())
	for i := range order {
		order[i] = i
	}
	dice := rand.New(rand.NewPCG(f.Seed, 0))
	steps := f.Epochs * ((len(order) + f.Batch - 1) / f.Batch)
	done := 0
	var losses Losses
	for epoch := range f.Epochs {
		dice.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		sum, counted := 0.0, 0.0
		for from := 0; from < len(order); from += f.Batch {
			if ctx.Err() != nil {
				return classical.Weights{}, losses, context.Cause(ctx)
			}
			batch := order[from:min(from+f.Batch, len(order))]
			loss, weight, gradient := f.gradient(m, &positions.Learn, batch)
			sum += loss
			counted += weight
			// The pull is shared out among the steps of an epoch.
			for i, v := range m.values {
				if m.fixed[i] {
					gradient[i] = 0
					continue
				}
				gradient[i] = gradient[i]/float64(len(batch)) + f.Pull*(v-m.home[i])/(100*100)/float64(len(order))
			}
			rate := f.Rate * (1 + math.Cos(math.Pi*float64(done)/float64(steps))) / 2
			step.move(m.values, gradient, rate)
			done++
		}
		losses = Losses{sum / counted, f.Loss(m.weights(), &positions.Check)}
		if progress != nil {
			progress(epoch+1, losses)
		}
	}
	w := m.weights()
	return *w, Losses{f.Loss(w, &positions.Learn), f.Loss(w, &positions.Check)}, nil
}

// Loss returns what the weights cost on the positions of a set, 0 if there are none.
func (f *Fit) Loss(w *classical.Weights, s *Set) float64 {
	if s.Len() == 0 {
		return 0
	}
	m := newModel(w)
	losses, weights := make([]float64, shards), make([]float64, shards)
	f.share(func(shard int) {
		for i := shard; i < s.Len(); i += shards {
			p := &s.at[i]
			scale, target, weight := f.asked(p)
			losses[shard] += weight * divergence(sigmoid(m.score(p, s.of(i))/scale), target)
			weights[shard] += weight
		}
	})
	loss, weight := 0.0, 0.0
	for shard := range shards {
		loss += losses[shard]
		weight += weights[shard]
	}
	return loss / weight
}

// gradient returns the sum of the losses of a batch, how many positions it counts for, and where the losses grow.
func (f *Fit) gradient(m *model, s *Set, batch []int) (loss, weight float64, gradient []float64) {
	losses, weights, gradients := make([]float64, shards), make([]float64, shards), make([][]float64, shards)
	f.share(func(shard int) {
		g := make([]float64, len(m.values))
		for n := shard; n < len(batch); n += shards {
			i := batch[n]
			p, counts := &s.at[i], s.of(i)
			score := m.score(p, counts)
			scale, target, weight := f.asked(p)
			guess := sigmoid(score / scale)
			losses[shard] += weight * divergence(guess, target)
			weights[shard] += weight
			slope := weight * (guess - target) / scale * float64(p.scaleOf(score))
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
		weight += weights[shard]
		for i, g := range gradients[shard] {
			gradient[i] += g
		}
	}
	return loss, weight, gradient
}

// asked is what the evaluation should predict of a position, Red's part of the point; on what scale; and how much that
// counts.
func (f *Fit) asked(p *position) (scale, target, weight float64) {
	if !p.scored() {
		return f.ResultScale, float64(p.result), 1
	}
	target = f.SearchShare*sigmoid(float64(p.score)/f.Scale) + (1-f.SearchShare)*float64(p.result)
	if f.SearchWeight == 0 {
		return f.Scale, target, 1
	}
	return f.Scale, target, f.SearchWeight
}

// share lets the workers do all shards.
func (f *Fit) share(do func(shard int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, f.Workers) {
		workers.Go(func() {
			for shard := range next {
				do(shard)
			}
		})
	}
	for shard := range shards {
		next <- shard
	}
	close(next)
	workers.Wait()
}

// model is the weights as fitting sees them: the halves of all pairs in a row.
type model struct {
	values, home []float64
	fixed        []bool // stay as they are
}

func newModel(w *classical.Weights) *model {
	m := &model{}
	for _, cell := range w.All() {
		full, empty := cell.Split()
		m.values = append(m.values, float64(full), float64(empty))
	}
	m.fixed = make([]bool, len(m.values))
	return m
}

// fix lets the weights of terms stay what they are, or 0.
func (m *model) fix(terms []string, zero bool) error {
	for _, term := range terms {
		i, found := 0, false
		for name := range new(classical.Weights).All() {
			if field, _, _ := strings.Cut(name, "["); field == term {
				found = true
				for half := i; half < i+2; half++ {
					m.fixed[half] = true
					if zero {
						m.values[half] = 0
					}
				}
			}
			i += 2
		}
		if !found {
			return fmt.Errorf("tune: there is no term %q: want a field of classical.Weights", term)
		}
	}
	return nil
}

// weights rounds the model to centipawns.
func (m *model) weights() *classical.Weights {
	w, i := new(classical.Weights), 0
	for _, cell := range w.All() {
		*cell = classical.S(int(math.Round(m.values[i])), int(math.Round(m.values[i+1])))
		i += 2
	}
	return w
}

// score is the evaluation of a position in centipawns for Red.
func (m *model) score(p *position, counts []classical.Count) float64 {
	full, empty := 0.0, 0.0
	for _, c := range counts {
		full += m.values[2*c.Weight] * float64(c.Times)
		empty += m.values[2*c.Weight+1] * float64(c.Times)
	}
	score := full*float64(p.full) + empty*float64(1-p.full)
	return score * float64(p.scaleOf(score))
}

// scaleOf returns the part of the score that counts.
func (p *position) scaleOf(score float64) float32 {
	if score < 0 {
		return p.scale[1]
	}
	return p.scale[0]
}

// adam moves values against a gradient, each by about the rate: less where the gradient keeps changing its sign.
type adam struct {
	mean, square []float64
	steps        int
}

func newAdam(n int) *adam { return &adam{mean: make([]float64, n), square: make([]float64, n)} }

func (a *adam) move(values, gradient []float64, rate float64) {
	const memory, squareMemory, least = 0.9, 0.999, 1e-12
	a.steps++
	young := 1 - math.Pow(memory, float64(a.steps))
	youngSquare := 1 - math.Pow(squareMemory, float64(a.steps))
	for i, g := range gradient {
		a.mean[i] = memory*a.mean[i] + (1-memory)*g
		a.square[i] = squareMemory*a.square[i] + (1-squareMemory)*g*g
		values[i] -= rate * (a.mean[i] / young) / (math.Sqrt(a.square[i]/youngSquare) + least)
	}
}
