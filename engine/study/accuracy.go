package study

import (
	"math"

	"xiangqibot/engine/board"
)

// minMoves is the number of moves of a side below which its accuracy means nothing.
const minMoves = 10

// accuracyOf is the accuracy of a move that lost so many percentage points of winning chances: 100 if it lost none.
// The formula is that of lichess.
func accuracyOf(lost float64) float64 {
	if lost <= 0 {
		return 100
	}
	return min(max(103.1668100711649*math.Exp(-0.04354415386953951*lost)-3.166924740191411+1, 0), 100)
}

// Accuracy is the accuracy of a side, from 0 to 100 percent. ok is false if the study is not done or the side had fewer
// than ten moves that were neither forced nor from the book.
//
// It is the average of two means of the moves' accuracies, as on lichess: one weighted by the volatility of the chances
// around the move, and the harmonic mean, which a single blunder pulls down.
func (s *Study) Accuracy(c board.Color) (percent float64, ok bool) {
	if !s.Done() {
		return 0, false
	}
	wins := make([]float64, len(s.Evals))
	red := s.Rec.Start.SideToMove() == board.Red
	for i, e := range s.Evals {
		if wins[i] = 100 * e.Chance; red == (i%2 == 1) {
			wins[i] = 100 - wins[i]
		}
	}
	verdicts := s.Verdicts()
	moves := make([]moveAccuracy, len(verdicts))
	own := 0
	for i := range verdicts {
		v := &verdicts[i]
		moves[i] = moveAccuracy{v.By == c && v.free(), accuracyOf(100 * v.Cost)}
		if moves[i].counts {
			own++
		}
	}
	if own < minMoves {
		return 0, false
	}
	weighted, harmonic := gameAccuracy(wins, moves)
	return (weighted + harmonic) / 2, true
}

// moveAccuracy is the accuracy of a move, and whether it counts.
type moveAccuracy struct {
	counts   bool
	accuracy float64
}

// gameAccuracy returns the two means. wins are the winning chances of either side in percent, before each move and
// after the last one.
func gameAccuracy(wins []float64, moves []moveAccuracy) (weighted, harmonic float64) {
	size := min(max(len(moves)/10, 2), 8)
	var sum, weights, inverse float64
	n := 0
	for i, m := range moves {
		if !m.counts {
			continue
		}
		// The first windows all start at the first position, so that every move has one.
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

// deviation is the population standard deviation.
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
