package paste

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// ReadPosition reads the position that a text names and the moves that lead to it, in all forms in which people paste
// them: a FEN with or without its counters, one of PyChess, "position fen … moves …" of an engine protocol, a link that
// holds one of these, moves from the start. What [Read] reads as [gamefile.FEN] or [gamefile.MoveList] is read here as
// well; what Read mends in a position or keeps of a broken text is refused here.
//
// The error is an *[gamefile.Error].
func ReadPosition(text string) (board.Record, error) {
	if len(text) > gamefile.MaxList {
		return board.Record{}, &gamefile.Error{Problem: gamefile.TooLarge, Text: gamefile.MoveList.String()}
	}
	g, _, fault := Read(text)
	if fault != nil && fault.Problem == gamefile.OtherMover {
		fault.Problem = gamefile.BadStart
	}
	if fault != nil && fault.EndsGame() {
		return board.Record{}, fault
	}
	return g.Record(), nil
}

// SetStart makes the position in the field of a file the start, in any form that [ReadPosition] reads.
func SetStart(g *gamefile.Game, text string, line int) *gamefile.Error {
	strict := g.SetFEN(text, line)
	if strict == nil || len(text) > gamefile.MaxTag {
		return strict
	}
	record, err := ReadPosition(text)
	if err == nil {
		g.Start = record.Position()
		return nil
	}
	if fault := (*gamefile.Error)(nil); errors.As(err, &fault) && fault.Problem == gamefile.BadStart {
		strict.Cause = fault.Cause
	}
	return strict
}

// findFEN finds the first FEN in a text and returns the word with which it begins and the scanner after that word.
func (s *Scanner) findFEN() (word Token, after Scanner, found bool) {
	after = *s
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

// fen takes the FEN of whose ranks a word was read last, and goes on after it.
func (s *Scanner) fen(word string) string {
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

// fenBlanks are what parts the fields of a FEN: in links a blank is an underscore, a plus sign or an escape, and
// unlinked has put that into its place.
const fenBlanks = " \t\u3000\u00A0\r\n_+\"'“”‘’"

// looseFEN reads the FEN with whose ranks a text begins and returns it as [board.ParseFEN] wants it, and how long it
// is. Between the ranks and the side a program of several games may have the pieces in hand, of which there are none:
// []. The two fields without a meaning may be missing before the counters.
func looseFEN(text string) (fen string, length int) {
	length = strings.IndexAny(text, fenBlanks+"[(（【")
	if length < 0 {
		return text, len(text)
	}
	fields := []string{text[:length]}
	const far = 64 // bytes: all pieces of a side in hand are fewer
	if end := strings.IndexByte(gamefile.Cut(text[length:min(len(text), length+far)], far), ']'); text[length] == '[' && end > 0 {
		length += end + 1
		if inHand := text[len(fields[0])+1 : length-1]; inHand != "" && inHand != "-" {
			fields[0] = text[:length] // they are of another game: that is reported
		}
	}
	for len(fields) < 6 {
		field, after, sameLine := fenField(text, length)
		side, isSide := fenSides[strings.Trim(field, ":：,，。()（）【】")]
		switch n := len(fields); {
		case n == 1 && isSide:
			field = side
		case (n == 2 || n == 3) && field == "-":
		case n > 1 && sameLine && isCounter(field):
			if next, _, same := fenField(text, after); n < 4 && (!same || !isCounter(next)) { // w 1 炮二平五
				return strings.Join(fields, " "), length
			}
			for len(fields) < 4 {
				fields = append(fields, "-")
			}
		default:
			return strings.Join(fields, " "), length
		}
		fields = append(fields, field)
		length = after
	}
	return strings.Join(fields, " "), length
}

// fenField returns the field of a FEN that follows a place in a text, where it ends, and whether it is on the same
// line. It is empty where none follows.
func fenField(text string, at int) (field string, end int, sameLine bool) {
	rest := strings.TrimLeft(text[at:], fenBlanks)
	start := len(text) - len(rest)
	n := strings.IndexAny(rest, fenBlanks+"])}>|")
	if n < 0 {
		n = len(rest)
	}
	return rest[:n], start + n, !strings.Contains(text[at:start], "\n")
}

func isCounter(field string) bool { return field != "" && strings.Trim(field, "0123456789") == "" }

// ranksRun is what the ranks of a FEN look like within a link.
var ranksRun = regexp.MustCompile(`[A-Za-z0-9]+(?:/[A-Za-z0-9]+){5,}`)

// unlinked puts positions within links into their place: those of PyChess, chessdb.cn, xiangqiai.com and others have
// the FEN in the query, in the fragment or in the path, with escapes, and perhaps moves after it. A FEN whose fields
// are parted as in a link, without the rest of one, is as good.
func unlinked(text string) string {
	return unspaced.ReplaceAllStringFunc(text, linkedPosition)
}

// unspaced is what is between blanks.
var unspaced = regexp.MustCompile(`[^\s\v\p{Z}\x{85}]+`)

// linkedPosition returns the position that a word holds, and the word itself if it is no link with one.
func linkedPosition(word string) string {
	const fewest = 6 // signs between ranks
	if strings.Count(word, "/")+strings.Count(word, "%2F")+strings.Count(word, "%2f") < fewest || !strings.ContainsAny(word, "_+%") && !strings.Contains(word, "://") {
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
