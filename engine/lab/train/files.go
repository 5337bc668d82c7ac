package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"xiangqibot/engine/lab/selfplay"
)

// Files are files of games, as package selfplay writes them, with a filter for their positions.
type Files struct {
	Names []string
	// MaxScore excludes positions with a score beyond it, in centipawns, as decided.
	MaxScore int
	// SkipPlies excludes the first scored plies of each game. Random moves precede them, and the moves played in them
	// are often not the best: the side to move scores more than their positions are worth. Games of one ply are not
	// affected.
	SkipPlies int
	// ValidationShare is the share of the games that is held out for validation, 0 to 1.
	ValidationShare float64
	// MaxValidation limits the number of validation positions, drawn from all those of the games held out; the others
	// are not used at all.
	MaxValidation int
}

// Positions are those of files that pass the filter, in random order.
type Positions struct {
	Training, Validation []packedSample
	// Scale is the number of centipawns that multiply the odds of winning by e, fitted to the results.
	Scale float64
	// Recipe describes in one line what was read.
	Recipe string
}

// ErrNoPositions is returned when no position passes the filter.
var ErrNoPositions = errors.New("train: no usable positions in these games: make some with xiangqi-lab selfplay")

// Validate reports settings that make no sense.
func (f *Files) Validate() error {
	switch {
	case !(f.ValidationShare >= 0 && f.ValidationShare < 1): // NaN is refused too
		return fmt.Errorf("train: a validation share of %g: want 0 or more, and less than 1", f.ValidationShare)
	case f.SkipPlies < 0:
		return fmt.Errorf("train: %d plies skipped: want 0 or more", f.SkipPlies)
	}
	return nil
}

// scaleSamples is the number of positions that the scale is fitted to.
const scaleSamples = 200_000

// Read reads the files. progress, if not nil, is called with the numbers of games and training positions so far.
func (f *Files) Read(ctx context.Context, progress func(games, positions int)) (*Positions, error) {
	p, read := &Positions{}, 0
	var files []string
	for _, name := range f.Names {
		games, sum := 0, crc32.NewIEEE()
		for g, err := range selfplay.GamesIn(name) {
			if err = cmp.Or(err, context.Cause(ctx)); err != nil {
				return nil, err
			}
			list := &p.Training
			if g.HeldOut(f.ValidationShare) {
				list = &p.Validation
			}
			for one := range f.samples(&g) {
				*list = append(*list, one)
				_, _ = sum.Write(one.bytes()) // a checksum takes everything
			}
			games++
			read++
			if progress != nil {
				progress(read, len(p.Training))
			}
		}
		files = append(files,
			fmt.Sprintf("%s: %d games, CRC-32 of the positions %08x", filepath.Base(name), games, sum.Sum32()))
	}
	if len(p.Training) == 0 {
		return nil, ErrNoPositions
	}
	rng := rand.New(rand.NewPCG(0, 1<<62)) // the draw is the same for all seeds, so that their losses can be compared
	shuffle(rng, p.Training)
	shuffle(rng, p.Validation)
	p.Validation = p.Validation[:min(len(p.Validation), f.MaxValidation)]
	p.Scale = fitScale(p.Training[:min(len(p.Training), scaleSamples)])
	p.Recipe = fmt.Sprintf("%d positions to %d cp from ply %d to learn from and %d to check, %g of the games; files %s",
		len(p.Training), f.MaxScore, f.SkipPlies, len(p.Validation), f.ValidationShare, strings.Join(files, "; "))
	return p, nil
}

// samples yields the positions of a game that pass the filter.
func (f *Files) samples(g *selfplay.Game) iter.Seq[packedSample] {
	return func(yield func(packedSample) bool) {
		skip := f.SkipPlies
		if len(g.Plies) == 1 {
			skip = 0 // a position by itself, as selfplay.Labels makes them
		}
		for s := range g.Samples() {
			if s.Score != selfplay.NoScore && skip > 0 {
				skip--
				continue
			}
			if s.Usable(f.MaxScore) && !yield(pack(&s)) {
				return
			}
		}
	}
}

// shuffle brings a list into random order.
func shuffle(rng *rand.Rand, list []packedSample) {
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// fitScale returns the scale of the scores of samples.
func fitScale(samples []packedSample) float64 {
	var scores, results []float64
	for i := range samples {
		scores, results = append(scores, float64(samples[i].score())), append(results, samples[i].result())
	}
	return selfplay.FitScale(scores, results)
}
