package recordview

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/testcases"
)

// openingPath goes through the openings by moves.
func openingPath(t testing.TB, moves ...string) OpeningPath {
	t.Helper()
	e := NewOpeningPath()
	for _, text := range moves {
		m := testcases.Move(t, text)
		if !e.Go(m) {
			t.Fatalf("nobody has played %s after %v", text, e.Record.Moves)
		}
	}
	return e
}

// In the start position, where each move has its mirror image, moves are those of the pieces on Red's right.
func TestMovesOnTheRight(t *testing.T) {
	e := NewOpeningPath()
	moves := e.Moves()
	if len(moves) != exploredMoves {
		t.Fatalf("there are %d moves", len(moves))
	}
	for _, x := range moves {
		if file := x.Move.Move.From().File(); file <= board.Files/2 {
			t.Errorf("%v is not on Red's right", x.Move.Move)
		}
	}
	// the same games are counted however a move is written
	left, right := openingPath(t, "b2f2"), openingPath(t, "h2d2")
	if left.path != right.path || left.Record.Moves[0] != right.Record.Moves[0] {
		t.Errorf("b2f2 leads to %v by %s, h2d2 to %v by %s", left.Record.Moves, left.path, right.Record.Moves, right.path)
	}
}

// A picture shows the moves of an opening, so that the text has what it does not show; its alternative says the same,
// and the board in words says all of it as text.
func TestOpeningAsPictureAndText(t *testing.T) {
	h9g7, h9i7 := testcases.Move(t, "h9g7"), testcases.Move(t, "h9i7")
	viewtest.Golden(t, "explored", func(lang words.Language) string {
		var text strings.Builder
		for _, layout := range []view.Layout{view.Tall, view.Wide, view.InWords} {
			e := openingPath(t, "h2e2")
			e.InServer = []played.Move{{Move: h9g7, Counts: played.Counts{2, 0, 1}}}
			e.Own = []played.Move{{Move: h9g7, Counts: played.Counts{1, 0, 0}}, {Move: h9i7, Counts: played.Counts{0, 1, 0}}}
			r := readertest.Viewer(t, lang, "10000000000000001")
			r.Layout = layout
			reply := Explored(readertest.View(), e, "", r)
			fmt.Fprintf(&text, "== %s\n%s\n%s\n-- %s\n", layout, reply.Embed.Title, reply.Embed.Description, reply.Picture.Alt)
			if n := len([]rune(reply.Picture.Alt)); n > discord.AltLimit {
				t.Errorf("%s, %s: the alternative text has %d characters", lang, layout, n)
			}
			if (reply.Picture.PNG == nil) != (layout == view.InWords) {
				t.Errorf("%s, %s: the picture has %d bytes", lang, layout, len(reply.Picture.PNG))
			}
			if layout == view.InWords {
				continue
			}
			img, err := png.DecodeConfig(bytes.NewReader(reply.Picture.PNG))
			if err != nil {
				t.Fatal(err)
			}
			if (img.Width > img.Height) != (layout == view.Wide) {
				t.Errorf("%s, %s: the picture is %d by %d", lang, layout, img.Width, img.Height)
			}
		}
		return text.String()
	})
}
