package paste

import (
	"regexp"
	"slices"
	"strings"

	"xiangqibot/engine/gamefile"
)

// isHeader recognizes a line that says who played, or the like, as it is before the moves or after them: it begins with
// a label, and no move is in it, nor a word about the end of the game after the name of a side.
func isHeader(line string) bool {
	const far = 512 // bytes
	if len(line) > far || !strings.ContainsAny(line, ":：") {
		return false // most
	}
	rest, all := cutLabels(line)
	if rest != "" || len(all) == 0 || FindMove(line) != "" {
		return false
	}
	return !slices.ContainsFunc(all, func(l labeled) bool {
		fields := strings.Fields(l.value)
		if len(fields) == 0 {
			return true
		}
		return !isPlainProse(l.value) || isMoveFragment(fields) ||
			l.name != "Result" && (isResultText(l.value) || isEndingWord(fields[0]))
	})
}

// namesBothPlayers reports whether headers name both players, or neither: what is said of one alone is a remark, 红方：占优.
func namesBothPlayers(headers []string) bool {
	named := map[string]bool{}
	for _, line := range headers {
		_, all := cutLabels(line)
		for _, l := range all {
			named[l.name] = true
		}
	}
	return named["Red"] == named["Black"]
}

// setTitles reads what is around the moves.
func setTitles(g *gamefile.Game, text string) {
	known := false // of the labels some are known, so the others are no part of a title
	for line := range strings.SplitSeq(text, "\n") {
		_, all := cutLabels(line)
		known = known || len(all) > 0
	}
	for line := range strings.SplitSeq(text, "\n") {
		setTitle(g, line, known)
	}
}

// setLabel takes what a label says.
func setLabel(g *gamefile.Game, l labeled) {
	if l.name != "Result" {
		g.Set(l.name, l.value)
		return
	}
	said := append([]string{l.value}, strings.Fields(l.value)...)
	for _, text := range said[:min(len(said), 2)] { // 和棋, or 和棋 1981.12.9
		SetResult(g, text)
	}
}

// Labels that are not known: one without a value, and a short one that is Chinese.
var (
	emptyLabel = regexp.MustCompile(`^[^:：]+[:：]\s*$`)
	shortLabel = regexp.MustCompile(`^[^\x00-\x7F:：][^:：]{0,3}[:：]`)
)

// setTitle reads a line beside the moves: what it has a label for, or the name of the game, which is the first line
// without one.
func setTitle(g *gamefile.Game, line string, known bool) {
	if line = strings.TrimSpace(line); strings.HasPrefix(line, "```") { // and perhaps the name of a language
		return
	}
	line = strings.TrimSpace(strings.Trim(line, "`*#_|>"))
	if _, isNumber := onlyMoveNumber(line); isNumber && !isDigit(line) || isPunctuation(line) || isHeading(line) { // 12 is a name
		return
	}
	if strings.HasPrefix(line, "【") || isLink(line) || isProtocol(line) {
		return
	}
	rest, all := cutLabels(line)
	for _, l := range all {
		setLabel(g, l)
	}
	if len(all) > 0 {
		line = rest
	} else if emptyLabel.MatchString(line) || known && shortLabel.MatchString(line) { // 棋谱： and 棋谱价值: 0
		return
	}
	g.Set("Event", line)
}

// isHeading recognizes the first line of a table: | 回合 | 红方 | 黑方 |.
func isHeading(line string) bool {
	cells := strings.Split(line, "|")
	for _, cell := range cells {
		switch strings.ToLower(strings.Trim(cell, " *_#.:-")) {
		case "", "回合", "红", "紅", "红方", "紅方", "黑", "黑方", "序号", "序號", "着法", "著法", "round", "move", "no", "red", "black", "nước", "đỏ", "đen":
		default:
			return false
		}
	}
	return len(cells) > 1
}

// isProtocol recognizes a text without any words but those around a position and moves in engine protocols.
func isProtocol(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return !slices.Contains([]string{"position", "startpos", "fen", "FEN", "moves", "局面"}, strings.TrimRight(word, ":："))
	})
}

// ResultInTitle reads 许银川 先胜 胡荣华.
func ResultInTitle(title string) gamefile.Result {
	for _, word := range strings.Fields(title) {
		if strings.HasPrefix(word, "先") {
			if r, ok := parseResult(word); ok {
				return r
			}
		}
	}
	return gamefile.Unknown
}
