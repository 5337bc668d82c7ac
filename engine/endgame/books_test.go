package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"xiangqibot/engine/board"
)

// books holds what textbooks of endings say (the usual rules of 象棋实用残局), by strong side: each defense, and how many per
// cent of the quiet positions are won. A rule for a win allows for badly placed pieces, and one for a draw for a badly
// placed king.
var books = []struct {
	strong, most string // the strongest defense that is looked at, of which all weaker ones are part
	says         []bookRule
}{
	{"KR", "KAABB", []bookRule{
		{"KAA", "单车必胜双士: a rook beats two advisors", 99, 100},
		{"KBB", "单车必胜双象: and two elephants", 99, 100},
		{"KABB", "单车必胜单缺士: an advisor and two elephants", 99, 100},
		{"KAAB", "单车必胜单缺象: two advisors and an elephant", 99, 100},
		{"KAABB", "单车难胜士象全: all guards in their places hold a rook", 20, 90},
	}},
	{"KN", "KAABB", []bookRule{
		{"K", "单马必胜光将: a horse beats the bare king", 100, 100},
		{"KA", "单马必胜单士: and one advisor", 99, 100},
		{"KB", "单马难胜单象: but not an elephant on the far side", 5, 40},
		{"KAA", "单马难胜双士: nor two advisors", 0, 10},
		{"KBB", "单马必和双象: nor two elephants", 0, 1},
	}},
	{"KC", "KAABB", []bookRule{
		{"K", "单炮不胜光将: a cannon has nothing to jump over", 0, 0},
	}},
	{"KCA", "KAAB", []bookRule{
		{"K", "炮仕必胜光将: with an advisor for a screen it wins", 100, 100},
		{"KA", "炮仕必胜单士", 99, 100},
		{"KAA", "炮仕必胜双士: two advisors only help it", 99, 100},
		{"KB", "炮单仕必胜单象", 99, 100},
	}},
	{"KCAA", "KBB", []bookRule{
		{"KBB", "炮双仕难胜双象: two elephants hold", 0, 15},
	}},
	{"KP", "KAA", []bookRule{
		{"K", "高兵必胜光将: a pawn that has not come to the last ranks wins", 75, 95},
		{"KA", "单兵难胜单士: one advisor holds it", 0, 15},
		{"KAA", "单兵不胜双士", 0, 2},
	}},
	{"KPP", "KAA", []bookRule{
		{"KA", "双兵必胜单士, low pawns excepted", 85, 100},
		{"KAA", "双高兵例胜双士", 75, 95},
	}},
	{"KPP", "KABB", []bookRule{
		{"KAB", "双兵难胜单士象", 5, 25},
		{"KABB", "双兵难胜单缺士", 0, 15},
	}},
	{"KNP", "KABB", []bookRule{
		{"KABB", "马高兵必胜单缺士: horse and pawn beat guards that lack an advisor", 70, 90},
	}},
	{"KNP", "KAAB", []bookRule{
		{"KAAB", "马高兵必胜单缺象: or an elephant", 80, 95},
	}},
	{"KNN", "KABB", []bookRule{
		{"KABB", "双马必胜单缺士", 99, 100},
	}},
	{"KNC", "KAA", []bookRule{
		{"KAA", "马炮必胜双士", 99, 100},
	}},
	{"KCC", "KAA", []bookRule{
		{"K", "双炮必胜光将: each is the other's screen", 100, 100},
		{"KAA", "双炮必胜双士", 99, 100},
	}},
	{"KCP", "KAA", []bookRule{
		{"KAA", "炮高兵例胜双士", 75, 95},
	}},
}

type bookRule struct {
	defense, text string
	least, most   float64
}

func TestBooks(t *testing.T) {
	if testing.Short() {
		t.Skip("its tables take too long to solve for -short")
	}
	for _, b := range books {
		tables := solved(t, b.strong+"-"+b.most)
		for _, rule := range b.says {
			got := share(t, tables, material(t, b.strong+"-"+rule.defense))
			t.Logf("%s-%s: %.1f %% won (%s)", b.strong, rule.defense, got, rule.text)
			if got < rule.least || got > rule.most {
				t.Errorf("%s-%s (%s): the strong side wins %.1f %% of the quiet positions, want %.0f to %.0f",
					b.strong, rule.defense, rule.text, got, rule.least, rule.most)
			}
		}
	}
}

// share is how many per cent of some positions with the strong side to move it wins, not counting those in which
// either side can take something at once.
func share(t *testing.T, tables *Tables, m Material) float64 {
	dice := rand.New(rand.NewPCG(1, 2))
	won, all := 0, 0
	for all < 2000 {
		setup := drawn(m, dice.IntN)
		setup.SideToMove = board.Red
		p, err := board.NewPosition(setup)
		if err != nil || !quiet(&p) {
			continue
		}
		v, ok := tables.Probe(&p)
		if !ok {
			t.Fatalf("%s is not known", p.FEN())
		}
		all++
		if v.Outcome == Win {
			won++
		}
	}
	return 100 * float64(won) / float64(all)
}

// drawn puts the pieces of a material on points that dice choose.
func drawn(m Material, intn func(n int) int) board.Setup {
	setup := board.Setup{MoveNumber: 1}
	for side := range m.count {
		for k := board.King; k <= board.Pawn; k++ {
			free := slices.Collect(reachable(board.Color(side), k).All())
			for range m.count[side][k] {
				i := intn(len(free))
				for setup.Placement[free[i]] != board.NoPiece {
					i = (i + 1) % len(free)
				}
				setup.Placement[free[i]] = board.MakePiece(board.Color(side), k)
			}
		}
	}
	return setup
}

// quiet reports whether neither side is in check or can take anything.
func quiet(p *board.Position) bool {
	if p.InCheck() || len(p.PseudoCaptures(nil)) > 0 {
		return false
	}
	q := *p
	q.MakeNull()
	return !q.InCheck() && len(q.PseudoCaptures(nil)) == 0
}
