package selfplay

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Statistics are counts over files of games.
type Statistics struct {
	// Games is the number of games; Won, Drawn and Lost are those by result for Red.
	Games, Won, Drawn, Lost int
	// Positions is how many positions have a score; the other counts are about these. In Quiet ones
	// the side to move is not in check, and the move played neither captures nor gives check.
	Positions, Quiet int
	// Phases counts them by the number of pieces on the board: up to 8, 16, 24 and 32.
	Phases [4]int
	// Buckets are the results by score, from the worst to the best.
	Buckets [2*bucketsPerSide + 1]ScoreBucket

	hashes []uint64
}

// ScoreBucket holds the results of positions with similar scores.
type ScoreBucket struct {
	Positions int
	Points    float64 // that the side to move got out of them
}

// Scores beyond the outermost bucket count there.
const (
	bucketsPerSide = 10
	// BucketWidth is the width of a bucket in centipawns. The middle of bucket 10 is 0.
	BucketWidth = 100
)

// Add counts a game.
func (s *Statistics) Add(g *Game) {
	s.Games++
	switch g.Outcome {
	case rules.RedWins:
		s.Won++
	case rules.BlackWins:
		s.Lost++
	default:
		s.Drawn++
	}
	for sample := range g.Samples() {
		if sample.Score == NoScore {
			continue
		}
		s.Positions++
		if sample.Quiet() {
			s.Quiet++
		}
		s.Phases[(sample.Position.Occupied().Count()-1)/8]++
		half := BucketWidth / 2
		if sample.Score < 0 {
			half = -half
		}
		band := &s.Buckets[bucketsPerSide+max(min((sample.Score+half)/BucketWidth, bucketsPerSide), -bucketsPerSide)]
		band.Positions++
		band.Points += sample.Result
		s.hashes = append(s.hashes, sample.Position.Hash())
	}
}

// Distinct returns the number of distinct positions. It sorts their hashes, which take 8 bytes per position.
func (s *Statistics) Distinct() int {
	slices.Sort(s.hashes)
	n := 0
	for i, k := range s.hashes {
		if i == 0 || k != s.hashes[i-1] {
			n++
		}
	}
	return n
}

// Quiet reports whether the position is quiet, so that a static evaluation can judge it: the side to move is not in
// check, and the move is neither a capture nor a check.
func (s *Sample) Quiet() bool {
	p := s.Position
	return p.At(s.Move.To()) == board.NoPiece && !p.InCheck() && !p.GivesCheck(s.Move)
}
