package tournament

import (
	"cmp"
	"slices"
)

// CrossLine is a player's line in the table of a tournament.
type CrossLine struct {
	Player   int // place in the list of players
	Place    int // from 1; players whom no tie-break separates share one
	Score    float64
	Games    int // byes not counted
	Wins     int
	Buchholz float64 // the sum of the opponents' scores
	Berger   float64 // Sonneborn-Berger: the scores of those beaten, and half of those drawn with
}

// Crosstable ranks the players of a tournament: by score, then Buchholz, then Sonneborn-Berger, then games won.
//
// A bye brings its score; for the tie-breaks it is a game against nobody, which brings nothing.
func Crosstable(players int, met []Met) []CrossLine {
	lines := make([]CrossLine, players)
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
		lines[m.Red].Berger += m.Score * scores[m.Black]
		lines[m.Black].Berger += (1 - m.Score) * scores[m.Red]
	}
	order := func(a, b CrossLine) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Berger, a.Berger), cmp.Compare(b.Wins, a.Wins))
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
