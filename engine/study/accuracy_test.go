package study

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestMoveAccuracy compares with the values of the formula that others publish.
func TestMoveAccuracy(t *testing.T) {
	for lost, want := range map[float64]float64{
		-3: 100, 0: 100, 0.5: 98.78, 1: 96.60, 2: 92.40, 5: 80.82, 10: 64.58, 15: 51.52, 20: 41.02, 30: 25.77, 50: 9.53, 100: 0,
	} {
		if got := accuracyOf(lost); math.Abs(got-want) > 0.01 {
			t.Errorf("%v points lost: %.2f, want %.2f", lost, got, want)
		}
	}
}

// TestGameAccuracy compares with a game worked through by hand: the scores after six plies, with the win points of
// another program.
func TestGameAccuracy(t *testing.T) {
	wins := make([]float64, 0, 7)
	for _, cp := range []float64{15, 20, 10, -80, -60, -300, -280} {
		wins = append(wins, 50+50*(2/(1+math.Exp(-0.00368208*cp))-1))
	}
	for side, want := range [][2]float64{{51.81, 62.17}, {95.37, 95.94}} {
		moves := make([]moveAccuracy, 6)
		for i := range moves {
			lost := wins[i] - wins[i+1]
			if i%2 == 1 {
				lost = -lost
			}
			moves[i] = moveAccuracy{i%2 == side, accuracyOf(lost)}
		}
		weighted, harmonic := gameAccuracy(wins, moves)
		if math.Abs(weighted-want[0]) > 0.01 || math.Abs(harmonic-want[1]) > 0.01 {
			t.Errorf("side %d: %.2f and %.2f, want %v", side, weighted, harmonic, want)
		}
	}
}

// TestGameAccuracyIsBounded draws games: both means lie among the accuracies of the moves.
func TestGameAccuracyIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "plies")
		wins := rapid.SliceOfN(rapid.Float64Range(0, 100), n+1, n+1).Draw(t, "wins")
		moves := make([]moveAccuracy, n)
		least, most := 100.0, 0.0
		for i := range moves {
			moves[i] = moveAccuracy{true, accuracyOf(rapid.Float64Range(-10, 100).Draw(t, "lost"))}
			least, most = min(least, max(moves[i].accuracy, 0)), max(most, moves[i].accuracy, 1)
		}
		weighted, harmonic := gameAccuracy(wins, moves)
		for _, mean := range []float64{weighted, harmonic} {
			if mean < least-1e-6 || mean > most+1e-6 {
				t.Fatalf("mean %v, not between %v and %v", mean, least, most)
			}
		}
	})
}
