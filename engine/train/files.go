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
	"strings"

	"xiangqibot/engine/selfplay"
)

// Files are files of games, as package selfplay writes them, and which of their positions serve. They may grow while
// they are read: what is added after a survey is left alone.
type Files struct {
	Names []string
	// MaxScore leaves out positions that are decided, in centipawns.
	MaxScore int
	// Skip leaves out the first plies of each game that was played, and is no walk, that have a score. Random moves
	// come before them, and moves that are not the best are played in them: who is to move gets more out of them than
	// their positions are worth.
	Skip int
	// Check is the part of the games that is kept apart, 0 to 1.
	Check float64
	// MostChecks bounds the positions of those games; what goes beyond is left out.
	MostChecks int
	// Buffer is how many positions are held to mix them, 32 bytes each.
	Buffer int
	// Seed draws the games that are kept apart, and mixes the others.
	Seed uint64
}

// Survey is what files hold.
type Survey struct {
	// Games is how many games were found in each file. Only those are read from then on.
	Games []int
	// Sums are checksums of the positions that serve, by file.
	Sums []uint32
	// Positions is how many there are to learn from.
	Positions int
	// Scale is how many centipawns make the odds of winning grow by a factor of e, by the results.
	Scale float64

	checks []sample
}

// Checks is how many positions are kept apart.
func (s *Survey) Checks() int { return len(s.checks) }

// ErrNoPositions is returned when there is nothing to learn from.
var ErrNoPositions = errors.New("train: no positions that serve in these games: make some with xiangqi-lab selfplay")

// Validate tells what makes no sense.
func (f *Files) Validate() error {
	switch {
	case len(f.Names) == 0:
		return errors.New("train: no files of games")
	case f.Check < 0 || f.Check >= 1:
		return fmt.Errorf("train: a part of %g to check: want 0 or more, and less than 1", f.Check)
	case f.MaxScore < 1 || f.Buffer < 1 || f.MostChecks < 0 || f.Skip < 0:
		return fmt.Errorf("train: scores to %d, a buffer of %d positions, %d to check, %d plies left out: want positive numbers",
			f.MaxScore, f.Buffer, f.MostChecks, f.Skip)
	}
	return nil
}

// serves reports whether a position of a game that was played, or else of a walk, is good to learn from. Where a check
// or a capture is due, only a search should say what it is worth. The move that a walk goes on with says nothing about
// that: it may be chosen at random, and searched walks give no score to such positions.
func (f *Files) serves(s *selfplay.Sample, played bool) bool {
	switch {
	case s.Score == selfplay.NoScore || s.Score > f.MaxScore || s.Score < -f.MaxScore:
		return false
	case played:
		return s.Quiet()
	default:
		return !s.Position.InCheck()
	}
}

// game are the positions of a game that serve. The slice is lent: copy what you keep.
type game struct {
	file, number int
	samples      []sample
	err          error
}

// games yields the games of the files, of all at once, in an order that depends on nothing but the files. most are how
// many games of each file are read, nil for all. Where it is given each file is spread evenly over the whole: files
// differ in kind, and what comes last would be learned best.
func (f *Files) games(ctx context.Context, most []int) iter.Seq[game] {
	return func(yield func(game) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var open []*lane
		for file := range f.Names {
			l := &lane{games: make(chan game, 64), most: -1}
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

// lane is a file that is being read.
type lane struct {
	games chan game
	// had is how many games were taken, of most; that is negative where nobody knows how many there are.
	had, most int
}

// share is how much of the file was taken, or how many games where nobody knows how many there are.
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
		out := game{file: number, number: n, err: err}
		if err == nil {
			skip, played := f.Skip, played(r.Terms())
			if !played {
				skip = 0
			}
			for s := range g.Samples() {
				if s.Score != selfplay.NoScore && skip > 0 {
					skip--
					continue
				}
				if f.serves(&s, played) {
					out.samples = append(out.samples, pack(&s, played))
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

// played reports whether the games of a file with such terms were played: the moves of walks are chosen at random
// from the first one on, and say nothing about the positions before them.
func played(terms string) bool { return !strings.HasPrefix(terms, selfplay.WalksTerms) }

// apart reports whether a game is kept apart.
func (f *Files) apart(g *game) bool {
	return rand.New(rand.NewPCG(f.Seed, uint64(g.file)<<32|uint64(g.number))).Float64() < f.Check
}

// forScale is how many positions the scale is fitted to.
const forScale = 200_000

// Survey reads the files once. games, if not nil, are those of a survey before; more are not read. progress, which may
// be nil, hears of the games and positions so far.
func (f *Files) Survey(ctx context.Context, games []int, progress func(games, positions int)) (*Survey, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	if games != nil && len(games) != len(f.Names) {
		return nil, fmt.Errorf("train: %d files, and %d before: give the same ones", len(f.Names), len(games))
	}
	s := &Survey{Games: make([]int, len(f.Names)), Sums: make([]uint32, len(f.Names))}
	dice := rand.New(rand.NewPCG(f.Seed, 1<<62))
	var fit []sample
	read, buf := 0, make([]byte, 0, 64*sampleBytes)
	for g := range f.games(ctx, games) {
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
		if f.apart(&g) {
			s.checks = append(s.checks, g.samples[:min(len(g.samples), f.MostChecks-len(s.checks))]...)
			continue
		}
		for _, one := range g.samples {
			// Of all positions so far each is held with the same chance.
			if len(fit) < forScale {
				fit = append(fit, one)
			} else if at := dice.IntN(s.Positions + 1); at < forScale {
				fit[at] = one
			}
			s.Positions++
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

// samples yields the positions to learn from, mixed, in another order each epoch.
func (f *Files) samples(ctx context.Context, s *Survey, epoch int) iter.Seq2[sample, error] {
	return func(yield func(sample, error) bool) {
		dice := rand.New(rand.NewPCG(f.Seed, 1<<63|uint64(epoch)))
		held := make([]sample, 0, min(f.Buffer, s.Positions))
		for g := range f.games(ctx, s.Games) {
			if g.err != nil {
				yield(sample{}, g.err)
				return
			}
			if f.apart(&g) {
				continue
			}
			for _, one := range g.samples {
				if len(held) < cap(held) {
					held = append(held, one)
					continue
				}
				at := dice.IntN(len(held))
				held[at], one = one, held[at]
				if !yield(one, nil) {
					return
				}
			}
		}
		dice.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
		for _, one := range held {
			if !yield(one, nil) {
				return
			}
		}
	}
}

// Recipe says in a line what was read.
func (f *Files) Recipe(s *Survey) string {
	text := fmt.Sprintf("%d positions to %d cp from ply %d to learn from and %d to check, %g of the games, seed %d; files",
		s.Positions, f.MaxScore, f.Skip, s.Checks(), f.Check, f.Seed)
	for i, name := range f.Names {
		text += fmt.Sprintf(" %s: %d games, CRC-32 of the positions %08x;", filepath.Base(name), s.Games[i], s.Sums[i])
	}
	return text[:len(text)-1]
}
