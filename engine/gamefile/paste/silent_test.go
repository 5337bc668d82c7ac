package paste_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// scraps are what gets into a text that is copied by hand: words, signs, numbers, and none of them a move.
var scraps = []string{"那么", "接着", "中局", "第二节", "变着：", "如改走", "注：", "(注)", "【注】", "{x}", "；", ";", "。", "……", "…", "|", "->", "—", "红方", "黑方", "红：", "黑：", "红优", "双方均势",
	"12", "3.", "第3回合", "(5)", "[2]", "①", "1-0", "红胜", "和", "*", "- ", "> ", "**", "`", "好棋!", "?!", "(", ")", "（", "）", "】", "{", "http://x.cn/a", "2018-04-27", "12:30", "Page 3", "vs",
	"ok", "R1", "车", "马8", "进", "五", "炮二", "h2", "-", "=", "\n", "\n\n", "\t", "<br>", "&nbsp;", "第", "回合", "，", "、"}

// TestNothingIsSilent: whatever happens to a numbered list, it is read as the same game, or as its beginning with a
// fault. Only the end may be lost without one.
func TestNothingIsSilent(t *testing.T) {
	games := played(t, 500, 0)
	styles := []notation.Style{notation.Chinese, notation.WXF, notation.ICCS, notation.Vietnamese}
	formats := []string{"%d. ", "%d、", "第%d回合：", "(%d) ", "%d "}
	const lastRound = 5 // words
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(games).Draw(t, "game")
		g.Moves = g.Moves[:min(len(g.Moves), rapid.IntRange(8, 30).Draw(t, "plies"))]
		s := rapid.SampledFrom(styles).Draw(t, "style")
		format := rapid.SampledFrom(formats).Draw(t, "numbers")
		end := rapid.SampledFrom([]string{"\n", " "}).Draw(t, "end")
		var words []string
		p := g.Start
		for i, m := range g.Moves {
			if i%2 == 0 {
				words = append(words, fmt.Sprintf(format, i/2+1))
			}
			words = append(words, notation.Format(&p, m, s), []string{" ", end}[i%2])
			p.Make(m)
		}
		for n := range rapid.IntRange(1, 3).Draw(t, "accidents") {
			at := rapid.IntRange(0, len(words)-1-lastRound).Draw(t, "where") // behind the last number nothing tells
			switch rapid.IntRange(0, 3*max(0, 1-n)).Draw(t, "what") {        // of several that move words about, one may mend the other
			case 1:
				words = slices.Delete(words, at, at+1)
			case 2:
				words = slices.Insert(words, at, words[at])
			case 0:
				scrap := rapid.SampledFrom(scraps).Draw(t, "scrap")
				words = slices.Insert(words, at, rapid.SampledFrom([]string{"", " "}).Draw(t, "before")+scrap+rapid.SampledFrom([]string{"", " "}).Draw(t, "behind"))
			case 3:
				to := min(len(words)-1, at+1) // two moves that change places may well be legal
				words[at], words[to] = words[to], words[at]
			}
		}
		text := strings.Join(words, "")
		back, _, err := codec.Read([]byte(text))
		if err != nil || back.More > 0 {
			return
		}
		n := len(back.Moves)
		if n > len(g.Moves) || !slices.Equal(back.Moves, g.Moves[:n]) || holdsNext(text, &g, n, s) {
			t.Fatalf("%s\nis read as %s", text, board.MovesText(back.Moves))
		}
	})
}

// holdsNext reports whether a text also holds the move that follows the first n of a game.
func holdsNext(text string, g *gamefile.Game, n int, s notation.Style) bool {
	if n == len(g.Moves) {
		return false
	}
	var all []string
	p := g.Start
	for _, m := range g.Moves[:n+1] {
		all = append(all, notation.Format(&p, m, s))
		p.Make(m)
	}
	next := all[n]
	for _, m := range all[:n] {
		if m == next {
			text = strings.Replace(text, next, "", 1)
		}
	}
	return strings.Contains(text, next)
}

// Words that speak of moves which were not played keep what follows them out of the game, or are a fault.
func TestWordsOfOtherMoves(t *testing.T) {
	for _, words := range []string{
		"参考：", "参考", "參考", "正解", "正解：", "正着：", "正着是", "答案", "答案是", "软件推荐", "引擎走", "威胁", "伏有", "分析", "原谱", "意在", "准备",
		"企图", "打算走", "后续", "接下来", "以下", "优于", "再走", "例如", "打谱：", "提示", "电脑走", "错在没走", "研究：",
	} {
		for _, text := range []string{
			"炮二平五 马8进7 " + words + " 马二进三 车9平8", "炮二平五，马8进7，" + words + "马二进三，车9平8。", "炮二平五 马8进7\n" + words + "\n马二进三 车9平8",
		} {
			g, _, err := codec.Read([]byte(text))
			if err == nil && len(g.Moves) > 2 && g.More == 0 {
				t.Errorf("%q is read as %s", text, board.MovesText(g.Moves))
			}
		}
	}
}
