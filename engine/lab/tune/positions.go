package tune

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"

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

const (
	// maxScore excludes positions with a score beyond it, in centipawns, as decided.
	maxScore = 1200
	// validationShare is the share of the games held out for validation.
	validationShare = 0.1
)

// ErrNoPositions is returned when no position passes the filter.
var ErrNoPositions = errors.New("tune: no quiet positions in these games: make some with xiangqi-lab selfplay")

// Read extracts the positions of games, as yielded by [selfplay.GamesIn]. progress, which may be nil, is called with
// the numbers of games and positions so far.
func Read(
	ctx context.Context, sources []iter.Seq2[selfplay.Game, error], progress func(games, positions int),
) (*Positions, error) {
	var positions Positions
	tracer, read := classical.NewTracer(), 0
	for _, games := range sources {
		for g, err := range games {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			set := &positions.Training
			if g.HeldOut(validationShare) {
				set = &positions.Validation
			}
			set.add(tracer, &g)
			read++
			if progress != nil {
				progress(read, positions.Training.Len()+positions.Validation.Len())
			}
		}
	}
	if positions.Training.Len() == 0 {
		return nil, ErrNoPositions
	}
	return &positions, nil
}

// add adds the quiet positions of a game that have a score.
func (s *Set) add(tracer *classical.Tracer, g *selfplay.Game) {
	for sample := range g.Samples() {
		if !sample.Usable(maxScore) {
			continue
		}
		p := sample.Position
		trace := tracer.Trace(p)
		score, result := float32(sample.Score), float32(sample.Result)
		if p.SideToMove() == board.Black {
			score, result = -score, 1-result
		}
		s.counts = append(s.counts, trace.Counts...)
		s.positions = append(s.positions, position{
			len(s.counts), float32(trace.Full), [2]float32{float32(trace.Scale[0]), float32(trace.Scale[1])}, score, result,
		})
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
