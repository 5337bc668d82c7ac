package board_test

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

func TestPerftStart(t *testing.T) {
	// The numbers that every Xiangqi program agrees on.
	p := board.StartPosition()
	for depth, want := range []uint64{1, 44, 1920, 79666, 3290240} {
		if got := board.Perft(&p, depth); got != want {
			t.Errorf("perft %d = %d, want %d", depth, got, want)
		}
	}
}

// BenchmarkPerft reports million leaves a second, the figure that other programs print.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{"start", board.StartFEN},
		{"middle", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := testcases.Position(b, c.fen)
			var n uint64
			for b.Loop() {
				n += board.Perft(&p, 4)
			}
			b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "Mleaves/s")
		})
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	p := board.StartPosition()
	moves := p.LegalMoves(nil)
	for b.Loop() {
		for _, m := range moves {
			p.Unmake(m, p.Make(m))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
}

func BenchmarkLegalMoves(b *testing.B) {
	p := testcases.Position(b, "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1")
	var buffer [128]board.Move
	for b.Loop() {
		p.LegalMoves(buffer[:0])
	}
}
