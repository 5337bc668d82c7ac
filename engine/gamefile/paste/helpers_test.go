package paste_test

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/testcases"
)

func moves(text string) (all []board.Move) {
	for one := range strings.FieldsSeq(text) {
		m, err := board.ParseMove(one)
		if err != nil {
			panic(err)
		}
		all = append(all, m)
	}
	return all
}

// played returns every n-th game of the collection beside the project, beginning with the one whose number is first.
func played(t testing.TB, n, first int) (all []gamefile.Game) {
	row := 0
	testcases.Each(t, "data/games.jsonl.gz", func(game struct{ Moves string }) {
		if row++; row%n == first {
			all = append(all, gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves(game.Moves)}})
		}
	})
	return all
}
