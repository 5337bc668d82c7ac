package adjudicate_test

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

func TestOutcome(t *testing.T) {
	const (
		rookAgainstGuards = "2bakab2/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"
		guardsAgainstRook = "3k5/r8/9/9/9/9/9/9/9/2BAKAB2 w - - 0 1"
	)
	thresholds := adjudicate.Thresholds{WinScore: 500, WinPlies: 3, DrawScore: 10, DrawPlies: 3, DrawFrom: 4}
	for _, tt := range []struct {
		name   string
		fen    string
		scores []int // for Red
		want   rules.Outcome
	}{
		{"nothing yet", board.StartFEN, []int{600, 600}, rules.Ongoing},
		{"Red ahead", board.StartFEN, []int{100, 600, 500, 700}, rules.RedWins},
		{"Black ahead", board.StartFEN, []int{-600, -500, -500}, rules.BlackWins},
		{"ahead once", board.StartFEN, []int{600, 600, 499, 600, 600}, rules.Ongoing},
		{"first one, then the other", board.StartFEN, []int{600, 600, -600, -600}, rules.Ongoing},
		{"too little to win", rookAgainstGuards, []int{600, 600, 600}, rules.Ongoing},
		{"too little to win for Black", guardsAgainstRook, []int{-600, -600, -600}, rules.Ongoing},
		{"even, but early", board.StartFEN, []int{0, 0, 0}, rules.Ongoing},
		{"even", board.StartFEN, []int{90, 0, 10, -10}, rules.Draw},
		{"even, but not in a row", board.StartFEN, []int{0, 0, 11, 0, 0}, rules.Ongoing},
	} {
		var streaks adjudicate.Streaks
		for _, score := range tt.scores {
			streaks.Add(thresholds, score)
		}
		p := testcases.Position(t, tt.fen)
		if got := thresholds.Outcome(&p, len(tt.scores), streaks); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if never := (adjudicate.Thresholds{}).Outcome(&p, len(tt.scores), streaks); never != rules.Ongoing {
			t.Errorf("%s: %v without thresholds", tt.name, never)
		}
	}
}
