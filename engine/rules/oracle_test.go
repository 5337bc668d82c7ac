package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// TestOracleLimit compares the natural limit, with and without the rule of ten checks, with counts made ply by ply.
func TestOracleLimit(t *testing.T) {
	type row struct {
		ID, FEN string
		Moves   []string
		Counts  []int `json:"counts_check10"`
		Plain   *int  `json:"draw_ply_plain120"`
		Ten     *int  `json:"draw_ply_check10"`
	}
	// Only the limit is asked for: these games were shuffled together and repeat themselves.
	plain := rules.Ruleset{NaturalLimit: 120}
	ten := rules.Ruleset{NaturalLimit: 120, TenChecks: true}
	testcases.Each(t, "limit60.jsonl.gz", func(r row) {
		record := *testcases.Record(t, r.FEN, r.Moves...)
		var trail rules.PositionHistory
		pos := trail.Reset(&board.Record{Start: record.Start})
		for i, m := range record.Moves {
			undo := pos.Make(m)
			trail.Push(&pos, m, undo.Captured != board.NoPiece, pos.InCheck())
			if got := trail.CountedPlies(); got != r.Counts[i] {
				t.Fatalf("%s: %d plies count after ply %d, want %d", r.ID, got, i+1, r.Counts[i])
			}
		}
		for _, c := range []struct {
			ruleset rules.Ruleset
			want    *int
		}{{plain, r.Plain}, {ten, r.Ten}} {
			got := drawPly(record, c.ruleset)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: ten checks %v: ply that draws (-want +got)\n%s", r.ID, c.ruleset.TenChecks, diff)
			}
		}
	})
}

// drawPly returns the first ply after which the ruleset calls a draw by the natural limit, nil if none does.
func drawPly(r board.Record, c rules.Ruleset) *int {
	for ply := range len(r.Moves) + 1 {
		v := rules.Judge(&board.Record{Start: r.Start, Moves: r.Moves[:ply]}, c)
		if v.Reason == rules.NaturalLimit {
			return &ply
		}
	}
	return nil
}

// TestOracleRepetition compares the Asian rules with verdicts of rulebooks and engines on repetition. The rows of the
// Asian rulebook have to agree. Rows of other rulebooks are judged by the same rules, and where they differ is listed,
// so that no change goes unnoticed. Most of these are Chinese rows: there a threat of mate is an attack
// as well, a mixture of attacks is forbidden, and a chase may need a search to see.
func TestOracleRepetition(t *testing.T) {
	type row struct {
		ID, FEN, Ruleset, Verdict string
		Moves                     []string
	}
	got := map[string][]string{}
	testcases.Each(t, "repetition.jsonl.gz", func(r row) {
		record := *testcases.Record(t, r.FEN, r.Moves...)
		v := rules.Judge(&record, rules.Asian())
		words := map[rules.Outcome]string{rules.Ongoing: "none", rules.Draw: "draw", rules.RedWins: "black_loses", rules.BlackWins: "red_loses"}
		if words[v.Outcome] != r.Verdict {
			got[r.Ruleset] = append(got[r.Ruleset], r.ID+" "+words[v.Outcome]+" "+v.Article.String())
		}
		if strings.HasSuffix(r.ID, "-2fold") != (v.Outcome == rules.Ongoing) && len(r.Moves) > 0 {
			t.Errorf("%s: %v after %d moves", r.ID, v.Outcome, len(r.Moves))
		}
		if (v.Reason == rules.PerpetualChase) != chased(v) {
			t.Errorf("%s: %v, but nobody is named who chased", r.ID, v.Reason)
		}
	})
	want := map[string][]string{
		"AXF (as read by the commenter)": {
			"issue-01 black_loses R3",
		},
		"CXA-1999": {
			"cxa1999-01 draw R6", "cxa1999-06 draw R6", "cxa1999-11 black_loses R3", "cxa1999-12 draw R6",
		},
		"CXA-2020": {
			"cxa2020-fig2-Testx02 draw R6", "cxa2020-fig8-Testx08 draw R6", "cxa2020-fig9-Testx09 draw R6",
			"cxa2020-fig12-Testx12 draw R6", "cxa2020-fig17-Testx17 draw R6", "cxa2020-fig26-Testx26 draw R6",
			"cxa2020-fig29-Testx29x1 draw R6", "cxa2020-ref2-Testx02 draw R6", "cxa2020-ref3-Testx03 draw R6",
			"cxa2020-ref10-Testx10 draw R6", "cxa2020-ref18-Testx18 draw R6", "cxa2020-ref19-Testx19 draw R6",
			"cxa2020-ref25-Testx25 draw R6", "cxa2020-ref29-Testx29 draw R6", "cxa2020-ref34-Testx34 draw R6",
			"cxa2020-ref44-Testx44 black_loses R3", "cxa2020-ref46-Testx46 black_loses R3", "cxa2020-ref50-Testx50 draw R6",
		},
		"engine practice 2022": {
			"issue-03 red_loses R3",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("where our verdict differs (-want +got)\n%s", diff)
	}
}

func chased(v rules.Verdict) bool {
	attackers, victim, ok := v.Chased()
	return ok && len(attackers) > 0 && victim != board.NoPiece
}
