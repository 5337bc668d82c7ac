package render

import (
	"math"
	"testing"
)

// swing is a game that goes up and down.
func swing(plies int) []float64 {
	chances := make([]float64, plies+1)
	for i := range chances {
		chances[i] = min(max(0.5+0.3*math.Sin(float64(i)/9)+0.1*math.Sin(float64(i)*1.7)+0.3*float64(i)/float64(plies), 0), 1)
	}
	return chances
}

func TestChances(t *testing.T) {
	checkPictures(t, map[string]WinChances{
		"chances": {Title: "红 Alice – 黑 Bob · 第42号对局", Red: swing(120), Faults: []Fault{
			{17, Mistake, ""}, {31, Mistake, ""}, {44, Blunder, "22… 车二进六??"}, {90, Blunder, ""}, {120, Mistake, ""},
			{48, Blunder, "24… 炮８平５??"}, {46, Mistake, ""},
		}},
		"chances-short": {Theme: Night, Title: "Alice – Bob", Red: []float64{0.5, 1, 0}, Faults: []Fault{{1, Blunder, "1. H2+3??"}, {2, Blunder, "1… H8+7??"}}},
	}, shared().WinChances)
}
