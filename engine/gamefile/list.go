package gamefile

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// readList reads what people paste. Where moves are among words, these are comments, if there is no doubt that all
// the moves were played.
func readList(text string) (Game, Format, *Error) {
	text = plainText(text)
	g, format, fault := readMoves(text)
	if g.More > 0 && len(g.Moves) <= 2 {
		if counted, items := countedList(text); items > g.More+1 { // some do not begin a game
			if all, format, e := readMoves(counted); e == nil && all.More == 0 && len(all.Moves) > 2*(items-1) {
				return all, format, nil
			}
		}
	}
	if fault == nil || fault.Problem != BadMove && fault.Problem != Unread {
		return g, format, fault
	}
	if bare, names, ok := chat(text); ok {
		if g, format, e := readMoves(bare); e == nil && len(g.Moves) > 1 {
			g.set("Red", names[0])
			g.set("Black", names[1])
			return g, format, nil
		}
	}
	if whole := unwrapped(text); len(whole) < len(text) {
		if g, format, e := readMoves(whole); e == nil {
			return g, format, nil
		}
	}
	if sieved, moves, ok := sieve(text); ok {
		if g, format, e := readMoves(sieved); e == nil && len(g.Moves) == moves && len(g.Variations) == 0 {
			return g, format, nil
		}
	}
	return g, format, fault
}

// unwrapped joins the lines between which a Chinese move is torn: a program cut them at some width. Where all lines
// have one length, anything may be torn, and all are joined.
func unwrapped(text string) string {
	all := strings.SplitAfter(strings.TrimRight(text, "\n"), "\n")
	even, torn := len(all) > 2, 0
	for i, line := range all[:len(all)-1] {
		bare := strings.TrimSuffix(line, "\n")
		even = even && utf8.RuneCountInString(line) == utf8.RuneCountInString(all[0])
		if isTorn(bare, all[i+1]) {
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

// isTorn reports whether a Chinese move begins on a line and ends on the next.
func isTorn(line, next string) bool {
	const longest = 5 * utf8.UTFMax // bytes of a move
	start := len(line)
	for range 4 {
		r, size := utf8.DecodeLastRuneInString(line[:start])
		if classOf(r) == 0 {
			return false
		}
		start -= size
		if n := hanMove(line[start:] + cut(next, longest)); n > len(line)-start && hanMove(line[start:]) == 0 {
			return true
		}
	}
	return false
}

// item is the beginning of an item in a list of markdown.
var item = regexp.MustCompile(`(?m)^([ \t]*)1([.)][ \t]+)`)

// countedList numbers the items of a list of markdown that all have the number 1, as such a list shows them, and returns
// how many there are.
func countedList(text string) (counted string, items int) {
	return item.ReplaceAllStringFunc(text, func(one string) string {
		items++
		return strings.Replace(one, "1", strconv.Itoa(items), 1)
	}), items
}

// readMoves reads perhaps a title and lines such as "红方: 许银川", perhaps a FEN, then moves. A text with a position and
// no moves is a FEN.
func readMoves(text string) (Game, Format, *Error) {
	g, format, fault, _ := readGames(text)
	return g, format, fault
}

// readGames is readMoves that also returns where the second game and each further one begin.
func readGames(text string) (g Game, format Format, fault *Error, starts []int) {
	g = Game{Start: board.StartPosition()}
	s := newScanner(text)
	s.pasted, s.mixed = true, isMixed(s.text)
	fen, behind, hasFEN := s.findFEN()
	if hasFEN { // a game may be before it: then it is a diagram, or belongs to another game
		before := s
		before.text = s.text[:fen.at]
		r := best(before, func(m manner) reading { return m.list(before, g.Start) })
		hasFEN = (r.follower == nil || !r.numbered || len(r.Moves) < 2) && !namesMore(before.text, titleMoves)
	}
	format = MoveList
	title := ""
	if hasFEN {
		format, title = FEN, s.text[:fen.at]+"\n"
		if fault := g.setStart(behind.fen(fen.text), fen.line); fault != nil {
			if findMove(s.text[behind.at:]) == "" {
				fault = g.diagram(fault)
			}
			return g, format, fault, nil
		}
		s = behind
	}
	r := best(s, func(m manner) reading { return m.list(s, g.Start) })
	if r.follower != nil {
		g.elsewhere(s, &r, hasFEN)
	}
	if r.follower == nil {
		if isStartpos(text) {
			return g, FEN, nil, nil
		}
		if !hasFEN {
			return g, MoveList, &Error{Problem: NotAGame, Text: cut(strings.TrimSpace(text), notation.MaxText)}, nil
		}
		rest := s.text[s.at:]
		if starts = g.positions(s); len(starts) > 0 {
			rest = s.text[s.at:starts[0]]
		}
		g.titles(title + rest)
		if findMove(rest) != "" {
			return g, format, unreadIn(rest, s.line), starts
		}
		return g, format, nil, starts
	}
	g.titles(title + r.title)
	if len(r.starts) == 0 && namesBoth(r.heads) { // else they may be those of the next game
		g.titles(strings.Join(r.heads, "\n"))
	}
	g.Line, g.More = r.Line, len(r.starts)
	if g.Result == Unknown {
		g.Result = r.result
	}
	if g.Result == Unknown && !r.ended {
		g.Result = resultInTitle(g.Event)
	}
	if len(g.Moves) > 0 || r.err != nil {
		format = MoveList
	}
	return g, format, r.err, r.starts
}

// elsewhere reads a list again that cannot begin where it seemed to, and takes that where it leaves no fault: the title
// names a handicap, or the digits say that the other side began.
func (g *Game) elsewhere(s scanner, r *reading, hasFEN bool) {
	again := func(start board.Position) reading {
		return best(s, func(m manner) reading { return m.list(s, start) })
	}
	if start, ok := handicapIn(r.title); ok && !hasFEN {
		if other := again(start); other.follower != nil && other.err == nil && len(other.Moves) > 0 {
			g.Start, *r = start, other
			return
		}
	}
	g.otherSide(r, again)
}

// otherSide reads the moves again where their digits say that the other side began, and takes that where all of them fit.
func (g *Game) otherSide(r *reading, again func(board.Position) reading) {
	if !r.swapped {
		return
	}
	setup := g.Start.Setup()
	setup.SideToMove = setup.SideToMove.Opponent()
	start, err := board.NewPosition(setup)
	if err != nil {
		return
	}
	if other := again(start); other.follower != nil && other.err == nil && other.amiss == 0 {
		g.Start, *r = start, other
	}
}

// positions counts those that follow the one that was read, as games, and returns where they begin.
func (g *Game) positions(s scanner) (starts []int) {
	for {
		fen, behind, found := s.findFEN()
		if !found {
			return starts
		}
		if p, err := board.ParseFEN(behind.fen(fen.text)); err == nil && p.Placement() != g.Start.Placement() {
			starts = append(starts, fen.at)
			g.More++
		}
		s = behind
	}
}

// element is one of those of HTML that people paste.
var element = regexp.MustCompile(`(?is)^(?:<!doctype[^<>]*>|` +
	`</?(?:html|head|body|meta|link|title|base|br|hr|p|div|section|article|main|header|footer|nav|span|small|big|sub|sup|center|b|i|u|s|em|strong|mark|` +
	`font|table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th|li|ol|ul|dl|dt|dd|h[1-6]|a|img|code|pre|blockquote|form|label|button|textarea)(?:\s[^<>]*)?/?>)$`)

// unseen are the parts of a page that nobody sees: how they begin and how they end.
var unseen = [...]struct{ begin, end *regexp.Regexp }{
	{regexp.MustCompile(`^<!--`), regexp.MustCompile(`-->`)},
	{regexp.MustCompile(`(?i)^<script\b`), regexp.MustCompile(`(?i)</script\s*>`)},
	{regexp.MustCompile(`(?i)^<style\b`), regexp.MustCompile(`(?i)</style\s*>`)},
}

// withoutElements puts a blank in the place of each element, with the line ends that were in it: the lines keep their
// numbers. It looks for an end only once where there is none.
func withoutElements(text string) string {
	var b strings.Builder
	var endless [len(unseen)]bool
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		text = text[i:]
		n := 0 // the length of the element
		for k, u := range unseen {
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
