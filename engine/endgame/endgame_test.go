package endgame

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// material parses a valid material.
func material(t testing.TB, text string) Material {
	t.Helper()
	m, err := ParseMaterial(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// position parses a valid FEN.
func position(t testing.TB, fen string) *board.Position {
	p := testcases.Position(t, fen)
	return &p
}

// solved returns a set with the tables of some endings, in memory.
func solved(t testing.TB, materials ...string) *Tables {
	t.Helper()
	tables := new(Tables)
	for _, text := range materials {
		if err := tables.Solve(t.Context(), material(t, text), 2); err != nil {
			t.Fatal(err)
		}
	}
	return tables
}

// each calls use with every position of an ending, either side to move, and its value.
func each(t testing.TB, tables *Tables, text string, use func(p *board.Position, v Value)) {
	t.Helper()
	m := material(t, text)
	err := tables.Table(m).each(m, func(_ int, setup *board.Setup) error {
		for _, setup.SideToMove = range []board.Color{board.Red, board.Black} {
			p, err := board.NewPosition(*setup)
			if err != nil {
				continue // illegal, as when the other side is in check
			}
			v, ok := tables.Probe(&p)
			if !ok {
				return fmt.Errorf("%s is not known", p.FEN())
			}
			use(&p, v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestExact checks every position of some endings against the definition: its value is the best of its moves, and
// without a move it is lost. As each win is one ply longer than the loss it leads to, down to positions without a move,
// values that satisfy this in all positions are right.
func TestExact(t *testing.T) {
	all := []string{"KR-KA", "KN-KB", "KP-KAA", "KPB-K", "KCA-KA", "KNP-K", "KPP-K", "KCC-K"}
	if testing.Short() {
		all = all[:3]
	}
	for _, text := range all {
		tables := solved(t, text)
		positions := 0
		each(t, tables, text, func(p *board.Position, v Value) {
			positions++
			want := Value{Outcome: Loss}
			if p.HasLegalMove() {
				_, best, err := tables.Best(p)
				if err != nil {
					t.Fatal(err)
				}
				want = best
			}
			if v != want {
				t.Fatalf("%s: %s is a %v in %d plies, its moves say %v in %d", text, p.FEN(), v.Outcome, v.Plies, want.Outcome, want.Plies)
			}
		})
		t.Logf("%s: %d positions", text, positions)
	}
}

func TestProbe(t *testing.T) {
	tables := solved(t, "KR-K")
	for fen, want := range map[string]Value{
		"3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1":         {Win, 0},
		"2bak4/4a4/4b4/9/9/9/9/9/4A4/4KA3 w - - 0 1": {Draw, 0},
	} {
		if v, ok := tables.Probe(position(t, fen)); !ok || v.Outcome != want.Outcome {
			t.Errorf("%s is a %v (%v), want %v", fen, v.Outcome, ok, want.Outcome)
		}
	}
	if _, ok := tables.Probe(position(t, "3k5/4a4/9/9/9/9/9/9/9/4K3R w - - 0 1")); ok {
		t.Error("a defense that is not covered is found")
	}
	start := board.StartPosition()
	if _, ok := tables.Probe(&start); ok {
		t.Error("the start of the game is found in a table")
	}
	if _, _, err := tables.Best(&start); err == nil {
		t.Error("a best move is known at the start of the game")
	}
}

func TestParseMaterial(t *testing.T) {
	for text, want := range map[string]string{"KR-K": "KR-K", "akra-bKA": "KRAA-KAB", "KPP-K": "KPP-K"} {
		if m, err := ParseMaterial(text); err != nil || m.String() != want {
			t.Errorf("%q is read as %v (%v), want %s", text, m, err, want)
		}
	}
	for _, bad := range []string{"", "KR", "KR-", "R-K", "KRK-K", "KRNC-K", "K-K", "KR-KP", "KAAAR-K", "KX-K", "KR-K-K"} {
		if m, err := ParseMaterial(bad); err == nil {
			t.Errorf("%q is read as %v", bad, m)
		}
	}
}

func TestSolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, err := ParseMaterial("KR-KAABB")
	if err != nil {
		t.Fatal(err)
	}
	if err := new(Tables).Solve(ctx, m, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled solver returns %v", err)
	}
}

func ExampleTables() {
	m, err := ParseMaterial("KN-KA")
	if err != nil {
		panic(err)
	}
	var tables Tables
	if err := tables.Solve(context.Background(), m, 1); err != nil {
		panic(err)
	}
	p, err := board.ParseFEN("3k5/4a4/9/9/9/9/9/4N4/9/4K4 w - - 0 1")
	if err != nil {
		panic(err)
	}
	value, ok := tables.Probe(&p)
	fmt.Println(value.Outcome, ok)
	// Output: win true
}
