package recordview

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/engine/testcases"
	"xiangqibot/render"
)

// looks are what a search finds in the positions of reviewedGame: a score, a mate and a line.
var looks = []struct {
	score, mate int
	line        string
}{
	{30, 0, "h2e2 h9g7"}, {-20, 0, "h9g7 h0g2"}, {40, 0, "h0g2 i9h9 i0h0 c6c5 h0h6 b9c7"}, {380, 0, "g7e6 b0c2"},
	{-380, 0, "b0c2 i9h9"}, {900, 0, "b7b0 a0b0"}, {0, 2, "h0g2 a9a8 g2h0"},
}

// reviewedGame is a game of Alice and Bob with what a search thinks of it, as far as so many steps.
func reviewedGame(t testing.TB, steps int) *Reviewed {
	t.Helper()
	g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7", "e2e6", "g7e6", "i0i1", "a9a8")
	gametest.Must(t, game.Resign(g, gametest.Bob, gametest.Noon))
	s, err := study.New(&g.Record, study.Plan{First: 10, Second: 20, Doubts: 9}, rules.Asian())
	gametest.Must(t, err)
	search := func(_ context.Context, rec *board.Record, _ engine.Limits) (res engine.Result, err error) {
		played := g.Record.Moves[:min(len(rec.Moves), len(g.Record.Moves))]
		if !slices.Equal(rec.Moves, played) {
			return engine.Result{}, nil // where a line stops, nothing is known
		}
		l := looks[len(rec.Moves)]
		res.Score, res.Mate, res.Depth = l.score, l.mate, 5
		for text := range strings.FieldsSeq(l.line) {
			m := testcases.Move(t, text)
			res.PV = append(res.PV, m)
		}
		return res, nil
	}
	for n := 0; n != steps && !s.Done(); n++ {
		gametest.Must(t, s.Step(t.Context(), search))
	}
	return &Reviewed{Replay: &Replay{Game: g.ID, Ours: g, Sheet: record.Export(g), Over: true}, Study: s}
}

// A review under way, its sums and its mistakes, in all languages.
func TestReview(t *testing.T) {
	done, begun := reviewedGame(t, -1), reviewedGame(t, 3)
	viewtest.Golden(t, "review", func(lang words.Language) string {
		r := readertest.Viewer(t, lang, gametest.Bob)
		text := viewtest.InWords(Review(readertest.View(), begun, begun.First(r), r).Message())
		for n := range 4 {
			p := done.First(r)
			p.Number = n
			m := Review(readertest.View(), done, p, r).Message()
			if problem := viewtest.BreaksLimits(m); problem != "" { // such as a button that comes twice
				t.Errorf("page %d: %s", n, problem)
			}
			text += "\n" + viewtest.InWords(m)
		}
		sheet := done.Annotated(r.Words)
		file, err := codec.Write(&sheet, gamefile.PGN, notation.WXF)
		gametest.Must(t, err)
		read, _, err := codec.Read(file)
		gametest.Must(t, err)
		if len(read.Moves) != 6 || len(read.Variations) == 0 || len(read.Comments) != 6 || read.Symbol(3) == "" {
			t.Errorf("read back: %d moves, %d variations, %d comments, %q", len(read.Moves), len(read.Variations), len(read.Comments), read.Symbol(3))
		}
		return text + "\n" + string(file)
	})
}

// The graph says whose chances it shows, and who played.
func TestChartTitle(t *testing.T) {
	rv, r := reviewedGame(t, -1), readertest.Viewer(t, words.English, gametest.Bob)
	named := rv.chartTitle(r.Words)
	if !strings.HasPrefix(named, "Red's chances · ") || !strings.Contains(named, " – ") {
		t.Errorf("of a game: %q", named)
	}
	rv.Replay = &Replay{Record: 1}
	if got := rv.chartTitle(r.Words); got != "Red's chances" {
		t.Errorf("of a record without names: %q", got)
	}
}

// The graph names the two costliest of the moves that it marks.
func TestGraphNamesTheWorstMoves(t *testing.T) {
	rv, r := reviewedGame(t, -1), readertest.Viewer(t, words.English, gametest.Bob)
	verdicts := []study.Verdict{
		{Ply: 0, Grade: engine.Mistake, Cost: 0.2}, {Ply: 1, Grade: engine.Blunder, Cost: 0.4}, {Ply: 2, Cost: 0.9},
		{Ply: 3, Grade: engine.Blunder, Cost: 0.3},
	}
	for i := range verdicts {
		verdicts[i].Played = rv.Sheet.Moves[i]
	}
	_, faults := chancesOf(verdicts)
	rv.nameWorst(faults, verdicts, r)
	want := []render.Fault{{Ply: 1, Kind: render.Mistake}, {Ply: 2, Kind: render.Blunder, Name: "1… H8+7??"}, {Ply: 4, Kind: render.Blunder, Name: "2… H7+5??"}}
	if !slices.Equal(faults, want) {
		t.Errorf("the marks are %+v, want %+v", faults, want)
	}
}

// The moments of a game are in two columns, and where pictures are wide beside one another.
func TestMoments(t *testing.T) {
	rv, r := reviewedGame(t, -1), readertest.Viewer(t, words.English, gametest.Bob)
	size := func(layout view.Layout) image.Config {
		r.Layout = layout
		reply := Moments(readertest.View(), rv, false, r)
		config, err := png.DecodeConfig(bytes.NewReader(reply.Picture.PNG))
		if err != nil {
			t.Fatal(err)
		}
		return config
	}
	tall, wide := size(view.Tall), size(view.Wide)
	if tall.Width*3 != wide.Width*2 || tall.Height != wide.Height*2 {
		t.Errorf("the picture is %d by %d, and wide %d by %d", tall.Width, tall.Height, wide.Width, wide.Height)
	}
}

// An animation has a frame for each position, the mistakes longer, and is made once.
func TestGIF(t *testing.T) {
	a, r := &Animations{View: readertest.View()}, readertest.Viewer(t, words.English, gametest.Bob)
	rv := reviewedGame(t, -1)
	animated := func(s *study.Study, part RoundRange) *gif.GIF {
		t.Helper()
		reply, err := a.GIF(rv.Replay, s, part, r)
		gametest.Must(t, err)
		if len(reply.Files) != 1 || reply.Files[0].Name != "game-42.gif" {
			t.Fatalf("files: %+v", reply.Files)
		}
		read, err := gif.DecodeAll(bytes.NewReader(reply.Files[0].Data))
		gametest.Must(t, err)
		return read
	}
	if got := fmt.Sprint(animated(nil, RoundRange{}).Delay); got != "[80 80 80 80 80 80 400]" {
		t.Errorf("not reviewed: shown for %s", got)
	}
	if got := fmt.Sprint(animated(rv.Study, RoundRange{}).Delay); got != "[80 80 80 150 80 150 400]" {
		t.Errorf("reviewed: shown for %s", got)
	}
	if got := fmt.Sprint(animated(rv.Study, RoundRange{From: 2, To: 2}).Delay); got != "[80 150 400]" {
		t.Errorf("a round: shown for %s", got)
	}
	animated(nil, RoundRange{})
	if n := len(a.files); n != 3 {
		t.Errorf("%d animations are kept after one was asked for again, want 3", n)
	}
	for _, part := range []RoundRange{{From: 4}, {To: 4}, {From: 3, To: 2}} {
		if _, err := a.GIF(rv.Replay, nil, part, r); err == nil {
			t.Errorf("rounds %d to %d are shown", part.From, part.To)
		}
	}
}

// No more animations are kept than fit, the latest among them.
func TestAnimationsKept(t *testing.T) {
	var a Animations
	for i := range 5 {
		a.put(fmt.Sprint(i), make([]byte, maxCachedBytes/3))
		if _, ok := a.get(fmt.Sprint(i)); !ok || a.bytes > maxCachedBytes {
			t.Errorf("animation %d is kept: %v, with %d bytes in all", i, ok, a.bytes)
		}
	}
}
