package paste_test

import (
	"errors"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
)

// TestHeaders: what is said around the moves, with labels, means the same whatever parts them, in one line or in several,
// before the moves or behind them.
func TestHeaders(t *testing.T) {
	const list = "1. 炮二平五 马8进7\n2. 马二进三 车9平8"
	labels := [][5]string{
		{"红方", "黑方", "结果", "日期", "赛事"}, {"紅方", "黑方", "結果", "日期", "賽事"}, {"红", "黑", "对局结果", "比赛日期", "比赛"},
		{"先手", "后手", "结果", "日期", "比赛"}, {"Red", "Black", "Result", "Date", "Event"}, {"Đỏ", "Đen", "Kết quả", "Ngày", "Giải"},
	}
	values := [5]string{"许银川", "Hồ Vinh Hoa", "1-0", "2024-05-01", "五羊杯"}
	for _, l := range labels {
		for _, colon := range []string{":", "：", ": ", "： ", " : "} {
			for _, parting := range []string{" ", "　", "\t", ", ", "，", "\n", "；", " | "} {
				var all []string
				for i, label := range l {
					all = append(all, label+colon+values[i])
				}
				head := strings.Join(all, parting)
				texts := []string{head + "\n" + list, head + "\n\n" + list + "\n", list + "\n" + head, list + "\n\n" + head + "\n"}
				if parting != "\n" && parting != "；" { // a semicolon may begin a note up to the end of its line
					texts = append(texts, head+" "+list)
				}
				for _, text := range texts {
					g, _, err := codec.Read([]byte(text))
					if err != nil || board.MovesText(g.Moves) != "h2e2 h9g7 h0g2 i9h9" || [5]string{g.Red, g.Black, g.Result.String(), g.Date, g.Event} != values ||
						len(g.Comments) > 0 {
						t.Errorf("%q: %s, Red %q, Black %q, %v, date %q, event %q, comments %v, %v",
							text, board.MovesText(g.Moves), g.Red, g.Black, g.Result, g.Date, g.Event, g.Comments, err)
					}
				}
			}
		}
	}
}

// TestNextHeader: the head of the next game is not that of this one.
func TestNextHeader(t *testing.T) {
	const two = "红方：甲某 黑方：乙某\n1. 炮二平五 马8进7 红胜\n红方：丙某 黑方：丁某 结果：和棋\n1. 马八进七 马2进3"
	for i, red := range []string{"甲某", "丙某"} {
		g, _, err := codec.ReadGame([]byte(two), i+1)
		if err != nil || g.Red != red || g.Result != []gamefile.Result{gamefile.RedWins, gamefile.Draw}[i] {
			t.Errorf("game %d: Red %q, %v, %v", i+1, g.Red, g.Result, err)
		}
	}
}

// TestLooseLists: lists as people write them in a chat or a book, which had lost moves or had been refused.
func TestLooseLists(t *testing.T) {
	const four = "h2e2 h9g7 h0g2 i9h9"
	for text, want := range map[string]string{
		"小明: 炮二平五\n小红: 马8进7\n小明: 马二进三\n小红: 车9平8":                                     four,
		"[12:30] Ann: h2e2\n[12:31] Bob: h9g7\n[12:32] Ann: h0g2\n[12:40] Bob: i9h9": four,
		"甲: 炮二平五\n乙: 马8进7\n甲: 马二进三\n乙: 车9平8":                                         four,
		"小明：炮二平五\n小红：马8进7\n小红：等一下\n小明：马二进三\n小红：车9平8":                                 four,
		"小明:\n炮二平五\n小红:\n马8进7\n小明:\n马二进三\n小红:\n车9平8":                                 four,
		"1. 炮二平五 马8进7\n2. 马二进三 平稳之着，无可厚非。 ........ 车9平8":                             four,
		"0. h2e2 h9g7 1. h0g2 i9h9":                                       four,
		"0. 炮二平五 马8进7\n1. 马二进三 车9平8":                                      four,
		"1. 炮二平五 马8进7\n2. 马二进三  平稳之着。 ........ 车9平8":                      four,
		"1. 炮二平五 马8进7\n2. 马二进三  形势如图。 …… 车9平8":                            four,
		"1. C2=5 H8+7\n2. H2+3 a quiet move ... R9=8":                     four,
		"1. 炮二平五 马8进7\nRed has the initiative.\n2. 马二进三 车9平8":             four,
		"1. 炮二平五 马8进7\nBlack plays the usual defence here.\n2. 马二进三 车9平8": four,
		"1. 炮二平五 马8进7\n黑方 应着稳健\n2. 马二进三 车9平8":                             four,
		"1. 炮二平五 马8进7\nĐỏ đang chủ động.\n2. 马二进三 车9平8":                   four,
		"1. 炮二平五 㐷8进7 2. 傌二进三 伡9平8":                                       four,
		"1. 🩥二平五 🩪8进7 2. 🩣二进三 🩫9平8":                                       four,
		"1. 礮二平五 馬8进7 2. 傌二进三 俥9平8":                                       four,
	} {
		g, _, err := codec.Read([]byte(text))
		if err != nil || board.MovesText(g.Moves) != want {
			t.Errorf("%q: %s, %v", text, board.MovesText(g.Moves), err)
		}
	}
	// In a conversation that names more than the moves nothing says that they were played, nor where one speaks twice.
	for _, text := range []string{
		"小明: 炮二平五好\n小红: 马8进7也行", "小明: 炮二平五\n小明: 马8进7\n小红: 马二进三", "小明: 炮二平五\n小红: 马8进7\n小张: 马二进三",
	} {
		g, _, err := codec.Read([]byte(text))
		var fault *gamefile.Error
		if !errors.As(err, &fault) || len(g.Moves) > 1 {
			t.Errorf("%q: %s, %v", text, board.MovesText(g.Moves), err)
		}
	}
	g, _, _ := codec.Read([]byte("小明: 炮二平五\n小红: 马8进7"))
	if g.Red != "小明" || g.Black != "小红" {
		t.Errorf("%q plays %q", g.Red, g.Black)
	}
}

// TestResultBehindMoves: the last move may be followed by words that end with a score, by a result with a label or, where
// nothing else says how the game ended, by one in a comment.
func TestResultBehindMoves(t *testing.T) {
	for behind, want := range map[string]gamefile.Result{
		" resigns 1-0": gamefile.RedWins, "\nresigns 0-1\n": gamefile.BlackWins,
		"\nBlack resigns. 1 - 0":  gamefile.RedWins,
		" Black lost on time 1-0": gamefile.RedWins, " red resigns, black wins 0-1": gamefile.BlackWins, " 认输 1-0": gamefile.RedWins,
		"\n黑方 投子认负 1：0": gamefile.RedWins, " chịu thua 1-0": gamefile.RedWins, "\nby agreement 1/2-1/2": gamefile.Draw,
		" resigns 5-3": gamefile.Unknown, " time 12:31": gamefile.Unknown, " resigns *": gamefile.Unknown,
		"\nresigns 1-0\n3. P3+1": gamefile.Unknown,
		"\n结果：红胜":                gamefile.RedWins, "\n結果: 黑勝": gamefile.BlackWins, "\nResult: 1/2-1/2": gamefile.Draw, "\n结果 : 1 - 0\n": gamefile.RedWins,
		" {Black resigns}": gamefile.RedWins, " {红胜}": gamefile.RedWins, " {黑方认负。}": gamefile.RedWins, " {A fine game.} {Draw}": gamefile.Draw,
		" {Black lost on time 1-0}": gamefile.Unknown, " 【和棋】": gamefile.Draw,
		" {A fine game. Black resigns.}": gamefile.Unknown, " {resigns}": gamefile.Unknown,
		" {红胜} *": gamefile.Unknown, " {红胜} 0-1": gamefile.BlackWins, " {红胜} 3. P3+1": gamefile.Unknown, " {红胜} (2... H2+3)": gamefile.RedWins,
		" (2... H2+3 {红胜})": gamefile.Unknown, "": gamefile.Unknown,
	} {
		said, _, _ := strings.Cut(strings.TrimSpace(behind), "\n")
		isRemark := said != "" && !strings.ContainsAny(said, "{【果") && !strings.HasPrefix(said, "Result")
		for _, before := range []string{"", "[Event \"x\"]\n\n"} {
			g, _, err := codec.Read([]byte(before + "1. C2=5 H8+7 2. H2+3 R9=8" + behind))
			if err != nil || len(g.Moves) < 4 || g.Result != want || isRemark && (len(g.Comments) != 1 || g.Comments[0].Value != said) {
				t.Errorf("%q behind %d moves and %q: the result %v, want %v, comments %v, %v", behind, len(g.Moves), before, g.Result, want, g.Comments, err)
			}
		}
		g, _, err := codec.Read([]byte("[Result \"0-1\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8" + behind))
		if err != nil || g.Result != gamefile.BlackWins {
			t.Errorf("%q overrides the tag: %v, %v", behind, g.Result, err)
		}
	}
}
