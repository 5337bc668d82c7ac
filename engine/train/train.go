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

// Plan is how a network is trained.
type Plan struct {
	// Width is how many columns the first layer has.
	Width int
	// Epochs is how often all positions are gone through.
	Epochs int
	// Batch is how many positions make a step.
	Batch int
	// Rate is the rate of AdamW at its highest: about how far a weight moves at a step. Warmup is the part of the steps in
	// which it rises to that; then it falls to nothing along half a cosine.
	Rate, Warmup float64
	// Decay is how much of themselves weights lose for each 1 that they may move.
	Decay float64
	// SearchShare is the part of the target that the search says, 0 to 1; the rest is how the game ended. Of positions of
	// walks the search says all: nobody played on from them.
	SearchShare float64
	// Scale is how many centipawns make the odds of winning grow by a factor of e; 0 means what fits the positions best.
	Scale int
	// Seed draws the weights to begin with.
	Seed uint64
	// Begun says which weights the run begins with, as StartName does; "" means weights that are drawn.
	Begun string
	// Workers is how many processors work; 0 means one. The result does not depend on it.
	Workers int
}

// Validate tells what is wrong with the plan.
func (p *Plan) Validate() error {
	switch {
	case p.Width < simd.Step || p.Width > simd.MaxWidth || p.Width%simd.Step != 0:
		return fmt.Errorf("train: a network %d wide: want a multiple of %d from %d to %d",
			p.Width, simd.Step, simd.Step, simd.MaxWidth)
	case p.Epochs < 1 || p.Batch < 1 || p.Rate <= 0:
		return errors.New("train: epochs, batch and rate must be positive")
	case p.Warmup < 0 || p.Warmup >= 1 || p.Decay < 0 || p.Rate*p.Decay >= 1:
		return fmt.Errorf("train: a warm-up of %g, a decay of %g: want parts below 1", p.Warmup, p.Decay)
	case p.SearchShare < 0 || p.SearchShare > 1:
		return fmt.Errorf("train: a share of %g for the search: want 0 to 1", p.SearchShare)
	case p.Scale < 0:
		return fmt.Errorf("train: a scale of %d cp: want a positive number, or 0 for the one that fits best", p.Scale)
	}
	return nil
}

// terms say in a line what the result depends on besides the files.
func (p *Plan) terms() string {
	text := fmt.Sprintf("width %d, %d epochs, batches of %d, rate %g, warm-up %g, decay %g, %g of the score, seed %d",
		p.Width, p.Epochs, p.Batch, p.Rate, p.Warmup, p.Decay, p.SearchShare, p.Seed)
	if p.Begun != "" {
		text += ", begun with (" + p.Begun + ")"
	}
	return text
}

// rate is the rate of a step out of all.
func (p *Plan) rate(step, steps int) float64 {
	warm := int(p.Warmup * float64(steps))
	if step < warm {
		return p.Rate * float64(step+1) / float64(warm+1)
	}
	return p.Rate * (1 + math.Cos(math.Pi*float64(step-warm)/float64(steps-warm))) / 2
}

// Point is how far a run had come at a step.
type Point struct {
	// Step counts from 1.
	Step int
	// Learn is the loss on average since the point before, Check that on the positions kept apart: the square of what is
	// missing to the target, in points. Check is not a number where none are kept apart.
	Learn, Check float64
}

// Run is a run of a plan.
type Run struct {
	plan    Plan
	files   *Files
	survey  *Survey
	trainer *trainer
	adam    *adam
	scale   int
	steps   int
	// step is how many steps are done, and points are the losses until then.
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

// target is what the model should say of a sample: the points that the side to move gets.
func (r *Run) target(s *sample) float64 {
	foreseen := sigmoid(float64(s.score()) / float64(r.scale))
	result, known := s.result()
	if !known {
		return foreseen
	}
	share := r.plan.SearchShare
	return share*foreseen + (1-share)*result
}

// batch is how many positions make a step, and epochSteps how many steps an epoch. What is left of an epoch after its
// last whole batch is left out: it is mixed again in the next.
func (r *Run) batch() int      { return min(r.plan.Batch, r.survey.Positions) }
func (r *Run) epochSteps() int { return r.survey.Positions / r.batch() }

// Steps returns how many steps there are, and how many are done.
func (r *Run) Steps() (all, done int) { return r.steps, r.step }

// Points returns the losses so far.
func (r *Run) Points() []Point { return r.points }

// Loss returns the loss of the last step.
func (r *Run) Loss() float64 { return r.latest }

// ErrDiverged is returned when a weight is no longer a number.
var ErrDiverged = errors.New("train: a weight is no longer a number: lower --rate")

// Train does the steps that are left, or some until after says that it is enough. After each step it is called, if it
// is not nil, and may write a checkpoint. An error of it, or of ctx, ends the run, which may be gone on with.
func (r *Run) Train(ctx context.Context, every int, after func() error) error {
	for r.step < r.steps {
		if err := r.epoch(ctx, max(every, 1), after); err != nil {
			return err
		}
	}
	return nil
}

// epoch does what is left of the present epoch.
func (r *Run) epoch(ctx context.Context, every int, after func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	number, skip := r.step/r.epochSteps(), r.step%r.epochSteps()
	type batch struct {
		samples []sample
		err     error
	}
	// While one batch is learned from, the next is read.
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

// Network rounds what was learned so far, and says in its recipe how.
func (r *Run) Network() (*nnue.Network, error) {
	recipe := fmt.Sprintf("%s; scale %d cp; step %d of %d; %s",
		r.plan.terms(), r.scale, r.step, r.steps, r.files.Recipe(r.survey))
	if len(r.points) > 0 {
		last := r.points[len(r.points)-1]
		recipe += fmt.Sprintf("; loss %.6f, check %.6f", last.Learn, last.Check)
	}
	return r.trainer.model.network(r.scale, recipe)
}

// Rounded is what rounding a model to a network costs.
type Rounded struct {
	// Positions is how many were looked at.
	Positions int
	// Mean and Most are how far the scores of the two are apart, in centipawns, on average and at most.
	Mean, Most float64
	// Loss is the loss of the network, Model that of the model.
	Loss, Model float64
}

// Compare holds a network against the model that it was made of, on the positions kept apart.
func (r *Run) Compare(n *nnue.Network) Rounded {
	var c Rounded
	checks := r.survey.checks
	for i := range checks {
		said := r.trainer.says(&checks[i])
		side := r.trainer.sides[0]
		score := n.Score(&r.trainer.boards[0], side[0])
		off := math.Abs(float64(score) - max(min(said*float64(r.scale), eval.Limit), -eval.Limit))
		c.Mean += off
		c.Most = max(c.Most, off)
		target := r.target(&checks[i])
		c.Model += square(sigmoid(said) - target)
		c.Loss += square(sigmoid(float64(score)/float64(r.scale)) - target)
	}
	c.Positions = len(checks)
	count := float64(max(c.Positions, 1))
	c.Mean, c.Loss, c.Model = c.Mean/count, c.Loss/count, c.Model/count
	return c
}

func square(x float64) float64 { return x * x }
