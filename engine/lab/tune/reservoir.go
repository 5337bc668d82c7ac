package tune

import "slices"

// reservoir is a [Set] of bounded size. Beyond the bound it keeps a random share of all games ever added, so that late
// games are as likely to be in it as early ones.
type reservoir struct {
	Set
	most  int     // positions; 0: no bound
	share float64 // of the games that are kept
	games []keptGame
}

// keptGame is a game in a reservoir.
type keptGame struct {
	priority float64 // random, from 0 to 1: the game is kept while this is below the share
	end      int     // of its positions
}

// shrink is the factor by which the share is reduced when the reservoir is too large.
const shrink = 0.9

// leastShare is the share below which the reservoir is emptied.
const leastShare = 1e-9

func newReservoir(most int) reservoir { return reservoir{most: most, share: 1} }

// take adds the positions of a game with a random priority, lot.
func (s *reservoir) take(game *Set, lot float64) {
	if lot >= s.share {
		return
	}
	s.add(game)
	s.games = append(s.games, keptGame{lot, s.Len()})
	for s.most > 0 && s.Len() > s.most {
		if s.share *= shrink; s.share < leastShare {
			s.share = 0 // a single game has more than may be held
		}
		s.thin()
	}
}

// thin drops the games whose priority is no longer below the share.
func (s *reservoir) thin() {
	at, counts, games := s.positions[:0], s.counts[:0], s.games[:0]
	begin, from := 0, 0 // of the game in at and in counts, as they were
	for _, g := range s.games {
		positions := s.positions[begin:g.end]
		to := from
		if len(positions) > 0 {
			to = positions[len(positions)-1].end
		}
		if g.priority < s.share {
			moved := from - len(counts)
			counts = append(counts, s.counts[from:to]...)
			for _, p := range positions {
				p.end -= moved
				at = append(at, p)
			}
			games = append(games, keptGame{g.priority, len(at)})
		}
		begin, from = g.end, to
	}
	s.positions, s.counts, s.games = at, counts, games
}

// done returns the positions, with unused capacity clipped.
func (s *reservoir) done() Set { return Set{slices.Clip(s.positions), slices.Clip(s.counts)} }
