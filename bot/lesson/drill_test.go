package lesson_test

import (
	"strings"
	"testing"

	"xiangqibot/bot/lesson"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
)

// Red wins every ending, in no fewer than four moves. The tables of two endings, horse and pawn and two horses, take
// ten seconds each to generate; these were looked up by hand, and both take 19 moves.
func TestDrillsAreWon(t *testing.T) {
	slow := map[lesson.Name]bool{"horsepawn": true, "twohorses": true}
	for _, d := range lesson.Drills() {
		if found, ok := lesson.FindDrill(d.Name); !ok || found != d || d.Start.SideToMove() != board.Red {
			t.Errorf("%s: %v, %v", d.Name, found, ok)
		}
		if slow[d.Name] {
			continue
		}
		var tables endgame.Tables
		m, err := endgame.ParseMaterial(material(d))
		if err == nil {
			err = tables.Solve(t.Context(), m, 1)
		}
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if v, ok := tables.Probe(&d.Start); !ok || v.Outcome != endgame.Win || v.Plies < 7 {
			t.Errorf("%s: %+v, known: %v; want a win in at least four moves", d.Name, v, ok)
		}
	}
}

// material is the material on the board in the notation of the tables, such as "KR-KAA".
func material(d *lesson.Drill) string {
	var sides [2]string
	for c, color := range []board.Color{board.Red, board.Black} {
		for _, kind := range []struct {
			kind   board.Kind
			letter string
		}{
			{board.King, "K"}, {board.Rook, "R"}, {board.Horse, "N"}, {board.Cannon, "C"}, {board.Pawn, "P"},
			{board.Advisor, "A"}, {board.Elephant, "B"},
		} {
			pieces := d.Start.Pieces(color, kind.kind)
			sides[c] += strings.Repeat(kind.letter, pieces.Count())
		}
	}
	return sides[0] + "-" + sides[1]
}
