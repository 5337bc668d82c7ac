package bot

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
)

// The question stands before one person only, but whoever gets hold of its button deletes nothing of anybody.
func TestOnlyTheAskerDeletesTheirData(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.asksToDelete(anna)
	question := tb.sees(anna.id, "1 open game", "deleted player")
	id := question.control(view.PressErase)
	tb.pressID(bao, question, id)
	tb.sees(bao.id, "问的是别人")
	if g := tb.game(1); g.State.String() != "active" || len(g.People()) != 2 {
		t.Fatalf("a stranger's press left the game %v with %v", g.State, g.People())
	}
	tb.pressID(anna, question, id)
	tb.holds(question, anna.id, "has been deleted")
	if g := tb.game(1); g.State.String() != "finished" || len(g.People()) != 1 {
		t.Errorf("her own press left the game %v with %v", g.State, g.People())
	}
	tb.pressID(anna, question, id)
	tb.holds(question, anna.id, "has been deleted")
}

func TestCompressedDataIsDecompressed(t *testing.T) {
	want := bytes.Repeat([]byte("moves "), 1000)
	data, err := handlers.Compress(want)
	must(t, err)
	r, err := gzip.NewReader(bytes.NewReader(data))
	must(t, err)
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) || len(data) > len(want)/10 {
		t.Errorf("%d bytes, packed into %d, became %d: %v", len(want), len(data), len(got), err)
	}
}
