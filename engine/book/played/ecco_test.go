package played_test

import (
	"bytes"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/testcases"
)

func TestCodes(t *testing.T) {
	for _, text := range []string{"A00", "B07", "C45", "E99"} {
		if c := code(t, text); c.String() != text || !c.Single() {
			t.Errorf("%s is read as %s", text, c)
		}
	}
	for _, text := range []string{"", "C4", "C456", "F00", "@00", "CX5", "C4/", "c45"} {
		if c, err := played.ParseCode(text); err == nil {
			t.Errorf("%q is read as %s", text, c)
		}
	}
	if none := played.Code(""); none.String() != "" || none.Single() {
		t.Errorf("no code is %q", none)
	}
}

// The code of a position is that of four in five of its games, or their group; a position without either has none. A
// table keeps its codes in its file.
func TestCodesOfPositions(t *testing.T) {
	b := played.NewBuilder(8)
	add := func(games int, line, text string) {
		for range games {
			b.Add(moves(t, line), played.Drawn, code(t, text))
		}
	}
	add(8, "h2e2 h9g7 h0g2 i9h9", "C45")
	add(2, "h2e2 h9g7 h0g2 b9c7", "C49")
	add(8, "c3c4 g6g5 b0c2 h9g7", "D00")
	add(3, "c3c4 g6g5 b0c2 b9c7", "D07")
	add(3, "g0e2 h7e7 h0g2 h9g7", "A10")
	add(3, "g0e2 h7e7 h0g2 b9c7", "A20")
	var file bytes.Buffer
	if err := b.Table(1).Write(&file); err != nil {
		t.Fatal(err)
	}
	table, err := played.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"":                         "",
		"h2e2":                     "C45",
		"b2e2 b9c7":                "C45", // the mirror image
		"h2e2 h9g7 h0g2 a9a8 a0a1": "C45", // what is not in the table changes nothing
		"c3c4 g6g5":                "D00–D09",
		"g0e2 h7e7":                "",
		"e3e4":                     "",
	} {
		rec := board.Record{Start: board.StartPosition(), Moves: moves(t, line)}
		if c := table.ECCO(&rec); c.String() != want {
			t.Errorf("after %s: %q, want %q", line, c, want)
		}
	}
}

// Of games that a table was not made from, most have the code that it says: every tenth is asked.
func TestCodesOfOtherGames(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a table of all games")
	}
	type row struct{ Moves, ECCO string }
	b := played.NewBuilder(30)
	var asked []row
	number := 0
	testcases.Each(t, "data/games.jsonl.gz", func(r row) {
		if number++; number%10 == 0 {
			asked = append(asked, r)
			return
		}
		b.Add(moves(t, r.Moves), played.Drawn, code(t, r.ECCO))
	})
	table := b.Table(3)
	var single, right, group, inGroup int
	for _, r := range asked {
		rec := board.Record{Start: board.StartPosition(), Moves: moves(t, r.Moves)}
		switch c := table.ECCO(&rec); {
		case c.Single():
			single++
			if c.String() == r.ECCO {
				right++
			}
		case c != "":
			group++
			if strings.HasPrefix(c.String(), r.ECCO[:2]) {
				inGroup++
			}
		}
	}
	t.Logf("%d games: %d of %d codes are right, %d of %d groups", len(asked), right, single, inGroup, group)
	if 10*right < 9*single || 10*inGroup < 9*group || 3*single < 2*len(asked) {
		t.Errorf("%d games: %d of %d codes are right, %d of %d groups", len(asked), right, single, inGroup, group)
	}
}
