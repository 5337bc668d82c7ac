package train

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"xiangqibot/engine/lab/selfplay"
)

// Files are files of games, as package selfplay writes them, with a filter for their positions. They may grow while
// they are read: what is added after a survey is ignored.
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
	// Buffer is the size of the shuffle buffer in positions of 32 bytes.
	Buffer int
	// Seed is the random seed of the shuffle and of the draw of validation positions.
	Seed uint64
}

// Survey is what a first pass over the files has found.
type Survey struct {
	// Games is the number of games in each file. Later passes read only these.
	Games []int
	// Sums are checksums of the positions that pass the filter, by file.
	Sums []uint32
	// Positions is the number of training positions.
	Positions int
	// Scale is the number of centipawns that multiply the odds of winning by e, fitted to the results.
	Scale float64

	validation []packedSample
}

// ValidationSize is the number of validation positions.
func (s *Survey) ValidationSize() int { return len(s.validation) }

// ErrNoPositions is returned when no position passes the filter.
var ErrNoPositions = errors.New("train: no usable positions in these games: make some with xiangqi-lab selfplay")

// Validate reports settings that make no sense.
func (f *Files) Validate() error {
	switch {
	case len(f.Names) == 0:
		return errors.New("train: no files of games")
	case !(f.ValidationShare >= 0 && f.ValidationShare < 1): // NaN is refused too
		return fmt.Errorf("train: a validation share of %g: want 0 or more, and less than 1", f.ValidationShare)
	case f.MaxScore < 1 || f.Buffer < 1 || f.MaxValidation < 0 || f.SkipPlies < 0:
		return fmt.Errorf("train: scores to %d, a buffer of %d positions, %d validation positions, %d plies skipped: want 1 or more of the first two, 0 or more of the others",
			f.MaxScore, f.Buffer, f.MaxValidation, f.SkipPlies)
	}
	return nil
}

// game holds the positions of a game that pass the filter. The slice is reused: copy what you keep.
type game struct {
	file    int
	samples []packedSample
	heldOut bool // held out for validation
	err     error
}

// games yields the games of all files, interleaved, in an order that depends on nothing but the files and most, which
// limits the number of games of each file; nil means all. With such limits each file is spread evenly over the whole
// pass: files differ in kind, and the model would be biased towards what comes last.
func (f *Files) games(ctx context.Context, most []int) iter.Seq[game] {
	return func(yield func(game) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var open []*lane
		for file := range f.Names {
			l := &lane{games: make(chan game, readAhead), most: -1}
			if most != nil {
				l.most = most[file]
			}
			go func() {
				defer close(l.games)
				f.read(ctx, file, l.most, l.games)
			}()
			open = append(open, l)
		}
		for len(open) > 0 {
			at := 0
			for i, l := range open {
				if l.share() < open[at].share() {
					at = i
				}
			}
			g, ok := <-open[at].games
			switch {
			case !ok:
				open = slices.Delete(open, at, at+1)
			case !yield(g) || g.err != nil:
				return
			default:
				open[at].had++
			}
		}
		if ctx.Err() != nil {
			yield(game{err: context.Cause(ctx)})
		}
	}
}

// readAhead is how many games of each file are read while the model trains on a batch.
const readAhead = 256

// lane is a file that is being read.
type lane struct {
	games chan game
	// had is how many games were taken, of most, which is negative if the file is not spread.
	had, most int
}

// share is the share of the file's games taken so far, or their number if the file is not spread.
func (l *lane) share() float64 {
	if l.most < 0 {
		return float64(l.had)
	}
	return (float64(l.had) + 0.5) / float64(max(l.most, 1))
}

// read sends the games of a file, as many as limit says, or all if it is negative.
func (f *Files) read(ctx context.Context, number, limit int, lane chan<- game) {
	name := f.Names[number]
	send := func(g game) bool {
		if g.err != nil {
			g.err = fmt.Errorf("%s: %w", name, g.err)
		}
		select {
		case lane <- g:
			return g.err == nil
		case <-ctx.Done():
			return false
		}
	}
	file, err := os.Open(name) //nolint:gosec // the caller names the file
	if err != nil {
		send(game{err: err})
		return
	}
	defer file.Close()
	r, err := selfplay.NewReader(file)
	if err != nil {
		send(game{err: err})
		return
	}
	n := 0
	for g, err := range r.All() {
		if n == limit {
			return
		}
		out := game{file: number, err: err}
		if err == nil {
			out.heldOut = g.HeldOut(f.ValidationShare)
			skip := f.SkipPlies
			if len(g.Plies) == 1 {
				skip = 0 // a position by itself, as selfplay.Labels makes them
			}
			for s := range g.Samples() {
				if s.Score != selfplay.NoScore && skip > 0 {
					skip--
					continue
				}
				if s.Usable(f.MaxScore) {
					out.samples = append(out.samples, pack(&s))
				}
			}
		}
		if !send(out) {
			return
		}
		n++
	}
	if n < limit {
		send(game{err: fmt.Errorf("it has %d games, and had %d: is it another file?", n, limit)})
	}
}

// scaleSamples is the number of positions that the scale is fitted to.
const scaleSamples = 200_000

// Survey reads the files once. progress, if not nil, is called with the numbers of games and positions so far.
func (f *Files) Survey(ctx context.Context, progress func(games, positions int)) (*Survey, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	s := &Survey{Games: make([]int, len(f.Names)), Sums: make([]uint32, len(f.Names))}
	rng := rand.New(rand.NewPCG(f.Seed, 1<<62))
	var fit []packedSample
	read, heldOut, buf := 0, 0, make([]byte, 0, 64*sampleBytes)
	for g := range f.games(ctx, nil) {
		if g.err != nil {
			return nil, g.err
		}
		s.Games[g.file]++
		buf = buf[:0]
		for i := range g.samples {
			buf = g.samples[i].append(buf)
		}
		s.Sums[g.file] = crc32.Update(s.Sums[g.file], crc32.IEEETable, buf)
		read++
		for _, one := range g.samples {
			if g.heldOut {
				s.validation = addToReservoir(rng, s.validation, f.MaxValidation, one, heldOut)
				heldOut++
			} else {
				fit = addToReservoir(rng, fit, scaleSamples, one, s.Positions)
				s.Positions++
			}
		}
		if progress != nil && read%100 == 0 {
			progress(read, s.Positions)
		}
	}
	if s.Positions == 0 {
		return nil, ErrNoPositions
	}
	s.Scale = fitScale(fit)
	return s, nil
}

// fitScale returns the scale of the scores of samples.
func fitScale(samples []packedSample) float64 {
	var scores, results []float64
	for i := range samples {
		scores, results = append(scores, float64(samples[i].score())), append(results, samples[i].result())
	}
	return selfplay.FitScale(scores, results)
}

// addToReservoir offers one sample, after so many others, to a list of at most most samples: each of them is in the
// list with the same probability (reservoir sampling).
func addToReservoir(rng *rand.Rand, list []packedSample, most int, one packedSample, others int) []packedSample {
	if len(list) < most {
		return append(list, one)
	}
	if at := rng.IntN(others + 1); at < most {
		list[at] = one
	}
	return list
}

// samples yields the training positions, shuffled anew for each epoch.
func (f *Files) samples(ctx context.Context, s *Survey, epoch int) iter.Seq2[packedSample, error] {
	return func(yield func(packedSample, error) bool) {
		rng := rand.New(rand.NewPCG(f.Seed, 1<<63|uint64(epoch)))
		held := make([]packedSample, 0, min(f.Buffer, s.Positions))
		for g := range f.games(ctx, s.Games) {
			if g.err != nil {
				yield(packedSample{}, g.err)
				return
			}
			if g.heldOut {
				continue
			}
			for _, one := range g.samples {
				if len(held) < cap(held) {
					held = append(held, one)
					continue
				}
				at := rng.IntN(len(held))
				held[at], one = one, held[at]
				if !yield(one, nil) {
					return
				}
			}
		}
		rng.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
		for _, one := range held {
			if !yield(one, nil) {
				return
			}
		}
	}
}

// Recipe describes in one line what was read.
func (f *Files) Recipe(s *Survey) string {
	text := fmt.Sprintf("%d positions to %d cp from ply %d to learn from and %d to check, %g of the games, seed %d; files",
		s.Positions, f.MaxScore, f.SkipPlies, s.ValidationSize(), f.ValidationShare, f.Seed)
	for i, name := range f.Names {
		text += fmt.Sprintf(" %s: %d games, CRC-32 of the positions %08x;", filepath.Base(name), s.Games[i], s.Sums[i])
	}
	return text[:len(text)-1]
}
