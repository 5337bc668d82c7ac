package paste_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/gamefile/paste"
	"xiangqibot/engine/testcases"
)

// position is a text that names a position and perhaps moves from it.
type position struct{ text, start, moves string }

// positions are the forms in which players paste positions.
func positions() map[string]position {
	const (
		ranks  = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"
		bare   = ranks + " b"
		full   = ranks + " b - - 3 7"
		pocket = ranks + "[] b - - 3 7"
	)
	from1, from37 := ranks+" b - - 0 1", ranks+" b - - 3 7"
	under := strings.NewReplacer(" ", "_").Replace
	plus := strings.NewReplacer(" ", "+").Replace
	return map[string]position{
		"FEN":                           {full, from37, ""},
		"without counters":              {bare, from1, ""},
		"with dashes alone":             {ranks + " b - -", from1, ""},
		"without dashes":                {ranks + " b 3 7", from37, ""},
		"PyChess":                       {pocket, from37, ""},
		"underscores":                   {under(full), from37, ""},
		"PyChess, underscores":          {under(pocket), from37, ""},
		"in brackets":                   {"[" + full + "]", from37, ""},
		"in quotation marks":            {`"` + full + `"`, from37, ""},
		"label":                         {"FEN: " + full, from37, ""},
		"fen and moves":                 {"fen " + full + " moves h9g7 h0g2", from37, "h9g7 h0g2"},
		"UCI":                           {"position fen " + full + " moves h9g7 h0g2", from37, "h9g7 h0g2"},
		"UCI without moves":             {"position fen " + full, from37, ""},
		"UCI without counters":          {"position fen " + bare + " moves h9g7", from1, "h9g7"},
		"UCI from the start":            {"position startpos moves h2e2 h9g7", board.StartFEN, "h2e2 h9g7"},
		"startpos and moves":            {"startpos moves h2e2 h9g7", board.StartFEN, "h2e2 h9g7"},
		"startpos":                      {"startpos", board.StartFEN, ""},
		"underscores and moves":         {under("fen " + full + " moves h9g7 h0g2"), from37, "h9g7 h0g2"},
		"moves alone":                   {"1. 炮二平五 马8进7", board.StartFEN, "h2e2 h9g7"},
		"numbers without dots":          {bare + "\n1 ... 马8进7\n2 马二进三", from1, "h9g7 h0g2"},
		"PyChess, link":                 {"https://www.pychess.org/analysis/xiangqi?fen=" + under(pocket), from37, ""},
		"PyChess, link with escapes":    {"https://www.pychess.org/editor/xiangqi?fen=" + url.QueryEscape(pocket) + "&x=1", from37, ""},
		"PyChess, link with plus signs": {"https://www.pychess.org/analysis/xiangqi?fen=" + plus(full), from37, ""},
		"in the path":                   {"https://www.pychess.org/analysis/xiangqi/" + under(full), from37, ""},
		"chessdb.cn":                    {"https://www.chessdb.cn/queryc/?" + under(bare), from1, ""},
		"chessdb.cn with escapes":       {"https://www.chessdb.cn/queryc/?" + url.PathEscape(bare), from1, ""},
		"chessdb.cn, requests":          {"http://www.chessdb.cn/chessdb.php?action=queryall&board=" + url.QueryEscape(bare), from1, ""},
		"xiangqiai.com":                 {"https://xiangqiai.com/#/" + strings.ReplaceAll(full, " ", "%20"), from37, ""},
		"xiangqiai.com with moves":      {"https://xiangqiai.com/#/" + strings.ReplaceAll(full+" moves h9g7h0g2", " ", "%20"), from37, "h9g7 h0g2"},
		"xiangqiai.com with blanks":     {"https://xiangqiai.com/#/" + full + " moves h9g7h0g2", from37, "h9g7 h0g2"},
		"a link with moves apart":       {"https://example.org/board?fen=" + url.QueryEscape(full) + "&moves=h9g7,h0g2", from37, "h9g7 h0g2"},
		"a link of Markdown":            {"[局面](https://www.chessdb.cn/queryc/?" + under(bare) + ")", from1, ""},
		"a link that is not shown":      {"<https://www.chessdb.cn/queryc/?" + under(bare) + ">", from1, ""},
	}
}

// TestPositionForms: in every form, by every door, a text is the same position and the same moves.
func TestPositionForms(t *testing.T) {
	for name, want := range positions() {
		start := testcases.Position(t, want.start)
		reached := board.Record{Start: start, Moves: moves(want.moves)}
		record, err := paste.ReadPosition(want.text)
		if err != nil || record.Start != start || board.MovesText(record.Moves) != want.moves {
			t.Errorf("%s: ReadPosition(%q) is %q %s, %v", name, want.text, record.Start.FEN(), board.MovesText(record.Moves), err)
		}
		g, _, err := codec.Read([]byte(want.text))
		if err != nil || g.Start != start || board.MovesText(g.Moves) != want.moves || g.Event != "" && !strings.Contains(name, "Markdown") {
			t.Errorf("%s: Read(%q) is %q %s under %q, %v", name, want.text, g.Start.FEN(), board.MovesText(g.Moves), g.Event, err)
		}
		if strings.ContainsAny(want.text, "\n\"") {
			continue // a tag has one line
		}
		g, _, err = codec.Read(fmt.Appendf(nil, "[Event \"x\"]\n[FEN \"%s\"]\n\n*\n", want.text))
		if err != nil || g.Start != reached.Position() {
			t.Errorf("%s: the tag %q is %q, %v", name, want.text, g.Start.FEN(), err)
		}
	}
}

// TestPositionRefusals: what is wrong with a position is what the error names.
func TestPositionRefusals(t *testing.T) {
	const ranks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"
	for text, want := range map[string]struct {
		problem gamefile.Problem
		field   string
		given   string
	}{
		ranks: {gamefile.BadStart, "side to move", ""},
		strings.Replace(ranks, "/1C2C4", "/1C2C5", 1) + "_b": {gamefile.BadStart, "placement", "1C2C5"},
		"https://www.chessdb.cn/queryc/?" + strings.Replace(ranks, "/1C2C4", "", 1) + "_b": {gamefile.BadStart, "placement",
			strings.Replace(ranks, "/1C2C4", "", 1)},
		ranks + "[Pp] b - - 0 1": {gamefile.BadStart, "placement", "RNBAKABNR[Pp]"},
		"hello":                  {gamefile.NotAGame, "", ""},
		"https://www.dpxq.com/hldcg/search/view/m/1/2/3/4":     {gamefile.NotAGame, "", ""},
		"position fen " + ranks + " b - - 0 1 moves h9g7 h9g7": {gamefile.BadMove, "", ""},
		"4k4/4R4/9/9/9/9/9/9/9/3K5 w - - 0 1":                  {gamefile.BadStart, "placement", ""},
	} {
		_, err := paste.ReadPosition(text)
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != want.problem {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var fen *board.FENError
		if errors.As(err, &fen) != (want.field != "") || fen != nil && (fen.Field != want.field || fen.Given != want.given) {
			t.Errorf("%q: %#v", text, fen)
		}
	}
}

// TestDiagram: a position of a file whose mover could take the king is shown with the other side to move, which is told.
// Before moves it is a fault.
func TestDiagram(t *testing.T) {
	const fen = "4k4/4R4/9/9/9/9/9/9/9/3K5 w - - 0 1"
	for _, text := range []string{fen, "[FEN \"" + fen + "\"]\n\n*\n", "FORMAT WXF\nFEN " + fen + "\n\nSTART{\n}END\n",
		"[DhtmlXQ]\n[DhtmlXQ_fen]" + fen + "[/DhtmlXQ_fen]\n[/DhtmlXQ]"} {
		g, _, err := codec.Read([]byte(text))
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != gamefile.OtherMover || g.Start.FEN() != strings.Replace(fen, " w ", " b ", 1) {
			t.Errorf("%q is %q, %v", text, g.Start.FEN(), err)
		}
	}
	for _, text := range []string{fen + "\n1. e8e9", "[FEN \"" + fen + "\"]\n\n1. e8e7\n"} {
		g, _, err := codec.Read([]byte(text))
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != gamefile.BadStart || len(g.Moves) > 0 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzReadPosition: whatever the text, the position is legal and can be read again with the moves behind it, or the
// error says what is wrong.
func FuzzReadPosition(f *testing.F) {
	for _, seed := range positions() {
		f.Add(seed.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		record, err := paste.ReadPosition(text)
		var fault *gamefile.Error
		if err != nil {
			if !errors.As(err, &fault) || fault.Problem == 0 {
				t.Fatalf("%#v", err)
			}
			return
		}
		again := "position fen " + record.Start.FEN() + " moves " + board.MovesText(record.Moves)
		back, err := paste.ReadPosition(again)
		if err != nil || back.Start != record.Start || board.MovesText(back.Moves) != board.MovesText(record.Moves) {
			t.Fatalf("%q is %q, and that is %q %s, %v", text, again, back.Start.FEN(), board.MovesText(back.Moves), err)
		}
	})
}
