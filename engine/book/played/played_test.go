package played_test

import (
	"bytes"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/testcases"
)

func moves(t *testing.T, text string) []board.Move {
	t.Helper()
	return testcases.Moves(t, strings.Fields(text)...)
}

func code(t *testing.T, text string) played.Code {
	t.Helper()
	c, err := played.ParseCode(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Games are counted by position, mirror images and transpositions together, and rare moves not at all; a table can be
// written and read.
func TestGamesAreCounted(t *testing.T) {
	b := played.NewBuilder(4)
	b.Add(moves(t, "h2e2 h9g7 h0g2 i9h9 a0a1"), played.RedWon, code(t, "C45"))
	b.Add(moves(t, "b2e2 b9c7 b0c2 a9b9"), played.Drawn, code(t, "C45"))    // the mirror image
	b.Add(moves(t, "h0g2 h9g7 h2e2 i9h9"), played.BlackWon, code(t, "C44")) // another order
	built := b.Table(2)
	var file bytes.Buffer
	if err := built.Write(&file); err != nil {
		t.Fatal(err)
	}
	table, err := played.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	p := board.StartPosition()
	at := table.At(&p)
	if len(at) != 1 || at[0].Move.String() != "h2e2" || at[0].Counts != (played.Counts{1, 1, 0}) {
		t.Fatalf("at the start: %v; want one cannon, 1 won and 1 drawn", at)
	}
	for _, line := range []string{"h2e2 h9g7 h0g2", "b2e2 b9c7 b0c2", "h0g2 h9g7 h2e2"} {
		p := board.StartPosition()
		for _, m := range moves(t, line) {
			p.Make(m)
		}
		if at := table.At(&p); len(at) != 1 || at[0].Counts != (played.Counts{1, 1, 1}) || !p.IsLegal(at[0].Move) {
			t.Errorf("after %s: %v; want one move of all three games", line, at)
		}
	}
	for _, m := range moves(t, "h2e2 h9g7 h0g2 i9h9") {
		p.Make(m)
	}
	if at := table.At(&p); at != nil {
		t.Errorf("after the plies that count: %v", at)
	}
}

// The embedded table has the games that it was made from.
func TestStandard(t *testing.T) {
	table := played.Standard()
	if table.Len() < 15000 {
		t.Errorf("%d positions", table.Len())
	}
	p := board.StartPosition()
	at := table.At(&p)
	games := 0
	for _, m := range at {
		games += m.Games()
	}
	if len(at) < 8 || at[0].Move.String() != "h2e2" || games < 24000 || book.Mirror(at[0].Move) == at[1].Move {
		t.Errorf("%d games at the start: %v", games, at)
	}
}
