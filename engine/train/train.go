package train

import (
	"context"
	"errors"
	"fmt"
	"math"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// Plan holds the settings of a training run.
type Plan struct {
	// Width is the number of columns of the first layer.
	Width int
	// Epochs is the number of passes over all positions.
	Epochs int
	// Batch is the number of positions per step.
	Batch int
	// Rate is the peak learning rate of AdamW: about how far a weight moves in a step. Warmup is the share of the steps in
	// which the rate rises to it; then it falls to 0 along half a cosine.
	Rate, Warmup float64
	// Decay is the weight decay: the share of itself that a weight loses in a step is Decay times the learning rate.
	Decay float64
	// SearchShare is the weight of the search's score in the target, 0 to 1; the rest is the result of the game. For
	// positions of walks it is 1: nobody played on from them.
	SearchShare float64
	// Scale is the number of centipawns that multiply the odds of winning by e; 0 means the one that fits the positions
	// best.
	Scale int
	// Seed is the random seed of the initial weights.
	Seed uint64
	// Begun names the weights that the run begins with, as StartName does; "" means random ones.
	Begun string
	// Workers is the number of goroutines; 0 means one. The result does not depend on it.
	Workers int
}

// Validate reports what is wrong with the plan.
func (p *Plan) Validate() error {
	switch {
	case p.Width < simd.Step || p.Width > simd.MaxWidth || p.Width%simd.Step != 0:
		return fmt.Errorf("train: a network %d wide: want a multiple of %d from %d to %d",
			p.Width, simd.Step, simd.Step, simd.MaxWidth)
	case p.Epochs < 1 || p.Batch < 1 || !(p.Rate > 0): // NaN is refused too
		return fmt.Errorf("train: %d epochs, batches of %d, a rate of %g: want more than 0 of each", p.Epochs, p.Batch, p.Rate)
	case !(p.Warmup >= 0 && p.Warmup < 1) || !(p.Decay >= 0 && p.Rate*p.Decay < 1):
		return fmt.Errorf("train: a warm-up of %g, a decay of %g at a rate of %g: want 0 or more, the warm-up less than 1, the decay less than 1/rate",
			p.Warmup, p.Decay, p.Rate)
	case !(p.SearchShare >= 0 && p.SearchShare <= 1):
		return fmt.Errorf("train: a share of %g for the search: want 0 to 1", p.SearchShare)
	case p.Scale < 0:
		return fmt.Errorf("train: a scale of %d cp: want a positive number, or 0 for the one that fits best", p.Scale)
	}
	return nil
}

// terms returns in one line what the result depends on besides the files.
func (p *Plan) terms() string {
	text := fmt.Sprintf("width %d, %d epochs, batches of %d, rate %g, warm-up %g, decay %g, %g of the score, seed %d",
		p.Width, p.Epochs, p.Batch, p.Rate, p.Warmup, p.Decay, p.SearchShare, p.Seed)
	if p.Begun != "" {
		text += begunWith + p.Begun + ")"
	}
	return text
}

// rate is the learning rate of a step.
func (p *Plan) rate(step, steps int) float64 {
	warm := int(p.Warmup * float64(steps))
	if step < warm {
		return p.Rate * float64(step+1) / float64(warm+1)
	}
	return p.Rate * (1 + math.Cos(math.Pi*float64(step-warm)/float64(steps-warm))) / 2
}

// Point is a point of the loss curves.
type Point struct {
	// Step counts from 1.
	Step int
	// Learn is the mean training loss since the point before, Check the validation loss: the mean squared error of the
	// predicted points. Check is NaN if no positions are held out.
	Learn, Check float64
}

// Run is a training run.
type Run struct {
	plan    Plan
	files   *Files
	survey  *Survey
	trainer *trainer
	adam    *adam
	scale   int
	steps   int
	// step is the number of steps done, and points are the losses so far.
	step   int
	points []Point
	sum    float64 // of the losses since the last point
	since  int     // steps since then
	latest float64 // loss of the last step
}

// NewRun begins a run, on a survey of the files.
func NewRun(plan Plan, files *Files, survey *Survey) (*Run, error) {
	if err := errors.Join(plan.Validate(), files.Validate()); err != nil {
		return nil, err
	}
	r := &Run{plan: plan, files: files, survey: survey, scale: plan.Scale}
	if r.scale == 0 {
		r.scale = int(math.Round(survey.Scale))
	}
	m := newModel(plan.Width, plan.Seed)
	r.trainer, r.adam = newTrainer(m, plan.Workers, r.target), newAdam(m)
	r.steps = plan.Epochs * r.epochSteps()
	return r, nil
}

// target is what the model should predict for a sample: the points of the side to move.
func (r *Run) target(s *sample) float64 {
	foreseen := sigmoid(float64(s.score()) / float64(r.scale))
	result, known := s.result()
	if !known {
		return foreseen
	}
	share := r.plan.SearchShare
	return share*foreseen + (1-share)*result
}

// batch is the number of positions per step, and epochSteps the number of steps per epoch. What is left of an epoch
// after its last whole batch is not used: the next epoch shuffles anew.
func (r *Run) batch() int      { return min(r.plan.Batch, r.survey.Positions) }
func (r *Run) epochSteps() int { return r.survey.Positions / r.batch() }

// Steps returns the number of all steps and of those done.
func (r *Run) Steps() (all, done int) { return r.steps, r.step }

// Points returns the losses so far.
func (r *Run) Points() []Point { return r.points }

// Loss returns the loss of the last step.
func (r *Run) Loss() float64 { return r.latest }

// ErrDiverged is returned when a weight has become NaN or infinite.
var ErrDiverged = errors.New("train: a weight is no longer a number: lower --rate")

// Train does the remaining steps. The losses are recorded every so many steps. If after is not nil it is called after
// each step and may write a checkpoint. Its error, or that of ctx, ends the call; Train may then be called again.
func (r *Run) Train(ctx context.Context, every int, after func() error) error {
	for r.step < r.steps {
		if err := r.epoch(ctx, max(every, 1), after); err != nil {
			return err
		}
	}
	return nil
}

// epoch does the remaining steps of the current epoch.
func (r *Run) epoch(ctx context.Context, every int, after func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	number, skip := r.step/r.epochSteps(), r.step%r.epochSteps()
	type batch struct {
		samples []sample
		err     error
	}
	// The next batch is read while the model learns from this one.
	batches, empty := make(chan batch, 2), make(chan []sample, 4)
	go func() {
		defer close(batches)
		left, size := r.epochSteps(), r.batch()
		next := make([]sample, 0, size)
		for s, err := range r.files.samples(ctx, r.survey, number) {
			if next = append(next, s); len(next) < size && err == nil {
				continue
			}
			if left--; err == nil && left >= r.epochSteps()-skip {
				next = next[:0] // learned from before the run was interrupted
				continue
			}
			select {
			case batches <- batch{next, err}:
			case <-ctx.Done():
				return
			}
			if left == 0 || err != nil {
				return
			}
			select {
			case next = <-empty:
				next = next[:0]
			default:
				next = make([]sample, 0, size)
			}
		}
	}()
	for b := range batches {
		if b.err != nil {
			return b.err
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := r.learn(b.samples, every); err != nil {
			return err
		}
		select {
		case empty <- b.samples:
		default:
		}
		if after != nil {
			if err := after(); err != nil {
				return err
			}
		}
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if r.step%r.epochSteps() != 0 {
		return errors.New("train: there are fewer positions than the survey found: are these other files?")
	}
	return nil
}

// learn does a step.
func (r *Run) learn(samples []sample, every int) error {
	r.latest = r.trainer.batch(samples)
	r.adam.move(r.trainer, r.plan.rate(r.step, r.steps), r.plan.Decay)
	r.step++
	r.sum += r.latest
	r.since++
	if r.step%every != 0 && r.step != r.steps {
		return nil
	}
	if !r.trainer.model.finite() {
		return ErrDiverged
	}
	point := Point{Step: r.step, Learn: r.sum / float64(r.since), Check: math.NaN()}
	if len(r.survey.checks) > 0 {
		point.Check = r.trainer.loss(r.survey.checks)
	}
	r.points = append(r.points, point)
	r.sum, r.since = 0, 0
	return nil
}

// Network rounds the model as it is now to a network, whose recipe says how it was trained.
func (r *Run) Network() (*nnue.Network, error) {
	recipe := fmt.Sprintf("%s; scale %d cp; step %d of %d; %s",
		r.plan.terms(), r.scale, r.step, r.steps, r.files.Recipe(r.survey))
	if len(r.points) > 0 {
		last := r.points[len(r.points)-1]
		recipe += fmt.Sprintf("; loss %.6f, check %.6f", last.Learn, last.Check)
	}
	return r.trainer.model.network(r.scale, recipe)
}

// Rounded compares a model with the network that was rounded from it.
type Rounded struct {
	// Positions is the number of validation positions compared.
	Positions int
	// Mean and Most are the mean and the largest difference of their scores, in centipawns.
	Mean, Most float64
	// Loss is the validation loss of the network, Model that of the model.
	Loss, Model float64
}

// Compare compares a network with the model that it was rounded from, on the validation positions.
func (r *Run) Compare(n *nnue.Network) Rounded {
	var c Rounded
	checks := r.survey.checks
	for i := range checks {
		output := r.trainer.output(&checks[i])
		side := r.trainer.sides[0]
		score := n.Score(&r.trainer.boards[0], side[0])
		off := math.Abs(float64(score) - max(min(output*float64(r.scale), eval.Limit), -eval.Limit))
		c.Mean += off
		c.Most = max(c.Most, off)
		target := r.target(&checks[i])
		c.Model += square(sigmoid(output) - target)
		c.Loss += square(sigmoid(float64(score)/float64(r.scale)) - target)
	}
	c.Positions = len(checks)
	count := float64(max(c.Positions, 1))
	c.Mean, c.Loss, c.Model = c.Mean/count, c.Loss/count, c.Model/count
	return c
}

func square(x float64) float64 { return x * x }
