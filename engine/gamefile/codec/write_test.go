package codec_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// TestWritten shows what files look like.
func TestWritten(t *testing.T) {
	g := read(t, `[Event "杯赛"] [Red "甲"] [Black "乙"] [Result "1-0"] 1. 炮二平五 {好} 马8进7 (1... 马2进3 2. 马二进三) 2. 马二进三`, "pgn")
	for _, c := range []struct {
		way
		want string
	}{
		{way{gamefile.PGN, notation.Chinese}, `[Game "Chinese Chess"]
[Event "杯赛"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]
[Format "Chinese"]

1. 炮二平五 {好} 1... 马８进７ (1... 马２进３ 2. 马二进三) 2. 马二进三 1-0
`},
		{way{gamefile.MoveList, notation.Vietnamese}, "甲 – 乙, 杯赛\n1. P2-5 M8.7\n2. M2.3\n1-0\n"},
		{way{gamefile.MoveList, notation.ChineseTraditional}, "甲 – 乙, 杯赛\n1. 炮二平五 馬８進７\n2. 馬二進三\n紅勝\n"},
		{way{gamefile.FEN, notation.Chinese}, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2\n"},
	} {
		if got, err := codec.Write(&g, c.format, c.style); string(got) != c.want || err != nil {
			t.Errorf("%v: %v\n%s\nwant\n%s", c.way, err, got, c.want)
		}
	}
	got, err := codec.Write(&g, gamefile.DhtmlXQ, notation.Chinese)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]", "[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]", "[DhtmlXQ_comment1]好[/DhtmlXQ_comment1]",
		"[DhtmlXQ_result]红胜[/DhtmlXQ_result]", "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"} {
		if !strings.Contains(string(got), tag) {
			t.Errorf("%s is missing in\n%s", tag, got)
		}
	}
}

// TestListThatSpellsAnotherGame: where a cannon and a pawn over the river stand on one file, P5.4 is the cannon's step
// forward in Vietnamese, and for others the pawn's to the fourth file, which is tried first. What is written says which
// one it was.
func TestListThatSpellsAnotherGame(t *testing.T) {
	start := testcases.Position(t, "5k3/9/9/4P4/9/9/9/9/9/3KC4 w - - 0 1")
	for move, want := range map[string]string{"e0e4": "1. E0-E4", "e0e3": "1. P5.3"} {
		g := gamefile.Game{Start: start}
		g.Moves = moves(move)
		text, err := codec.Write(&g, gamefile.MoveList, notation.Vietnamese)
		if got := string(text); err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %v\n%s\nwant %s", move, err, got, want)
		}
	}
}

// TestPGNLines: no line of moves is wider than 80 columns.
func TestPGNLines(t *testing.T) {
	g := gamefile.Game{Start: board.StartPosition()}
	for range 60 {
		g.Moves = append(g.Moves, moves("i0i1 i9i8 i1i0 i8i9")...)
	}
	text, err := codec.Write(&g, gamefile.PGN, notation.Chinese)
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(text)) {
		wide := 0
		for _, r := range strings.TrimSuffix(row, "\n") {
			if wide++; r > 0x1000 {
				wide++
			}
		}
		if wide > 80 {
			t.Errorf("%d columns: %s", wide, row)
		}
	}
}

// TestRefusals: what cannot be written says so.
func TestRefusals(t *testing.T) {
	good := gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves("h2e2")}}
	if _, err := codec.Write(&good, gamefile.XQF, notation.Chinese); err == nil || !strings.Contains(err.Error(), "want pgn") {
		t.Errorf("XQF: %v", err)
	}
}

func TestFormatNames(t *testing.T) {
	for f := gamefile.PGN; f <= gamefile.XQF; f++ {
		if back, err := gamefile.ParseFormat(f.String()); err != nil || back != f || !strings.HasPrefix(f.Extension(), ".") {
			t.Errorf("%v is read as %v, %v; extension %q", f, back, err, f.Extension())
		}
	}
	if _, err := gamefile.ParseFormat("doc"); err == nil || !strings.Contains(err.Error(), "pgn") {
		t.Errorf("%v", err)
	}
}

// typical is a game of usual length with a comment and a variation.
func typical() gamefile.Game {
	g := gamefile.Game{Event: "杯赛", Result: gamefile.Draw, Start: board.StartPosition()}
	g.Moves = moves(`h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 c3c4 g6g5 b0c2 c9e7 h0h6 h7i7 h6g6 h9h7 c2d4 a9a8 b2c2 b7b3 e3e4 a8d8 d4c6 b3c3 c6b4 d8d4
		a0b0 c7d5 e4e5 d5b4 b0b4 e6e5 c2a2 d4d3 a2a6 c3g3 a6a9 e9e8 b4b8 d3d8 b8d8 e8d8 g6d6 d8e8 g2e3 e5e4 e2e4 e7c9 e4e5 i7i3 e3c2 h7h4`)
	g.Comments = notes(map[int]string{10: "双方走成中炮对屏风马。"})
	g.Variations = []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("h9g7 h0g2 i9h9")}}}
	return g
}

// TestMarks: what people and programs write behind moves, and what is no mark.
func TestMarks(t *testing.T) {
	g := read(t, "$1 1. 炮二平五! $1 $14 马8进7 !? (1... 马2进3?? {差} $256 $0 $x !?! ±) 2. 马二进三？！ 车9平8 $2 $3 *", "moves")
	want := notes(map[int][]gamefile.NAG{1: {gamefile.Good, 14}, 2: {gamefile.Interesting}, 3: {gamefile.Dubious}, 4: {gamefile.Mistake, gamefile.Brilliant}})
	if !reflect.DeepEqual(g.NAGs, want) {
		t.Errorf("marks %v, want %v", g.NAGs, want)
	}
	if got := g.Variations[0].NAGs; !reflect.DeepEqual(got, notes(map[int][]gamefile.NAG{1: {gamefile.Blunder}})) {
		t.Errorf("marks of the variation: %v", got)
	}
	for w, part := range map[way]string{
		{gamefile.PGN, notation.Chinese}:  "1. 炮二平五 $1 $14 马８进７ $5 (1... 马２进３ $4 {差}) 2. 马二进三 $6 车９平８ $2 $3 *",
		{gamefile.MoveList, notation.WXF}: "1. C2=5! H8+7!? 2. H2+3?! R9=8?",
	} {
		text, err := codec.Write(&g, w.format, w.style)
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), part) {
			t.Errorf("%v: %v\n%s", w, err, text)
		}
	}
}

// TestMarksAreFew: a move has room for some marks, however many a file gives it.
func TestMarksAreFew(t *testing.T) {
	var text strings.Builder
	text.WriteString("1. 炮二平五")
	for n := range 10_000 {
		fmt.Fprintf(&text, " $%d", n%255+1)
	}
	if g := read(t, text.String(), "moves"); len(g.NAGs.Get(1)) != gamefile.MaxNAGs || g.Start != board.StartPosition() {
		t.Errorf("marks %v", g.NAGs)
	}
}
