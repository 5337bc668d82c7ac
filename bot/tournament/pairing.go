package tournament

import (
	"cmp"
	"math"
	"slices"
)

// Pairing is two players who meet in a round, as indices in the list of players. In a bye Black is [NoOpponent].
type Pairing struct {
	Red   int
	Black int
}

// NoOpponent is the opponent in a bye, a round in which a player has no game.
const NoOpponent = -1

// Bye reports whether the pairing is a bye.
func (p Pairing) Bye() bool { return p.Black == NoOpponent }

// Result is a pairing with its result.
type Result struct {
	Pairing
	Score float64 // Red's score: 1, 0.5 or 0; in a bye 1 or 0
}

// RoundRobin pairs players by Berger tables so that each meets every other once; it returns one list of pairings per
// round. With an odd number, one player has a bye in each round. Each player's numbers of games with Red and with Black
// differ by at most one. For fewer than two players there are no rounds.
func RoundRobin(players int) [][]Pairing {
	if players < 2 {
		return nil
	}
	n := players + players%2 // the last seat is fixed; with an odd number of players it is the bye
	rounds := make([][]Pairing, n-1)
	for r := range rounds {
		for board := range n / 2 {
			// From round to round the others rotate by half the table.
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

// maxPairingSteps limits the search for a round without rematches. It is far more than tournaments need; if it is
// reached, rematches are allowed.
const maxPairingSteps = 200_000

// Swiss pairs the next round of a Swiss tournament: each player meets an opponent of about the same score whom they
// have not met. Players are numbered by seed; out reports whether a player has withdrawn. With an odd number, the last
// player who has had no bye gets one.
//
// Colors are balanced: as far as the pairing allows, nobody has had one color two times more often than the other. Red
// goes to the player who has had it less. If no other pairing is left, players meet again.
func Swiss(players int, met []Result, out func(player int) bool) []Pairing {
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

	// The bye goes to the last player who has had none and without whom the rest can be paired. If all have had one, it
	// goes to the last player.
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
	for most := 0; ; most++ { // how often two players may have met before
		for _, bye := range candidates {
			rest := slices.DeleteFunc(slices.Clone(in), func(p int) bool { return p == bye })
			for _, slack := range []int{1, 2, len(met) + 1} { // the color imbalance that is allowed
				s.steps = maxPairingSteps
				if most > 0 && slack > len(met) {
					s.steps = math.MaxInt // the first attempt succeeds
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

// swiss is the state of the players of a [Swiss] tournament.
type swiss struct {
	scores []float64
	reds   []int // by player, games with Red minus games with Black
	last   []int // 1: Red in the last game; -1: Black
	games  map[[2]int]int
	steps  int
}

// pair pairs the first player with the preferred opponent for whom the rest can be paired as well.
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

// order lists the opponents of the first player by preference: first those of the same score, from the middle of the
// score group on, since its upper half meets its lower half; then the others down the list.
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

// colors gives Red to the player who has had it less, or else to the one who did not have it last, or else to the
// first. It returns false if that would give one of them a color more than slack times more often than the other.
func (s *swiss) colors(a, b, slack int) (Pairing, bool) {
	p := Pairing{a, b}
	if c := cmp.Or(cmp.Compare(s.reds[a], s.reds[b]), cmp.Compare(s.last[a], s.last[b])); c > 0 {
		p = Pairing{b, a}
	}
	return p, s.reds[p.Red]+1 <= slack && s.reds[p.Black]-1 >= -slack
}
