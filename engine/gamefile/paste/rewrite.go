package paste

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// rewriting returns another form of a text, which may be easier to read, and which game must come of that; "" if the
// text has no such form.
type rewriting func(text string) (other string, fits func(*gamefile.Game) bool)

// rewritings returns what may help to read a text with a fault, the likeliest first.
func rewritings(fault *gamefile.Error) []rewriting {
	if fault == nil || fault.Problem != gamefile.BadMove && fault.Problem != gamefile.Unread {
		return nil
	}
	return []rewriting{dropSpeakers, unwrapLines, embeddedMoves}
}

// unwrapLines joins the lines between which a Chinese move is torn: a program cut them at some width.
func unwrapLines(text string) (other string, fits func(*gamefile.Game) bool) {
	all := strings.SplitAfter(strings.TrimRight(text, "\n"), "\n")
	for i, line := range all[:len(all)-1] {
		if bare := strings.TrimSuffix(line, "\n"); isSplitMove(bare, all[i+1]) {
			all[i] = bare
		}
	}
	if other = strings.Join(all, ""); len(other) == len(text) {
		return "", nil
	}
	return other, func(*gamefile.Game) bool { return true }
}

// isSplitMove reports whether a Chinese move begins on a line and ends on the next.
func isSplitMove(line, next string) bool {
	const longest = 5 * utf8.UTFMax // bytes of a move
	start := len(line)
	for range 4 {
		_, size := utf8.DecodeLastRuneInString(line[:start])
		start -= size
		if n := hanMove(line[start:] + gamefile.Cut(next, longest)); n > len(line)-start && hanMove(line[start:]) == 0 {
			return true
		}
	}
	return false
}

// speaker is the name of who says something, before a colon, perhaps after the time at which they did.
var speaker = regexp.MustCompile(`^[ \t\x{3000}]*(?:[\[(（【]?\d{1,4}[-/:：.年月日 \d]*[\])）】]?[ \t]*)?([^\s\d:：,，。;；.][^:：,，。;；.!?]{0,40}?)[ \t]*[:：][ \t\x{3000}]*`)

// dropSpeakers drops the names from a conversation of two who play by it, one move a line in turn: 小明: 炮二平五,
// 小红: 马8进7. A name may have a line of its own before the move.
func dropSpeakers(text string) (other string, fits func(*gamefile.Game) bool) {
	if !strings.ContainsAny(text, ":：") {
		return "", nil
	}
	var b strings.Builder
	var names [2]string // of Red and Black
	spoken := 0         // moves
	before := ""        // the name on the line before
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
		if FindMove(said) == "" {
			b.WriteString(line)
			continue
		}
		if n := hanMove(said); name == "" || n == 0 && findHan(said) >= 0 || n > 0 && !isPunctuation(said[n:]) { // 炮二平五好
			return "", nil
		}
		if spoken < 2 {
			names[spoken] = name
		}
		if names[spoken%2] != name || names[0] == names[1] || countsMoreMoves(said, 1) {
			return "", nil
		}
		spoken++
		b.WriteString(said)
	}
	return b.String(), func(g *gamefile.Game) bool {
		g.Set("Red", names[0])
		g.Set("Black", names[1])
		return len(g.Moves) > 1
	}
}

// embeddedMoves rewrites a text in which moves are among words, 炮二平五，黑方应马8进7, so that the words are comments. It has no
// such form where the moves could be other ones than those played: they must alternate between Chinese and Arabic
// digits, no word may speak of what might have been, no semicolon may begin a note, and the words between moves are
// Chinese.
func embeddedMoves(text string) (other string, fits func(*gamefile.Game) bool) {
	left, _, end := countHan(text)
	if strings.ContainsAny(text, "{}｛｝[]【】〔〕〖〗") || isMoveFragment(strings.Fields(text[end:])) {
		return "", nil
	}
	e := embedding{left: left}
	for line := range strings.Lines(text) {
		if !e.line(line) {
			return "", nil
		}
	}
	if e.moves < 2 {
		return "", nil
	}
	return e.String(), func(g *gamefile.Game) bool { return len(g.Moves) == e.moves && len(g.Variations) == 0 }
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

// hasSemicolonNote recognizes a line in which a semicolon begins a note that names a move, as in 马8进7 ; 马二进三是正着. In a
// sentence a side may follow the full one: 马8进7；红走马二进三.
func hasSemicolonNote(line string) bool {
	s := Scanner{text: line, pasted: true}
	_, _, end := countHan(line)
	for i, r := range line[:end] {
		s.at = i
		size := utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(strings.TrimSpace(line[i+size:]))
		if (r == ';' || r == '；' && !strings.ContainsRune("红紅黑", next)) && !s.isMoveSeparator(r, size) {
			return true
		}
	}
	return false
}

// isSideOf reports whether the words before a move, where they are the name of a side and nothing else, name the one
// whose digits the move has.
func isSideOf(words, move string) bool {
	bare := strings.TrimFunc(words, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	side, n := sideAt(bare)
	return n == 0 || n < len(bare) || (side == board.Black) == endsInArabic(move[:hanMove(move)])
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
	if bare == "" || isResultText(bare) || strings.ContainsAny(head, "()（）") {
		return words
	}
	if _, n := sideAt(bare); n == len(bare) { // the digits say it as well, and not every move has it
		return " " + strings.Repeat("\n", strings.Count(head, "\n")) + number
	}
	return " {" + strings.TrimRight(head, "\n") + "} " + strings.Repeat("\n", strings.Count(head, "\n")) + number
}
