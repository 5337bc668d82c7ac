package notation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/board"
)

// What people type in a chat is more than what files hold: marks and words around a move, and spellings that only
// people use among themselves. Dialect.Parse reads them where nothing else reads a text.

// maxChat is the maximum length, in bytes, of a text with words around a move: [MaxText], and as much again.
const maxChat = 2 * MaxText

// Words around a move that only say that it is the writer's own: 我走炮二平五吧, "I play cannon 2=5", "tôi đi P2-5 nhé".
// What advises, denies or asks is not among them (不走, 应该走, 吗), nor is anybody else (他走).
var (
	wordsBefore = []string{
		"我", "就", "先", "那", "走", "下", "选", "選", "投", "好", "嗯",
		"my move is", "my move", "i'll", "i’ll", "i", "let's", "let’s", "lets", "play", "move", "choose", "vote for", "ok", "please",
		"tôi", "toi", "mình", "minh", "đi", "di", "chọn", "chon",
	}
	wordsBehind = []string{"吧", "了", "啊", "呀", "啦", "哦", "喔", "咯", "囉", "please", "nhé", "nhe", "nha", "ạ"}
)

// unmark takes off the marks, quotes and emoji around a move: **炮二平五**, ||h2e2||, 「…」. Nothing is left of a text that
// is struck out, or that quotes or addresses somebody.
func unmark(text string) string {
	text = strings.TrimSpace(norm.NFC.String(text))
	struck := len(text) > 4 && strings.HasPrefix(text, "~~") && strings.HasSuffix(text, "~~")
	if struck || strings.HasPrefix(text, ">") || strings.HasPrefix(text, "<@") {
		return ""
	}
	for _, emoji := range []string{"<:", "<a:"} { // of a server: <:name:123>
		if from := strings.Index(text, emoji); from >= 0 {
			if end := strings.IndexByte(text[from:], '>'); end > 0 {
				text = text[:from] + text[from+end+1:]
			}
		}
	}
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_|`\\", r) { // Markdown, and nothing in any notation
			return -1
		}
		return r
	}, text)
	return trimMarks(text)
}

// trimMarks drops what is neither a letter, a number nor a sign of a move from both ends.
func trimMarks(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("+-=./", fold(r))
	})
}

// unwrap takes the words off around a move.
func unwrap(text string) string {
	for before := ""; text != before; {
		before = text
		for _, w := range wordsBefore {
			text = trimMarks(cutWord(text, w, true))
		}
		for _, w := range wordsBehind {
			text = trimMarks(cutWord(text, w, false))
		}
	}
	return text
}

// cutWord cuts a word off the front of a text, or off its end. A word in letters has no other letter or number beside
// it.
func cutWord(text, word string, front bool) string {
	n := len(text) - len(word)
	if n <= 0 {
		return text
	}
	cut, rest := text[n:], text[:n]
	beside, _ := utf8.DecodeLastRuneInString(rest)
	if front {
		cut, rest = text[:len(word)], text[len(word):]
		beside, _ = utf8.DecodeRuneInString(rest)
	}
	first, _ := utf8.DecodeRuneInString(word)
	within := !unicode.Is(unicode.Han, first) && (unicode.IsLetter(beside) || unicode.IsNumber(beside))
	if within || !strings.EqualFold(cut, word) {
		return text
	}
	return rest
}

// parseChat reads a text that is no move in any notation. A text that does not name its move plainly, by sounds or by
// what it captures, is read if plain is not asked for.
func (w Dialect) parseChat(p *board.Position, text string, plain bool) (board.Move, error) {
	if len(text) > maxChat {
		return noMove(text)
	}
	marked := unmark(text)
	bare := unwrap(marked)
	if len(bare) > MaxText {
		return noMove(text)
	}
	readers := []func(*board.Position, string) (board.Move, error){w.parse, w.parseLetters, w.parseArrival}
	if !plain {
		readers = append(readers, w.parseCapture, parseBySound)
	}
	for _, read := range readers {
		if m, err := read(p, bare); !isSyntax(err) {
			return m, withText(err, text)
		}
	}
	if !plain { // 吧 is eight by its sound, and a word after a move
		m, err := parseBySound(p, marked)
		return m, withText(err, text)
	}
	return noMove(text)
}

// parseLetters reads the initials of pinyin, p2p5 for 炮2平5, and the letter that English books give to the guard: G4+5.
func (w Dialect) parseLetters(p *board.Position, text string) (board.Move, error) {
	var in script
	if in.normalize(text) != "" || len(in.move()) != shortest {
		return noMove(text)
	}
	r := slices.Clone(in.move())
	if r[0] == 'G' {
		r[0] = 'A'
		d, ok := describe(r)
		if !ok {
			return noMove(text)
		}
		if d.dir == sideways || d.number <= 2 { // no guard moves so: the general is meant
			d.kind = board.King
		}
		return d.find(p, text)
	}
	piece, behind := initialPieces[r[0]], string(r[1])
	if place, is := initialPlaces[r[0]]; is && digitOf(r[1]) == 0 {
		piece, behind = initialPieces[r[1]], place
	}
	dir, is := initialDirections[r[2]]
	if !is || w.Vietnamese || w.Style == Vietnamese { // there T is another word
		return noMove(text)
	}
	found := candidates{p: p}
	for _, k := range piece {
		if d, ok := describe([]rune(string(k) + behind + dir + string(r[3]))); ok {
			found.describe(d)
		}
	}
	return found.one(text)
}

// The initials of pinyin. Of J and S two pieces begin: ju and jiang, shi and shuai.
var (
	initialPieces = map[rune]string{
		'P': "炮", 'M': "马", 'C': "车", 'J': "车帅", 'X': "相", 'S': "仕帅", 'B': "兵", 'Z': "兵",
	}
	initialPlaces     = map[rune]string{'Q': "前", 'Z': "中", 'H': "后"}
	initialDirections = map[rune]string{'J': "进", 'T': "退", 'P': "平"}
)

// parseArrival reads a piece and the point to which it goes, with nothing between: "cannon e2".
func (w Dialect) parseArrival(p *board.Position, text string) (board.Move, error) {
	put, last, ok := translateWords(text)
	put = withoutBlanks(strings.ReplaceAll(put, takesPiece, ""))
	name, n := utf8.DecodeRuneInString(put)
	found := candidates{p: p}
	if ok && last == "" && kindOf(name) != board.NoKind {
		found.toPoint(put[:n], put[n:], w.Style)
	}
	return found.one(text)
}

// parseCapture reads a piece and the kind of piece that it captures: "cannon takes horse".
func (w Dialect) parseCapture(p *board.Position, text string) (board.Move, error) {
	put, last, ok := translateWords(text)
	by, taken, takes := strings.Cut(put, takesPiece)
	by, taken = strings.TrimSpace(by), strings.TrimSpace(taken)
	if !ok || !takes || last != "" || utf8.RuneCountInString(by) != 1 || utf8.RuneCountInString(taken) != 1 {
		return noMove(text)
	}
	name, _ := utf8.DecodeRuneInString(by)
	victim, _ := utf8.DecodeRuneInString(taken)
	if kindOf(name) == board.NoKind || kindOf(victim) == board.NoKind {
		return noMove(text)
	}
	found := candidates{p: p}
	if victims := p.Pieces(p.SideToMove().Opponent(), kindOf(victim)); !victims.Empty() {
		found.reach(kindOf(name), slices.Collect(victims.All())...)
	}
	return found.one(text)
}
