package notation_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// randomPosition draws a position: half of them from random play, half with pieces thrown anywhere they may stand, because
// random play hardly ever brings pawns into tandem.
func randomPosition(t *rapid.T) board.Position {
	p := board.StartPosition()
	if rapid.Bool().Draw(t, "scattered") {
		if scattered, ok := scatter(t); ok {
			return scattered
		}
	}
	for range rapid.IntRange(0, 100).Draw(t, "plies") {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		p.Make(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return p
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
func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		for _, m := range p.LegalMoves(nil) {
			for _, s := range notation.Styles() {
				text := notation.Format(&p, m, s)
				if back, err := notation.ParseAs(&p, text, s); err != nil || back != m {
					t.Fatalf("%s: %v in %v is %s, read back as %v, %v", p.FEN(), m, s, text, back, err)
				}
			}
		}
	})
}

// TestExplainAgreesWithTheGenerator: a move has a reason exactly when it is not legal, and the reason's points are on the board.
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

// TestCompleteFollowsTyping: every beginning of every way to write a move offers that move, and the whole text offers only
// moves that the text can mean.
func TestCompleteFollowsTyping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		if all := notation.Complete(&p, ""); len(all) != len(moves) {
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

// FuzzParse: whatever the text, Parse gives a legal move or one of its three errors, and does not change the position.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"炮二平五", "马８进７", "h2e2", "H2-E2", "C2=5", "前兵四平五", "12. Pa.5!?", "15=6", "+4=5", "h10g8", "＋", "\xff"} {
		for _, fen := range []string{board.StartFEN, fourPawns, threePawns, twoCannons} {
			f.Add(fen, text)
		}
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip("not a position")
		}
		before := p
		m, err := notation.Parse(&p, text)
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
			if !slices.Contains(notation.Complete(&p, text), m) {
				t.Errorf("%s: %q is read as %v, but completing it does not offer that", fen, text, m)
			}
		case errors.As(err, &syntax):
		case errors.As(err, &illegal):
			if illegal.Reason == notation.NoReason {
				t.Errorf("%s: %q: no reason", fen, text)
			}
		case errors.As(err, &ambiguous):
			if len(ambiguous.Candidates) < 2 {
				t.Errorf("%s: %q: %v", fen, text, err)
			}
		default:
			t.Errorf("%s: %q: %T %v", fen, text, err, err)
		}
		if err != nil && (m != board.NoMove || err.Error() == "") {
			t.Errorf("%s: %q: %v with error %q", fen, text, m, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, c := range []struct{ name, fen, text string }{
		{"chinese", board.StartFEN, "炮二平五"},
		{"numbered", board.StartFEN, "12. 馬８進７!?"},
		{"uci", board.StartFEN, "h2e2"},
		{"tandem", fourPawns, "前四平三"},
		{"ambiguous", fourPawns, "前兵平五"},
		{"illegal", board.StartFEN, "马八进六"},
		{"syntax", board.StartFEN, "what is this?"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := position(b, c.fen)
			b.ReportAllocs()
			for b.Loop() {
				_, _ = notation.Parse(&p, c.text)
			}
		})
	}
}

// BenchmarkFormat writes all legal moves of a middle game.
func BenchmarkFormat(b *testing.B) {
	p := position(b, "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/9/RNBAKAB1R w - - 0 5")
	moves := p.LegalMoves(nil)
	for _, s := range notation.Styles() {
		b.Run(s.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, m := range moves {
					_ = notation.Format(&p, m, s)
				}
			}
		})
	}
}

func BenchmarkComplete(b *testing.B) {
	p := board.StartPosition()
	b.ReportAllocs()
	for b.Loop() {
		_ = notation.Complete(&p, "炮")
	}
}
