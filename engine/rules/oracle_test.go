package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/oracle"
	"xiangqibot/engine/rules"
)

// TestOracleLimit holds the natural limit, with and without the rule of ten checks, against counts made ply by ply.
func TestOracleLimit(t *testing.T) {
	type row struct {
		ID, FEN string
		Moves   []string
		Counts  []int `json:"counts_check10"`
		Plain   *int  `json:"draw_ply_plain120"`
		Ten     *int  `json:"draw_ply_check10"`
	}
	// Only the limit is asked for: these games were shuffled together and repeat themselves.
	plain := rules.Code{NaturalLimit: 120}
	ten := rules.Code{NaturalLimit: 120, TenChecks: true}
	oracle.Each(t, "oracle/limit60.jsonl.gz", func(r row) {
		record := play(t, r.FEN, r.Moves...)
		var trail rules.Trail
		pos := trail.Follow(&board.Record{Start: record.Start})
		for i, m := range record.Moves {
			undo := pos.Make(m)
			trail.Push(&pos, undo.Captured != board.NoPiece, pos.InCheck())
			if got := trail.Counted(); got != r.Counts[i] {
				t.Fatalf("%s: %d plies count after ply %d, want %d", r.ID, got, i+1, r.Counts[i])
			}
		}
		for _, c := range []struct {
			code rules.Code
			want *int
		}{{plain, r.Plain}, {ten, r.Ten}} {
			got := drawPly(record, c.code)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: ten checks %v: ply that draws (-want +got)\n%s", r.ID, c.code.TenChecks, diff)
			}
		}
	})
}

// drawPly returns the first ply after which the code calls a draw by the natural limit, nil if none does.
func drawPly(r board.Record, c rules.Code) *int {
	for ply := range len(r.Moves) + 1 {
		v := rules.Judge(&board.Record{Start: r.Start, Moves: r.Moves[:ply]}, c)
		if v.Reason == rules.NaturalLimit {
			return &ply
		}
	}
	return nil
}

// TestOracleRepetition holds verdicts on repetition against rulebooks. The code judges checks and no chases, so it has to
// agree wherever the book's verdict rests on checks alone, and may differ where a chase decides. How often it does is counted
// below, so that neither a loss nor a gain goes unnoticed.
func TestOracleRepetition(t *testing.T) {
	type row struct {
		ID, FEN, Ruleset, Verdict string
		Moves                     []string
	}
	type tally struct{ Agree, Chase int }
	got := map[string]tally{}
	code := rules.Asian()
	oracle.Each(t, "oracle/repetition.jsonl.gz", func(r row) {
		record := play(t, r.FEN, r.Moves...)
		v := rules.Judge(&record, code)
		words := map[rules.Outcome]string{rules.Ongoing: "none", rules.Draw: "draw", rules.RedWins: "black_loses", rules.BlackWins: "red_loses"}
		count := got[r.Ruleset]
		switch {
		case words[v.Outcome] == r.Verdict:
			count.Agree++
		case v.Outcome == rules.Draw && strings.HasSuffix(r.Verdict, "_loses"):
			count.Chase++ // the book forbids a chase or, in China, a mixture with threats of mate
		default:
			t.Errorf("%s (%s): %v by %v, want %s", r.ID, r.Ruleset, v.Outcome, v.Reason, r.Verdict)
		}
		got[r.Ruleset] = count
		if strings.HasSuffix(r.ID, "-2fold") != (v.Outcome == rules.Ongoing) && len(r.Moves) > 0 {
			t.Errorf("%s: %v after %d moves", r.ID, v.Outcome, len(r.Moves))
		}
	})
	want := map[string]tally{
		"WXF/AXF":                          {Agree: 35, Chase: 54},
		"AXF (as read by Fairy-Stockfish)": {Agree: 6, Chase: 11},
		"AXF (as read by the commenter)":   {Agree: 1},
		"CXA-1999":                         {Agree: 7, Chase: 5},
		"CXA-2020":                         {Agree: 16, Chase: 26},
		"engine practice 2022":             {Agree: 1, Chase: 1},
		"any (3-fold trigger)":             {Agree: 25},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts by ruleset (-want +got)\n%s", diff)
	}
}

// play builds a record.
func play(t testing.TB, fen string, moves ...string) board.Record {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	r := board.Record{Start: p}
	for _, text := range moves {
		m, err := board.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Moves = append(r.Moves, m)
	}
	pos := r.Start
	for i, m := range r.Moves {
		if !pos.IsLegal(m) {
			t.Fatalf("%s: ply %d, %v, is not legal", fen, i+1, m)
		}
		pos.Make(m)
	}
	return r
}
