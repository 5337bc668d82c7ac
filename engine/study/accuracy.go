package study

import (
	"math"

	"xiangqibot/engine/board"
)

// leastMoves is how many moves of a side an accuracy needs: with fewer it says nothing.
const leastMoves = 10

// MoveAccuracy is how accurate a move was that threw away so many win points, out of a hundred: 100 where it threw away
// none. The formula is that of lichess.
func MoveAccuracy(lost float64) float64 {
	if lost <= 0 {
		return 100
	}
	return min(max(103.1668100711649*math.Exp(-0.04354415386953951*lost)-3.166924740191411+1, 0), 100)
}

// Accuracy is how accurately a side played, from 0 to 100 percent; ok is false as long as the study is not done or if
// the side had fewer than ten moves of its own choice.
//
// It is the mean of two means of the accuracies of the moves: one weighs a move by how much the chances went up and
// down around it, the other is the harmonic mean, which a single blunder pulls down.
func (s *Study) Accuracy(c board.Color) (percent float64, ok bool) {
	if !s.Done() {
		return 0, false
	}
	wins := make([]float64, len(s.looks))
	red := s.rec.Start.SideToMove() == board.Red
	for i, l := range s.looks {
		if wins[i] = 100 * l.Chance; red == (i%2 == 1) {
			wins[i] = 100 - wins[i]
		}
	}
	verdicts := s.Verdicts()
	moves := make([]counted, len(verdicts))
	own := 0
	for i := range verdicts {
		v := &verdicts[i]
		moves[i] = counted{v.By == c && v.free(), MoveAccuracy(100 * v.Cost)}
		if moves[i].counts {
			own++
		}
	}
	if own < leastMoves {
		return 0, false
	}
	weighted, harmonic := gameAccuracy(wins, moves)
	return (weighted + harmonic) / 2, true
}

// counted is the accuracy of a move, and whether it counts.
type counted struct {
	counts   bool
	accuracy float64
}

// gameAccuracy returns the two means. wins are the win points of one side, whichever, before each move and after the
// last one.
func gameAccuracy(wins []float64, moves []counted) (weighted, harmonic float64) {
	size := min(max(len(moves)/10, 2), 8)
	var sum, weights, inverse float64
	n := 0
	for i, m := range moves {
		if !m.counts {
			continue
		}
		// The first windows all begin at the beginning, so that every move has one.
		from := min(max(i-(size-2), 0), max(len(wins)-size, 0))
		w := min(max(deviation(wins[from:min(from+size, len(wins))]), 0.5), 12)
		sum += w * m.accuracy
		weights += w
		inverse += 1 / max(m.accuracy, 1)
		n++
	}
	if n == 0 {
		return 0, 0
	}
	return sum / weights, float64(n) / inverse
}

// deviation is the standard deviation of all of them.
func deviation(x []float64) float64 {
	mean := 0.0
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	square := 0.0
	for _, v := range x {
		square += (v - mean) * (v - mean)
	}
	return math.Sqrt(square / float64(len(x)))
}
