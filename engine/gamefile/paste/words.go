package paste

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// endingPhrase is what people say of the end of a game.
var endingPhrase = regexp.MustCompile(`(?i)resign|mate|draw|win|won|los[et]|time|forfeit|thua|thắng|hòa|hoà|bỏ|` +
	`[胜勝负負和输輸认認降赢贏杀殺超时時断斷弃棄投终終完略]`)

// narrow turns full-width letters, digits and signs into the usual ones.
func narrow(text string) string { return strings.Map(narrowRune, text) }

func narrowRune(r rune) rune {
	if '！' <= r && r <= '～' {
		return r - '！' + '!'
	}
	return r
}

// isSeparator recognizes the signs between Chinese moves and after them.
func isSeparator(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r)
}

// isQuote recognizes the signs around a word that only affect its looks.
func isQuote(r rune) bool {
	r = narrowRune(r)
	return strings.ContainsRune("\"“”‘’'`*_~《》『』<>|", r) || unicode.Is(unicode.So, r)
}

// After a number.
const (
	numberEnd = ".．。、:：,，)）·"
	ellipsis  = "…⋯"
)

// ellipsisAt returns the length of dots that stand for a move.
func ellipsisAt(text string) int {
	n := len(text) - len(strings.TrimLeft(text, ".．。·"+ellipsis))
	if utf8.RuneCountInString(text[:n]) < 3 && !strings.ContainsAny(text[:n], ellipsis) {
		return 0
	}
	return n
}

// isPunctuation recognizes a word without letters and digits: it is found beside moves, or in place of one.
func isPunctuation(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// isLostText recognizes what a program leaves of a move whose characters it does not have: ????, □□□□, 锟斤拷8锟斤拷7.
func isLostText(word string) bool {
	return strings.Contains(word, "锟斤拷") || utf8.RuneCountInString(word) > 2 && strings.Trim(word, "?？\uFFFD□■▯") == ""
}

// isSentence recognizes words that end like a sentence: what follows does not go on with them.
func isSentence(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(words, unicode.IsSpace))
	return strings.ContainsRune("。！？!?", last)
}

// clockOrEvaluation is what some write after a move without any brackets: the time it took, or what an engine thinks of
// it.
var clockOrEvaluation = regexp.MustCompile(`^(?:\d{1,3}[:：]\d\d(?:[:：]\d\d)?(?:\.\d+)?|(?:\d{1,3}(?:小时|小時|时|時|h))?(?:\d{1,3}(?:分钟|分鐘|分|m|min))?\d{1,4}(?:\.\d+)?(?:秒|s|sec|'|"|″|′)|\d{1,3}(?:分钟|分鐘|分|min)|[+−-]\d{1,3}\.\d{1,3}|[+−-]?\d{1,3}\.\d{1,3}/\d{1,3})$`)

// isLink recognizes a line that leads elsewhere and says nothing about the game.
func isLink(line string) bool {
	return strings.Contains(line, "http") || strings.Contains(line, "www.")
}

// hypotheticalChars are characters of words that speak of moves which were not played: if, could, or, instead.
const hypotheticalChars = "如若可或改变變倘假宜否不另也该該欲想必须須防注评評荐薦佳议議" +
	"参參伏胁脅企图圖怕免算谋謀析研拟擬想料误誤漏软軟引擎答案例譬较較胜勝优優劣仍再未没沒勿莫错錯失"

// hypotheticalWords are such words whose characters alone are harmless.
var hypotheticalWords = []string{
	"正解", "解法", "解答", "电脑", "電腦", "提示", "计划", "計劃", "准备", "準備", "打算", "设想", "設想", "后续", "後續", "下一步",
	"接下来", "接下來", "以下", "原谱", "原譜", "本来", "本來", "其他", "其它", "别的", "別的", "目的", "意在", "先手棋",
}

// isHypothetical recognizes words that speak of moves which were not played.
func isHypothetical(words string) bool {
	words = strings.ReplaceAll(words, "如图", "") // as in the diagram, which begins like an if
	isIn := func(w string) bool { return strings.Contains(words, w) }
	return strings.ContainsAny(words, hypotheticalChars) || slices.ContainsFunc(hypotheticalWords, isIn)
}

// introducesMove recognizes words that say what the next move is, and not that it was played: 正着是马二进三, 正着：马二进三.
func introducesMove(words string) bool {
	words = strings.TrimSpace(words)
	if strings.HasSuffix(words, ":") || strings.HasSuffix(words, "：") {
		return true
	}
	words = strings.TrimRightFunc(words, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	return strings.HasSuffix(words, "是") || strings.HasSuffix(words, "为") || strings.HasSuffix(words, "為")
}

// isLatinText recognizes words in other letters than Chinese characters.
func isLatinText(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) })
}

// namesAlternative recognizes words before a first move that say what could be played: 红方可选：炮二平五、马二进三.
func namesAlternative(words string) bool {
	return slices.ContainsFunc([]string{
		"可选", "可選", "可走", "可下", "可考虑", "可考慮", "可以", "或者", "不如", "如果", "假如", "若", "要么", "要麼", "应该", "應該", "能走",
	}, func(w string) bool { return strings.Contains(words, w) })
}
