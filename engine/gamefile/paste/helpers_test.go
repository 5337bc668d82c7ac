package paste_test

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/testcases"
)

func move(text string) board.Move {
	m, err := board.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

func moves(text string) (all []board.Move) {
	for _, m := range strings.Fields(text) {
		all = append(all, move(m))
	}
	return all
}

// coordinates writes moves.
func coordinates(all []board.Move) string {
	var b strings.Builder
	for _, m := range all {
		b.WriteString(" " + m.String())
	}
	return strings.TrimPrefix(b.String(), " ")
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
