package tune

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/selfplay"
)

// Positions are quiet positions of games, each taken apart once. They come in two parts that share no game: one to
// learn from, and one to find out whether what was learned holds elsewhere.
type Positions struct {
	Learn, Check Set
}

// Set is a row of positions.
type Set struct {
	at     []position
	counts []classical.Count // of all positions, one after the other
}

// Len is the number of positions.
func (s *Set) Len() int { return len(s.at) }

// position is what fitting needs to know of one, in Red's view.
type position struct {
	end    int        // of its counts; they begin where those of the last one end
	full   float32    // the part of the first half of each weight
	scale  [2]float32 // the part of a lead that counts, by color
	score  float32    // what the search said, in centipawns; not a number in a game without scores
	result float32    // 1, 0.5 or 0
}

// scored reports whether a search said what the position is worth.
func (p *position) scored() bool { return p.score == p.score }

// Selection says which positions are good to learn from.
type Selection struct {
	// MaxScore leaves out positions that are decided, in centipawns.
	MaxScore int
	// Thin is of how many positions one is taken from games without a single score, such as those of people: they are
	// many, and all say the same of the result. 0 means all.
	Thin int
	// Check is the part of the games that is kept apart, 0 to 1.
	Check float64
	// Most bounds the positions that are held, some 400 bytes each: of more, games are chosen at random. 0 means all.
	Most int
	// Seed draws those games.
	Seed uint64
	// Workers is how many games are taken apart at once; 0 means one.
	Workers int
}

// ErrNoPositions is returned when there is nothing to learn from.
var ErrNoPositions = errors.New("tune: no quiet positions in these games: make some with xiangqi-lab selfplay")

// Read takes games apart, such as [selfplay.Reader.All] and [selfplay.Records] yield. progress, which may be nil, hears
// of the number of games and positions so far.
func Read(
	ctx context.Context, sources []iter.Seq2[selfplay.Game, error], s Selection, progress func(games, positions int),
) (*Positions, error) {
	games, finish := make(chan numbered, 64), make(chan part, 64)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		defer close(games)
		if err := pour(ctx, sources, games); err != nil {
			cancel(err)
		}
	}()
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			tracer := classical.NewTracer()
			for g := range games {
				finish <- part{g.number, s.take(tracer, &g.game, g.number)}
			}
		})
	}
	go func() {
		workers.Wait()
		close(finish)
	}()

	checks := int(float64(s.Most) * s.Check)
	learn, check := newSample(s.Most-checks), newSample(max(checks, min(s.Most, 1)))
	waiting, next := map[int]Set{}, 0
	for done := range finish {
		waiting[done.number] = done.set
		for set, ok := waiting[next]; ok; set, ok = waiting[next] {
			into, dice := &learn, rand.New(rand.NewPCG(s.Seed, uint64(next)))
			if dice.Float64() < s.Check {
				into = &check
			}
			into.take(&set, dice.Float64())
			delete(waiting, next)
			next++
			if progress != nil {
				progress(next, learn.Len()+check.Len())
			}
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if learn.Len() == 0 {
		return nil, ErrNoPositions
	}
	return &Positions{learn.done(), check.done()}, nil
}

type numbered struct {
	number int
	game   selfplay.Game
}

type part struct {
	number int
	set    Set
}

// pour sends the games of all sources.
func pour(ctx context.Context, sources []iter.Seq2[selfplay.Game, error], games chan<- numbered) error {
	number := 0
	for _, source := range sources {
		for g, err := range source {
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
func (s *Selection) take(tracer *classical.Tracer, g *selfplay.Game, number int) (set Set) {
	scored := slices.ContainsFunc(g.Plies, func(p selfplay.Ply) bool { return p.Score != selfplay.NoScore })
	for sample := range g.Samples() {
		if scored && !s.scoreServes(sample.Score) || !scored && !s.resultServes(sample.Ply, number) || !sample.Quiet() {
			continue
		}
		p := sample.Position
		trace := tracer.Trace(p)
		score, result := float32(sample.Score), float32(sample.Result)
		if p.SideToMove() == board.Black {
			score, result = -score, 1-result
		}
		if !scored {
			score = float32(math.NaN())
		}
		set.counts = append(set.counts, trace.Counts...)
		set.at = append(set.at, position{
			len(set.counts), float32(trace.Full), [2]float32{float32(trace.Scale[0]), float32(trace.Scale[1])}, score, result,
		})
	}
	return set
}

// scoreServes reports whether the position of a game with scores has one, and is not decided.
func (s *Selection) scoreServes(score int) bool {
	return score != selfplay.NoScore && score <= s.MaxScore && score >= -s.MaxScore
}

// resultServes reports whether a position of a game without scores is taken. What is played in the first moves says
// little of the result.
func (s *Selection) resultServes(ply, game int) bool {
	const opening = 12
	return ply >= opening && (ply+game)%max(1, s.Thin) == 0
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
func (s *Set) of(i int) []classical.Count {
	start := 0
	if i > 0 {
		start = s.at[i-1].end
	}
	return s.counts[start:s.at[i].end]
}

// FitScale returns K, the centipawns by which the odds of winning grow by a factor of e: where 1/(1+exp(-score/K))
// predicts the results best. The scores are those of the search; for positions without, those of the evaluation with
// weights w. The two differ, for people throw more away than the engine, so each has a scale of its own; one that
// nothing is known of is selfplay.UsualScale.
func (s *Set) FitScale(w *classical.Weights) (searched, unsearched float64) {
	m := newModel(w)
	return s.fitScale(func(i int) (float64, bool) { return float64(s.at[i].score), s.at[i].scored() }),
		s.fitScale(func(i int) (float64, bool) { return m.score(&s.at[i], s.of(i)), !s.at[i].scored() })
}

// fitScale fits the scale of scores, to the positions that have one.
func (s *Set) fitScale(scoreOf func(i int) (score float64, ok bool)) float64 {
	var scores, results []float64
	for i := range s.at {
		if score, ok := scoreOf(i); ok {
			scores, results = append(scores, score), append(results, float64(s.at[i].result))
		}
	}
	return selfplay.FitScale(len(scores), func(i int) (score, result float64) { return scores[i], results[i] })
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy is the loss of predicting p where t came true.
func crossEntropy(p, t float64) float64 {
	const least = 1e-9
	p = min(max(p, least), 1-least)
	return -t*math.Log(p) - (1-t)*math.Log(1-p)
}

// divergence is how much more that loses than predicting t itself.
func divergence(p, t float64) float64 { return crossEntropy(p, t) - crossEntropy(t, t) }
