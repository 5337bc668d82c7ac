package paste

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// Read reads what people paste. Where moves are among words, these are comments, if there is no doubt that all
// the moves were played.
func Read(text string) (gamefile.Game, gamefile.Format, *gamefile.Error) {
	text = plainText(text)
	g, format, fault := readMoves(text)
	if g.More > 0 && len(g.Moves) <= 2 {
		if counted, items := numberItems(text); items > g.More+1 { // some do not begin a game
			if all, format, e := readMoves(counted); e == nil && all.More == 0 && len(all.Moves) > 2*(items-1) {
				return all, format, nil
			}
		}
	}
	if fault == nil || fault.Problem != gamefile.BadMove && fault.Problem != gamefile.Unread {
		return g, format, fault
	}
	if bare, names, ok := conversation(text); ok {
		if g, format, e := readMoves(bare); e == nil && len(g.Moves) > 1 {
			g.Set("Red", names[0])
			g.Set("Black", names[1])
			return g, format, nil
		}
	}
	if whole := unwrapLines(text); len(whole) < len(text) {
		if g, format, e := readMoves(whole); e == nil {
			return g, format, nil
		}
	}
	if sieved, moves, ok := embeddedMoves(text); ok {
		if g, format, e := readMoves(sieved); e == nil && len(g.Moves) == moves && len(g.Variations) == 0 {
			return g, format, nil
		}
	}
	return g, format, fault
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

// readMoves reads perhaps a title and lines such as "红方: 许银川", perhaps a FEN, then moves. A text with a position and
// no moves is a FEN.
func readMoves(text string) (gamefile.Game, gamefile.Format, *gamefile.Error) {
	g, format, fault, _ := readGames(text)
	return g, format, fault
}

// Games returns a text without what is only for the eye, and where in it the second game and each further one begin.
func Games(text string) (bare string, starts []int) {
	if len(text) > 2*gamefile.MaxList {
		return text, nil
	}
	text = plainText(text)
	_, _, _, starts = readGames(text)
	return text, starts
}

// readGames is readMoves that also returns where the second game and each further one begin.
func readGames(text string) (g gamefile.Game, format gamefile.Format, fault *gamefile.Error, starts []int) {
	g = gamefile.Game{Start: board.StartPosition()}
	s := NewScanner(text, 1)
	s.pasted, s.mixed = true, isMixed(s.text)
	fen, behind, hasFEN := s.findFEN()
	if hasFEN { // a game may be before it: then it is a diagram, or belongs to another game
		before := s
		before.text = s.text[:fen.At]
		r := bestReading(before, func(m dialect) reading { return m.parseList(before, g.Start) })
		hasFEN = (r.gameParser == nil || !r.numbered || len(r.Moves) < 2) && !countsMoreMoves(before.text, titleMoves)
	}
	format = gamefile.MoveList
	title := ""
	if hasFEN {
		format, title = gamefile.FEN, s.text[:fen.At]+"\n"
		if fault := g.SetFEN(behind.fen(fen.Text), fen.Line); fault != nil {
			if FindMove(s.text[behind.at:]) == "" {
				fault = g.FlipMover(fault)
			}
			return g, format, fault, nil
		}
		s = behind
	}
	r := bestReading(s, func(m dialect) reading { return m.parseList(s, g.Start) })
	if r.gameParser != nil {
		otherStart(&g, s, &r, hasFEN)
	}
	if r.gameParser == nil {
		if isStartpos(text) {
			return g, gamefile.FEN, nil, nil
		}
		if !hasFEN {
			return g, gamefile.MoveList, gamefile.NewError(gamefile.NotAGame, 0, strings.TrimSpace(text)), nil
		}
		rest := s.text[s.at:]
		if starts = furtherPositions(&g, s); len(starts) > 0 {
			rest = s.text[s.at:starts[0]]
		}
		setTitles(&g, title+rest)
		if FindMove(rest) != "" {
			return g, format, unreadIn(rest, s.line), starts
		}
		return g, format, nil, starts
	}
	setTitles(&g, title+r.title)
	if len(r.starts) == 0 && namesBothPlayers(r.headers) { // else they may be those of the next game
		setTitles(&g, strings.Join(r.headers, "\n"))
	}
	g.Line, g.More = r.Line, len(r.starts)
	if g.Result == gamefile.Unknown {
		g.Result = r.result
	}
	if g.Result == gamefile.Unknown && !r.ended {
		g.Result = ResultInTitle(g.Event)
	}
	if len(g.Moves) > 0 || r.Fault != nil {
		format = gamefile.MoveList
	}
	return g, format, r.Fault, r.starts
}

// otherStart reads a list again that cannot begin where it seemed to, and takes that where it leaves no fault: the title
// names a handicap, or the digits say that the other side began.
func otherStart(g *gamefile.Game, s Scanner, r *reading, hasFEN bool) {
	again := func(start board.Position) reading {
		return bestReading(s, func(m dialect) reading { return m.parseList(s, start) })
	}
	if start, ok := handicapIn(r.title); ok && !hasFEN {
		if other := again(start); other.gameParser != nil && other.Fault == nil && len(other.Moves) > 0 {
			g.Start, *r = start, other
			return
		}
	}
	otherSide(g, r, again)
}

// otherSide reads the moves again where their digits say that the other side began, and takes that where all of them fit.
func otherSide(g *gamefile.Game, r *reading, again func(board.Position) reading) {
	if !r.sidesSwapped {
		return
	}
	setup := g.Start.Setup()
	setup.SideToMove = setup.SideToMove.Opponent()
	start, err := board.NewPosition(setup)
	if err != nil {
		return
	}
	if other := again(start); other.gameParser != nil && other.Fault == nil && other.mismatched == 0 {
		g.Start, *r = start, other
	}
}

// furtherPositions counts those that follow the one that was read, as games, and returns where they begin.
func furtherPositions(g *gamefile.Game, s Scanner) (starts []int) {
	for {
		fen, behind, found := s.findFEN()
		if !found {
			return starts
		}
		if p, err := board.ParseFEN(behind.fen(fen.Text)); err == nil && p.Placement() != g.Start.Placement() {
			starts = append(starts, fen.At)
			g.More++
		}
		s = behind
	}
}

// element is one of those of HTML that people paste.
var element = regexp.MustCompile(`(?is)^(?:<!doctype[^<>]*>|` +
	`</?(?:html|head|body|meta|link|title|base|br|hr|p|div|section|article|main|header|footer|nav|span|small|big|sub|sup|center|b|i|u|s|em|strong|mark|` +
	`font|table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th|li|ol|ul|dl|dt|dd|h[1-6]|a|img|code|pre|blockquote|form|label|button|textarea)(?:\s[^<>]*)?/?>)$`)

// hiddenElements are the parts of a page that nobody sees: how they begin and how they end.
var hiddenElements = [...]struct{ begin, end *regexp.Regexp }{
	{regexp.MustCompile(`^<!--`), regexp.MustCompile(`-->`)},
	{regexp.MustCompile(`(?i)^<script\b`), regexp.MustCompile(`(?i)</script\s*>`)},
	{regexp.MustCompile(`(?i)^<style\b`), regexp.MustCompile(`(?i)</style\s*>`)},
}

// withoutElements puts a blank in the place of each element, with the line ends that were in it: the lines keep their
// numbers. It looks for an end only once where there is none.
func withoutElements(text string) string {
	var b strings.Builder
	var endless [len(hiddenElements)]bool
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		text = text[i:]
		n := 0 // the length of the element
		for k, u := range hiddenElements {
			begin := u.begin.FindStringIndex(text[:min(len(text), 8)])
			if n > 0 || endless[k] || begin == nil {
				continue
			}
			if end := u.end.FindStringIndex(text[begin[1]:]); end != nil {
				n = begin[1] + end[1]
			} else {
				endless[k] = true
			}
		}
		if end := strings.IndexAny(text[1:], "<>"); n == 0 && end >= 0 && element.MatchString(text[:end+2]) {
			n = end + 2
		}
		if n == 0 {
			b.WriteByte('<')
			text = text[1:]
			continue
		}
		b.WriteString(strings.Repeat("\n", strings.Count(text[:n], "\n")) + " ")
		text = text[n:]
	}
}

// plainText drops what is only for the eye: characters without a width, line breaks of HTML, and forms of Chinese
// characters that are in fonts and old code pages for the usual ones.
func plainText(text string) string {
	if strings.Contains(text, "<") {
		text = withoutElements(text)
	}
	text = html.UnescapeString(text)
	if bare := strings.TrimSpace(text); len(bare) > 2 && strings.IndexAny(bare, "[{(") == 0 && strings.LastIndexAny(bare, "]})") == len(bare)-1 {
		if inside := bare[1 : len(bare)-1]; !strings.ContainsAny(inside, "[]{}()") { // ["炮二平五", "马8进7"]
			text = strings.Repeat("\n", strings.Count(text[:strings.Index(text, bare)], "\n")) + inside
		}
	}
	text = norm.NFC.String(unlinked(text)) // what HTML had as entities may have its accents apart
	return strings.Map(func(r rune) rune {
		switch {
		case r == '⻢':
			return '马'
		case r == '⻋':
			return '车'
		case r < '\u200B':
			return r
		case unicode.Is(unicode.Cf, r), '\uFE00' <= r && r <= '\uFE0F', r == '\u20E3': // the last makes keys of digits
			return -1
		case '\u2E80' <= r && r <= '\u2FDF', '\uF900' <= r && r <= '\uFAFF':
			usual, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
			return usual
		}
		return r
	}, text)
}
