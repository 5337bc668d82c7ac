package board_test

import (
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

func TestOraclePerft(t *testing.T) {
	type row struct {
		ID, FEN string
		Perft   map[int]uint64
	}
	testcases.Each(t, "perft.jsonl.gz", func(r row) {
		p := testcases.Position(t, r.FEN)
		before := p
		for depth, want := range r.Perft {
			if testing.Short() && want > 5_000_000 {
				continue
			}
			if got := board.Perft(&p, depth); got != want {
				t.Errorf("%s: perft %d = %d, want %d", r.ID, depth, got, want)
			}
		}
		if p != before {
			t.Errorf("%s: the position has changed", r.ID)
		}
	})
}

func TestOracleMoves(t *testing.T) {
	type row struct {
		FEN     string
		Legal   []string
		InCheck bool `json:"in_check"`
	}
	testcases.Each(t, "oracle/moves.jsonl.gz", func(r row) {
		p := testcases.Position(t, r.FEN)
		var got []string
		for _, m := range p.LegalMoves(nil) {
			got = append(got, m.String())
		}
		slices.Sort(got)
		slices.Sort(r.Legal)
		if !slices.Equal(got, r.Legal) {
			t.Errorf("%s:\n got %v\nwant %v", r.FEN, got, r.Legal)
		}
		if p.InCheck() != r.InCheck {
			t.Errorf("%s: in check %v, want %v", r.FEN, p.InCheck(), r.InCheck)
		}
	})
}
