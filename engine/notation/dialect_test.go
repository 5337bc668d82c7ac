package notation_test

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// TestDialect reads texts with different meanings in WXF and in Vietnamese, for people who speak Vietnamese and see
// coordinates or WXF, and for people who do not. A dash is for no legal move.
func TestDialect(t *testing.T) {
	const pawnsOver = "3k5/9/9/9/1P5P1/9/9/1C5C1/9/4K4 w - - 0 1" // pawns on files 2 and 8 beyond the river, cannons behind
	for _, c := range []struct{ fen, text, vietnamese, wxf, others string }{
		{board.StartFEN, "P2-5", "h2e2", "h2e2", "h2e2"}, // pawns do not go back
		{board.StartFEN, "P8-7", "b2c2", "b2c2", "b2c2"},
		{board.StartFEN, "P8.2", "b2b4", "b2b4", "b2b4"},
		{board.StartFEN, "1. P2-5!", "h2e2", "h2e2", "h2e2"},
		{board.StartFEN, "B3.1", "g3g4", "g3g4", "g3g4"}, // elephants do not go sideways
		{board.StartFEN, "P8.7", "b2b9", "b2b9", "-"},    // a pawn could make this move from another point
		{board.StartFEN, "P2.1", "h2h3", "h2h3", "-"},
		{board.StartFEN, "P2-2", "-", "-", "-"},
		{board.StartFEN, "P9-8", "-", "-", "-"},
		{board.StartFEN, "P5+1", "e3e4", "e3e4", "e3e4"},
		{board.StartFEN, "C2.5", "h2e2", "h2e2", "h2e2"}, // there is no pawn on file 2
		{board.StartFEN, "C2=5", "h2e2", "h2e2", "h2e2"},
		{board.StartFEN, "E3+5", "g0e2", "g0e2", "g0e2"},
		{board.StartFEN, "B3+1", "g3g4", "g0i2", "g0i2"},
		{board.StartFEN, "M8.7", "b0c2", "b0c2", "b0c2"},
		{pawnsOver, "P2.1", "h2h3", "h5i5", "h5i5"},
		{pawnsOver, "P2+1", "h2h3", "h5h6", "h5h6"},
	} {
		p := testcases.Position(t, c.fen)
		for w, want := range map[notation.Dialect]string{
			{Style: notation.ICCS, Vietnamese: true}:    c.vietnamese,
			{Style: notation.UCI10, Vietnamese: true}:   c.vietnamese,
			{Style: notation.Chinese, Vietnamese: true}: c.vietnamese,
			{Style: notation.WXF, Vietnamese: true}:     c.wxf,
			{Style: notation.WXF}:                       c.others,
			{Style: notation.UCI10}:                     c.others,
		} {
			m, err := w.Parse(&p, c.text)
			if got := m.String(); got != want && (want != "-" || err == nil) {
				t.Errorf("%s: %s is read for %v as %v, %v; want %s", c.fen, c.text, w, got, err, want)
			}
		}
	}
	p := board.StartPosition()
	for text, want := range map[string]string{"h3e3": "h2e2", "b1c3": "b0c2"} {
		if m, err := (notation.Dialect{Style: notation.UCI10, Vietnamese: true}).Parse(&p, text); err != nil || m != testcases.Move(t, want) {
			t.Errorf("ranks from 1: %s is %v, %v; want %s", text, m, err, want)
		}
	}
}

// TestDialectReadsWhatItShows: without Vietnamese, a dialect reads a text as ParseAs does; and every dialect reads back
// what its style shows.
func TestDialectReadsWhatItShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		s := rapid.SampledFrom(notation.Styles()).Draw(t, "shown")
		for _, vietnamese := range []bool{false, true} {
			w := notation.Dialect{Style: s, Vietnamese: vietnamese}
			if got, err := w.Parse(&p, notation.Format(&p, m, s)); err != nil || got != m {
				t.Fatalf("%s: %v as shown by %v is read as %v, %v", p.FEN(), m, w, got, err)
			}
		}
		text := notation.Format(&p, m, rapid.SampledFrom(notation.Styles()).Draw(t, "written"))
		if want, err := notation.ParseAs(&p, text, s); err == nil {
			if got, err := (notation.Dialect{Style: s}).Parse(&p, text); err != nil || got != want {
				t.Fatalf("%s: %s is read by %v as %v, %v; want %v", p.FEN(), text, s, got, err, want)
			}
		}
	})
}
