package codec_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// said is what comments are made of: much of it means something elsewhere in a file.
var said = []string{"好", "着", "a", " ", "  ", "\n", "{", "[", "]", "(", ")", "（", "）", "】", "|", ";", "%", "$1", "\"", "\\", "1.", "炮二平五", "h2e2", "1-0", "和",
	"[Event \"x\"]", "rnbakabnr/9/9/9/9/9/9/9/9/9 w", "<br>", "&lt;", "＃", "\u3000", "…"}

// texts draws what a comment can hold in every format.
func texts(t *rapid.T, label string) string {
	text := strings.TrimSpace(strings.Join(rapid.SliceOfN(rapid.SampledFrom(said), 0, 6).Draw(t, label), ""))
	if strings.Contains(text, "||") || strings.Contains(text, "|\n") || strings.Contains(text, "\n|") {
		return ""
	}
	return text
}

// line draws moves from p on with comments and variations.
func line(t *rapid.T, p board.Position, depth int) gamefile.Line {
	var l gamefile.Line
	for range rapid.IntRange(1, 24>>depth).Draw(t, "plies") {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		if depth < 3 && rapid.IntRange(0, 7).Draw(t, "variations") == 0 {
			for range rapid.IntRange(1, 2).Draw(t, "of them") {
				if v := line(t, p, depth+1); len(v.Moves) > 0 {
					l.Variations = append(l.Variations, gamefile.Variation{Ply: len(l.Moves), Line: v})
				}
			}
		}
		p.Make(m)
		l.Moves = append(l.Moves, m)
	}
	for range rapid.IntRange(0, 3).Draw(t, "marks") {
		mark := gamefile.NAG(rapid.Uint8Min(1).Draw(t, "mark"))
		if at := rapid.IntRange(0, len(l.Moves)).Draw(t, "marked"); at > 0 && !slices.Contains(l.NAGs.Get(at), mark) {
			l.NAGs.Set(at, append(l.NAGs.Get(at), mark))
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "comments") {
		if text := texts(t, "comment"); text != "" {
			l.Comments.Set(rapid.IntRange(0, len(l.Moves)).Draw(t, "where"), text)
		}
	}
	return l
}

// start draws where a game begins.
func start(t *rapid.T) board.Position {
	p := board.StartPosition()
	if rapid.Bool().Draw(t, "usual start") {
		return p
	}
	rec := testcases.Playout(t, p, 60)
	return rec.Position()
}

// game draws a game that uses all that PGN and DhtmlXQ can hold.
func game(t *rapid.T) gamefile.Game {
	word := func(label string) string {
		text := strings.Join(strings.Fields(texts(t, label)), " ")
		if strings.Trim(text, "?.-* ") == "" {
			return ""
		}
		return text
	}
	g := gamefile.Game{
		Event: word("event"), Site: word("site"), Date: word("date"), Round: word("round"), Red: word("red"), Black: word("black"),
		Opening: word("opening"), Result: gamefile.Result(rapid.IntRange(0, 3).Draw(t, "result")), Start: start(t),
	}
	for _, name := range []string{"RedTeam", "BlackTeam", "Variation", "ECCO", "Annotator", "type"} {
		if text := word(name); text != "" {
			g.Tags = append(g.Tags, gamefile.Tag{Name: name, Value: text})
		}
	}
	g.Line = line(t, g.Start, 0)
	return g
}

// unmarked is a line without its marks, for which DhtmlXQ and XQF have no room.
func unmarked(l gamefile.Line) gamefile.Line {
	l.NAGs, l.Variations = nil, slices.Clone(l.Variations)
	for i, v := range l.Variations {
		l.Variations[i].Line = unmarked(v.Line)
	}
	return l
}

// signed keeps the first sign of each move: more are not written behind it.
func signed(marks gamefile.Notes[[]gamefile.NAG]) (kept gamefile.Notes[[]gamefile.NAG]) {
	for _, note := range marks {
		all := note.Value
		if i := slices.IndexFunc(all, func(m gamefile.NAG) bool { return m.Symbol() != "" }); i >= 0 {
			kept.Set(note.At, all[i:i+1])
		}
	}
	return kept
}

// notes puts what is beside moves into its order.
func notes[T any](all map[int]T) (n gamefile.Notes[T]) {
	for at, what := range all {
		n.Set(at, what)
	}
	return n
}

// TestWrittenIsRead: what is written is read back as the same game.
func TestWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := game(t)
		for _, w := range ways() {
			if w.format == gamefile.DhtmlXQ {
				g.Line = unmarked(g.Line) // the last of the ways here
			}
			if w.format != gamefile.MoveList {
				if back, err := w.there(&g); err != nil || !reflect.DeepEqual(g, back) {
					t.Fatalf("%v: %v\n%s", w, err, difference(g, back))
				}
			}
		}
	})
}

// TestListHoldsMoves: a list of moves keeps the start, the moves and the result of any game.
func TestListHoldsMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := game(t)
		if len(g.Moves) == 0 {
			return
		}
		bare := gamefile.Game{Event: "A game", Result: g.Result, Start: g.Start, Line: gamefile.Line{Moves: g.Moves, NAGs: signed(g.NAGs)}}
		for _, w := range ways() {
			if w.format == gamefile.MoveList {
				if back, err := w.there(&bare); err != nil || !reflect.DeepEqual(bare, back) {
					t.Fatalf("%v: %v\n%s", w, err, difference(bare, back))
				}
			}
		}
	})
}

// TestFENIsTheEnd: a game as a FEN is its last position.
func TestFENIsTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := game(t)
		text, err := codec.Write(&g, gamefile.FEN, notation.Chinese)
		if err != nil {
			t.Fatal(err)
		}
		record := g.Record()
		if back, format, err := codec.Read(text); err != nil || format != gamefile.FEN || back.Start != record.Position() || len(back.Moves) != 0 {
			t.Fatalf("%s is read as %v %s with %v, %v", text, format, back.Start.FEN(), back.Moves, err)
		}
	})
}

// fuzzRead: whatever the bytes, Read gives legal moves, keeps its limits and names each fault; and what it read
// survives being written. The seeds are the files of testdata with these extensions, and further ones.
func fuzzRead(f *testing.F, extensions []string, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	for _, e := range extensions {
		files, err := filepath.Glob("testdata/programs/*" + e)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, _, err := codec.Read(data)
		var fault *gamefile.Error
		if err != nil && (!errors.As(err, &fault) || fault.Problem == 0 || err.Error() == "") {
			t.Fatalf("%#v", err)
		}
		if fault != nil && (fault.Problem == gamefile.NotAGame || fault.Problem == gamefile.TooLarge || fault.Problem == gamefile.BadEncoding || fault.Problem == gamefile.OtherGame) {
			if !reflect.DeepEqual(g, gamefile.Game{}) {
				t.Fatalf("%v, and a game: %v", err, g)
			}
			return
		}
		if n := count(t, &g.Line, g.Start, 0); n > gamefile.MaxMoves {
			t.Fatalf("%d moves", n)
		}
		if list := (way{gamefile.MoveList, notation.Chinese}); len(g.Moves) > 0 {
			if back, kept, err := keepsGame(list, &g); !kept {
				t.Fatalf("%v: %v\n%s", list, err, difference(g, back))
			}
		}
		for _, w := range []way{{gamefile.PGN, notation.Chinese}, {gamefile.DhtmlXQ, notation.WXF}} {
			once, err := w.there(&g)
			if err != nil {
				t.Fatal(err)
			}
			again, err := w.there(&once)
			if err != nil || !reflect.DeepEqual(once, again) {
				t.Fatalf("%v: %v\n%s", w, err, difference(once, again))
			}
			once.Comments, g.Comments = nil, nil // a few characters change; see TestWrittenIsRead for those that stay
			if !reflect.DeepEqual(once.Moves, g.Moves) || once.Start != g.Start || once.Result != g.Result || len(once.Variations) != len(g.Variations) {
				t.Fatalf("%v:\n%s", w, difference(g, once))
			}
		}
	})
}

// count counts moves, which must be legal, and looks at the limits.
func count(t *testing.T, l *gamefile.Line, p board.Position, depth int) int {
	if depth > gamefile.MaxDepth {
		t.Fatalf("%d deep", depth)
	}
	for _, comment := range l.Comments {
		at, text := comment.At, comment.Value
		if at < 0 || at > len(l.Moves) || text == "" || len(text) > gamefile.MaxComment || strings.TrimSpace(text) != text {
			t.Fatalf("comment %q after %d of %d moves", text, at, len(l.Moves))
		}
	}
	for _, note := range l.NAGs {
		at, marks := note.At, note.Value
		if at < 1 || at > len(l.Moves) || len(marks) == 0 || len(marks) > gamefile.MaxNAGs {
			t.Fatalf("%d marks at move %d of %d", len(marks), at, len(l.Moves))
		}
	}
	n, variations := len(l.Moves), l.Variations
	for i, m := range l.Moves {
		for ; len(variations) > 0 && variations[0].Ply == i; variations = variations[1:] {
			n += count(t, &variations[0].Line, p, depth+1)
		}
		if !p.IsLegal(m) {
			t.Fatalf("%v in %s", m, p.FEN())
		}
		p.Make(m)
	}
	if len(variations) > 0 {
		t.Fatalf("a variation in place of move %d of %d", variations[0].Ply, len(l.Moves))
	}
	return n
}

func FuzzReadPGN(f *testing.F) {
	fuzzRead(f, []string{".pgn"}, pgnFile, "[Game \"x\"]\n[FEN \""+board.StartFEN+"\"]\n1. C2=5 (1. C8=5 {x} h2+3) 1... h8+7 $3 2. h2+3!? ?? *", chessPGN)
}
func FuzzReadDhtmlXQ(f *testing.F) {
	fuzzRead(f, []string{".ubb"}, dhtmlFile, dhtmlPage, "[DhtmlXQ_DhtmlXQ_]00[/DhtmlXQ_]")
}
func FuzzReadMoveList(f *testing.F) {
	fuzzRead(f, []string{".txt", ".md", ".html"}, pasted, dpxqText, "1. P2-5 M8.7", "h3e3 h10g8", board.StartFEN, "炮二平五马8进7")
}

// branched is a short game with a comment and a variation.
func branched() *gamefile.Game {
	return &gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves("h2e2 h9g7"), Comments: notes(map[int]string{1: "好"}),
		Variations: []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("b9c7")}}}}}
}

func FuzzReadXQF(f *testing.F) {
	g := branched()
	plain := string(writeXQF(g, 0x0A, [13]byte{}))
	fuzzRead(f, []string{".xqf"}, plain, plain[:len(plain)-10], string(writeXQF(g, 0x12, someKeys)), string(bytes.Repeat([]byte("XQ\x12"), 400)))
}
func FuzzReadWXF(f *testing.F) {
	fuzzRead(f, []string{".wxf"}, wxfFile, "FORMAT WXF\nFEN "+board.StartFEN+"\nSTART{\n}END\n", "FORMAT ICCS\nDIAG{\n}\nSTART{\nH2-E2\n}END", "%PDF-1.4")
}
func FuzzReadBridge(f *testing.F) {
	g := branched()
	plain := string(writeCBR(g))
	fuzzRead(f, []string{".cb?"}, plain, plain[:len(plain)-10], string(writeBridge(g, 1)), string(writeCBL(1, g, g)))
}
