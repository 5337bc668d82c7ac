package tune

import "slices"

// sample is a Set of bounded size. While it is within its bound it takes every game; beyond that it keeps a random share
// of all games that were ever added, so that the last games of many files count as much as the first.
type sample struct {
	Set
	most  int     // positions; 0: no bound
	share float64 // of the games that are kept
	games []kept
}

// kept is a game in a sample.
type kept struct {
	lot float64 // drawn for it, from 0 to 1: it is kept as long as that is below the share
	end int     // of its positions
}

// shrink is by what factor the share becomes smaller when there is too much.
const shrink = 0.9

// leastShare is where nothing is left to draw from.
const leastShare = 1e-9

func newSample(most int) sample { return sample{most: most, share: 1} }

// take adds the positions of a game, for which a lot was drawn.
func (s *sample) take(game *Set, lot float64) {
	if lot >= s.share {
		return
	}
	s.add(game)
	s.games = append(s.games, kept{lot, s.Len()})
	for s.most > 0 && s.Len() > s.most {
		if s.share *= shrink; s.share < leastShare {
			s.share = 0 // a single game has more than may be held
		}
		s.thin()
	}
}

// thin drops the games whose lot is no longer below the share.
func (s *sample) thin() {
	at, counts, games := s.at[:0], s.counts[:0], s.games[:0]
	begin, from := 0, 0 // of the game in at and in counts, as they were
	for _, g := range s.games {
		positions := s.at[begin:g.end]
		to := from
		if len(positions) > 0 {
			to = positions[len(positions)-1].end
		}
		if g.lot < s.share {
			moved := from - len(counts)
			counts = append(counts, s.counts[from:to]...)
			for _, p := range positions {
				p.end -= moved
				at = append(at, p)
			}
			games = append(games, kept{g.lot, len(at)})
		}
		begin, from = g.end, to
	}
	s.at, s.counts, s.games = at, counts, games
}

// done returns the positions, without room for more.
func (s *sample) done() Set { return Set{slices.Clip(s.at), slices.Clip(s.counts)} }
