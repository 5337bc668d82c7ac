package codec_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// moves reads coordinates that are right.
func moves(text string) (all []board.Move) {
	for one := range strings.FieldsSeq(text) {
		m, err := board.ParseMove(one)
		if err != nil {
			panic(err)
		}
		all = append(all, m)
	}
	return all
}

// after is the position after moves that are right.
func after(text string) board.Position {
	record := board.Record{Start: board.StartPosition(), Moves: moves(text)}
	return record.Position()
}

func read(t *testing.T, data, format string) gamefile.Game {
	t.Helper()
	g, f, err := codec.Read([]byte(data))
	if err != nil || f.String() != format {
		t.Fatalf("read as %v, %v\n%s", f, err, data)
	}
	return g
}

// TestFiles: files of other programs and texts of people, and all that they say.
func TestFiles(t *testing.T) {
	const four = "h2e2 h9g7 h0g2 i9h9"
	for _, c := range []struct {
		name, data, format string
		want               gamefile.Game
	}{
		{"PGN of Xiangqi Wizard, with variations and adverts", pgnFile, "pgn", gamefile.Game{
			Event: `第一届"五羊杯" 象棋冠军赛`, Site: "广州", Date: "1981.12.09", Round: "1", Red: "杨官璘", Black: "胡荣华", Opening: "中炮对屏风马",
			Result: gamefile.Draw, Tags: []gamefile.Tag{{Name: "RedTeam", Value: "广东"}, {Name: "BlackTeam", Value: "上海"}, {Name: "ECCO", Value: "C44"}},
			Line: gamefile.Line{Moves: moves(four + " i0h0 b9c7 c3c4 g6g5"), Comments: notes(map[int]string{1: "当头炮", 5: "红方出车。"}), NAGs: notes(map[int][]gamefile.NAG{7: {gamefile.Good}}),
				Variations: []gamefile.Variation{{Ply: 5, Line: gamefile.Line{Moves: moves("g6g5 h0h6 b9c7"), Comments: notes(map[int]string{2: "过河"}),
					Variations: []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("h0h4"), NAGs: notes(map[int][]gamefile.NAG{1: {gamefile.Good}})}}}}}}},
			More: 1}},
		{"PGN of a chess program", chessPGN, "pgn", gamefile.Game{Event: "Casual Game", Red: "Ann", Black: "Bo", Result: gamefile.BlackWins,
			Line: gamefile.Line{Moves: moves(four + " e2e6 g7e6")}}},
		{"DhtmlXQ", dhtmlFile, "dhtmlxq", gamefile.Game{Event: "杯赛", Site: "北京", Date: "2018-03-24", Round: "3", Red: "甲", Black: "乙", Result: gamefile.RedWins,
			Tags: []gamefile.Tag{{Name: "Title", Value: "一局"}, {Name: "RedTeam", Value: "甲队"}, {Name: "type", Value: "全局"}},
			Line: gamefile.Line{Moves: moves(four), Comments: notes(map[int]string{0: "开始\n第二行", 3: "马"}),
				Variations: []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("b9c7 h0g2"), Comments: notes(map[int]string{1: "另一着"}),
					Variations: []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("g3g4")}}}}}}}}},
		{"DhtmlXQ in a page, moves in a script", dhtmlPage, "dhtmlxq", gamefile.Game{Red: "甲 & 丙", Tags: []gamefile.Tag{{Name: "Title", Value: "甲 先胜 乙"}},
			Line: gamefile.Line{Moves: moves("h2e2 h9g7"), Comments: notes(map[int]string{1: "第一行\n第二行"}),
				Variations: []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("b9c7")}}}}}},
		{"a pasted list", pasted, "moves", gamefile.Game{Event: "２０１８年公开赛 决赛", Result: gamefile.RedWins,
			Line: gamefile.Line{Moves: moves(four + " i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8"), Comments: notes(map[int]string{3: "常见的着法", 8: "第五回合是关键。", 10: "弃车"}),
				Variations: []gamefile.Variation{{Ply: 7, Line: gamefile.Line{Moves: moves("d9e8 b0c2")}}}}}},
		{"the text that dpxq.com makes", dpxqText, "moves", gamefile.Game{Event: "全国象棋甲级联赛", Site: "重庆", Date: "2023.12.10", Round: "第02轮", Red: "甲队 甲", Black: "乙队 乙",
			Opening: "C44 中炮对屏风马", Result: gamefile.Draw, Tags: []gamefile.Tag{{Name: "Title", Value: "甲队 甲 和 乙队 乙"}},
			Line: gamefile.Line{Moves: moves("c3c4 g6g5 b0c2 h9g7 h0i2")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Start = board.StartPosition()
			got := read(t, c.data, c.format)
			if !reflect.DeepEqual(got, c.want) {
				t.Error(difference(c.want, got))
			}
		})
	}
}

// TestLineEnds: a file is the same game with the line ends of every system, and with blanks for them, as in a text
// option of Discord.
func TestLineEnds(t *testing.T) {
	for format, text := range map[string]string{"pgn": pgnFile, "dhtmlxq": dhtmlFile} {
		want := read(t, text, format)
		for _, end := range []string{"\r\n", "\r", " "} {
			got := read(t, strings.ReplaceAll(text, "\n", end), format)
			if end == " " {
				got.Comments, want.Comments = nil, nil // they had several lines
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%q:\n%s", end, difference(want, got))
			}
		}
	}
}

// TestFaults: what a broken record says, and what is kept of it.
func TestFaults(t *testing.T) {
	const noKing = "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
	type fault struct {
		problem    gamefile.Problem
		line, ply  int
		number     int
		side       board.Color
		inVariant  bool
		text, kept string // kept: the moves that come back
	}
	for _, c := range []struct {
		data string
		want fault
	}{
		{"1. 炮二平五 马8进7\n2. 马二进九 车9平8", fault{gamefile.BadMove, 2, 3, 2, board.Red, false, "马二进九", "h2e2 h9g7"}},
		{"1. 炮二平五 马8进7\n2. 马二进十 车9平8", fault{gamefile.BadMove, 2, 3, 2, board.Red, false, "马二进十", "h2e2 h9g7"}},
		{"1. 炮二平十 马8进7", fault{gamefile.BadMove, 1, 1, 1, board.Red, false, "炮二平十", ""}},
		{"炮二平十\n马8进7", fault{gamefile.BadMove, 1, 1, 1, board.Red, false, "炮二平十", ""}},
		{"1. 炮二平五 oops 马8进7", fault{gamefile.BadMove, 1, 2, 1, board.Black, false, "oops", "h2e2"}},
		{"[Red \"甲\"]\n\n1. 炮二平五 马8进7\n2. 炮五进四\n   马7进5 3. 马9进8", fault{gamefile.BadMove, 5, 5, 3, board.Red, false, "马9进8", "h2e2 h9g7 e2e6 g7e6"}},
		{"[Red \"甲\"]\n\n1. 炮二平五 (1. 马二进三 马8进9 2. 车一平九) 1... 马8进7", fault{gamefile.BadMove, 3, 3, 2, board.Red, true, "车一平九", "h2e2 h9g7"}},
		{"[FEN \"" + noKing + "\"]\n\n1. 炮二平五", fault{problem: gamefile.BadStart, line: 1, text: noKing}},
		{noKing + "\n1. 炮二平五", fault{problem: gamefile.BadStart, line: 1, text: noKing}},
		{"1. 炮二平五 {never ends", fault{problem: gamefile.Unclosed, line: 1, text: "never ends", kept: "h2e2"}},
		{"1. 炮二平五 马8进7 (1... 马2进3", fault{problem: gamefile.Unclosed, line: 1, text: "(", kept: "h2e2 h9g7"}},
		{"what is this", fault{problem: gamefile.NotAGame, text: "what is this"}},
		{"", fault{problem: gamefile.NotAGame}},
		{"[Game \"Chess\"]\n\n1. e4 e5 *\n", fault{problem: gamefile.OtherGame, line: 1, text: "Chess"}},
		{"[FEN \"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\"]\n[Variant \"国际象棋\"]\n\n1. e4 *\n", fault{problem: gamefile.OtherGame, line: 2, text: "国际象棋"}},
		{strings.Repeat(" ", gamefile.MaxSize+1), fault{problem: gamefile.TooLarge}},
		{"[DhtmlXQ_movelist]77477062\n79687062[/DhtmlXQ_movelist]", fault{gamefile.BadMove, 1, 3, 2, board.Red, false, "7968", "h2e2 h9g7"}},
		{"[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist]", fault{gamefile.CutOff, 1, 2, 1, board.Black, false, "706", "h2e2"}},
		{"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_3_1]7062[/DhtmlXQ_move_0_3_1]", fault{problem: gamefile.NoSuchVariant, line: 2, text: "move_0_3_1", kept: "h2e2"}},
		{"[DhtmlXQ_binit]9999[/DhtmlXQ_binit]", fault{problem: gamefile.BadStart, line: 1, text: "9999"}},
		{"XQ\x12", fault{problem: gamefile.CutOff, text: "header"}},
		{"%PDF-1.4\n1. C2=5", fault{problem: gamefile.NotSupported, text: "PDF"}},
		{"\x00\x02\x20\x17\x01\x01\x01\x02\x03cup\x0a\x00\x00\x00\x01\x00", fault{problem: gamefile.NotSupported, text: "XQR (XiangQi Replay)"}},
	} {
		g, _, err := codec.Read([]byte(c.data))
		var e *gamefile.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", c.data, err)
			continue
		}
		got := fault{e.Problem, e.Line, e.Ply, e.Number, e.Side, e.InVariation, e.Text, board.MovesText(g.Moves)}
		if got != c.want {
			t.Errorf("%.100q:\n%+v, want\n%+v", c.data, got, c.want)
		}
		if (e.Problem == gamefile.BadMove) != (e.Cause != nil) && e.Problem != gamefile.BadStart {
			t.Errorf("%.100q: cause %v", c.data, e.Cause)
		}
	}
}

// TestWesternChess: a record of Western chess is not read, though its first moves may be legal.
func TestWesternChess(t *testing.T) {
	for _, text := range []string{
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0",
		"[Event \"x\"]\n\n1. e4 {[%clk 0:03:00]} 1... c5 (1... e5) 2. Nf3 $1 d6\n\n[Event \"y\"]",
		"1. e2e4 e7e5 2. g1f3 b8c6",
		"1. d2-d4 Ng8-f6 2. Nb1-c3",
	} {
		if g, _, err := codec.Read([]byte(text)); err == nil || len(g.Moves) > 3 {
			t.Errorf("%q: %v, %v", text, g.Moves, err)
		}
	}
}

// TestCauses: a bad move keeps the values from which its words are made.
func TestCauses(t *testing.T) {
	_, _, err := codec.Read([]byte("1. 炮二平五 马8进7 2. 马二进一 卒1进1 3. 马二进三"))
	var illegal *notation.IllegalError
	if !errors.As(err, &illegal) || illegal.Reason != notation.NoSuchPieceOnFile {
		t.Errorf("%v", err)
	}
	_, _, err = codec.Read([]byte("4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w - - 0 1\n1. 前兵进一"))
	var ambiguous *notation.AmbiguousError
	if !errors.As(err, &ambiguous) || len(ambiguous.Candidates) != 2 {
		t.Errorf("%v", err)
	}
	// In a variation the board is another one: the error has it.
	_, _, err = codec.Read([]byte("1. 炮二平五 (1. 马二进三 马8进9 2. 车一平九) 1... 马8进7"))
	var fault *gamefile.Error
	if !errors.As(err, &fault) || !errors.As(err, &illegal) || illegal.Reason != notation.OwnPieceOnTarget {
		t.Errorf("%v", err)
	} else if at := after("h0g2 h9i7"); fault.Before != at {
		t.Errorf("the move was to be played in %s, want %s", fault.Before.FEN(), at.FEN())
	}
	_, _, err = codec.Read([]byte("[FEN \"9/9 w\"]\n1. 炮二平五"))
	var fen *board.FENError
	if !errors.As(err, &fen) {
		t.Errorf("%v", err)
	}
}

// TestLimits: what is beyond a limit is dropped and reported, and costs no more time than what is within.
func TestLimits(t *testing.T) {
	deep := strings.Repeat("(1. h2e2 ", gamefile.MaxDepth+1)
	for name, c := range map[string]struct {
		data    string
		problem gamefile.Problem
		kept    int
	}{
		"depth":    {"1. h2e2 " + deep + strings.Repeat(")", gamefile.MaxDepth+1) + " 1... h9g7", gamefile.TooDeep, 2},
		"comments": {"1. h2e2 {" + strings.Repeat("好", gamefile.MaxComment/3+1) + "} h9g7", gamefile.TooLong, 2},
	} {
		g, _, err := codec.Read([]byte(c.data))
		var e *gamefile.Error
		if !errors.As(err, &e) || e.Problem != c.problem || len(g.Moves) != c.kept {
			t.Errorf("%s: %d moves, %v", name, len(g.Moves), err)
		}
		if len(g.Comments.Get(1)) > gamefile.MaxComment {
			t.Errorf("%s: a comment of %d bytes", name, len(g.Comments.Get(1)))
		}
	}
}
