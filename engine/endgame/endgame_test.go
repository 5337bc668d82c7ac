package endgame

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"xiangqibot/engine/board"
)

// solved solves endings into one set.
func solved(t testing.TB, materials ...string) *Tables {
	t.Helper()
	tables := new(Tables)
	for _, text := range materials {
		m, err := ParseMaterial(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Solve(t.Context(), m, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	return tables
}

// each calls use with every position of an ending and its value.
func each(t testing.TB, tables *Tables, material string, use func(p *board.Position, v Value)) {
	t.Helper()
	m, err := ParseMaterial(material)
	if err != nil {
		t.Fatal(err)
	}
	table := tables.Table(m)
	if table == nil {
		t.Fatalf("%s is not solved", material)
	}
	var at placement
	for i, b := range table.values {
		if b == impossible {
			continue
		}
		table.layout.decode(i/2, &at)
		setup, ok := table.layout.setup(&at, board.Color(i%2))
		if !ok {
			t.Fatalf("%s: placement %d has two pieces on one point and a value", material, i/2)
		}
		p, err := board.NewPosition(setup)
		if err != nil {
			t.Fatal(err)
		}
		use(&p, unpack(b))
	}
}

// TestExact holds every position of some endings against the definition: its value is the best of what its moves lead to, and without
// a move it is lost. As each win is one ply longer than the loss it leads to, down to positions without a move,
// values that fulfil this for all positions are right.
func TestExact(t *testing.T) {
	materials := []string{"KR-KA", "KN-KA", "KP-KB", "KCA-K", "KP-KAA", "KPB-K"}
	tables := solved(t, materials...)
	for _, material := range materials {
		each(t, tables, material, func(p *board.Position, v Value) {
			want := Value{Outcome: Loss}
			if p.HasLegalMove() {
				_, best, err := tables.Best(p)
				if err != nil {
					t.Fatal(err)
				}
				want = best
			}
			if v != want {
				t.Fatalf("%s: %s is a %v in %d plies, its moves say %v in %d", material, p.FEN(), v.Outcome, v.Plies, want.Outcome, want.Plies)
			}
		})
	}
}

// searched looks ahead in plain depth-first order and tells the value of a position if it is decided within so many plies.
func searched(p *board.Position, plies int) Value {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return Value{Outcome: Loss}
	}
	best := Value{Outcome: Loss, Plies: -1}
	if plies == 0 {
		return Value{}
	}
	for _, m := range moves {
		next := *p
		next.Make(m)
		if v := searched(&next, plies-1).before(); best.Plies < 0 || v.better(best) {
			best = v
		}
	}
	return best
}

// TestAgainstSearch compares short wins and losses with a search that knows nothing of tables.
func TestAgainstSearch(t *testing.T) {
	tables := solved(t, "KN-KA")
	tried, seen := 0, 0
	each(t, tables, "KN-KA", func(p *board.Position, v Value) {
		if seen++; v.Outcome == Draw || v.Plies > 4 || seen%5 != 0 {
			return
		}
		if got := searched(p, v.Plies); got != v {
			t.Fatalf("%s: the table says %v in %d, a search %v in %d", p.FEN(), v.Outcome, v.Plies, got.Outcome, got.Plies)
		}
		tried++
	})
	if tried < 50 {
		t.Errorf("only %d positions were compared", tried)
	}
}

// share is the part of the positions with the strong side to move that it wins, not counting those in which it can take or lose
// a piece at once: what books of endings mean by "wins" and "draws".
func share(t *testing.T, tables *Tables, material string) float64 {
	wins, all := 0, 0
	each(t, tables, material, func(p *board.Position, v Value) {
		if p.SideToMove() != board.Red || p.InCheck() || len(p.PseudoCaptures(nil)) > 0 {
			return
		}
		q := *p
		q.MakeNull()
		if len(q.PseudoCaptures(nil)) > 0 {
			return
		}
		all++
		if v.Outcome == Win {
			wins++
		}
	})
	return float64(wins) / float64(all)
}

// TestKnownEndings holds the tables against what books say.
func TestKnownEndings(t *testing.T) {
	for _, c := range []struct {
		material, book string
		least, most    float64
	}{
		{"KR-KAA", "单车必胜双士: a rook beats two advisors", 0.99, 1},
		{"KN-K", "单马必胜: a horse beats the bare king", 0.99, 1},
		{"KN-KA", "单马必胜单士: a horse beats an advisor", 0.95, 1},
		{"KC-K", "单炮不胜光将: a cannon without a screen does not beat the bare king", 0, 0.01},
		{"KCA-K", "炮仕胜光将: with an advisor for a screen it does", 0.95, 1},
		{"KCA-KAA", "炮仕必胜双士: nor do two advisors hold against them", 0.95, 1},
		{"KR-KABB", "单车必胜单缺士: a rook beats an advisor and two elephants", 0.95, 1},
		{"KN-KB", "单马难胜单象: a horse does not beat an elephant that stands well", 0.05, 0.5},
		{"KP-KAA", "单兵不胜双士: a pawn does not beat two advisors", 0, 0.15},
	} {
		tables := solved(t, c.material)
		got := share(t, tables, c.material)
		t.Logf("%s: %.2f %% won", c.material, 100*got)
		if got < c.least || got > c.most {
			t.Errorf("%s (%s): the strong side wins %.1f %% of the quiet positions, want %.0f to %.0f", c.material, c.book, 100*got, 100*c.least, 100*c.most)
		}
	}
}

// TestColours changes the colours of every position of an ending and asks again.
func TestColours(t *testing.T) {
	tables := solved(t, "KP-KA")
	each(t, tables, "KP-KA", func(p *board.Position, v Value) {
		setup := p.Setup()
		changed := board.Setup{SideToMove: setup.SideToMove.Opponent(), MoveNumber: 1}
		for i, piece := range setup.Placement {
			if piece != board.NoPiece {
				changed.Placement[board.Square(i).Flip()] = board.MakePiece(piece.Color().Opponent(), piece.Kind())
			}
		}
		q, err := board.NewPosition(changed)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := tables.Probe(&q); !ok || got != v {
			t.Fatalf("%s is %v, with colours changed %v (%v)", p.FEN(), v, got, ok)
		}
	})
}

func TestProbe(t *testing.T) {
	tables := solved(t, "KR-K")
	for fen, want := range map[string]Value{
		"3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1":         {Win, 0},
		"2bak4/4a4/4b4/9/9/9/9/9/4A4/4KA3 w - - 0 1": {Draw, 0},
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := tables.Probe(&p); !ok || v.Outcome != want.Outcome {
			t.Errorf("%s is a %v (%v), want %v", fen, v.Outcome, ok, want.Outcome)
		}
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

// TestPlacements numbers every placement of a material with pairs and single pieces and back.
func TestPlacements(t *testing.T) {
	m, err := ParseMaterial("KPPAA-KB")
	if err != nil {
		t.Fatal(err)
	}
	l := newLayout(m)
	if want := 9 * (55 * 54 / 2) * 10 * 9 * 7; l.size != want {
		t.Fatalf("%d placements, want %d", l.size, want)
	}
	var at placement
	for number := range l.size {
		l.decode(number, &at)
		if got := l.encode(&at); got != number {
			t.Fatalf("placement %d becomes %d", number, got)
		}
	}
}

func TestSolveEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, err := ParseMaterial("KR-KAABB")
	if err != nil {
		t.Fatal(err)
	}
	if err := new(Tables).Solve(ctx, m, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a solver that was cut off returns %v", err)
	}
}

func ExampleTables() {
	m, err := ParseMaterial("KN-KA")
	if err != nil {
		panic(err)
	}
	var tables Tables
	if err := tables.Solve(context.Background(), m, 1, nil); err != nil {
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
