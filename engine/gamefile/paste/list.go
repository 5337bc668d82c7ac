package paste

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// Read reads what people paste: the first game, and the texts of all of them. Where moves are among words, these are
// comments, if there is no doubt that all the moves were played.
func Read(text string) (g gamefile.Game, format gamefile.Format, parts []string, fault *gamefile.Error) {
	text = plainText(text)
	g, format, fault, starts := readGames(text)
	for _, rewrite := range rewritings(fault) {
		if other, fits := rewrite(text); other != "" {
			if g, format, e, starts := readGames(other); e == nil && fits(&g) {
				return g, format, CutAt(other, starts), nil
			}
		}
	}
	return g, format, CutAt(text, starts), fault
}

// CutAt cuts a text where further games begin.
func CutAt(text string, starts []int) (parts []string) {
	from := 0
	for _, at := range starts {
		parts = append(parts, text[from:at])
		from = at
	}
	return append(parts, text[from:])
}

// readGames reads perhaps a title and lines such as "红方: 许银川", perhaps a FEN, then moves, and returns where the second
// game and each further one begin. A text with a position and no moves is a FEN.
func readGames(text string) (g gamefile.Game, format gamefile.Format, fault *gamefile.Error, starts []int) {
	g = gamefile.Game{Start: board.StartPosition()}
	s := NewScanner(text, 1)
	s.pasted, s.mixed = true, isMixed(s.text)
	format = gamefile.MoveList
	title := ""
	fen, after, hasFEN := leadingFEN(s)
	if hasFEN {
		format, title = gamefile.FEN, s.text[:fen.At]+"\n"
		if fault := g.SetFEN(takeFEN(&after, fen.Text), fen.Line); fault != nil {
			if FindMove(after.Rest()) == "" {
				fault = g.FlipMover(fault)
			}
			return g, format, fault, nil
		}
		s = after
	}
	r := readListFrom(s, g.Start)
	switch {
	case r != nil:
		if at := handicap.FindStringIndex(r.title); at != nil && !hasFEN {
			setTitles(&g, r.title)
			line := s.line + strings.Count(r.title[:at[0]], "\n")
			return g, format, gamefile.NewError(gamefile.BadStart, line, r.title[at[0]:at[1]]), nil
		}
		r = r.otherSide(func(start board.Position) *gameParser { return readListFrom(s, start) })
		r.fill(&g, title)
		if len(g.Moves) > 0 || r.Fault != nil {
			format = gamefile.MoveList
		}
		return g, format, r.Fault, r.starts
	case strings.Contains(text, "startpos") && isProtocol(text):
		return g, gamefile.FEN, nil, nil
	case !hasFEN:
		return g, format, gamefile.NewError(gamefile.NotAGame, 0, strings.TrimSpace(text)), nil
	}
	rest := s.Rest()
	if starts = furtherPositions(&g, s); len(starts) > 0 {
		rest = s.text[s.at:starts[0]]
	}
	setTitles(&g, title+rest)
	if FindMove(rest) != "" {
		fault = unreadIn(rest, s.line)
	}
	return g, format, fault, starts
}

func readListFrom(s Scanner, start board.Position) *gameParser {
	return bestReading(s, func(d dialect) *gameParser { return d.parseList(s, start) })
}

// leadingFEN finds the FEN of a game. One with a game before it is a diagram, or belongs to another game.
func leadingFEN(s Scanner) (word Token, after Scanner, found bool) {
	word, after, found = findFEN(s)
	if !found {
		return word, after, false
	}
	before := s
	before.text = s.text[:word.At]
	r := readListFrom(before, board.StartPosition())
	isGame := r != nil && r.numbered && len(r.Moves) > 1
	return word, after, !isGame && !countsMoreMoves(before.text, titleMoves)
}

// fill puts what a list says into a game. A title may come before it.
func (f *gameParser) fill(g *gamefile.Game, title string) {
	setTitles(g, title+f.title)
	if len(f.starts) == 0 && namesBothPlayers(f.headers) { // else they may be those of the next game
		setTitles(g, strings.Join(f.headers, "\n"))
	}
	g.Start, g.Line = f.start, f.Line
	if g.Result == gamefile.Unknown {
		g.Result = f.result
	}
	if g.Result == gamefile.Unknown && !f.ended {
		g.Result = ResultInTitle(g.Event)
	}
}

// handicap recognizes in a title that one side gives pieces: 让双马, 黑让对方左马. The game does not begin as usual then, and
// which piece was missing is not always said.
var handicap = regexp.MustCompile(`[让讓饶饒][ \t\x{3000}]*(?:[对對][方手]|[黑红紅]方?)?` +
	`(?:[左右双雙两兩单單一五]?[马馬车車炮砲仕士相象兵卒]|九子)`)

// furtherPositions returns where those begin that follow the one that was read.
func furtherPositions(g *gamefile.Game, s Scanner) (starts []int) {
	for {
		fen, after, found := findFEN(s)
		if !found {
			return starts
		}
		if p, err := board.ParseFEN(takeFEN(&after, fen.Text)); err == nil && p.Placement() != g.Start.Placement() {
			starts = append(starts, fen.At)
		}
		s = after
	}
}

// elements are what HTML has around the text that people see: parts of a page that nobody sees, then all others.
var elements = [...]*regexp.Regexp{
	regexp.MustCompile(`(?s)<!--.*?-->`), regexp.MustCompile(`(?is)<script\b.*?</script\s*>`), regexp.MustCompile(`(?is)<style\b.*?</style\s*>`),
	regexp.MustCompile(`(?is)<(?:!doctype[^<>]*|` +
		`/?(?:html|head|body|meta|link|title|base|br|hr|p|div|section|article|main|header|footer|nav|span|small|big|sub|sup|center|b|i|u|s|em|strong|mark|` +
		`font|table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th|li|ol|ul|dl|dt|dd|h[1-6]|a|img|code|pre|blockquote|form|label|button|textarea)(?:\s[^<>]*)?/?)>`),
}

// withoutElements puts a blank in the place of each element, with the line ends that were in it: the lines keep their
// numbers.
func withoutElements(text string) string {
	for _, e := range elements {
		text = e.ReplaceAllStringFunc(text, func(element string) string {
			return strings.Repeat("\n", strings.Count(element, "\n")) + " "
		})
	}
	return text
}

// plainText drops what is only for the eye: characters without a width, line breaks of HTML, and forms of Chinese
// characters that are in fonts and old code pages for the usual ones.
func plainText(text string) string {
	text = html.UnescapeString(withoutElements(text))
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
