package tournament

import (
	"cmp"
	"math"
	"slices"
)

// Pairing is two players who meet in a round, by their places in the list of players. In a bye Black is
// NoOpponent.
type Pairing struct {
	Red   int
	Black int
}

// NoOpponent is the opponent in a bye: a round in which a player has nobody to play.
const NoOpponent = -1

// Bye reports whether the pairing is a bye.
func (p Pairing) Bye() bool { return p.Black == NoOpponent }

// Met is a pairing with its result.
type Met struct {
	Pairing
	Score float64 // what it brought Red: 1, 0.5 or 0. In a bye 1 or 0
}

// RoundRobin pairs players so that each meets each other once, by Berger tables: one list of pairings a round. With an
// odd number one player has a bye in each round. Over the whole each has Red as often as Black, or once more. Fewer
// than two players have no rounds.
func RoundRobin(players int) [][]Pairing {
	if players < 2 {
		return nil
	}
	n := players + players%2 // the last of an even number keeps the seat; of an odd number nobody has it
	rounds := make([][]Pairing, n-1)
	for r := range rounds {
		for board := range n / 2 {
			// The others move round a table by half its length from round to round.
			a, b := (r*(n/2)+board)%(n-1), (r*(n/2)+n-1-board)%(n-1)
			p := Pairing{a, b}
			if board == 0 {
				p = Pairing{a, n - 1}
				if r%2 == 1 {
					p = Pairing{n - 1, a}
				}
			}
			switch {
			case p.Red == players:
				p = Pairing{p.Black, NoOpponent}
			case p.Black == players:
				p.Black = NoOpponent
			}
			rounds[r] = append(rounds[r], p)
		}
	}
	return rounds
}

// maxPairingSteps bounds the search for a round without rematches. It is far more than tournaments need; beyond it
// players meet again.
const maxPairingSteps = 200_000

// Swiss pairs the next round of a Swiss tournament: each player meets somebody of about the same score whom they have
// not met. Players are numbered by seed; out reports whether a player has withdrawn. With an odd number the last player
// without a bye has one.
//
// Colors are dealt so that nobody has one of them two times more often than the other, if the pairing allows it; Red
// goes to the player who had it less. If everybody has met everybody, players meet again.
func Swiss(players int, met []Met, out func(player int) bool) []Pairing {
	s := swiss{
		scores: make([]float64, players), reds: make([]int, players), games: map[[2]int]int{},
		last: make([]int, players),
	}
	byes := map[int]bool{}
	for _, m := range met {
		s.scores[m.Red] += m.Score
		if m.Bye() {
			byes[m.Red] = true
			continue
		}
		s.scores[m.Black] += 1 - m.Score
		s.reds[m.Red]++
		s.reds[m.Black]--
		s.last[m.Red], s.last[m.Black] = 1, -1
		s.games[[2]int{min(m.Red, m.Black), max(m.Red, m.Black)}]++
	}
	var in []int
	for p := range players {
		if out == nil || !out(p) {
			in = append(in, p)
		}
	}
	slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(s.scores[b], s.scores[a]) })

	// The bye goes to the last player without one who leaves a round that can be paired. If all have had one, to the last.
	var candidates []int
	for _, p := range slices.Backward(in) {
		if !byes[p] {
			candidates = append(candidates, p)
		}
	}
	if len(in)%2 == 0 {
		candidates = []int{NoOpponent}
	} else if len(candidates) == 0 {
		candidates = []int{in[len(in)-1]}
	}
	for most := 0; ; most++ { // how often two players may have met already
		for _, bye := range candidates {
			rest := slices.DeleteFunc(slices.Clone(in), func(p int) bool { return p == bye })
			for _, slack := range []int{1, 2, len(met) + 1} { // how much colors may be out of balance
				s.steps = maxPairingSteps
				if most > 0 && slack > len(met) {
					s.steps = math.MaxInt // whatever is tried first fits
				}
				if pairs, ok := s.pair(rest, most, slack); ok {
					if bye != NoOpponent {
						pairs = append(pairs, Pairing{bye, NoOpponent})
					}
					return pairs
				}
			}
		}
	}
}

// swiss is what is known of the players of a Swiss tournament.
type swiss struct {
	scores []float64
	reds   []int // how many times more often each had Red than Black
	last   []int // 1: Red in the last game; -1: Black
	games  map[[2]int]int
	steps  int
}

// pair pairs the first of the players with the nearest who fits, so that the rest can be paired as well.
func (s *swiss) pair(players []int, most, slack int) ([]Pairing, bool) {
	if len(players) == 0 {
		return nil, true
	}
	a := players[0]
	for _, i := range s.order(players) {
		if s.steps--; s.steps < 0 {
			return nil, false
		}
		b := players[i]
		p, fits := s.colors(a, b, slack)
		if !fits || s.games[[2]int{min(a, b), max(a, b)}] > most {
			continue
		}
		rest := slices.Concat(players[1:i], players[i+1:])
		if pairs, ok := s.pair(rest, most, slack); ok {
			return append([]Pairing{p}, pairs...), true
		}
	}
	return nil, false
}

// order lists the opponents of the first player by preference: those of the same score from the middle of them on, as
// the upper half of a score meets the lower; then the others down the list.
func (s *swiss) order(players []int) []int {
	same := 1
	for same < len(players) && s.scores[players[same]] == s.scores[players[0]] {
		same++
	}
	var order []int
	for i := max(1, same/2); i < same; i++ {
		order = append(order, i)
	}
	for i := min(same, max(1, same/2)) - 1; i >= 1; i-- {
		order = append(order, i)
	}
	for i := same; i < len(players); i++ {
		order = append(order, i)
	}
	return order
}

// colors gives Red to the one who had it less, or else did not have it last; of equals to the first. It does not fit
// where that leaves one of them with a color more than slack times more often than the other color.
func (s *swiss) colors(a, b, slack int) (Pairing, bool) {
	p := Pairing{a, b}
	if c := cmp.Or(cmp.Compare(s.reds[a], s.reds[b]), cmp.Compare(s.last[a], s.last[b])); c > 0 {
		p = Pairing{b, a}
	}
	return p, s.reds[p.Red]+1 <= slack && s.reds[p.Black]-1 >= -slack
}
