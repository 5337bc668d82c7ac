package paste

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// rewriting returns another form of a text that may be easier to read than what was read of it, and which game must
// come of that; "" if the text has no such form.
type rewriting func(text string, g *gamefile.Game, fault *gamefile.Error) (other string, fits func(*gamefile.Game) bool)

// rewritings are tried in this order.
var rewritings = [...]rewriting{withNumberedItems, withoutSpeakers, withWholeLines, withWordsAsComments}

// isDamaged reports whether a game ends at a move that cannot be read.
func isDamaged(fault *gamefile.Error) bool {
	return fault != nil && (fault.Problem == gamefile.BadMove || fault.Problem == gamefile.Unread)
}

func withNumberedItems(text string, g *gamefile.Game, _ *gamefile.Error) (other string, fits func(*gamefile.Game) bool) {
	if g.More == 0 || len(g.Moves) > 2 {
		return "", nil
	}
	other, items := numberItems(text)
	if items <= g.More+1 { // all of them begin a game
		return "", nil
	}
	return other, func(g *gamefile.Game) bool { return g.More == 0 && len(g.Moves) > 2*(items-1) }
}

func withoutSpeakers(text string, _ *gamefile.Game, fault *gamefile.Error) (other string, fits func(*gamefile.Game) bool) {
	if !isDamaged(fault) {
		return "", nil
	}
	other, names, ok := conversation(text)
	if !ok {
		return "", nil
	}
	return other, func(g *gamefile.Game) bool {
		g.Set("Red", names[0])
		g.Set("Black", names[1])
		return len(g.Moves) > 1
	}
}

func withWholeLines(text string, _ *gamefile.Game, fault *gamefile.Error) (other string, fits func(*gamefile.Game) bool) {
	if !isDamaged(fault) {
		return "", nil
	}
	if other = unwrapLines(text); len(other) == len(text) {
		return "", nil
	}
	return other, func(*gamefile.Game) bool { return true }
}

func withWordsAsComments(text string, _ *gamefile.Game, fault *gamefile.Error) (other string, fits func(*gamefile.Game) bool) {
	if !isDamaged(fault) {
		return "", nil
	}
	other, moves, ok := embeddedMoves(text)
	if !ok {
		return "", nil
	}
	return other, func(g *gamefile.Game) bool { return len(g.Moves) == moves && len(g.Variations) == 0 }
}

// unwrapLines joins the lines between which a Chinese move is torn: a program cut them at some width. Where all lines
// have one length, anything may be torn, and all are joined.
func unwrapLines(text string) string {
	all := strings.SplitAfter(strings.TrimRight(text, "\n"), "\n")
	even, torn := len(all) > 2, 0
	for i, line := range all[:len(all)-1] {
		bare := strings.TrimSuffix(line, "\n")
		even = even && utf8.RuneCountInString(line) == utf8.RuneCountInString(all[0])
		if isSplitMove(bare, all[i+1]) {
			all[i] = bare
			torn++
		}
	}
	text = strings.Join(all, "")
	if even && torn > 0 {
		text = strings.ReplaceAll(text, "\n", "")
	}
	return text
}

// isSplitMove reports whether a Chinese move begins on a line and ends on the next.
func isSplitMove(line, next string) bool {
	const longest = 5 * utf8.UTFMax // bytes of a move
	start := len(line)
	for range 4 {
		r, size := utf8.DecodeLastRuneInString(line[:start])
		if classOf(r) == 0 {
			return false
		}
		start -= size
		if n := hanMove(line[start:] + gamefile.Cut(next, longest)); n > len(line)-start && hanMove(line[start:]) == 0 {
			return true
		}
	}
	return false
}

// item is the beginning of an item in a list of markdown.
var item = regexp.MustCompile(`(?m)^([ \t]*)1([.)][ \t]+)`)

// numberItems numbers the items of a list of markdown that all have the number 1, as such a list shows them, and returns
// how many there are.
func numberItems(text string) (counted string, items int) {
	return item.ReplaceAllStringFunc(text, func(one string) string {
		items++
		return strings.Replace(one, "1", strconv.Itoa(items), 1)
	}), items
}

// speaker is the name of who says something, before a colon, perhaps after the time at which they did.
var speaker = regexp.MustCompile(`^[ \t\x{3000}]*(?:[\[(（【]?\d{1,4}[-/:：.年月日 \d]*[\])）】]?[ \t]*)?([^\s\d:：,，。;；.][^:：,，。;；.!?]{0,40}?)[ \t]*[:：][ \t\x{3000}]*`)

// conversation takes the names off a conversation of two who play by it, one move a line in turn: 小明: 炮二平五, 小红: 马8进7. A name
// may have a line of its own before the move. It returns the names of Red and Black, and returns false where a text is
// none.
func conversation(text string) (bare string, names [2]string, ok bool) {
	if !strings.ContainsAny(text, ":：") {
		return "", names, false
	}
	var b strings.Builder
	spoken := 0  // moves
	before := "" // the name on the line before
	for line := range strings.Lines(text) {
		name, said := before, line
		before = ""
		if at := speaker.FindStringSubmatchIndex(line); at != nil {
			name, said = line[at[2]:at[3]], line[at[1]:]
			if strings.TrimSpace(said) == "" {
				before = name
				b.WriteString("\n")
				continue
			}
		}
		switch {
		case FindMove(said) != "" && name == "":
			return "", names, false
		case FindMove(said) == "":
			b.WriteString(line)
			continue
		}
		if n := hanMove(said); n == 0 && findHan(said) >= 0 || n > 0 && !IsPunctuation(said[n:]) { // 炮二平五好
			return "", names, false
		}
		if spoken < 2 {
			names[spoken] = name
		}
		if names[spoken%2] != name || names[0] == names[1] || countsMoreMoves(said, 1) {
			return "", names, false
		}
		spoken++
		b.WriteString(said)
	}
	return b.String(), names, spoken > 1
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
	return strings.ContainsAny(words, hypotheticalChars) || slices.ContainsFunc(hypotheticalWords, func(w string) bool { return strings.Contains(words, w) })
}

// embeddedMoves rewrites a text in which moves are among words, 炮二平五，黑方应马8进7, so that the words are comments. It
// returns false where the moves could be other ones than those played: they must alternate between Chinese and Arabic
// digits, no word may speak of what might have been, no semicolon may begin a note, and the words between moves are
// Chinese.
func embeddedMoves(text string) (rewritten string, moves int, ok bool) {
	if strings.ContainsAny(text, "{}｛｝[]【】〔〕〖〗") {
		return "", 0, false
	}
	left, end := countHan(text)
	if isMoveFragment(strings.Fields(text[end:])) {
		return "", 0, false
	}
	e := embedding{left: left}
	for line := range strings.Lines(text) {
		if !e.line(line) {
			return "", 0, false
		}
	}
	return e.String(), e.moves, e.moves > 1
}

// embedding rewrites a text with moves among words.
type embedding struct {
	strings.Builder
	moves  int  // so far
	left   int  // moves that follow
	arabic bool // the digits of the last move
}

// line rewrites a line. It returns false where something speaks against it.
func (e *embedding) line(line string) bool {
	if findHan(line) < 0 {
		if e.moves > 0 && e.left > 0 && isHypothetical(line) || holdsMisspeltMove(line) {
			return false
		}
		e.WriteString(line)
		return true
	}
	if hasSemicolonNote(line) {
		return false
	}
	for line != "" {
		n := hanMove(line)
		if n > 0 && !e.move(line[:n]) {
			return false
		}
		if n == 0 {
			if n = findHan(line); n < 0 {
				n = len(line)
			}
			if !e.words(line[:n], line[n:]) {
				return false
			}
		}
		line = line[n:]
	}
	return true
}

// move writes a move, whose digits must be the other side's than those of the last.
func (e *embedding) move(text string) bool {
	arabic := endsInArabic(text)
	if e.moves > 0 && arabic == e.arabic {
		return false
	}
	e.arabic = arabic
	e.moves++
	e.left--
	e.WriteString(" " + text + " ")
	return true
}

// words writes the words before a move, or at the end of a line, as a comment.
func (e *embedding) words(words, next string) bool {
	if e.left > 0 && isHypothetical(words) || holdsMisspeltMove(words) || next != "" && !isSideOf(words, next) {
		return false
	}
	comment := asComment(words)
	if e.moves > 0 && strings.Contains(comment, "{") && (isLatinText(words) || next != "" && introducesMove(words)) {
		return false
	}
	e.WriteString(comment)
	return true
}

// countHan counts the Chinese moves of a text, and finds the end of the last.
func countHan(text string) (n, end int) {
	for at := findHan(text); at >= 0; at = findHan(text[end:]) {
		n++
		end += at + hanMove(text[end+at:])
	}
	return n, end
}

// hasSemicolonNote recognizes a line in which a semicolon begins a note that names a move, as in 马8进7 ; 马二进三是正着. In a sentence a
// side or a number follows the full one: 马8进7；红方马二进三.
func hasSemicolonNote(line string) bool {
	const far = 64 // bytes: the first thing that is said is shorter
	move := 0      // where the next Chinese move is
	for i, r := range line {
		if r != ';' && r != '；' {
			continue
		}
		after := i + utf8.RuneLen(r)
		if move < after {
			at := findHan(line[after:])
			if at < 0 {
				return false
			}
			move = after + at
		}
		words := strings.TrimSpace(gamefile.Cut(line[after:move], far))
		if first, _ := utf8.DecodeRuneInString(words); r == '；' && strings.ContainsRune("红紅黑", first) { // ；红走
			continue
		}
		all := segments(words)
		if r == ';' || len(all) == 0 || all[0].kind != numberSegment && all[0].kind != sideSegment {
			return true
		}
	}
	return false
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

// isSideOf reports whether the words before a move, where they are the name of a side and nothing else, name the one
// whose digits the move has.
func isSideOf(words, move string) bool {
	bare := strings.TrimFunc(words, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	side, n := sideAt(bare)
	return n == 0 || n < len(bare) || (side == board.Black) == endsInArabic(move[:hanMove(move)])
}

// isLatinText recognizes words in other letters than Chinese characters.
func isLatinText(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) })
}

// asComment puts the words between two moves in braces. A number at their end is that of the next move, and a result or
// signs alone stay as they are.
func asComment(words string) string {
	const far = 32 // bytes: no number is longer
	head := words
	for i := range words {
		if i+far < len(words) {
			continue
		}
		if all := segments(strings.TrimSpace(words[i:])); len(all) == 1 && all[0].kind == numberSegment {
			head = words[:i]
			break
		}
	}
	number := words[len(head):]
	bare := strings.TrimFunc(head, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) })
	_, isResult := ParseResult(bare)
	if bare == "" || isResult || strings.ContainsAny(head, "()（）") {
		return words
	}
	if _, n := sideAt(bare); n == len(bare) { // the digits say it as well, and not every move has it
		return " " + strings.Repeat("\n", strings.Count(head, "\n")) + number
	}
	return " {" + strings.TrimRight(head, "\n") + "} " + strings.Repeat("\n", strings.Count(head, "\n")) + number
}

// holdsMisspeltMove recognizes words in which something looks like a misspelt move: 车9平十, 炮二五.
func holdsMisspeltMove(words string) bool {
	const longest = 4 // characters of such a move
	r := []rune(words)
	for i := range r {
		if classOf(r[i]) == 0 || i > 0 && strings.ContainsRune("胜勝", r[i-1]) { // 三胜二平一负
			continue
		}
		for n := longest - 1; n <= longest && i+n <= len(r); n++ {
			if resemblesChineseMove(string(r[i : i+n])) {
				return true
			}
		}
	}
	return !isPlainProse(words)
}
