package tournament

import (
	"cmp"
	"slices"
)

// Standing is a player's row in the table of a tournament.
type Standing struct {
	Player          int // index in the list of players
	Place           int // from 1; players still tied after all tie-breaks share a place
	Score           float64
	Games           int // byes not counted
	Wins            int
	Buchholz        float64 // the sum of the opponents' scores
	SonnebornBerger float64 // the scores of the opponents beaten, and half of those drawn with
}

// Standings ranks the players of a tournament by score, then Buchholz, then Sonneborn-Berger, then games won.
//
// A bye counts for the score and not for the tie-breaks.
func Standings(players int, met []Result) []Standing {
	lines := make([]Standing, players)
	for p := range lines {
		lines[p].Player = p
	}
	for _, m := range met {
		lines[m.Red].Score += m.Score
		if m.Bye() {
			continue
		}
		lines[m.Black].Score += 1 - m.Score
		for p, score := range map[int]float64{m.Red: m.Score, m.Black: 1 - m.Score} {
			lines[p].Games++
			if score == 1 {
				lines[p].Wins++
			}
		}
	}
	scores := make([]float64, players)
	for p, l := range lines {
		scores[p] = l.Score
	}
	for _, m := range met {
		if m.Bye() {
			continue
		}
		lines[m.Red].Buchholz += scores[m.Black]
		lines[m.Black].Buchholz += scores[m.Red]
		lines[m.Red].SonnebornBerger += m.Score * scores[m.Black]
		lines[m.Black].SonnebornBerger += (1 - m.Score) * scores[m.Red]
	}
	order := func(a, b Standing) int {
		return cmp.Or(
			cmp.Compare(b.Score, a.Score), cmp.Compare(b.Buchholz, a.Buchholz),
			cmp.Compare(b.SonnebornBerger, a.SonnebornBerger), cmp.Compare(b.Wins, a.Wins),
		)
	}
	slices.SortStableFunc(lines, order)
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && order(lines[i-1], lines[i]) == 0 {
			lines[i].Place = lines[i-1].Place
		}
	}
	return lines
}
