package selfplay

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Statistics counts what files of games hold.
type Statistics struct {
	// Games is how many games there are, Won, Drawn and Lost how they ended for Red.
	Games, Won, Drawn, Lost int
	// Positions is how many positions have a score; the other counts are about these. In Quiet ones
	// the side to move is not in check, and the move played neither captures nor gives check.
	Positions, Quiet int
	// Phases counts them by the number of pieces on the board: up to 8, 16, 24 and 32.
	Phases [4]int
	// Bands are the results by score, from the worst to the best.
	Bands [2*bandsAhead + 1]Band

	keys []uint64
}

// Band is how positions with similar scores ended.
type Band struct {
	Positions int
	Points    float64 // that the side to move got out of them
}

// Scores beyond the outermost band count there.
const (
	bandsAhead = 10
	// BandWidth is how many centipawns a band covers. The middle of the band number 10 is 0.
	BandWidth = 100
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
		half := BandWidth / 2
		if sample.Score < 0 {
			half = -half
		}
		band := &s.Bands[bandsAhead+max(min((sample.Score+half)/BandWidth, bandsAhead), -bandsAhead)]
		band.Positions++
		band.Points += sample.Result
		s.keys = append(s.keys, sample.Position.Hash())
	}
}

// Distinct returns how many of the positions are different ones. It sorts them all: 8 bytes for each position are kept
// for it.
func (s *Statistics) Distinct() int {
	slices.Sort(s.keys)
	n := 0
	for i, k := range s.keys {
		if i == 0 || k != s.keys[i-1] {
			n++
		}
	}
	return n
}

// Quiet reports whether a static evaluation should know what the position is worth. Where a check or a capture is due
// it should not.
func (s *Sample) Quiet() bool {
	p := s.Position
	return p.At(s.Move.To()) == board.NoPiece && !p.InCheck() && !p.GivesCheck(s.Move)
}
