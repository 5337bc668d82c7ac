package tune

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/train"
)

// Positions are quiet positions of games, each taken apart once. They come in two parts that share no game: one to learn from, and one to
// find out whether what was learned holds elsewhere.
type Positions struct {
	Learn, Check Set
}

// Set is a row of positions.
type Set struct {
	at     []position
	counts []eval.Count // of all positions, one after the other
}

// Len is the number of positions.
func (s *Set) Len() int { return len(s.at) }

// position is what fitting needs to know of one, in Red's view.
type position struct {
	end    int        // of its counts; they begin where those of the last one end
	full   float32    // the part of the first half of each weight
	scale  [2]float32 // the part of a lead that counts, by color
	score  float32    // what the search said, in centipawns
	result float32    // 1, 0.5 or 0
}

// Selection says which positions are good to learn from.
type Selection struct {
	// MaxScore leaves out positions that are decided, in centipawns.
	MaxScore int
	// Check is the part of the games that is kept apart, 0 to 1.
	Check float64
	// Seed draws those games.
	Seed uint64
	// Workers is how many games are taken apart at once; 0 means one.
	Workers int
}

// ErrNoPositions is returned when there is nothing to learn from.
var ErrNoPositions = errors.New("tune: no quiet positions with scores in these games: make some with xiangqi-lab selfplay")

// Read takes the games of the files apart. progress, which may be nil, hears of the number of games and positions so far.
// A file that was cut off within a game counts up to there.
func Read(ctx context.Context, files []io.Reader, s Selection, progress func(games, positions int)) (*Positions, error) {
	games, finish := make(chan numbered, 64), make(chan part, 64)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		defer close(games)
		if err := pour(ctx, files, games); err != nil {
			cancel(err)
		}
	}()
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			tracer := eval.NewTracer()
			for g := range games {
				finish <- part{g.number, s.take(tracer, &g.game)}
			}
		})
	}
	go func() {
		workers.Wait()
		close(finish)
	}()

	all, waiting, next := &Positions{}, map[int]Set{}, 0
	for done := range finish {
		waiting[done.number] = done.set
		for set, ok := waiting[next]; ok; set, ok = waiting[next] {
			into := &all.Learn
			if rand.New(rand.NewPCG(s.Seed, uint64(next))).Float64() < s.Check {
				into = &all.Check
			}
			into.add(&set)
			delete(waiting, next)
			next++
			if progress != nil {
				progress(next, all.Learn.Len()+all.Check.Len())
			}
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if all.Learn.Len() == 0 {
		return nil, ErrNoPositions
	}
	return all, nil
}

type numbered struct {
	number int
	game   train.Game
}

type part struct {
	number int
	set    Set
}

// pour sends the games of all files.
func pour(ctx context.Context, files []io.Reader, games chan<- numbered) error {
	number := 0
	for _, file := range files {
		r, err := train.NewReader(file)
		if err != nil {
			return err
		}
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				break
			}
			if err != nil {
				return err
			}
			select {
			case games <- numbered{number, g}:
				number++
			case <-ctx.Done():
				return nil
			}
		}
	}
	return nil
}

// take takes the quiet positions of a game apart.
func (s *Selection) take(tracer *eval.Tracer, g *train.Game) (set Set) {
	for sample := range g.Samples() {
		p := sample.Position
		if !s.quiet(&sample) {
			continue
		}
		trace := tracer.Look(p)
		score, result := float32(sample.Score), float32(sample.Result)
		if p.SideToMove() == board.Black {
			score, result = -score, 1-result
		}
		set.counts = append(set.counts, trace.Counts...)
		set.at = append(set.at, position{
			len(set.counts), float32(trace.Full), [2]float32{float32(trace.Scale[0]), float32(trace.Scale[1])}, score, result,
		})
	}
	return set
}

// quiet tells whether the evaluation should know what the position is worth. Where a check or a capture is due, or where the search sees
// more than a few plies of play could bring, it should not.
func (s *Selection) quiet(sample *train.Sample) bool {
	if sample.Score == train.NoScore || sample.Score > s.MaxScore || sample.Score < -s.MaxScore {
		return false
	}
	p := sample.Position
	return p.At(sample.Move.To()) == board.NoPiece && !p.InCheck() && !p.GivesCheck(sample.Move)
}

func (s *Set) add(more *Set) {
	shift := len(s.counts)
	s.counts = append(s.counts, more.counts...)
	for _, p := range more.at {
		p.end += shift
		s.at = append(s.at, p)
	}
}

// of returns the counts of position i.
func (s *Set) of(i int) []eval.Count {
	start := 0
	if i > 0 {
		start = s.at[i-1].end
	}
	return s.counts[start:s.at[i].end]
}

// FitScale returns K, the centipawns by which the odds of a position grow e-fold: where 1/(1+exp(-score/K)) of the scores of the search
// foretells the results best.
func (s *Set) FitScale() float64 {
	loss := func(k float64) (sum float64) {
		for i := range s.at {
			p := &s.at[i]
			sum += crossEntropy(sigmoid(float64(p.score)/k), float64(p.result))
		}
		return sum
	}
	low, high := math.Log(20), math.Log(5000)
	for range 40 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if loss(math.Exp(a)) < loss(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy is the loss of foretelling p where t came true.
func crossEntropy(p, t float64) float64 {
	const least = 1e-9
	p = min(max(p, least), 1-least)
	return -t*math.Log(p) - (1-t)*math.Log(1-p)
}

// divergence is how much more that loses than foretelling t itself.
func divergence(p, t float64) float64 { return crossEntropy(p, t) - crossEntropy(t, t) }
