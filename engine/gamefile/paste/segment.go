package paste

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// segmentKind is what a part of a word may be.
type segmentKind uint8

const (
	moveSegment   segmentKind = iota // perhaps a move; the board decides
	numberSegment                    // the number of a round: 1. 第1回合 ①
	dotsSegment                      // dots after a number, which stand for Red's move
	sideSegment                      // who moves: 红： Black:
	proseSegment                     // none of these
)

// segment is a piece of a word that means something by itself: 第1回合：炮二平五马8进7 has three.
type segment struct {
	kind segmentKind
	text string
	at   int // where it begins in the word
	n    int // the number
	side board.Color
}

// segments cuts a word up. What joins the parts, such as dashes and arrows, is dropped.
func segments(word string) []segment {
	c := segmenter{word: word}
	for c.at < len(word) {
		rest := word[c.at:]
		p, n := c.named(rest)
		if n == 0 {
			if n = c.joint(rest); n > 0 {
				c.at += n
				continue
			}
			p, n = c.unnamed(rest)
		}
		p.text, p.at = word[c.at:c.at+n], c.at
		c.all = append(c.all, p)
		c.at += n
	}
	return c.all
}

// segmenter cuts a word up.
type segmenter struct {
	word string
	at   int
	all  []segment
	han  int // where the next Chinese move is, as far as the word was searched: it may be a million letters
}

// follows reports whether the last segment is of a kind.
func (c *segmenter) follows(kind segmentKind) bool {
	return len(c.all) > 0 && c.all[len(c.all)-1].kind == kind
}

// followsHan reports whether the last segment is a Chinese move.
func (c *segmenter) followsHan() bool {
	return c.follows(moveSegment) && hanMove(c.all[len(c.all)-1].text) > 0
}

// named returns the segment with which a text begins if its own characters say what it is, and its length.
func (c *segmenter) named(rest string) (p segment, n int) {
	if n := hanMove(rest); n > 0 {
		signs := len(rest[n:]) - len(strings.TrimLeft(rest[n:], "!?！？"))
		return segment{kind: moveSegment}, n + signs
	}
	if c.follows(numberSegment) {
		if n := ellipsisAt(rest); n > 0 {
			return segment{kind: dotsSegment}, n
		}
	}
	if number, n := moveNumberAt(rest); n > 0 {
		return segment{kind: numberSegment, n: number}, n
	}
	side, n := sideAt(rest)
	return segment{kind: sideSegment, side: side}, n
}

// joint returns the length of what joins segments, 0 if a text does not begin with it.
func (c *segmenter) joint(rest string) int {
	r, size := utf8.DecodeRuneInString(rest)
	isJoint := c.follows(moveSegment) && strings.ContainsRune(latinDashes+latinJoins, r)
	if isJoint || c.followsHan() && isSeparator(r) || isQuote(r) {
		return size
	}
	if i := c.nextHan(); i > 0 && isPunctuation(rest[:i]) {
		return i
	}
	return 0
}

// nextHan returns how far away the next Chinese move is, a negative number if there is none.
func (c *segmenter) nextHan() int {
	if c.han >= 0 && c.han <= c.at {
		if c.han = findHan(c.word[c.at:]); c.han >= 0 {
			c.han += c.at
		}
	}
	return c.han - c.at
}

// unnamed returns the words, or the move in letters and digits, with which a text begins, and the length.
func (c *segmenter) unnamed(rest string) (p segment, n int) {
	if i := c.nextHan(); i > 0 { // 棋谱：炮二平五
		return segment{kind: proseSegment}, i
	}
	if c.followsHan() { // 炮二平五好
		return segment{kind: proseSegment}, len(rest)
	}
	if n = dashAfterMove(rest); n == 0 {
		n = gluedMove(rest)
	}
	if n == 0 {
		n = strings.IndexAny(rest, latinJoins)
	}
	if n <= 0 {
		n = len(rest)
	}
	return segment{kind: moveSegment}, n
}

// onlyMoveNumber reads a text that is the number of a round and nothing else.
func onlyMoveNumber(text string) (number int, ok bool) {
	all := segments(strings.TrimSpace(text))
	if len(all) != 1 || all[0].kind != numberSegment {
		return 0, false
	}
	return all[0].n, true
}

// What numbers of rounds consist of: blanks within them, the words before them after which a blank follows, those after
// which none does, the numbers themselves, and the words for what they count.
const (
	blanks       = `[ \t\x{3000}\x{A0}]`
	labelWords   = `(?i:Round|Move|Turn|Hiệp|Lượt|Nước)`
	labelSigns   = `(?i:回合|No\.|№|#)`
	digits       = `[0-9０-９]{1,7}`
	hanDigits    = `[零一二三四五六七八九十百]{1,5}`
	anyNumber    = `([①-⑳⑴-⒇⒈-⒛❶-❿㉑-㉟㊱-㊿]|` + digits + `|` + hanDigits + `)`
	countedWords = `(?:回合|回|合|步|着|著|手|招)`
)

var (
	roundNumber = regexp.MustCompile(`^(?:第` + blanks + `*` + anyNumber + blanks + `*` + countedWords +
		`|` + labelWords + blanks + `+` + anyNumber + countedWords + `?` +
		`|` + labelSigns + `(` + digits + `)` + countedWords + `?` +
		`|` + anyNumber + `(` + countedWords + `)?)`)
	roundLabel = regexp.MustCompile(`^(?:第|` + labelWords + `|` + labelSigns + `)`)
	itemNumber = regexp.MustCompile(`^` + hanDigits + `、`)
	// bracketedNumber is a number in brackets, after the one that opens.
	bracketedNumber = regexp.MustCompile(`^` + anyNumber + `[)）\]】]`)
)

// moveNumberAt reads the number of a round with which a text begins, and the signs that end it. The length is 0 if
// there is none. What follows a number without a sign is a Chinese move or nothing.
func moveNumberAt(text string) (number, length int) {
	const far = 64 // bytes
	at := roundNumber.FindStringSubmatchIndex(gamefile.Cut(text, far))
	if at == nil {
		return 0, 0
	}
	counted := at[8] < 0 || at[10] >= 0 // it says what it counts
	written := ""                       // the number itself
	for i := 2; i < 10; i += 2 {
		if at[i] >= 0 {
			written = text[at[i]:at[i+1]]
		}
	}
	number, plain := numeral(written)
	circled := plain && !isDigit(written)
	rest := text[at[1]:]
	after := strings.TrimLeft(rest, numberEnd)
	signs := rest[:len(rest)-len(after)]
	if ellipsisAt(signs) > 0 { // 1...
		after, signs = rest, ""
	}
	switch {
	case !plain && !counted && signs == "": // 一兵三进一
		return 0, 0
	case number >= 1000 && signs == "" && ellipsisAt(after) == 0: // a year
		return 0, 0
	case !circled && !mayFollowNumber(after, counted, signs != ""):
		return 0, 0
	}
	return number, len(text) - len(after)
}

// mayFollowNumber reports whether a text may follow the number of a round, which may say what it counts and may end
// with a sign.
func mayFollowNumber(after string, counted, ended bool) bool {
	if strings.TrimLeftFunc(after, isQuote) == "" || hanMove(after) > 0 || ellipsisAt(after) > 0 {
		return true
	}
	if _, n := sideAt(after); n > 0 && after[0] >= utf8.RuneSelf {
		return true
	}
	next, _ := utf8.DecodeRuneInString(after)
	return counted && !unicode.Is(unicode.Han, next) || ended && !unicode.IsNumber(next)
}

// spacedNumber returns the length of the number of a round with which a text begins, if there are blanks or an
// ideographic comma in it, which part words elsewhere: 第 1 回合, Round 1, 一、.
func spacedNumber(text string) int {
	const far = 64 // bytes
	line, _, _ := strings.Cut(text[:min(far, len(text))], "\n")
	if n := len(itemNumber.FindString(line)); n > 0 || !roundLabel.MatchString(line) {
		return n
	}
	_, n := moveNumberAt(line)
	return n
}

// numeral reads a number in any digits. Plain are those that are no Chinese characters.
func numeral(text string) (number int, plain bool) {
	if r, _ := utf8.DecodeRuneInString(text); '❶' <= r && r <= '❿' {
		return int(r-'❶') + 1, true
	}
	if number, err := strconv.Atoi(strings.Trim(norm.NFKC.String(text), "().")); err == nil { // ⑴ ⒈ too
		return number, true
	}
	unit := 0
	for _, r := range text { // 一 to 九百九十九
		switch r {
		case '十':
			number, unit = number+10*max(unit, 1), 0
		case '百':
			number, unit = number+100*unit, 0
		default:
			unit = strings.IndexRune("零一二三四五六七八九", r) / len("零")
		}
	}
	return number + unit, false
}

// sideName is the name of a side before its move: first those that mean something else as well and need a colon after
// them, Red's and Black's, then the others.
var sideName = regexp.MustCompile(`^(?i:(?:(红先|紅先|先手|甲|R)|(黑后|黑後|后手|後手|乙|B))[:：]+|` +
	`(?:(红方|紅方|红棋|紅棋|红|紅|Red|Đỏ|Do)|(黑方|黑棋|黑|Black|Đen|Den))[:：]*)`)

// sideAt reads who moves, as in 红：炮二平五 or as a word by itself.
func sideAt(text string) (side board.Color, length int) {
	const far = 32 // bytes
	at := sideName.FindStringSubmatchIndex(gamefile.Cut(text, far))
	if at == nil {
		return 0, 0
	}
	if at[4] >= 0 || at[8] >= 0 {
		side = board.Black
	}
	bare := text[at[1]:]
	if dashed := strings.TrimLeft(bare, "-—–"); hanMove(dashed) > 0 || isLatinMove(dashed) {
		bare = dashed
	}
	colon := strings.HasSuffix(text[:at[1]], ":") || strings.HasSuffix(text[:at[1]], "：")
	if colon || bare == "" || hanMove(bare) > 0 || isLatinMove(strings.TrimRight(bare, latinJoins)) {
		return side, len(text) - len(bare)
	}
	return 0, 0
}
