package paste_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// form puts moves down as somebody might who pastes them.
type form struct {
	name  string
	paste func(moves []string) string
	// refuse tells that the text cannot be read: it must be refused before the first move that would be wrong, and may
	// keep those before.
	refuse bool
	// narrow is for a form that is not read in full-width letters.
	narrow bool
}

// rounds joins moves with a round a line; number and parting make what stands before a round and between its moves.
func rounds(number func(n int) string, parting, end string) func([]string) string {
	return func(moves []string) string {
		var b strings.Builder
		for i, m := range moves {
			if i%2 == 0 {
				b.WriteString(number(i/2+1) + m)
			} else {
				b.WriteString(parting + m + end)
			}
		}
		return b.String()
	}
}

func numbers(format string) func(int) string {
	return func(n int) string { return fmt.Sprintf(format, n) }
}

func joined(before, parting string) func([]string) string {
	return func(moves []string) string { return before + strings.Join(moves, parting) }
}

var hanNumbers = strings.Fields("零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十")

func han(format string) func(int) string {
	return func(n int) string { return fmt.Sprintf(format, hanNumbers[n]) }
}

func rune1(first rune) func(int) string {
	return func(n int) string { return string(first + rune(n) - 1) }
}

func wide(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '\u3000'
		case '!' <= r && r <= '~':
			return r - '!' + '！'
		}
		return r
	}, text)
}

// forms are for games of at most 20 rounds.
func forms() []form {
	plain := rounds(numbers("%d. "), " ", "\n")
	all := []form{
		{name: "plain", paste: plain},
		{name: "one line", paste: rounds(numbers("%d. "), " ", " ")},
		{name: "label 棋谱", paste: joined("棋谱：", " ")},
		{name: "label 着法 and numbers", paste: func(m []string) string { return "着法：" + plain(m) }},
		{name: "label 主变", paste: joined("主变: ", " ")},
		{name: "label 对局", paste: joined("对局：\n", " ")},
		{name: "label 红先", paste: joined("红先：", " ")},
		{name: "label 棋谱 own line", paste: joined("棋谱：\n", "\n")},
		{name: "label 实战着法", paste: joined("实战着法如下：", "，")},
		{name: "label Moves", paste: joined("Moves: ", " ")},
		{name: "label Moves glued", paste: joined("Moves:", " ")},
		{name: "label Nước đi", paste: joined("Nước đi: ", " ")},
		{name: "label Ván cờ", paste: joined("Ván cờ hay\nNước đi:\n", "\n")},
		{name: "第1回合：", paste: rounds(numbers("第%d回合："), " ", "\n")},
		{name: "第1回合", paste: rounds(numbers("第%d回合 "), " ", "\n")},
		{name: "第 1 回合", paste: rounds(numbers("第 %d 回合 "), " ", "\n")},
		{name: "第 1 回合：", paste: rounds(numbers("第 %d 回合： "), "，", "。\n")},
		{name: "第一回合", paste: rounds(han("第%s回合 "), " ", "\n")},
		{name: "第一回合：", paste: rounds(han("第%s回合："), "，", "\n")},
		{name: "第1步", paste: rounds(numbers("第%d步："), " ", "\n")},
		{name: "第1回合 own line", paste: rounds(numbers("第%d回合\n"), "\n", "\n")},
		{name: "第1回 ", paste: rounds(numbers("第%d回 "), "　", "\n")},
		{name: "1回合", paste: rounds(numbers("%d回合 "), " ", "\n")},
		{name: "Round 1:", narrow: true, paste: rounds(numbers("Round %d: "), " ", "\n")},
		{name: "round 1", narrow: true, paste: rounds(numbers("round %d "), " ", "\n")},
		{name: "Move 1.", narrow: true, paste: rounds(numbers("Move %d. "), " ", "\n")},
		{name: "Hiệp 1:", narrow: true, paste: rounds(numbers("Hiệp %d: "), " ", "\n")},
		{name: "Nước 1:", narrow: true, paste: rounds(numbers("Nước %d: "), " ", "\n")},
		{name: "one piece", paste: rounds(numbers("%d."), "", ""), refuse: true},
		{name: "bold", paste: rounds(numbers("**%d.** "), " ", "<br>")},
		{name: "dashes", paste: joined("", "—"), refuse: true},
		{name: "slashes alone", paste: joined("", "/"), refuse: true},
		{name: "R1:", paste: rounds(numbers("R%d: "), " ", "\n"), refuse: true},
		{name: "①", paste: rounds(rune1('①'), " ", "\n")},
		{name: "⑴", paste: rounds(rune1('⑴'), " ", "\n")},
		{name: "⒈", paste: rounds(rune1('⒈'), " ", "\n")},
		{name: "1、", paste: rounds(numbers("%d、"), " ", "\n")},
		{name: "1,", paste: rounds(numbers("%d, "), ", ", "\n")},
		{name: "1)", paste: rounds(numbers("%d) "), " ", "\n")},
		{name: "(1)", paste: rounds(numbers("(%d) "), " ", "\n")},
		{name: "（1）", paste: rounds(numbers("（%d）"), "　", "\n")},
		{name: "[1]", paste: rounds(numbers("[%d] "), " ", "\n")},
		{name: "【1】", paste: rounds(numbers("【%d】"), " ", "\n")},
		{name: "一、", paste: rounds(han("%s、"), " ", "\n")},
		{name: "1:", paste: rounds(numbers("%d: "), " ", "\n")},
		{name: "1：", paste: rounds(numbers("%d："), "，", "\n")},
		{name: "1-", paste: rounds(numbers("%d - "), " ", "\n")},
		{name: "1\t", paste: rounds(numbers("%d\t"), "\t", "\n")},
		{name: "01.", paste: rounds(numbers("%02d. "), " ", "\n")},
		{name: "(1) one line", paste: rounds(numbers("(%d)"), " ", " ")},
		{name: "signs", paste: rounds(numbers("%d. "), "! ", "?!\n")},
		{name: "signs, no numbers", paste: joined("", "!? ")},
		{name: "signs, full width", paste: joined("", "！？，")},
		{name: "moves=", paste: joined("moves=", " ")},
		{name: "moves=, commas", paste: joined("moves=", ",")},
		{name: "movesX", paste: joined("moves", " "), refuse: true},
		{name: "label and =", paste: joined("棋谱=", " ")},
		{name: "Markdown table", paste: func(m []string) string {
			rows := rounds(numbers("| %d | "), " | ", " |\n")(m)
			return "| 回合 | 红方 | 黑方 |\n|---|---|---|\n" + rows
		}},
		{name: "discs", paste: rounds(func(int) string { return "🔴" }, " ⚫", "\n")},
		{name: "chat", paste: joined("小明：", "\n小红："), refuse: true},
		{name: "chat with times", paste: joined("[12:30] ", "\n[12:31] ")},
		{name: "times", paste: joined("", " (0:05) ")},
		{name: "seconds", paste: joined("", " (5) ")},
		{name: "seconds and numbers", paste: rounds(numbers("%d. "), " (3) ", " (12)\n")},
		{name: "clock", paste: rounds(numbers("%d. "), " {[%%clk 0:10:00]} ", "\n")},
		{name: "notes", paste: rounds(numbers("%d. "), "[1] ", "[2]\n")},
		{name: "lettered", paste: rounds(numbers("%d) a) "), " b) ", "\n"), refuse: true},
		{name: "slashes", paste: rounds(numbers("%d. "), "/", "\n"), refuse: true},
		{name: "JSON", paste: func(m []string) string { return `{"moves": ["` + strings.Join(m, `", "`) + `"]}` }, refuse: true},
		{name: "HTML", paste: func(m []string) string { return "<p>" + strings.Join(m, "<br>") + "</p>" }, refuse: true},
		{name: "table of HTML", paste: joined("<td>", "</td><td>"), refuse: true},
		{name: "elided", refuse: true, paste: func(m []string) string {
			return plain(m[:6]) + "……\n" + rounds(func(n int) string { return fmt.Sprintf("%d. ", n+6) }, " ", "\n")(m[12:])
		}},
		{name: "a variation behind", refuse: true, paste: func(m []string) string {
			return plain(m) + "变化：\n4. " + m[6] + " " + m[7] + "\n"
		}},
		{name: "two ways", refuse: true, paste: func(m []string) string {
			return "A. " + strings.Join(m, " ") + "\nB. " + strings.Join(m[:4], " ")
		}},
		{name: "spaces within", refuse: true, paste: func(m []string) string {
			var b strings.Builder
			for i, m := range m {
				if i%2 == 0 {
					fmt.Fprintf(&b, "\n%d. ", i/2+1)
				}
				for _, r := range m {
					b.WriteString(string(r) + " ")
				}
			}
			return b.String()
		}},
		{name: "numbers on both", paste: func(m []string) string {
			var b strings.Builder
			for i, m := range m {
				if i%2 == 0 {
					fmt.Fprintf(&b, "%d. %s\n", i/2+1, m)
				} else {
					fmt.Fprintf(&b, "%d... %s\n", i/2+1, m)
				}
			}
			return b.String()
		}},
		{name: "move by move", paste: func(m []string) string {
			var b strings.Builder
			for i, m := range m {
				fmt.Fprintf(&b, "%d. %s\n", i+1, m)
			}
			return b.String()
		}},
		{name: "第1步 move by move", paste: func(m []string) string {
			var b strings.Builder
			for i, m := range m {
				fmt.Fprintf(&b, "第%d步 %s\n", i+1, m)
			}
			return b.String()
		}},
	}
	for _, parting := range []string{"；", "; ", ";", "、", "，", ",", " | ", "|", "｜", " / ", " → ", "→", " -> ", " - ",
		" — ", "。", "\n", "\n\n", "\t", "　", " • ", "……", " … ", " > ", "⇒", "~", "\r\n", "，\n"} {
		all = append(all, form{name: fmt.Sprintf("parted by %q", parting), paste: joined("", parting)})
		all = append(all, form{name: fmt.Sprintf("numbers, parted by %q", parting), paste: rounds(numbers("%d. "),
			parting, "\n")})
	}
	for _, end := range []string{"；", "; ", "；\n", ";\n", "。", "，", " | ", " / ", "\n\n", "。\n"} {
		all = append(all, form{name: fmt.Sprintf("rounds ended by %q", end), paste: rounds(numbers("%d. "), " ", end)})
		all = append(all, form{name: fmt.Sprintf("rounds ended by %q, commas", end), paste: rounds(numbers("%d."),
			"，", end)})
	}
	lines := func(prefix, suffix string) func([]string) string {
		return func(m []string) string {
			var b strings.Builder
			for line := range strings.Lines(plain(m)) {
				b.WriteString(prefix + strings.TrimSuffix(line, "\n") + suffix + "\n")
			}
			return b.String()
		}
	}
	for _, p := range [][2]string{{"> ", ""}, {">", ""}, {"- ", ""}, {"* ", ""}, {"• ", ""}, {"**", "**"}, {"`", "`"},
		{"| ", " |"}, {"    ", "  "}, {"～", ""}, {"~~", "~~"}, {"\"", "\""}, {"“", "”"}, {"· ", ""}} {
		all = append(all, form{name: fmt.Sprintf("lines in %q", p), paste: lines(p[0], p[1])})
	}
	wrap := func(before, behind string) func([]string) string {
		return func(m []string) string { return before + plain(m) + behind }
	}
	for _, p := range [][2]string{
		{"```\n", "```"}, {"", "红胜"}, {"", "（红胜）"}, {"", "1-0"}, {"", "*"}, {"", "黑方认输"}, {"", "结果：红胜"}, {"", "以下红胜"},
		{"", "（红方胜定）"},
		{"许银川 先胜 吕钦 2018-04-27\n", ""}, {"许银川 先胜 吕钦 2018-04-27 ", ""}, {"许银川 2-1 吕钦\n", ""}, {"2018-04-27 许银川 1-0 吕钦 ",
			""}, {"第3局\n", ""}, {"第3轮第2台 ", ""},
		{"1. 第一局\n\n", ""}, {"## 第 12 局\n", ""}, {"**2024.5.1 决赛**\n\n", ""}, {"[2024-05-01 12:30] 小明: ", ""},
		{"小明 — 今天 12:30\n", ""}, {"[红先]\n", ""}, {"中炮对屏风马 (2018)\n", ""},
		{"红方：许银川\n黑方：吕钦\n", ""}, {"红: 甲 黑: 乙\n", ""}, {"A 15-6 B\n", ""}, {"HCM 2019 – Giải A1, bàn 3\n", ""},
		{"Nguyễn Văn A - Trần B (1-0), vòng 5\n", ""},
		{"马八进七专集\n", ""}, {"马八进七 专集\n", ""}, {"炮二平五 vs 马8进7\n", ""}, {"炮马争雄·車馬炮\n", ""}, {"车马上阵 一路平安\n", ""},
		{"C2=5 vs H8+7\n", ""}, {"h2e2!\n", ""}, {"Team a1b2 vs c3-d4\n", ""},
		{"第12回合前的着法\n", ""}, {"第5回合以后如下\n", ""}, {"http://www.dpxq.com/ 棋谱\n", ""}, {"局名：七雄会 2018-1\n", ""}, {"",
			"\n棋谱由 http://www.dpxq.com/ 生成"}, {"", "感谢观看！2024年5月"},
		{"比分 2:1，用时 1:23:45\n", ""}, {"3\n", ""}, {"#12 \n", ""}, {"No. 12\n", ""}, {"12\n\n", ""}, {"(12)\n", ""},
		{"10/12/2018\n", ""}, {"2018 年 4 月 27 日\n", ""},
	} {
		all = append(all, form{name: fmt.Sprintf("around %q", p), paste: wrap(p[0], p[1])})
		if p[0] != "" {
			all = append(all, form{name: fmt.Sprintf("around %q, unnumbered", p), paste: joined(p[0], " "),
				refuse: namesMoves(p[0])})
		}
	}
	between := func(words string) func([]string) string {
		return func(m []string) string {
			rows := strings.SplitAfter(plain(m), "\n")
			at := len(rows) / 2
			return strings.Join(rows[:at], "") + words + "\n" + strings.Join(rows[at:], "")
		}
	}
	for _, words := range []string{"中局阶段", "【中局】", "--- 中局 ---", "第5回合是关键。", "至此形成中炮对屏风马。", "（下接右栏）",
		"如改走马八进七，则卒7进1，黑方满意。", "{a comment}", "; a comment", "# 残局",
		"1-2 分钟后", "2018", "Middle game", "Trung cuộc", "***", "===", "（如改走 马八进七 卒7进1）"} {
		all = append(all, form{name: fmt.Sprintf("between rounds %q", words), paste: between(words)})
	}
	columns := func(red, black string) func([]string) string {
		return func(m []string) string {
			var b strings.Builder
			for i, m := range m {
				b.WriteString([]string{red, black}[i%2] + m + "\n")
			}
			return b.String()
		}
	}
	for _, c := range [][2]string{{"红：", "黑："}, {"红方：", "黑方："}, {"红 ", "黑 "}, {"Red: ", "Black: "}, {"Đỏ: ", "Đen: "},
		{"紅：", "黑："}, {"(红) ", "(黑) "}, {"红方 ", "黑方 "}, {"红", "黑"}, {"【红】", "【黑】"}} {
		narrow := strings.ContainsAny(c[0], "RĐ")
		all = append(all, form{name: fmt.Sprintf("sides %q", c), narrow: narrow, paste: columns(c[0], c[1])})
		all = append(all, form{name: fmt.Sprintf("sides %q on a line", c),
			narrow: narrow, paste: rounds(func(n int) string { return fmt.Sprintf("%d. %s", n, c[0]) }, " "+c[1], "\n")})
	}
	// What cannot be read as it stands.
	bySide := func(red, black string) func([]string) string {
		return func(m []string) string {
			var sides [2][]string
			for i, m := range m {
				sides[i%2] = append(sides[i%2], m)
			}
			return red + strings.Join(sides[0], " ") + "\n" + black + strings.Join(sides[1], " ")
		}
	}
	without := func(paste func([]string) string, drop int) func([]string) string {
		return func(m []string) string { return paste(slices.Delete(slices.Clone(m), drop, drop+1)) }
	}
	line := func(text string, n int, change func(string) string) string {
		rows := strings.SplitAfter(text, "\n")
		rows[n] = change(rows[n])
		return strings.Join(rows, "")
	}
	all = append(all,
		form{"sides apart", bySide("红方：", "黑方："), true, false}, form{"sides apart, no labels", bySide("", ""),
			true, false},
		form{"Red alone", func(m []string) string {
			var b strings.Builder
			for i := 0; i < len(m); i += 2 {
				fmt.Fprintf(&b, "%d. %s\n", i/2+1, m[i])
			}
			return b.String()
		}, true, false},
		form{"the first round is missing", func(m []string) string {
			return line(plain(m),
				0, func(string) string { return "" })
		}, true, false},
		form{"a round is missing", func(m []string) string {
			return line(plain(m),
				4, func(string) string { return "" })
		}, true, false},
		form{"a round is doubled", func(m []string) string {
			return line(plain(m),
				4, func(s string) string { return s + s })
		}, true, false},
		form{"the first move is misspelt", func(m []string) string { return "x" + strings.Join(m, " ") }, true, false},
		form{"moves behind the result", func(m []string) string {
			return line(plain(m), 5, func(s string) string { return "红胜\n" + s })
		}, true, false},
		form{"moves behind 1-0", func(m []string) string {
			return line(plain(m), 5, func(s string) string { return "1-0 " + s })
		}, true, false},
		form{"a line with other words before", func(m []string) string {
			return line(plain(m), 3, func(s string) string { return "那么 " + s })
		}, true, false},
		form{"all lines with other words before", func(m []string) string { return lines("那么 ", "")(m) }, true, false},
		form{"from Black's move", func(m []string) string { return strings.Join(m[1:], " ") }, true, false},
		form{"from 1...", func(m []string) string { return "1... " + strings.Join(m[1:], " ") }, true, false},
	)
	for _, drop := range []int{0, 1, 4, 7, 10} {
		all = append(all, form{fmt.Sprintf("move %d is missing, numbers", drop),
			func(m []string) string { // the numbers stay
				var b strings.Builder
				for i, m := range m {
					if i%2 == 0 {
						fmt.Fprintf(&b, "%d. ", i/2+1)
					}
					if i != drop {
						b.WriteString(m + " ")
					}
				}
				return b.String()
			}, true, false})
		all = append(all, form{fmt.Sprintf("move %d is missing", drop), without(joined("", " "), drop), true, false})
	}
	return all
}

// namesMoves tells a title that names moves. Without a number before the first move nothing says that they are not the
// game's.
func namesMoves(title string) bool {
	return slices.ContainsFunc([]string{"马八进七", "炮二平五", "C2=5", "h2e2",
		"a1b2"}, func(m string) bool { return strings.Contains(title, m) })
}

// TestPastedForms: a text that people paste is read as the game that it is, or refused before the first wrong move.
func TestPastedForms(t *testing.T) {
	games, styles := played(t, 6000, 7), notation.Styles()
	if testing.Short() {
		games = games[:1]
	}
	for i := range games {
		games[i].Moves = games[i].Moves[:min(len(games[i].Moves), 24)]
	}
	for n, f := range forms() {
		if testing.Short() {
			styles = notation.Styles()[n%len(notation.Styles()):][:1]
		}
		for i, g := range games {
			for _, s := range styles {
				var texts []string
				p := g.Start
				for _, m := range g.Moves {
					texts = append(texts, notation.Format(&p, m, s))
					p.Make(m)
				}
				text := f.paste(texts)
				for _, text := range []string{text, wide(text)} {
					if f.narrow && text != f.paste(texts) {
						continue
					}
					told := (s != notation.WXF && s != notation.Vietnamese || strings.Contains(f.name, "numbers")) &&
						!namesMoves(f.name)
					checkPasted(t, f, told, g.Moves, text, fmt.Sprintf("%s, game %d, %v", f.name, i, s))
				}
			}
		}
	}
}

func checkPasted(t *testing.T, f form, told bool, want []board.Move, text, name string) {
	t.Helper()
	back, _, err := codec.Read([]byte(text))
	var fault *gamefile.Error
	switch {
	case err == nil && slices.Equal(back.Moves, want) && back.More == 0:
	case err == nil:
		t.Errorf("MISREAD %s: %d moves of %d, %d more\n%.300s", name, len(back.Moves), len(want), back.More, text)
	case !errors.As(err, &fault) || fault.Line == 0 && fault.Problem != gamefile.NotAGame:
		t.Errorf("NOPLACE %s: %v\n%.300s", name, err, text)
	case !f.refuse:
		t.Errorf("REFUSED %s: %v\n%.300s", name, err, text)
	case !told: // a wrong move that is legal is kept: nothing in the text says that one before it is missing
	case len(back.Moves) > len(want) || !slices.Equal(back.Moves, want[:len(back.Moves)]):
		t.Errorf("KEPTBAD %s: %v, %v\n%.300s", name, board.MovesText(back.Moves), err, text)
	}
}

// TestPlaces: what is not read is refused where it stands, and what comes before is kept.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		text    string
		problem gamefile.Problem
		line    int
		at      string
		kept    string
	}{
		{"1. 炮二平五 马8进7\n2. 马二进三\n3. 车一平二 车9平8", gamefile.WrongTurn, 3, "3.", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7\n3. 车一平二 车9平8", gamefile.WrongTurn, 2, "3.", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7\n\n红胜\n2. 马二进三 车9平8", gamefile.Unread, 4, "马二进三", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7 1-0 （马二进三） 马二进三", gamefile.Unread, 1, "马二进三", "h2e2 h9g7"},
		{"[Red \"甲\"]\n\n1. 炮二平五 马8进7 1-0\n2. 马二进三 车9平8", gamefile.Unread, 4, "马二进三", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7\nlater 马二进三 车9平8", gamefile.Unread, 2, "马二进三 车9平8", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7\n正着是 马二进三 车9平8", gamefile.Unread, 2, "马二进三 车9平8", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7\n推荐 马二进三 车9平8", gamefile.Unread, 2, "马二进三 车9平8", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7 ; 马二进三是正着", gamefile.Unread, 1, "马二进三是正着", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7；马二进三是正着", gamefile.Unread, 1, "马二进三是正着", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7 ; 马二进三 是正着", gamefile.Unread, 1, "马二进三 是正着", "h2e2 h9g7"},
		{"1... 马8进7 2. 马二进三", gamefile.WrongTurn, 1, "1...", ""},
		{"1. 炮二平五\n那么 马8进7\n2. 马二进三", gamefile.WrongTurn, 3, "2.", ""},
		{"1. 炮二平五 马8进7 1-0( 马二进三 车9平8", gamefile.Unread, 1, "马二进三", "h2e2 h9g7"},
		{"1. 炮二平五 马8进7 1-0 {马二进三\n2. 车9平8", gamefile.Unread, 1, "马二进三\n2. 车9平8", "h2e2 h9g7"},
		{"1. … 马8进7 2. 马二进三", gamefile.WrongTurn, 1, "…", ""},
		{"2. 马二进三 车9平8", gamefile.WrongTurn, 1, "2.", ""},
		{"第2回合：马二进三 车9平8", gamefile.WrongTurn, 1, "第2回合：", ""},
		{"黑：马8进7\n红：马二进三", gamefile.WrongTurn, 1, "黑：", ""},
		{"红：炮二平五 马二进三 车一平二\n黑：马8进7 车9平8 卒7进1", gamefile.WrongTurn, 1, "马二进三", "h2e2"},
		{"炮二平五\n马8禁7\n马二进三\n车9平8", gamefile.BadMove, 2, "马8禁7", "h2e2"},
		{"炮二平五\n马87\n马二进三", gamefile.BadMove, 2, "马87", "h2e2"},
		{"炮二平五 马8进7 卒7进1 马二进三", gamefile.WrongTurn, 1, "卒7进1", "h2e2 h9g7"},
	} {
		g, _, err := codec.Read([]byte(c.text))
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != c.problem || fault.Line != c.line || fault.Text != c.at ||
			board.MovesText(g.Moves) != c.kept {
			t.Errorf("%q: %s, %v", c.text, board.MovesText(g.Moves), err)
		}
	}
}

// TestMoreGames: of several games in a list the first is read and the others are counted.
func TestMoreGames(t *testing.T) {
	for text, want := range map[string]int{
		"1. 炮二平五 马8进7 2. 马二进三 车9平8":                                                                   0,
		"第一局\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n红胜\n第二局\n1. 马八进七 马2进3 1-0":                                   1,
		"第一局\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n第二局\n1. 马八进七 马2进3\n第三局\n1. 兵七进一 卒7进1":                        2,
		"1. 炮二平五 马8进7 2. 马二进三 车9平8\n4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1\n1. 车九进一":                      1,
		"1. 炮二平五 马8进7 2. 马二进三 车9平8\nrnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b": 0,
	} {
		g, _, err := codec.Read([]byte(text))
		if err != nil && want == 0 || g.More != want || !strings.HasPrefix(board.MovesText(g.Moves), "h2e2 h9g7 h0g2") {
			t.Errorf("%q: %s and %d more, %v", text, board.MovesText(g.Moves), g.More, err)
		}
	}
}
