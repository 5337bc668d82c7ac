package engine_test

import (
	"testing"

	"xiangqibot/engine"
)

func TestWinChance(t *testing.T) {
	last := 0.0
	for score := -3000; score <= 3000; score += 50 {
		chance := engine.WinChance(score, 0)
		if chance <= last || chance >= 1 {
			t.Fatalf("%d centipawns are worth %v, those below %v", score, chance, last)
		}
		if sum := chance + engine.WinChance(-score, 0); sum < 1-1e-9 || sum > 1+1e-9 {
			t.Errorf("the chances of both sides sum up to %v", sum)
		}
		last = chance
	}
	if engine.WinChance(0, 3) != 1 || engine.WinChance(0, -3) != 0 {
		t.Error("a mate is not certain")
	}
}

func TestGradeOf(t *testing.T) {
	for cost, want := range map[float64]engine.Grade{
		0: engine.Good, 0.049: engine.Good, engine.InaccuracyCost: engine.Inaccuracy, 0.099: engine.Inaccuracy,
		engine.MistakeCost: engine.Mistake, 0.199: engine.Mistake, engine.BlunderCost: engine.Blunder, 1: engine.Blunder,
	} {
		if got := engine.GradeOf(cost); got != want {
			t.Errorf("a move that costs %v is graded %v, want %v", cost, got, want)
		}
	}
}
