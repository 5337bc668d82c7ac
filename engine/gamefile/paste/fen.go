package paste

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
)

// findFEN finds the first FEN in a text and returns the word with which it begins and the scanner after that word.
func findFEN(s Scanner) (word Token, after Scanner, found bool) {
	after = s
	for {
		switch t := after.Next(); {
		case t.Kind == EndOfText:
			return t, after, false
		case t.Kind == Word && IsFEN(t.Text):
			return t, after, true
		case t.Kind == Comment && s.text[t.At] != '{': // [FEN …]
			for inside := range strings.FieldsSeq(t.Text) {
				if !IsFEN(inside) {
					continue
				}
				at := t.At + strings.Index(s.text[t.At:], inside)
				t.Line += strings.Count(s.text[t.At:at], "\n")
				after.at, after.line = at+len(inside), t.Line
				t.Kind, t.Text = Word, inside
				return t, after, true
			}
		}
	}
}

// fenSides are the words for the side to move after a FEN, and how the format has them.
var fenSides = map[string]string{
	"w": "w", "r": "r", "b": "b", "W": "w", "R": "r", "B": "b", "红": "w", "紅": "w", "红先": "w", "紅先": "w", "红方": "w", "紅方": "w", "红方先": "w", "紅方先": "w",
	"黑": "b", "黑先": "b", "黑方": "b", "黑方先": "b",
}

// IsFEN recognizes a word that has the ranks of a FEN, perhaps not all of them.
func IsFEN(word string) bool {
	n := strings.Count(word, "/")
	return 6 <= n && n <= 12 && !strings.Contains(word, "://") && !strings.ContainsAny(word, `.。~\『`) &&
		dashAfterMove(word) == 0 && findHan(word) < 0 // h2e2/h9g7/…, 炮二平五/马8进7/…
}

// takeFEN takes the FEN of whose ranks a word was read last, and goes on after it.
func takeFEN(s *Scanner, word string) string {
	if i := strings.LastIndexAny(word[:strings.IndexByte(word, '/')], ":=：\"'“‘"); i >= 0 { // FEN:rnbakabnr/9
		_, size := utf8.DecodeRuneInString(word[i:])
		word = word[i+size:]
	}
	from := s.at - len(word)
	fen, length := looseFEN(s.text[from:])
	s.at = from
	s.skip(length)
	return fen
}

// fenBlanks are what parts the fields of a FEN on a line: in links a blank is an underscore, a plus sign or an escape, and
// unlinked has put that into its place.
const fenBlanks = ` \t\x{3000}\x{A0}_+"'“”‘’`

// fenText is a FEN as people paste it: ranks, the pieces in hand that a program of several games adds, the side to move,
// then the fields without a meaning and the counters, of which any may be missing.
var fenText = regexp.MustCompile(`^([^` + fenBlanks + `\r\n\[(（【]*)(\[[^\]]{0,62}\])?` +
	`(?:[` + fenBlanks + `\r\n]+[:：,，。(（）【】]*(` + strings.Join(slices.Sorted(maps.Keys(fenSides)), "|") + `)[:：,，。(（）【】]*` +
	`((?:[` + fenBlanks + `\r\n]+-){0,2})((?:[` + fenBlanks + `]+\d+){0,2})(?:[` + fenBlanks + `\r\n\])}>|]|$))?`)

// looseFEN reads the FEN with whose ranks a text begins and returns it as [board.ParseFEN] wants it, and how long it
// is. A single number after the side is that of a move: w 1 炮二平五.
func looseFEN(text string) (fen string, length int) {
	at := fenText.FindStringSubmatchIndex(text)
	fen, length = text[:at[3]], max(at[3], at[5])
	if inHand := text[at[3]:length]; inHand != "" && inHand != "[]" && inHand != "[-]" {
		fen += inHand // the pieces are of another game: that is reported
	}
	if at[6] < 0 {
		return fen, length
	}
	fen += " " + fenSides[text[at[6]:at[7]]]
	counters := strings.FieldsFunc(text[at[10]:at[11]], func(r rune) bool { return !isDigitRune(r) })
	if dashes := strings.Count(text[at[8]:at[9]], "-"); len(counters) > 1 || len(counters) > 0 && dashes > 1 {
		return fen + " - - " + strings.Join(counters, " "), at[11]
	}
	return fen, at[9]
}

// ranksRun is what the ranks of a FEN look like within a link.
var ranksRun = regexp.MustCompile(`[A-Za-z0-9]+(?:/[A-Za-z0-9]+){5,}`)

// unlinked puts positions within links into their place: those of PyChess, chessdb.cn, xiangqiai.com and others have
// the FEN in the query, in the fragment or in the path, with escapes, and perhaps moves after it. A FEN whose fields
// are parted as in a link, without the rest of one, is as good.
func unlinked(text string) string {
	if !strings.ContainsAny(text, "/%") { // most
		return text
	}
	return unspaced.ReplaceAllStringFunc(text, linkedPosition)
}

// unspaced is what is between blanks.
var unspaced = regexp.MustCompile(`[^\s\v\p{Z}\x{85}]+`)

// linkedPosition returns the position that a word holds, and the word itself if it is no link with one.
func linkedPosition(word string) string {
	const minSlashes = 6 // between ranks
	slashes := strings.Count(word, "/") + strings.Count(word, "%2F") + strings.Count(word, "%2f")
	if slashes < minSlashes || !strings.ContainsAny(word, "_+%") && !strings.Contains(word, "://") {
		return word
	}
	plain := strings.NewReplacer("_", " ", "+", " ").Replace(word) // before the escapes: %2B is a sign
	if whole, err := url.PathUnescape(plain); err == nil {
		plain = strings.ToValidUTF8(whole, "\uFFFD")
	}
	runs := ranksRun.FindAllStringIndex(plain, -1)
	if len(runs) == 0 {
		return word
	}
	run := runs[len(runs)-1]
	ranks := strings.Split(plain[run[0]:run[1]], "/")
	ranks = ranks[max(0, len(ranks)-board.Ranks):] // the path of a link may lead to them
	if all := strings.Join(ranks, "/"); !strings.Contains(all, "k") || !strings.Contains(all, "K") {
		return word // another address
	}
	after := plain[run[1]:]
	if end := strings.IndexAny(after, ")>\"'&#?"); end >= 0 {
		further := after[end:]
		after = after[:end]
		for parameter := range strings.FieldsFuncSeq(further, func(r rune) bool { return strings.ContainsRune("&#?)>\"'", r) }) {
			if moves, found := strings.CutPrefix(parameter, "moves="); found {
				after += " moves " + moves
			}
		}
	}
	return strings.Join(ranks, "/") + after
}
