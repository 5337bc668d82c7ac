package tune

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"sync"

	"golang.org/x/sync/errgroup"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/selfplay"
)

// Positions are quiet positions of games with their evaluation features, split by game into a training and a validation
// set.
type Positions struct {
	Training, Validation Set
}

// Set is a list of positions.
type Set struct {
	positions []position
	counts    []classical.Count // of all positions, one after the other
}

// Len is the number of positions.
func (s *Set) Len() int { return len(s.positions) }

// position holds the data of one position, from Red's view.
type position struct {
	end    int        // of its counts, which begin at the end of the previous position's
	full   float32    // the part of the first half of each weight
	scale  [2]float32 // the part of a lead that counts, by color
	score  float32    // of the search, in centipawns
	result float32    // 1, 0.5 or 0
}

// Selection filters the positions to train on.
type Selection struct {
	// MaxScore excludes positions with a score beyond it, in centipawns, as decided.
	MaxScore int
	// ValidationShare is the share of the games held out for validation, 0 to 1.
	ValidationShare float64
	// Workers is the number of games processed concurrently; 0 means one.
	Workers int
}

// ErrNoPositions is returned when no position passes the filter.
var ErrNoPositions = errors.New("tune: no quiet positions in these games: make some with xiangqi-lab selfplay")

// Read extracts the positions of games, as yielded by [selfplay.Reader.All]. progress, which may be nil, is called with
// the numbers of games and positions so far.
func Read(
	ctx context.Context, sources []iter.Seq2[selfplay.Game, error], s Selection, progress func(games, positions int),
) (*Positions, error) {
	var mu sync.Mutex // guards all that follows
	var positions Positions
	type part struct {
		Set
		heldOut bool
	}
	waiting, next := map[int]part{}, 0
	add := func(number int, found part) {
		mu.Lock()
		defer mu.Unlock()
		waiting[number] = found
		for set, ok := waiting[next]; ok; set, ok = waiting[next] {
			into := &positions.Training
			if set.heldOut {
				into = &positions.Validation
			}
			into.add(&set.Set)
			delete(waiting, next)
			next++
			if progress != nil {
				progress(next, positions.Training.Len()+positions.Validation.Len())
			}
		}
	}
	tracers := sync.Pool{New: func() any { return classical.NewTracer() }}
	var extracting errgroup.Group
	extracting.SetLimit(max(1, s.Workers))
	number := 0
	var err error
	for g, unread := range allOf(sources) {
		if err = cmp.Or(unread, ctx.Err()); err != nil {
			break
		}
		at := number
		extracting.Go(func() error {
			tracer := tracers.Get().(*classical.Tracer)
			defer tracers.Put(tracer)
			add(at, part{s.extract(tracer, &g), g.HeldOut(s.ValidationShare)})
			return nil
		})
		number++
	}
	if err := cmp.Or(extracting.Wait(), err); err != nil {
		return nil, err
	}
	if positions.Training.Len() == 0 {
		return nil, ErrNoPositions
	}
	return &positions, nil
}

// allOf yields the games of all sources.
func allOf(sources []iter.Seq2[selfplay.Game, error]) iter.Seq2[selfplay.Game, error] {
	return func(yield func(selfplay.Game, error) bool) {
		for _, source := range sources {
			for g, err := range source {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// extract returns the quiet positions of a game that have a score.
func (s *Selection) extract(tracer *classical.Tracer, g *selfplay.Game) (set Set) {
	for sample := range g.Samples() {
		if !sample.Usable(s.MaxScore) {
			continue
		}
		p := sample.Position
		trace := tracer.Trace(p)
		score, result := float32(sample.Score), float32(sample.Result)
		if p.SideToMove() == board.Black {
			score, result = -score, 1-result
		}
		set.counts = append(set.counts, trace.Counts...)
		set.positions = append(set.positions, position{
			len(set.counts), float32(trace.Full), [2]float32{float32(trace.Scale[0]), float32(trace.Scale[1])}, score, result,
		})
	}
	return set
}

func (s *Set) add(more *Set) {
	shift := len(s.counts)
	s.counts = append(s.counts, more.counts...)
	for _, p := range more.positions {
		p.end += shift
		s.positions = append(s.positions, p)
	}
}

// coefficients returns the weights used by position i, with their counts.
func (s *Set) coefficients(i int) []classical.Count {
	start := 0
	if i > 0 {
		start = s.positions[i-1].end
	}
	return s.counts[start:s.positions[i].end]
}

// FitScale returns the scaling constant K, in centipawns, for which 1/(1+exp(-score/K)) predicts the results from the
// scores best, [selfplay.DefaultScale] without data.
func (s *Set) FitScale() float64 {
	var scores, results []float64
	for i := range s.positions {
		p := &s.positions[i]
		scores, results = append(scores, float64(p.score)), append(results, float64(p.result))
	}
	return selfplay.FitScale(scores, results)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy is the cross-entropy of the prediction p with the target t.
func crossEntropy(p, t float64) float64 {
	const least = 1e-9
	p = min(max(p, least), 1-least)
	return -t*math.Log(p) - (1-t)*math.Log(1-p)
}

// divergence is the Kullback–Leibler divergence of the prediction p from the target t.
func divergence(p, t float64) float64 { return crossEntropy(p, t) - crossEntropy(t, t) }
