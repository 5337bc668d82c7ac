package book_test

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/testcases"
)

var all = []book.Language{book.Simplified, book.Traditional, book.English, book.Vietnamese}

// Every opening has a unique name in all four languages, in the characters of each.
func TestNamesAreComplete(t *testing.T) {
	openings := book.Openings()
	if len(openings) < 120 {
		t.Errorf("%d openings, want at least 120", len(openings))
	}
	for _, l := range all {
		seen := map[string]bool{}
		for _, o := range openings {
			name := o.Name(l)
			if name == "" || seen[name] {
				t.Errorf("language %d: %q is empty or there twice (%s)", l, name, o.Name(book.Simplified))
			}
			seen[name] = true
			if problem := spelled(l, name); problem != "" {
				t.Errorf("%s: %s", name, problem)
			}
		}
	}
	for _, o := range openings {
		if s, tr := []rune(o.Name(book.Simplified)), []rune(o.Name(book.Traditional)); len(s) != len(tr) {
			t.Errorf("%s and %s are not the same name", string(s), string(tr))
		}
	}
}

const maxEnglish = 73 // characters

// spelled returns what in a name does not belong to the language.
func spelled(l book.Language, name string) string {
	sets := map[book.Language]encoding.Encoding{book.Simplified: simplifiedchinese.HZGB2312, book.Traditional: traditionalchinese.Big5}
	for _, r := range name {
		set, chinese := sets[l]
		switch {
		case chinese && unicode.Is(unicode.Han, r):
			if _, err := set.NewEncoder().String(string(r)); err != nil {
				return string(r) + " is not a character of this script"
			}
		case chinese && r != '3' && r != '7':
			return string(r) + " is not Chinese"
		case l == book.English && (len(name) > maxEnglish || strings.Contains(name, "hariot")): // chariot
			return "it is too long, or says chariot for rook"
		case l == book.English && r >= unicode.MaxASCII:
			return string(r) + " is not English"
		case l == book.Vietnamese && unicode.Is(unicode.Han, r):
			return string(r) + " is not Vietnamese"
		}
	}
	return ""
}

// The first moves of known games have the names that players give them, in any order and on either wing.
func TestOpenings(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"h2e2", "中炮"},
		{"b2e2", "中炮"},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "中炮对屏风马"},
		{"b0c2 b9c7 h2e2 h9g7", "中炮对屏风马"},                                                                // the horse first
		{"b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", "中炮对屏风马"},                                                      // on the other wing
		{"h2e2 b9c7 h0g2 i9i8", "中炮"},                                                                    // one horse is not yet a screen
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8", "中炮过河车对屏风马平炮兑车"},                 // 车二进六 炮8平9
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2", "五九炮过河车对屏风马平炮兑车"}, // and 炮八平九
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 g7f5", "中炮过河车对屏风马左马盘河"},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2", "五七炮不挺兵对屏风马"},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2c2", "五七炮互进三兵对屏风马"},
		{"h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", "中炮对反宫马"},
		{"h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2", "五六炮对反宫马"},
		{"h2e2 h9g7 h0g2 i9h9 c3c4 h7i7", "中炮进七兵对三步虎"},
		{"h2e2 h9g7 h0g2 i9h9 c3c4 h7i7 b0c2 b7e7", "中炮对三步虎转列炮"},
		{"g3g4 c6c5 h0g2 b9c7", "对兵互进右马"},
		{"h2e2 b9c7 h0g2 i9i8 i0h0 h9i7", "中炮对单提马横车"},
		{"h2e2 h9g7 h0g2 i9i8 i0h0 h7h8", "中炮对龟背炮"},
		{"h2e2 b9c7 h0g2 c6c5 i0h0 i9i7", "中炮对鸳鸯炮"},
		{"h2e2 h7e7", "顺炮"},
		{"b2e2 b7e7", "顺炮"},
		{"h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "顺炮直车对横车"},
		{"h2e2 h7e7 h0g2 h9g7 i0h0 g6g5", "顺炮直车对缓开车"},
		{"h2e2 h7e7 h0g2 h9g7 i0i1 i9h9", "顺炮横车对直车"},
		{"h2e2 b7e7", "列炮"},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 g3g4 b7e7", "半途列炮"},
		// Names depend on the piece that moved, wherever the other one of its kind goes.
		{"h2e2 b7e7 h0g2 h7i7 i0h0 h9g7 b0c2 i9i8", "列炮"},
		{"h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 g3g4 b7e7", "半途列炮"},
		{"h2e2 b7f7 h0g2 b9c7 b0c2 h7i7 i0h0 h9g7", "中炮"}, // across the palace: no 反宫马
		{"c3c4 b7c7 b2e2 h7e7 h0g2 h9g7 i0h0 c6c5 b0a2 c5c4 a0b0 b9a7 h2h6", "仙人指路转左中炮对卒底炮"},
		{"c3c4", "仙人指路"},
		{"g3g4 h7g7", "仙人指路对卒底炮"},
		{"c3c4 b7c7 h2e2 c9e7", "仙人指路转中炮对卒底炮飞右象"},
		{"g3g4 c6c5", "对兵局"},
		{"c3c4 g6g5 h2g2", "对兵转兵底炮"},
		{"g0e2", "飞相局"},
		{"g0e2 h7e7", "飞相对左中炮"},
		{"c0e2 b7e7", "飞相对左中炮"},
		{"g0e2 b7d7", "飞相对右士角炮"},
		{"g0e2 h7d7", "飞相对左过宫炮"},
		{"h0g2", "起马局"},
		{"h0g2 g6g5", "起马对进7卒"},
		{"h2f2", "士角炮"},
		{"h2d2", "过宫炮"},
		{"h2d2 h7e7", "过宫炮对左中炮"},
		{"h2g2", "敛炮"},
		{"h2c2", "金钩炮"},
		{"h0i2", "边马"},
		{"f0e1", "上仕"},
		{"a0a2", ""},
		{"", ""},
	} {
		name := ""
		if o := book.OpeningOf(game(t, strings.Fields(c.moves)...)); o != nil {
			name = o.Name(book.Simplified)
		}
		if name != c.want {
			t.Errorf("%q is called %q, want %q", c.moves, name, c.want)
		}
	}
}

// An opening in the four languages, with its family and system.
func TestOpeningInFourLanguages(t *testing.T) {
	o := book.OpeningOf(game(t, strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6")...))
	for l, want := range map[book.Language]string{
		book.Simplified: "中炮过河车对屏风马", book.Traditional: "中砲過河車對屏風馬",
		book.English: "Cross-River Rook vs Screen Horses", book.Vietnamese: "Pháo đầu xe qua hà đối Bình phong mã",
	} {
		if got := o.Name(l); got != want {
			t.Errorf("language %d: %q, want %q", l, got, want)
		}
	}
	family := o.Family()
	if got := family.Name(book.English); got != "Central Cannon vs Screen Horses" || family.Family() != family {
		t.Errorf("its family is %q", got)
	}
	if system := family.Parent; system.Name(book.Vietnamese) != "Pháo đầu" || system.Family() != system || system.Parent != nil {
		t.Errorf("its system is %q", system.Name(book.Vietnamese))
	}
}

// A game and its mirror image have the same opening, and further moves never remove it: they can only make it more
// specific.
func TestOpeningsAreSymmetricAndStay(t *testing.T) {
	lines := book.Theory()
	rapid.Check(t, func(t *rapid.T) {
		rec, image := board.NewRecord(), board.NewRecord()
		line := rapid.SampledFrom(lines).Draw(t, "line")
		stay := rapid.IntRange(0, len(line.Moves)).Draw(t, "plies")
		var before *book.Opening
		for ply := range 24 {
			p := rec.Position()
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			if ply < stay {
				m = line.Moves[ply]
			}
			if err := rec.Play(m); err != nil {
				t.Fatal(err)
			}
			if err := image.Play(book.Mirror(m)); err != nil {
				t.Fatal(err)
			}
			now := book.OpeningOf(&rec)
			if other := book.OpeningOf(&image); other != now {
				t.Fatalf("%v: %v, in the mirror %v", rec.Moves, now, other)
			}
			if now == nil && before != nil {
				t.Fatalf("%v: %s is lost", rec.Moves, before.Name(book.English))
			}
			before = now
		}
	})
}

// systems are the names that games with the codes of a group of ECCO must contain. The other groups are of several
// systems.
var systems = map[string]string{
	"B1": "单提马", "B2": "中炮对三步虎", "B3": "反宫马", "B4": "反宫马", "B5": "反宫马", "C": "屏风马", "D0": "顺炮", "D1": "顺炮", "D2": "顺炮", "D3": "列炮",
	"D4": "中炮对三步虎转列炮", "D5": "列炮", "E1": "卒底炮", "E2": "卒底炮", "E3": "卒底炮",
}

// TestNamesAgreeWithCodes: our names and the collection's codes agree in 97 % of the games, and in at least half of
// each group. It takes every eighth game.
func TestNamesAgreeWithCodes(t *testing.T) {
	if testing.Short() {
		t.Skip("reads thousands of games")
	}
	type row struct{ Moves, ECCO string }
	number, games, right := 0, map[string]int{}, map[string]int{}
	testcases.Each(t, "data/games.jsonl.gz", func(r row) {
		number++
		group := r.ECCO[:2]
		if group[0] == 'C' {
			group = "C"
		}
		system := systems[group]
		if system == "" || number%8 != 0 {
			return
		}
		moves := strings.Fields(r.Moves)
		games[group]++
		games[""]++
		o := book.OpeningOf(game(t, moves[:min(len(moves), 28)]...))
		if o != nil && strings.Contains(o.Family().Name(book.Simplified), system) {
			right[group]++
			right[""]++
		}
	})
	for group, n := range games {
		if right[group]*2 < n {
			t.Errorf("in group %s %d of %d games have the name %s", group, right[group], n, systems[group])
		}
	}
	t.Logf("%d of %d games are named as their codes say", right[""], games[""])
	if right[""]*100 < games[""]*97 {
		t.Errorf("%d of %d games are named as their codes say", right[""], games[""])
	}
}

// A game that begins with a position has the opening that the position shows, as far as the start squares of its pieces
// are known.
func TestOpeningOfPosition(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"h2e2 h7e7", "h0g2 h9g7", "顺炮"},
		{"h2e2 b7e7", "h0g2 h7i7 i0h0 h9g7 b0c2 i9i8", "列炮"},
		{"h2e2 h9g7 h0g2 i9h9", "i0h0 b9c7", "中炮对屏风马"},
	} {
		whole := game(t, strings.Fields(c.before+" "+c.after)...)
		rest := board.Record{Start: whole.Start, Moves: whole.Moves[len(strings.Fields(c.before)):]}
		for _, m := range whole.Moves[:len(whole.Moves)-len(rest.Moves)] {
			rest.Start.Make(m)
		}
		if o := book.OpeningOf(&rest); o == nil || o.Name(book.Simplified) != c.want {
			t.Errorf("%s and then %s: %v, want %s", c.before, c.after, o, c.want)
		}
	}
}

// Moves after the opening no longer change its name, and a game that begins with an ending has none.
func TestOpeningsEnd(t *testing.T) {
	rec := game(t, "g0e2")
	for ply := range 60 {
		p := rec.Position()
		from, to := board.SquareAt(0, 0), board.SquareAt(0, 1)
		if p.SideToMove() == board.Black {
			from, to = from.Flip(), to.Flip()
		}
		if ply/2%2 == 1 {
			from, to = to, from
		}
		if err := rec.Play(board.NewMove(from, to)); err != nil {
			t.Fatal(err)
		}
	}
	if got := book.OpeningOf(rec).Name(book.Simplified); got != "飞相局" {
		t.Errorf("it has changed to %s", got)
	}
	p := testcases.Position(t, "4k4/9/9/9/9/9/9/4C4/9/4K4 w - - 0 30")
	if o := book.OpeningOf(&board.Record{Start: p}); o != nil {
		t.Errorf("an ending is called %s", o.Name(book.Simplified))
	}
}
