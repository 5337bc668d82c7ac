package gamefile_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

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
		text, err := gamefile.Write(&g, w.format, w.style)
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
