package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// Plan holds the settings of a training run.
type Plan struct {
	// Width is the number of columns of the first layer.
	Width int
	// Epochs is the number of passes over all positions.
	Epochs int
	// BatchSize is the number of positions per step.
	BatchSize int
	// LearningRate is the peak learning rate of AdamW: about how far a weight moves in a step.
	LearningRate float64
	// SearchShare is the weight of the search's score in the target, 0 to 1 (lambda); the rest is the result of the
	// game.
	SearchShare float64
	// Scale is the number of centipawns that multiply the odds of winning by e; 0 means the one that fits the positions
	// best.
	Scale int
	// Seed is the random seed of the initial weights and of the order of the positions.
	Seed uint64
	// Start has the initial weights, of the same Width, nil for random ones. StartName names it in the recipe.
	Start     *nnue.Network
	StartName string
	// Average is the decay of an exponential moving average of the weights in a step, 0.999 for an average over about
	// 1,000 steps. The network has the average, which lies nearer to the minimum of the loss than the last weights do
	// (Polyak and Juditsky 1992, Izmailov et al. 2018). 0 means none.
	Average float64
	// Workers is the number of goroutines; 0 means one. The result does not depend on it.
	Workers int
}

const (
	// warmup is the share of the steps in which the learning rate rises to its peak; then it falls to 0 along half a
	// cosine.
	warmup = 0.02
	// weightDecay is the weight decay of AdamW: in a step a weight loses a share of itself of weightDecay times the
	// learning rate.
	weightDecay = 0.01
	// pointSteps is the number of steps between two points of the loss curves.
	pointSteps = 200
)

// Validate reports what is wrong with the plan.
func (p *Plan) Validate() error {
	switch {
	case p.Width < simd.Step || p.Width > simd.MaxWidth || p.Width%simd.Step != 0:
		return fmt.Errorf("train: a network %d wide: want a multiple of %d from %d to %d",
			p.Width, simd.Step, simd.Step, simd.MaxWidth)
	case p.Epochs < 1 || p.BatchSize < 1 || !(p.LearningRate > 0): // NaN is refused too
		return fmt.Errorf("train: %d epochs, batches of %d, a rate of %g: want more than 0 of each", p.Epochs, p.BatchSize, p.LearningRate)
	case !(p.SearchShare >= 0 && p.SearchShare <= 1):
		return fmt.Errorf("train: a share of %g for the search: want 0 to 1", p.SearchShare)
	case !(p.Average >= 0 && p.Average < 1):
		return fmt.Errorf("train: a moving average with the decay %g: want 0 or more, and less than 1", p.Average)
	case p.Start != nil && p.Start.Width != p.Width:
		return fmt.Errorf("train: a network %d wide to start from, and the plan has %d: want the same", p.Start.Width, p.Width)
	case p.Scale < 0:
		return fmt.Errorf("train: a scale of %d cp: want a positive number, or 0 for the one that fits best", p.Scale)
	}
	return nil
}

// terms returns in one line what the result depends on besides the files.
func (p *Plan) terms() string {
	text := fmt.Sprintf("width %d, %d epochs, batches of %d, rate %g, %g of the score, seed %d",
		p.Width, p.Epochs, p.BatchSize, p.LearningRate, p.SearchShare, p.Seed)
	if p.Average > 0 {
		text += fmt.Sprintf(", average %g", p.Average)
	}
	if p.Start != nil {
		text += ", begun with " + p.StartName
	}
	return text
}

// rate is the learning rate of a step.
func (p *Plan) rate(step, steps int) float64 {
	warm := int(warmup * float64(steps))
	if step < warm {
		return p.LearningRate * float64(step+1) / float64(warm+1)
	}
	return p.LearningRate * (1 + math.Cos(math.Pi*float64(step-warm)/float64(steps-warm))) / 2
}

// Point is a point of the loss curves.
type Point struct {
	// Step counts from 1.
	Step int
	// Training is the mean training loss since the previous point, Validation the validation loss: the mean squared
	// error of the predicted points. Validation is NaN if no positions are held out.
	Training, Validation float64
}

// Run is a training run.
type Run struct {
	plan      Plan
	positions *Positions
	trainer   *trainer
	adam      *adam
	// rng shuffles the positions before each epoch.
	rng *rand.Rand
	// averaged has the moving averages of the weights of the trainer's model. Without an average it is that model.
	averaged *model
	scale    int
	// step of steps are done.
	step, steps int
	last        Point   // of the loss curves
	sum         float64 // of the losses since then
}

// NewRun begins a run of a valid plan, which shuffles the positions: read them again for another run.
func NewRun(plan Plan, positions *Positions) *Run {
	r := &Run{
		plan: plan, positions: positions, scale: plan.Scale, rng: rand.New(rand.NewPCG(plan.Seed, 1<<63)),
	}
	if r.scale == 0 {
		r.scale = int(math.Round(positions.Scale))
	}
	m := newModel(plan.Width, plan.Seed)
	if plan.Start != nil {
		m.setFrom(plan.Start, r.scale)
	}
	r.averaged = m
	if plan.Average > 0 {
		averaged := *m
		for _, list := range averaged.weights() {
			*list = slices.Clone(*list)
		}
		r.averaged = &averaged
	}
	r.trainer, r.adam = newTrainer(m, plan.Workers, r.target), newAdam(m)
	r.steps = plan.Epochs * r.epochSteps()
	return r
}

// target is what the model should predict for a sample: the expected score of the side to move.
func (r *Run) target(s *packedSample) float64 {
	share := r.plan.SearchShare
	return share*sigmoid(float64(s.score())/float64(r.scale)) + (1-share)*s.result()
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// batch is the number of positions per step, and epochSteps the number of steps per epoch. An incomplete last batch is
// dropped; the next epoch is shuffled anew.
func (r *Run) batch() int      { return min(r.plan.BatchSize, len(r.positions.Training)) }
func (r *Run) epochSteps() int { return len(r.positions.Training) / r.batch() }

// Steps returns the number of steps of the run.
func (r *Run) Steps() int { return r.steps }

// ErrDiverged is returned when a weight has become NaN or infinite.
var ErrDiverged = errors.New("train: a weight is no longer a number: lower --rate")

// Train does all steps. If progress is not nil it is called with each point of the loss curves. The error of ctx ends
// the run, which cannot be continued.
func (r *Run) Train(ctx context.Context, progress func(Point)) error {
	for range r.plan.Epochs {
		shuffle(r.rng, r.positions.Training)
		for batch := range slices.Chunk(r.positions.Training[:r.epochSteps()*r.batch()], r.batch()) {
			r.trainStep(batch)
			if r.step%pointSteps == 0 || r.step == r.steps {
				if err := r.measure(); err != nil {
					return err
				}
				if progress != nil {
					progress(r.last)
				}
			}
			if err := context.Cause(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// trainStep does a step.
func (r *Run) trainStep(samples []packedSample) {
	r.sum += r.trainer.batch(samples)
	r.adam.step(r.trainer, r.plan.rate(r.step, r.steps), weightDecay)
	r.average()
	r.step++
}

// measure adds a point to the loss curves.
func (r *Run) measure() error {
	if !r.trainer.model.finite() {
		return ErrDiverged
	}
	point := Point{Step: r.step, Training: r.sum / float64(r.step-r.last.Step), Validation: math.NaN()}
	if len(r.positions.Validation) > 0 {
		current := r.trainer.model
		r.trainer.model = r.averaged
		point.Validation = r.trainer.loss(r.positions.Validation)
		r.trainer.model = current
	}
	r.last, r.sum = point, 0
	return nil
}

// average does a step of the moving averages.
func (r *Run) average() {
	if r.plan.Average == 0 {
		return
	}
	const together = 1 << 14
	for i, list := range r.trainer.model.weights() {
		weights, averages, part := *list, *r.averaged.weights()[i], float32(1-r.plan.Average)
		r.trainer.parallel((len(weights)+together-1)/together, func(group int) {
			for j := group * together; j < min(len(weights), (group+1)*together); j++ {
				averages[j] += part * (weights[j] - averages[j])
			}
		})
	}
}

// Network quantizes the current model, or its moving average, to a network, whose recipe says how it was trained.
func (r *Run) Network() (*nnue.Network, error) {
	recipe := fmt.Sprintf("%s; scale %d cp; %d steps; %s", r.plan.terms(), r.scale, r.step, r.positions.Recipe)
	if r.step > 0 {
		recipe += fmt.Sprintf("; loss %.6f, check %.6f", r.last.Training, r.last.Validation)
	}
	return r.averaged.network(r.scale, recipe)
}
