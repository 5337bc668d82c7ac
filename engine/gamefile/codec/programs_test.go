package codec_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// wxfFile is what PlayOK and the applets of the WXF write.
const wxfFile = "FORMAT\t\tWXF\nGAME\tA short one\nEVENT\tPlayOK\nDATE\t2021-01-23\nRED\tann;;;\nBLACK\tbob;;;\nRESULT\t1-0\n\n" +
	"START{\n1. C2.5  h8+7\n2. H2+3  r9.8\n/* a good start */\n3. R1.2  h2+3\n}END\nCOMMENT{\nNot C8=5.\n}\n"

// TestPrograms: what programs in use write, and people who paste.
func TestPrograms(t *testing.T) {
	const two, three = "h2e2 h9g7 h0g2 i9h9", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
	for _, c := range []struct{ name, text, format, moves, title string }{
		{"WXF", wxfFile, "wxf", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "PlayOK"},
		{"WXF without moves", "FORMAT          WXF\nRED             ;;;\nFEN             rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b\n\nSTART{\n}END\n", "wxf", "", ""},
		{"WXF with coordinates", "FORMAT ICCS\nSTART{\n1. H2-E2 H9-G7\n}END", "wxf", "h2e2 h9g7", ""},
		{"dpxq's list in one piece", "1.兵七进一炮2平32.兵三进一卒7进13.马二进三马8进7", "moves", "c3c4 b7c7 g3g4 g6g5 h0g2 h9g7", ""},
		{"SAN of WinBoard", "[White \"a\"]\n[Variant \"xiangqi\"]\n\n1. Cbe2 {+0.38/19} Hg7 2. Hc2 Cd7 3. c4 g5 4.\nRb0 Ege7 *\n", "pgn", "b2e2 h9g7 b0c2 b7d7 c3c4 g6g5 a0b0 g9e7", ""},
		{"captures of WinBoard", "[Variant \"xiangqi\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. e2xe6 g7xe6 *\n", "pgn", "h2e2 h9g7 h0g2 i9h9 e2e6 g7e6", ""},
		{"long dashes in moves", "1. h2—e2 h9—g7 2. h0—g2 i9—h9", "moves", two, ""},
		{"long dashes between moves", "炮二平五—马8进7—马二进三—车9平8", "moves", two, ""},
		{"slashes", "炮二平五/马8进7/马二进三/车9平8", "moves", two, ""},
		{"slashes in WXF", "1. C2=5/H8+7 2. H2+3/R9=8", "moves", two, ""},
		{"slashes like a FEN", "h2e2/h9g7/h0g2/i9h9/i0h0/b9c7/c3c4/g6g5", "moves", "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5", ""},
		{"arrows", "C2=5→H8+7→H2+3→R9=8", "moves", two, ""},
		{"arrows in moves", "h2→e2 h9→g7 h0→g2 i9→h9", "moves", two, ""},
		{"dashes behind coordinates", "h2e2—h9g7—h0g2—i9h9—", "moves", two, ""},
		{"dashes behind WXF", "C2=5——H8+7——H2+3——R9=8", "moves", two, ""},
		{"double arrows", "C2=5=>H8+7=>H2+3=>R9=8=>", "moves", two, ""},
		{"sides with dashes", "红-炮二平五 黑-马8进7\n红-马二进三 黑-车9平8\n", "moves", two, ""},
		{"sides", "红：炮二平五 黑：马8进7\n红：马二进三 黑：车9平8\n", "moves", two, ""},
		{"circled numbers", "①炮二平五 马8进7 ②马二进三 车9平8 ③车一平二 马2进3", "moves", three, ""},
		{"a table of markdown", "| 回合 | 红方 | 黑方 |\n| --- | --- | --- |\n| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |\n", "moves", two, ""},
		{"an English table of markdown", "| # | Red | Black |\n|---|---|---|\n| 1 | C2=5 | H8+7 |\n| 2 | H2+3 | R9=8 |\n", "moves", two, ""},
		{"a table of markdown with bold numbers", "| 回合 | 红方 | 黑方 |\n|---|---|---|\n| **1** | **炮二平五** | 马8进7 |\n| **2** | **马二进三** | 车9平8 |\n", "moves", two, ""},
		{"bold, and line breaks of HTML", "**1.** 炮二平五 马8进7<br>**2.** 马二进三 **车9平8**<br/>", "moves", two, ""},
		{"a table of HTML", "<table class=\"x\"><tr><td>1</td><td>炮二平五</td><td>马8进7</td></tr><tr><td>2</td><td>马二进三</td><td>车9平8</td></tr></table>", "moves", two, ""},
		{"Vietnamese words", "1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tấn 3 Xe 9 bình 8\n", "moves", two, ""},
		{"Vietnamese words of the south", "1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tấn 3 Mã 7 thối 8\n", "moves", "h2e2 h9g7 h0g2 g7h9", ""},
		{"Vietnamese with accents apart", norm.NFD.String("1. Tượng 3 tấn 5 Tượng 7 tấn 5\n2. Tướng 5 tấn 1 Tướng 5 tấn 1"), "moves", "g0e2 g9e7 e0e1 e9e8", ""},
		{"Vietnamese words with semicolons", "Pháo 2 bình 5; Mã 8 tấn 7; Mã 2 tấn 3; Xe 9 bình 8", "moves", two, ""},
		{"Vietnamese places with semicolons", "Xe 1 tấn 1; Xe 1 tấn 1; Xe 1 bình 9; Xe 1 bình 9; Xe trước bình 8; Xe trước bình 8", "moves", "i0i1 a9a8 i1a1 a8i8 a1b1 i8h8", ""},
		{"numbers in parentheses behind semicolons", "(1) 炮二平五，马8进7；(2) 马二进三，车9平8；", "moves", two, ""},
		{"a verdict behind the last move", "炮二平五，马8进7，马二进三，车9平8。红方胜定。", "moves", two, ""},
		{"English prose before a number", "The game began 1. C2=5 H8+7 and now Red chose 2. H2+3 R9=8", "moves", two, "The game began"},
		{"a note that names one move", "1. 炮二平五（炮八平五亦可） 马8进7 2. 马二进三 车9平8", "moves", two, ""},
		{"a remark behind the last move of a PGN", "[Event \"x\"]\n\n1. C2=5 H8+7\n2. H2+3 R9=8 ; not (h2e2)\n*", "pgn", two, "x"},
		{"prose with some sides", "红方炮二平五，黑方应以马8进7。红方马二进三，对手车9平8。", "moves", two, ""},
		{"prose with 后 before a pawn", "炮二平五，马8进7，随后兵三进一，黑方卒7进1。", "moves", "h2e2 h9g7 g3g4 g6g5", ""},
		{"prose", "开局红方走炮二平五，黑方应马8进7，接着马二进三，车9平8，双方各得其所。\n", "moves", two, ""},
		{"prose with semicolons", "红方炮二平五，黑方马8进7；红方马二进三，接着车9平8。", "moves", two, ""},
		{"a note behind a semicolon", "1. 炮二平五 马8进7 ; 车一进一 也好\n2. 马二进三 车9平8", "moves", two, ""},
		{"a word before a line", "1. 炮二平五 马8进7\n接着 马二进三 车9平8", "moves", two, ""},
		{"prose beside numbers", "1. 炮二平五 马8进7 常见的走法 2. 马二进三 正着 车9平8\n", "moves", two, ""},
		{"a number as a title", "第1回合\n炮二平五 马8进7\n第2回合\n马二进三 车9平8\n", "moves", two, ""},
		{"a circled number as a title", "决赛第1局\n①\n炮二平五 马8进7\n②\n马二进三 车9平8", "moves", two, "决赛第1局"},
		{"a fence of markdown", "```text\n决赛\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n```\n", "moves", two, "决赛"},
		{"coordinates in one piece", "h2e2h9g7h0g2i9h9", "moves", two, ""},
		{"numbered coordinates in one piece", "1.H2-E2H9-G72.H0-G2I9-H9", "moves", two, ""},
		{"WXF in one piece", "1.C2=5H8+72.H2+3R9=8", "moves", two, ""},
		{"entities of HTML", "1.&ensp;&#28846;二平五&emsp;&#39532;8进7 2. 马二进三&nbsp;车9平8", "moves", two, ""},
		{"the source of a page", "[Event &quot;x&quot;]\n\n1. C2=5 H8+7 2. H2+3 R9=8 *", "pgn", two, "x"},
		{"times without brackets", "1. 炮二平五 00:12 马8进7 1:02:35\n2. 马二进三 12秒 车9平8 1分5秒", "moves", two, ""},
		{"what an engine thinks, and how long", "1. C2=5 0.30/12 2s H8+7 -0.2/14 3.5s\n2. H2+3 +0.41/9 1s R9=8", "moves", two, ""},
		{"what an engine thinks", "1. C2=5 +0.38 H8+7 -0.12\n2. H2+3 +0.41 R9=8", "moves", two, ""},
		{"numbers behind signs", "#1 炮二平五 马8进7\n#2 马二进三 车9平8", "moves", two, ""},
		{"numbers behind 回合", "回合1：炮二平五 马8进7\n回合2：马二进三 车9平8", "moves", two, ""},
		{"sides by letters", "R: C2=5 B: H8+7\nR: H2+3 B: R9=8", "moves", two, ""},
		{"sides by turns", "先手：炮二平五 后手：马8进7\n先手：马二进三 后手：车9平8", "moves", two, ""},
		{"sides in Vietnamese without accents", "Do: Phao 2 binh 5\nDen: Ma 8 tan 7\nDo: Ma 2 tan 3\nDen: Xe 9 binh 8", "moves", two, ""},
		{"sentences with 红走 and 黑应", "红走炮二平五，黑应马8进7；红走马二进三，黑应车9平8；", "moves", two, ""},
		{"rare brackets", "1. C2=5〖好棋〗H8+7 2. H2+3〔好棋〕R9=8", "moves", two, ""},
		{"notes to the end of the line", "1. C2=5 H8+7 //常见\n2. H2+3 R9=8 #常见\n", "moves", two, ""},
		{"a drawn table", "┃  1┃炮二平五┃马8进7┃\n┣━━╋━━━━╋━━━━┫\n┃  2┃马二进三┃车9平8┃\n", "moves", two, ""},
		{"lines that a program cut", "1.炮二平五 马8进7 2.马二进\n三 车9平8", "moves", two, ""},
		{"a list that a program cut into even lines", "1.炮二平五马8进7 2\n.马二进三车9平8 3.\n车一平二马2进3", "moves", three, ""},
		{"a page with styles and scripts", "<!DOCTYPE html><html><head><style>p{color:red}</style><script>f(\"马二进三\")</script></head>" +
			"<body><p>1. 炮二平五 马8进7</p><!-- 兵七进一 --><p>2. 马二进三 车9平8</p></body></html>", "moves", two, ""},
		{"a FEN with the wrong side", "[FEN \"" + strings.Replace(board.StartFEN, " w ", " b ", 1) + "\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *", "pgn", two, ""},
		{"a FEN in brackets", "[FEN 4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w - - 0 1]\n1. 车九进一 将5平4", "moves", "a0a1 e9d9", ""},
		{"a FEN with the side in words", "局面 4k4/4a4/9/9/9/9/9/9/4A4/R3K4 黑先：\n1. 将5平4 车九进一", "moves", "e9d9 a0a1", ""},
		{"sides behind numbers", "1红：炮二平五\n1黑：马8进7\n2红：马二进三\n2黑：车9平8", "moves", two, ""},
		{"Black begins", "黑先\n1. 马8进7 炮二平五\n2. 车9平8 马二进三\n", "moves", "h9g7 h2e2 i9h9 h0g2", "黑先"},
		{"long English words", "1. Elephant 3 + 5, Chariot 9 + 1; 2. Advisor 4 + 5, Chariot 9 = 4", "moves", "g0e2 i9i8 f0e1 i8d8", ""},
		{"radicals from a PDF", "1. 炮⼆平五 ⻢8进7 2. ⻢⼆进三 ⻋9平8", "moves", two, ""},
		{"a list of a program", "['C2=5', 'H8+7', 'H2+3', 'R9=8']", "moves", two, ""},
		{"Vietnamese letters with all signs of WXF", "1.P2=5 M8+7 2.X1+1 X1+1 3.X1-1 X1-1", "moves", "h2e2 h9g7 i0i1 a9a8 i1i0 a8a9", ""},
		{"a result in several words", "1. 炮二平五 马8进7 2. 马二进三 车9平8\n红方 胜", "moves", two, ""},
		{"a score with blanks", "1. 炮二平五 马8进7 2. 马二进三 车9平8\n1 - 0", "moves", two, ""},
		{"an English result", "1. C2=5 H8+7 2. H2+3 R9=8\nBlack resigns.", "moves", two, ""},
		{"Vietnamese, with moves that WXF has too", "1. M8+7 M2+3 2. B3+1 B3+1", "moves", "b0c2 b9c7 g3g4 c6c5", ""},
		{"Vietnamese, as the second round shows", "1. B3+1 B3+1 2. M8.7 M2.3", "moves", "g3g4 c6c5 b0c2 b9c7", ""},
		{"WXF, with moves that Vietnamese has too", "1. B3+1 B3+1 2. H8+7 H2+3", "moves", "g0i2 c9a7 b0c2 b9c7", ""},
		{"Vietnamese, as a variation shows", "1. C3+1 {C} C3+1 (1... M2+3) 2.", "moves", "g3g4 c6c5", ""},
		{"a pawn's file only where it goes sideways or takes", "[Variant \"xiangqi\"]\n[FEN \"3k5/9/9/9/3PP4/9/9/9/9/4K4 w - - 0 1\"]\n\n1. e6 Kd8 2. d6 *\n", "pgn", "e5e6 d9d8 d5d6", ""},
		{"a heading of markdown", "## 决赛\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n", "moves", two, "决赛"},
	} {
		g, format, err := codec.Read([]byte(c.text))
		if err != nil || format.String() != c.format || board.MovesText(g.Moves) != c.moves || g.Event != c.title {
			t.Errorf("%s: %v %q, %q, %v", c.name, format, board.MovesText(g.Moves), g.Event, err)
		}
	}
	g := read(t, wxfFile, "wxf")
	if g.Red != "ann" || g.Black != "bob" || g.Date != "2021-01-23" || g.Tag("Title") != "A short one" || g.Result != gamefile.RedWins ||
		!reflect.DeepEqual(g.Comments, notes(map[int]string{4: "a good start"})) || g.Tag("Remark") != "Not C8=5." {
		t.Errorf("of the WXF file %+v remains", g)
	}
	g = read(t, "开局红方走炮二平五，黑方应马8进7。", "moves")
	if !reflect.DeepEqual(g.Comments, notes(map[int]string{0: "开局红方走", 1: "，黑方应"})) {
		t.Errorf("the words became %v", g.Comments)
	}
}

// TestDoubtful: texts with moves that may not have been played, or that mean two games, are not read as one.
func TestDoubtful(t *testing.T) {
	for _, c := range []struct {
		text  string
		moves int
	}{
		{"开局红方走炮二平五，黑方可走马8进7，马二进三，车9平8。", 1},
		{"炮二平五马8进7，如马二进三车9平8", 2},
		{"炮二平五，黑方应马8进7，炮8平5，车9平8。", 1},
		{"炮二平五，黑方应马8进7，马二进三，车9平十。", 1},
		{"1. 炮二平五 马8进7\n2. 马二进三 车9平十", 3},
		{"1. C2=5 the central cannon H8+7 solid 2. H2+3 R9=8", 1},
		{"红：炮二平五 马二进三\n黑：马8进7 车9平8", 1},
		{"1. C2=5 * H8+7", 1},                  // no bullet of a list
		{"[Event \"x\"]\n\n1. ???? ???? *", 0}, // what is left of Chinese moves
		{"[Event \"x\"]\n\n1. C2=5 H8+7 2. \uFFFD\uFFFD\uFFFD\uFFFD R9=8 *", 2},
		{"FORMAT WXF\nSTART{\n1. □□□□ □□□□\n}END\n", 0},
		{"[Event \"x\"]\n\n1. 2. 3. *", 0}, // and of a page whose moves are pictures
		{"[Event \"全锟斤拷\"]\n\n1. 锟节讹拷平锟斤拷 锟斤拷8锟斤拷7 *", 0},
		{"FORMAT WXF\nDIAG{\n Red: K5, R1\n}DIAG\nSTART{\n1. C2=5 H8+7\n}END\n", 0},
		{"FORMAT WXF\nSETUP{\nKe0 kd9\n}SETUP\nSTART{\n1. K5+1\n}END\n", 0}, // no FEN
		{"1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tấn 3 Mã 7 quay 8\n", 3},
		{"[Event \"x\"]\n\n1. C2=5 H8+7 ; H2+3 R9=8", 2}, // as a separator and not as a PGN has it
		{"1. C2=5 H8+7 and now C8=5 instead 2. H2+3 R9=8", 2},
		{board.StartFEN + "\n1C2=5H8+72H2+3R9=83R1=2H2+34P7+1P7+15R2+6C8=96R2=3C9-1", 0}, // moves that are not read, and not a position alone
		{"1. 炮二平五/炮八平五 马8进7", 0},                                                         // of two moves one was played
		{"[DhtmlXQiframe]http://www.dpxq.com/view.html[/DhtmlXQiframe]", 0},              // a link to a game is none
		{"[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[/DhtmlXQ]", 0},
		{"红方可选：炮二平五、马二进三、兵七进一", 0},
		{"此局红先让黑方一马\n1. 炮二平五 马8进7 2. 车九平八 车9平8", 0}, // a handicap
		{"黑方讓雙馬\n1. 炮二平五 車9平8 2. 馬二進三 車1平2", 0},
		{"1. 炮二平五 马8进7\n1. 马二进三 车9平8\n1. 车一平二 马2进3", 2}, // no games of one round each
		{"炮二平五 马8进7 马二进三 车9平8\n【变着】\n车一平二 马2进3", 4},
		// A move is missing, and the rounds are counted all the same.
		{"1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 炮8进4\n4. 卒7进1 兵七进一\n5. 马2进3 马八进七\n6. 卒3进1 兵七进一", 6},
		{"红方炮二平五，红方应以马8进7。黑方马二进三，黑方车9平8。", 1},
	} {
		g, _, err := codec.Read([]byte(c.text))
		if err == nil || len(g.Moves) != c.moves {
			t.Errorf("%q is read as %q, %v", c.text, board.MovesText(g.Moves), err)
		}
	}
	// With ranks from 0 or from 1 another move each, both legal.
	const fen = "3k4r/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	_, _, err := codec.Read([]byte("[FEN \"" + fen + "\"]\n\n1. Ra5 Ri6 *\n"))
	if e := (*notation.AmbiguousError)(nil); !errors.As(err, &e) || len(e.Candidates) != 2 {
		t.Errorf("two readings: %v", err)
	}
}

// TestTooManyWords: of so many words nobody knows where the game is.
func TestTooManyWords(t *testing.T) {
	if testing.Short() {
		t.Skip("reads as many words as a text may have")
	}
	g, _, err := codec.Read([]byte("[Event \"x\"]\n\n" + strings.Repeat("words\n", 100_001) + "1. C2=5"))
	if err == nil || len(g.Moves) > 0 {
		t.Errorf("it is read as %q, %v", board.MovesText(g.Moves), err)
	}
}

// TestDiagrams: a file of the WXF's applets begins where the FEN in its diagram says.
func TestDiagrams(t *testing.T) {
	const red, black = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 5", "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1"
	for _, c := range []struct{ block, moves, fen, want string }{
		{"SETUP{\n" + red + "\n}SETUP", "5. R9+5 k4+1", red, "a1a6 d9d8"},
		{"DIAG{ " + black + " }DIAG", "1. ... k4+1 2. R9+5", black, "d9d8 a1a6"},
		{"DIAG{\n}DIAG", "1. C2=5", board.StartFEN, "h2e2"},
	} {
		g := read(t, "FORMAT WXF\n"+c.block+"\nSTART{\n"+c.moves+"\n}END\n", "wxf")
		if g.Start.FEN() != c.fen || board.MovesText(g.Moves) != c.want {
			t.Errorf("%s begins at %s with %q", c.block, g.Start.FEN(), board.MovesText(g.Moves))
		}
	}
	two := "FORMAT WXF\nSTART{\n1. C2=5\n}END\nDIAG{\n Red: K5\n}DIAG\nFORMAT WXF\nEVENT other\nSTART{\n1. P7+1\n}END\n"
	if g := read(t, two, "wxf"); g.Start != board.StartPosition() || g.Event != "" || g.More != 1 {
		t.Errorf("what is behind a game changes it: %+v", g)
	}
}
