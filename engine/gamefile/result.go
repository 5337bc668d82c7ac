package gamefile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// resultOf reads a result: 1-0 and the like, or what people write at the end of a record in words.
func resultOf(word string) (Result, bool) {
	switch bareResult(word) {
	case "1-0", "2-0", "红胜", "紅勝", "红方胜", "紅方勝", "红先胜", "紅先勝", "先胜", "先勝", "黑负", "黑負", "黑方负", "黑方負", "黑方認輸", "黑方认输", "黑认输", "黑認輸",
		"黑方认负", "黑方認負", "黑认负", "黑認負", "黑负于红", "红方获胜", "紅方獲勝", "红赢", "紅贏", "黑方超时负", "黑方超時負", "黑超时负", "黑超時負",
		"redwins", "redwon", "blackresigns", "blackresigned", "blackloses", "blacklost", "đỏthắng", "đothang":
		return RedWins, true
	case "0-1", "0-2", "黑胜", "黑勝", "黑方胜", "黑方勝", "先负", "先負", "红负", "紅負", "红方负", "紅方負", "紅方認輸", "红方认输", "红认输", "紅認輸",
		"红方认负", "紅方認負", "红认负", "紅認負", "黑方获胜", "黑方獲勝", "黑赢", "黑贏", "红方超时负", "紅方超時負", "红超时负", "紅超時負",
		"blackwins", "blackwon", "redresigns", "redresigned", "redloses", "redlost", "đenthắng", "đenthang":
		return BlackWins, true
	case "1/2-1/2", "1/2", "½-½", "½", "0.5-0.5", "1-1", "和", "和棋", "和局", "先和", "平局", "作和", "议和", "議和", "双方和", "雙方和", "双方和棋", "雙方和棋", "红和", "紅和",
		"draw", "drawn", "hòa", "hoà":
		return Draw, true
	case "*", "未知", "不明":
		return Unknown, true
	}
	return Unknown, false
}

// bareResult brings a result into one form: without its label, blanks and the signs that end a sentence, and with a
// dash for what some write between two points.
func bareResult(word string) string {
	const far = 48 // bytes: none is longer
	if len(word) > far {
		return ""
	}
	if label, value, found := cutLabel(word); found && labels[label] == "Result" { // 结果：红胜
		word = value
	}
	word = strings.TrimRight(word, ".。!！,，")
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case '０' <= r && r <= '９', r == '／':
			return r - wideToNarrow
		case r == ':' || r == '：' || r == '－' || r == '–' || r == '—' || r == '比':
			return '-'
		}
		return r
	}, word))
}

// resultAhead reads a result of several words with which a line ends, from a word on: 1 - 0, Black resigns, 红方 胜, or
// 结果: 红胜.
func (f *follower) resultAhead(t token) (Result, bool) {
	const far = 48 // bytes
	if r, _ := utf8.DecodeRuneInString(t.text); !strings.ContainsRune("012½红紅黑双雙结結RrBbĐđ", r) {
		return Unknown, false // most
	}
	line, _, ended := strings.Cut(f.text[t.at:min(len(f.text), t.at+far)], "\n")
	if !ended && t.at+far < len(f.text) {
		return Unknown, false
	}
	r, ok := resultOf(line)
	if ok {
		f.rest(t.at)
	}
	return r, ok
}
