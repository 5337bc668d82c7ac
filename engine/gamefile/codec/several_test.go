package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// openings returns some games that differ in their names and moves.
func openings(n int) (games []*gamefile.Game) {
	lines := []string{"h2e2 h9g7 h0g2", "c3c4 g6g5 b0c2", "b0c2 h9g7 a0a1", "g0e2 b7e7 h0g2", "h0g2 g6g5 b2e2"}
	for i := range n {
		games = append(games, &gamefile.Game{Start: board.StartPosition(), Event: fmt.Sprintf("Game %d", i+1),
			Result: gamefile.Draw, Line: gamefile.Line{Moves: moves(lines[i%len(lines)])}})
	}
	return games
}

// together puts games into one file of a format, as people put them together.
func together(t *testing.T, f gamefile.Format, games []*gamefile.Game) []byte {
	t.Helper()
	if f == gamefile.CBL {
		return writeCBL(128, games...)
	}
	var b bytes.Buffer
	for i, g := range games {
		if f == gamefile.WXF {
			fmt.Fprintf(&b, "FORMAT\tWXF\nEVENT\t%s\nRESULT\t1/2-1/2\n\nSTART{\n", g.Event)
			p := g.Start
			for _, m := range g.Moves {
				b.WriteString(notation.Format(&p, m, notation.WXF) + "\n")
				p.Make(m)
			}
			b.WriteString("}END\n\n")
			continue
		}
		style := notation.ICCS
		if f == gamefile.MoveList {
			style = notation.Chinese
		}
		text, err := codec.Write(g, f, style)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
		if i+1 < len(games) {
			b.WriteString("\n")
		}
	}
	return b.Bytes()
}

// TestEveryGameCanBeReached: of several games in a file each is read by its number as it is alone, the file knows how
// many come before it and behind it, and a number behind the last is refused.
func TestEveryGameCanBeReached(t *testing.T) {
	const n = 7
	games := openings(n)
	for _, f := range []gamefile.Format{gamefile.PGN, gamefile.DhtmlXQ, gamefile.WXF, gamefile.CBL, gamefile.MoveList} {
		data := together(t, f, games)
		for i, want := range games {
			g, source, err := codec.ReadGame(data, i+1)
			if err != nil || source.Format != f && source.Format != gamefile.CBR || g.Event != want.Event || g.Result != want.Result ||
				board.MovesText(g.Moves) != board.MovesText(want.Moves) || g.Before != i || g.More != n-1-i {
				t.Errorf("%v, game %d: %q %s %v, %d before and %d more, %v", f, i+1, g.Event, board.MovesText(g.Moves), g.Result, g.Before, g.More, err)
			}
		}
		_, _, err := codec.ReadGame(data, n+1)
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != gamefile.NoSuchGame || fault.Text != fmt.Sprint(n) {
			t.Errorf("%v: game %d: %v", f, n+1, err)
		}
	}
	fens := "3k5/9/9/9/9/9/9/4R4/9/4K4 w - - 0 1\n4k4/9/9/9/9/9/9/3R5/9/3K5 w\n5k3/9/9/9/9/9/9/4R4/9/4K4 w\n"
	if g, _, err := codec.ReadGame([]byte(fens), 3); err != nil || !strings.HasPrefix(g.Start.FEN(), "5k3/") || g.Before != 2 || g.More != 0 {
		t.Errorf("the third position is %q with %d before, %v", g.Start.FEN(), g.Before, err)
	}
}

// TestFirstReadable: where the first entries of a library are diagrams that are no position, the first game is read.
func TestFirstReadable(t *testing.T) {
	games := openings(38)
	library := writeCBL(128, games...)
	const entry = 66624 + 128*276
	for i := range 2 { // a board without kings
		clear(library[entry+i*4096+2120 : entry+i*4096+2120+90])
	}
	pgn := together(t, gamefile.PGN, games)
	pgn = append([]byte("[Event \"A diagram\"]\n[FEN \"9/9/9/9/4C4/9/9/9/9/9 w - - 0 1\"]\n\n*\n\n[Event \"Another\"]\n[FEN \"9/9 w\"]\n\n*\n\n"), pgn...)
	for name, c := range map[string]struct {
		data []byte
		all  int
	}{"library": {library, 38}, "pgn": {pgn, 40}} {
		g, _, err := codec.Read(c.data)
		if err != nil || len(g.Moves) != 3 || g.Before != 2 || g.More != c.all-3 {
			t.Errorf("%s: %q with %d moves, %d before and %d more, %v", name, g.Event, len(g.Moves), g.Before, g.More, err)
		}
		var fault *gamefile.Error
		if _, _, err := codec.ReadGame(c.data, 1); !errors.As(err, &fault) || fault.Problem != gamefile.BadStart {
			t.Errorf("%s: the first is %v", name, err)
		}
	}
}

// TestAlone: a game with a fault among others can be kept by itself, and tells the same fault in the same line.
func TestAlone(t *testing.T) {
	games := openings(3)
	data := together(t, gamefile.PGN, games)
	data = bytes.Replace(data, []byte("B0-C2"), []byte("B0-B1"), 1)
	g, source, err := codec.ReadGame(data, 2)
	var fault *gamefile.Error
	if !errors.As(err, &fault) || fault.Problem != gamefile.BadMove || len(g.Moves) != 2 {
		t.Fatalf("%d moves, %v", len(g.Moves), err)
	}
	if line := 1 + bytes.Count(data[:bytes.Index(data, []byte("B0-B1"))], []byte("\n")); fault.Line != line {
		t.Errorf("the fault is in line %d, want %d", fault.Line, line)
	}
	again, _, e := codec.Read(source.Alone)
	if e == nil || e.Error() != err.Error() || again.Event != g.Event || board.MovesText(again.Moves) != board.MovesText(g.Moves) {
		t.Errorf("alone it is %q %s, %v", again.Event, board.MovesText(again.Moves), e)
	}
}

// TestPositionThatGoesOn: a position whose root says that moves follow is whole where the file ends with it, in both
// families of formats, and cut off where there is a part of a move.
func TestPositionThatGoesOn(t *testing.T) {
	g := gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves("h2e2")}}
	setup := g.Start.Setup()
	setup.Placement[board.SquareAt(0, 0)] = board.NoPiece
	g.Start, _ = board.NewPosition(setup)
	for name, file := range map[string][]byte{"10": writeXQF(&g, 0x0A, someKeys), "18": writeXQF(&g, 0x12, someKeys), "cbr": writeCBR(&g)} {
		node := 4
		if name == "10" {
			node = 8
		}
		back, _, err := codec.Read(file[:len(file)-node])
		if err != nil || len(back.Moves) > 0 || back.Start.Placement() != g.Start.Placement() {
			t.Errorf("%s: %q with %d moves, %v", name, back.Start.FEN(), len(back.Moves), err)
		}
		var fault *gamefile.Error
		if _, _, err := codec.Read(file[:len(file)-1]); !errors.As(err, &fault) || fault.Problem != gamefile.CutOff {
			t.Errorf("%s, cut: %v", name, err)
		}
	}
}
