package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/rules"
)

// worth is what pieces are worth in the games of the tests.
var worth = [8]int{board.Advisor: 60, board.Elephant: 60, board.Horse: 200, board.Rook: 450, board.Cannon: 220, board.Pawn: 40}

// material is what a side is ahead by.
func material(p *board.Position, side board.Color) (sum int) {
	for _, piece := range p.Placement() {
		switch {
		case piece == board.NoPiece:
		case piece.Color() == side:
			sum += worth[piece.Kind()]
		default:
			sum -= worth[piece.Kind()]
		}
	}
	return sum
}

// gamesFile writes games of random moves, whose scores are material.
func gamesFile(t testing.TB, name string, seed uint64, games int) {
	t.Helper()
	w, had, err := selfplay.Append(name, "chosen at random")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for number := had; number < games; number++ {
		rng := rand.New(rand.NewPCG(seed, uint64(number)))
		p := board.StartPosition()
		g := selfplay.Game{Start: p, Outcome: rules.Draw}
		for range 60 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			// Captures are preferred, so that material differs.
			for range 2 {
				if other := moves[rng.IntN(len(moves))]; p.At(other.To()) != board.NoPiece {
					m = other
				}
			}
			g.Plies = append(g.Plies, selfplay.Ply{Move: m, Score: int16(material(&p, p.SideToMove()))})
			p.Make(m)
		}
		switch ahead := material(&p, board.Red); {
		case ahead > 200:
			g.Outcome = rules.RedWins
		case ahead < -200:
			g.Outcome = rules.BlackWins
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
}

// threeFiles are files of games for a test.
func threeFiles(t testing.TB, games int) *Files {
	t.Helper()
	f := &Files{MaxScore: 2000, ValidationShare: 0.2, MaxValidation: 1000}
	for i, name := range []string{"one", "two", "three"} {
		path := filepath.Join(t.TempDir(), name+".games")
		gamesFile(t, path, uint64(i), games)
		f.Names = append(f.Names, path)
	}
	return f
}

// small is a plan that takes a moment.
func small() Plan {
	return Plan{Width: 64, Epochs: 4, BatchSize: 128, LearningRate: 0.003, SearchShare: 0.8, Scale: 300, Seed: 1, Workers: 2}
}

// newRun begins a run.
func newRun(t testing.TB, plan Plan, files *Files) *Run {
	t.Helper()
	return NewRun(plan, read(t, files))
}

// written is the file of the network of a run.
func written(t testing.TB, r *Run) []byte {
	t.Helper()
	n, err := r.Network()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A run that has diverged says so.
func TestDiverged(t *testing.T) {
	plan := small()
	plan.LearningRate = 1e39
	files := threeFiles(t, 20)
	if err := newRun(t, plan, files).Train(t.Context(), nil); !errors.Is(err, ErrDiverged) {
		t.Errorf("at the point the error is %v, want ErrDiverged", err)
	}
}

func TestLossFalls(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for a second")
	}
	plan := small()
	plan.Epochs, plan.LearningRate, plan.SearchShare = 8, 0.01, 1
	r := newRun(t, plan, threeFiles(t, 80))
	before := r.trainer.loss(r.positions.Validation)
	points := 0
	if err := r.Train(t.Context(), func(Point) { points++ }); err != nil {
		t.Fatal(err)
	}
	last, all := r.last, r.Steps()
	if last.Step != all || points != (all+pointSteps-1)/pointSteps {
		t.Errorf("%d points to step %d of %d", points, last.Step, all)
	}
	if last.Validation > before/2 {
		t.Errorf("the loss on what was kept apart is %.5f, and was %.5f", last.Validation, before)
	}
	if last.Training > before/4 {
		t.Errorf("the loss is %.5f, and was %.5f", last.Training, before)
	}
	t.Logf("%d positions, loss %.5f before, then %.5f", len(r.positions.Training), before, last.Validation)

	// The network is nearly the model.
	n, err := r.Network()
	if err != nil {
		t.Fatal(err)
	}
	checks := r.positions.Validation
	var mean, most, rounded float64 // centipawns by which scores differ, and the loss of the network
	for i := range checks {
		score := r.scoreBy(n, &checks[i])
		off := math.Abs(score - r.trainer.output(&checks[i])*float64(n.Scale))
		mean, most = mean+off/float64(len(checks)), max(most, off)
		miss := sigmoid(score/float64(n.Scale)) - r.target(&checks[i])
		rounded += miss * miss / float64(len(checks))
	}
	t.Logf("rounding: %.2f cp on average, %.2f at most, loss %.6f", mean, most, rounded)
	if mean > 3 || most > 12 {
		t.Errorf("rounded, scores are %.1f cp away on average and %.1f at most, want 3 and 12", mean, most)
	}
	if exact := r.trainer.loss(checks); math.Abs(rounded-exact) > 0.02*exact {
		t.Errorf("rounding changes the loss from %.6f to %.6f", exact, rounded)
	}
	for _, part := range []string{"width 64", "seed 1", "one.games: 80 games", "check 0.0"} {
		if !strings.Contains(n.Recipe, part) {
			t.Errorf("the recipe does not name %q: %s", part, n.Recipe)
		}
	}
	// The evaluator says the same of a position as the network.
	p := board.StartPosition()
	want := n.Score(boardOf(&p), int(board.Red))
	if got := nnue.New(n).Score(&p); got != want {
		t.Errorf("the start position scores %d, and %d for the trainer", got, want)
	}
}

// output is the model's output for a sample, in units of the scale: the logit of its prediction.
func (t *trainer) output(s *packedSample) float64 {
	side := s.look(&t.boards[0])
	t.sides[0] = [2]int{int(side), int(side.Opponent())}
	return t.model.forward(&t.boards[0], &t.sums[0], t.sides[0])
}

// boardOf looks at a position.
func boardOf(p *board.Position) *nnue.Features {
	var b nnue.Features
	s := pack(&selfplay.Sample{Position: p})
	s.look(&b)
	return &b
}

// The same plan and files give the same bits, with any number of workers.
func TestRunsAreRepeatable(t *testing.T) {
	files := threeFiles(t, 12)
	// Of files of different lengths, only some positions are drawn to check.
	gamesFile(t, files.Names[0], 2, 30)
	files.ValidationShare, files.MaxValidation = 0.2, 40
	plan := small()
	plan.Epochs, plan.Workers, plan.Average = 3, 1, 0.95
	one := newRun(t, plan, files)
	if epoch := one.epochSteps(); epoch < 4 {
		t.Fatalf("%d steps an epoch are too few for this test", epoch)
	}
	if err := one.Train(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := written(t, one)

	plan.Workers = 3
	again := newRun(t, plan, files)
	if err := again.Train(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, again), want) {
		t.Error("a second run, with three workers, ends otherwise than the first")
	}
	plan.Seed++
	other := newRun(t, plan, files)
	if err := other.Train(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(other.trainer.model.rows, one.trainer.model.rows) {
		t.Error("another seed ends alike")
	}
}

// The gradients are those of the loss.
func TestGradients(t *testing.T) {
	r := newRun(t, small(), threeFiles(t, 2))
	samples := r.positions.Validation
	if len(samples) == 0 {
		t.Fatal("no positions")
	}
	samples = samples[:min(20, len(samples))]
	tr := r.trainer
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range tr.model.output {
		tr.model.output[i] = float32(rng.NormFloat64() * 0.3)
	}
	tr.batch(samples)
	loss := tr.loss(samples)
	used, head := int(tr.boards[0].Rows[0][3]), tr.boards[0].OutputBuckets[tr.sides[0][0]]
	s := tr.gradients
	for _, c := range []struct {
		name             string
		weight, gradient []float32
	}{
		{"row", tr.model.row(tr.model.rows, used), slices.Clone(tr.model.row(s.rows, used))},
		{"bias", tr.model.bias, slices.Clone(s.bias)},
		{"head", tr.model.head(tr.model.output, head, 1), slices.Clone(tr.model.head(s.output, head, 1))},
		{"output bias", tr.model.outputBias[:nnue.OutputBuckets], slices.Clone(s.outputBias[:nnue.OutputBuckets])},
	} {
		seen := 0
		for i := range c.weight {
			const h = 0.002
			at := c.weight[i]
			c.weight[i] = at + h
			up := tr.loss(samples)
			c.weight[i] = at - h
			down := tr.loss(samples)
			c.weight[i] = at
			if math.Abs(up+down-2*loss) > 0.02*h/float64(len(samples)) {
				continue // the clamp of an activation begins or ends between the two
			}
			want := (up - down) / (2 * h) * float64(len(samples))
			if math.Abs(want) > 1e-3 {
				seen++
			}
			if math.Abs(float64(c.gradient[i])-want) > 0.005+0.05*math.Abs(want) {
				t.Errorf("%s %d: gradient %.5f, want %.5f", c.name, i, c.gradient[i], want)
			}
		}
		if seen == 0 {
			t.Errorf("%s: all gradients are 0", c.name)
		}
	}
}

func TestRate(t *testing.T) {
	p := Plan{LearningRate: 2}
	for _, c := range []struct {
		step      int
		low, high float64
	}{{0, 0.05, 0.15}, {19, 1.7, 2}, {20, 2, 2}, {510, 0.99, 1.01}, {999, 0, 0.01}} {
		if got := p.rate(c.step, 1000); got < c.low || got > c.high {
			t.Errorf("step %d of 1000: rate %g, want %g to %g", c.step, got, c.low, c.high)
		}
	}
}

func TestTrainingEndsWithItsContext(t *testing.T) {
	r := newRun(t, small(), threeFiles(t, 12))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Train(ctx, nil); !errors.Is(err, context.Canceled) || r.step > 1 {
		t.Errorf("after %d steps: %v", r.step, err)
	}
}

func BenchmarkBatch(b *testing.B) {
	files := threeFiles(b, 100)
	for _, width := range []int{128, 256} {
		plan := small()
		plan.Width, plan.Workers = width, 1
		r := newRun(b, plan, files)
		batch := r.positions.Training[:4096]
		b.Run(map[int]string{128: "128", 256: "256"}[width], func(b *testing.B) {
			for b.Loop() {
				r.trainer.batch(batch)
			}
			b.ReportMetric(float64(b.N*len(batch))/b.Elapsed().Seconds(), "positions/s")
		})
		b.Run(map[int]string{128: "128 step", 256: "256 step"}[width], func(b *testing.B) {
			for b.Loop() {
				r.adam.step(r.trainer, 1e-9, 0)
			}
		})
	}
}
