package paste

import (
	"slices"
	"strings"
	"unicode"

	"xiangqibot/engine/gamefile"
)

// parseResult reads a result: 1-0 and the like, or what people write at the end of a record in words.
func parseResult(word string) (gamefile.Result, bool) {
	switch bareResult(word) {
	case "1-0", "2-0", "红胜", "紅勝", "红方胜", "紅方勝", "红先胜", "紅先勝", "先胜", "先勝", "黑负", "黑負", "黑方负", "黑方負", "黑方認輸", "黑方认输", "黑认输", "黑認輸",
		"黑方认负", "黑方認負", "黑认负", "黑認負", "黑负于红", "红方获胜", "紅方獲勝", "红赢", "紅贏", "黑方超时负", "黑方超時負", "黑超时负", "黑超時負",
		"redwins", "redwon", "blackresigns", "blackresigned", "blackloses", "blacklost", "đỏthắng", "đothang":
		return gamefile.RedWins, true
	case "0-1", "0-2", "黑胜", "黑勝", "黑方胜", "黑方勝", "先负", "先負", "红负", "紅負", "红方负", "紅方負", "紅方認輸", "红方认输", "红认输", "紅認輸",
		"红方认负", "紅方認負", "红认负", "紅認負", "黑方获胜", "黑方獲勝", "黑赢", "黑贏", "红方超时负", "紅方超時負", "红超时负", "紅超時負",
		"blackwins", "blackwon", "redresigns", "redresigned", "redloses", "redlost", "đenthắng", "đenthang":
		return gamefile.BlackWins, true
	case "1/2-1/2", "1/2", "½-½", "½", "0.5-0.5", "1-1", "和", "和棋", "和局", "先和", "平局", "作和", "议和", "議和", "双方和", "雙方和", "双方和棋", "雙方和棋", "红和", "紅和",
		"draw", "drawn", "hòa", "hoà":
		return gamefile.Draw, true
	case "*", "未知", "不明":
		return gamefile.Unknown, true
	}
	return gamefile.Unknown, false
}

// SetResult takes what a text says of the result, if nothing has before it.
func SetResult(g *gamefile.Game, text string) {
	if r, ok := parseResult(text); ok && g.Result == gamefile.Unknown {
		g.Result = r
	}
}

// bareResult brings a result into one form: without its label, blanks and the signs that end a sentence, and with a
// dash for what some write between two points.
func bareResult(word string) string {
	const far = 48 // bytes: none is longer
	if len(word) > far {
		return ""
	}
	if rest, all := cutLabels(word); rest == "" && len(all) == 1 && all[0].name == "Result" { // 结果：红胜
		word = all[0].value
	}
	word = strings.TrimRight(word, ".。!！,，")
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case '０' <= r && r <= '９', r == '／':
			return narrowRune(r)
		case strings.ContainsRune(":：－–—比", r):
			return '-'
		}
		return r
	}, word))
}

// endingWords are the words in which people say how a game ended, before its score.
var endingWords = strings.Fields(`checkmate checkmated mate mated stalemate stalemated timeout time flag on by and is in game the
	forfeit agreed agreement resigns resigned resign loses lost lose forfeits wins won win draw drawn red black
	chịu xin nhận hết giờ chiếu bí thua thắng hòa hoà đỏ đen
	将死 將死 绝杀 絕殺 困毙 困斃 负 負 认输 認輸 认负 認負 投子认负 投子認負 投了 超时 超時 超时负 超時負
	胜 勝 和棋 红 紅 红方 紅方 黑 黑方`)

// isEndingWord recognizes a word that says how a game ended.
func isEndingWord(word string) bool {
	return slices.Contains(endingWords, strings.ToLower(strings.Trim(word, ".。!！,，;；:：()（）")))
}

func isResultText(text string) bool {
	_, ok := parseResult(text)
	return ok
}
