package notation_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// randomPosition draws a position: half of them from random play, half with pieces at random points that they can
// reach, because random play hardly ever has pawns in tandem.
func randomPosition(t *rapid.T) board.Position {
	if rapid.Bool().Draw(t, "scattered") {
		if scattered, ok := scatter(t); ok {
			return scattered
		}
	}
	rec := testcases.Playout(t, board.StartPosition(), 100)
	return rec.Position()
}

// scatter throws pawns of both sides onto two or three files beyond the river, and some other pieces.
func scatter(t *rapid.T) (board.Position, bool) {
	var s board.Setup
	s.MoveNumber = 1
	put := func(c board.Color, k board.Kind, at board.Square) {
		if c == board.Black {
			at = at.Flip()
		}
		if s.Placement[at] == board.NoPiece {
			s.Placement[at] = board.MakePiece(c, k)
		}
	}
	put(board.Red, board.King, board.SquareAt(rapid.IntRange(3, 5).Draw(t, "king"), 0))
	put(board.Black, board.King, board.SquareAt(rapid.IntRange(3, 5).Draw(t, "king"), 0))
	for _, c := range []board.Color{board.Red, board.Black} {
		first := rapid.IntRange(0, 8).Draw(t, "file")
		for range 5 {
			file := (first + rapid.IntRange(0, 2).Draw(t, "beside")) % board.Files
			put(c, board.Pawn, board.SquareAt(file, rapid.IntRange(5, 9).Draw(t, "rank")))
		}
		for _, k := range []board.Kind{board.Rook, board.Cannon, board.Horse} {
			file := rapid.IntRange(0, 8).Draw(t, "file")
			for range 2 {
				put(c, k, board.SquareAt(file, rapid.IntRange(0, 9).Draw(t, "rank")))
			}
		}
	}
	if rapid.Bool().Draw(t, "black") {
		s.SideToMove = board.Black
	}
	p, err := board.NewPosition(s)
	return p, err == nil
}

// TestReadsWhatItWrites is the law of the package: parse(format(m)) = m, in every style, for every legal move.
// Package codec tries it on the moves of played games.
func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		if fault := readsBack(&p); fault != "" {
			t.Fatal(fault)
		}
	})
}

// readsBack writes all legal moves in all styles and reads them back. It returns what went wrong, "" if nothing did.
func readsBack(p *board.Position) (fault string) {
	for _, m := range p.LegalMoves(nil) {
		for _, s := range notation.Styles() {
			text := notation.Format(p, m, s)
			back, err := readAs(p, text, s)
			if err != nil || back != m {
				return fmt.Sprintf("%s: %v in %v is %s, read back as %v, %v", p.FEN(), m, s, text, back, err)
			}
		}
	}
	return ""
}

// readAs reads a text in a style: with ParseAs for the two styles that Parse cannot distinguish from others.
func readAs(p *board.Position, text string, s notation.Style) (board.Move, error) {
	if s == notation.UCI10 || s == notation.Vietnamese {
		return notation.ParseAs(p, text, s)
	}
	return notation.Parse(p, text)
}

// TestExplainAgreesWithTheGenerator: a move has a reason exactly when it is not legal, and the reason's points are on
// the board.
func TestExplainAgreesWithTheGenerator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		for from := board.Square(0); from < board.NoSquare; from++ {
			for to := board.Square(0); to < board.NoSquare; to++ {
				m := board.NewMove(from, to)
				err := notation.Explain(&p, m)
				if (err == nil) != p.IsLegal(m) {
					t.Fatalf("%s: %v legal %v, explained by %v", p.FEN(), m, p.IsLegal(m), err)
				}
				if err == nil {
					continue
				}
				var illegal *notation.IllegalError
				if !errors.As(err, &illegal) || illegal.Reason == notation.NoReason || len(illegal.Squares) == 0 {
					t.Fatalf("%s: %v: %#v", p.FEN(), m, err)
				}
			}
		}
	})
}

// TestCompleteFollowsTyping: every beginning of every way to write a move offers that move, and the whole text offers
// only moves that the text can mean.
func TestCompleteFollowsTyping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		if all := notation.CompleteAs(&p, "", notation.UCI); len(all) != len(moves) {
			t.Fatalf("%s: nothing typed offers %d of %d moves", p.FEN(), len(all), len(moves))
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		for _, s := range notation.Styles() {
			text := notation.Format(&p, m, s)
			for i := range text {
				if offered := notation.CompleteAs(&p, text[:i], s); !slices.Contains(offered, m) {
					t.Fatalf("%s: %q offers %v, want %v (%s) among them", p.FEN(), text[:i], offered, m, text)
				}
			}
			if offered := notation.CompleteAs(&p, text, s); !slices.Contains(offered, m) {
				t.Fatalf("%s: %q offers %v, want %v", p.FEN(), text, offered, m)
			}
		}
	})
}

// Seeds of the fuzz targets: moves in every notation, in positions with and without pieces in tandem.
var (
	seedTexts = []string{"炮二平五", "马８进７", "h2e2", "H2-E2", "C2=5", "前兵四平五", "12. Pa.5!?", "15=6", "+4=5", "h10g8", "＋", "\xff",
		"卒进1", "h3e3", "P2-5", "Bt4-5", "B24-5", "Pháo trước thoái 1", "tuong 5 tan 1", "Tượng 7 tấn 5", "1… M8.7", "a1a0", ".P=6"}
	seedFENs = []string{board.StartFEN, blackToMove, fourPawns, threePawns, fivePawns, twoCannons}
)

// seed gives a fuzz target every text in every position and style.
func seed(f *testing.F) {
	for _, text := range seedTexts {
		for _, fen := range seedFENs {
			for _, s := range notation.Styles() {
				f.Add(fen, text, uint8(s))
			}
		}
	}
}

// fuzzTexts fuzzes what people can type, in all positions that can be.
func fuzzTexts(f *testing.F, check func(t *testing.T, fen string, p board.Position, text string, s notation.Style)) {
	seed(f)
	f.Fuzz(func(t *testing.T, fen, text string, style uint8) {
		if p, err := board.ParseFEN(fen); err == nil {
			check(t, fen, p, text, notation.Style(int(style)%notation.StyleCount))
		}
	})
}

// FuzzParse: for any text and style, ParseAs returns a legal move or one of its three errors, and does not change the
// position.
func FuzzParse(f *testing.F) {
	fuzzTexts(f, func(t *testing.T, fen string, p board.Position, text string, s notation.Style) {
		before := p
		m, err := notation.ParseAs(&p, text, s)
		if p != before {
			t.Errorf("%q changes the position %s to %s", text, fen, p.FEN())
		}
		var (
			syntax    *notation.SyntaxError
			illegal   *notation.IllegalError
			ambiguous *notation.AmbiguousError
		)
		switch {
		case err == nil:
			if !p.IsLegal(m) {
				t.Errorf("%s: %q is read as %v, which is not legal", fen, text, m)
			}
		case errors.As(err, &syntax):
			if !strings.Contains(text, syntax.Bad) || !strings.HasPrefix(text, syntax.Text) {
				t.Errorf("%s: %q: %#v is not about it", fen, text, syntax)
			}
		case errors.As(err, &illegal):
			if illegal.Reason == notation.NoReason {
				t.Errorf("%s: %q: no reason", fen, text)
			}
		case errors.As(err, &ambiguous):
			if n := len(ambiguous.Candidates); n < 2 && (n != 1 || !ambiguous.MissingFile) {
				t.Errorf("%s: %q: %v", fen, text, err)
			}
			for _, m := range ambiguous.Candidates {
				if !p.IsLegal(m) {
					t.Errorf("%s: %q: candidate %v is not legal", fen, text, m)
				}
			}
		default:
			t.Errorf("%s: %q: %T %v", fen, text, err, err)
		}
		if err != nil && (m != board.NoMove || err.Error() == "") {
			t.Errorf("%s: %q: %v with error %q", fen, text, m, err)
		}
		if notation.AmbiguousRanks(&p, text) {
			one, err1 := notation.Parse(&p, text)
			other, err2 := notation.ParseAs(&p, text, notation.UCI10)
			if err1 != nil || err2 != nil || one == other {
				t.Errorf("%s: %q has two readings, but is read as %v, %v and %v, %v", fen, text, one, err1, other, err2)
			}
		}
	})
}

// FuzzComplete: what is offered is legal, in one order and without repetition, and holds what the whole text means.
func FuzzComplete(f *testing.F) {
	fuzzTexts(f, func(t *testing.T, fen string, p board.Position, text string, s notation.Style) {
		offered := notation.CompleteAs(&p, text, s)
		all := notation.CompleteAs(&p, "", s)
		for _, m := range offered {
			i := slices.Index(all, m)
			if i < 0 {
				t.Fatalf("%s: %q offers %v, which is not legal, or twice, or out of order", fen, text, m)
			}
			all = all[i+1:]
		}
		meant, err := notation.ParseAs(&p, text, s)
		var ambiguous *notation.AmbiguousError
		switch {
		case err == nil && !slices.Contains(offered, meant):
			t.Errorf("%s: %q is read by %v as %v, but completing it offers %v", fen, text, s, meant, offered)
		case errors.As(err, &ambiguous):
			for _, m := range ambiguous.Candidates {
				if !slices.Contains(offered, m) {
					t.Errorf("%s: %q can be %v by %v, but completing it offers %v", fen, text, m, s, offered)
				}
			}
		}
	})
}
