package codec

import (
	"regexp"
	"strings"

	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
)

// westernMove is a move of Western chess: e4, Nf3, exd5, Nbd7, R1e2, O-O, e8=Q+, e2e4, e2-e4.
var westernMove = regexp.MustCompile(`^(?:[O0]-[O0](?:-[O0])?|` +
	`[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBNqrbn])?)[+#]?[!?]*$`)

// westernNumber is the number of a round at the beginning of a word.
var westernNumber = regexp.MustCompile(`^\d{1,3}(?:\.+|$)`)

// westernGameFault returns the fault of a text that holds moves of Western chess, where fewer of them could be read as
// moves of Xiangqi, and nil for all others. The first ones may well be legal in both games: e4, e5. Three moves with
// which a game of chess may begin are hardly chance.
func westernGameFault(text string, read int) *gamefile.Error {
	const least, most = 3, 12 // moves
	s := paste.NewScanner(text, 1)
	var moves []string
	line, depth := 0, 0
	for len(moves) < most {
		t := s.Next()
		if t.Kind == paste.EndOfText || t.Kind == paste.TagPair && len(moves) > 0 {
			break
		}
		switch t.Kind {
		case paste.OpenParen:
			depth++
		case paste.CloseParen:
			depth--
		case paste.Word, paste.Comment, paste.TagPair, paste.EndOfText:
		}
		word := westernNumber.ReplaceAllString(t.Text, "")
		if t.Kind != paste.Word || depth > 0 || paste.IsPunctuation(word) || word[0] == '$' {
			continue
		}
		if !westernMove.MatchString(word) || len(moves) < 2 && !opensWestern[len(moves)].MatchString(word) {
			if len(moves) > 0 {
				break
			}
			continue // a title
		}
		if len(moves) == 0 {
			line = t.Line
		}
		moves = append(moves, word)
	}
	if len(moves) < least || len(moves) <= read {
		return nil
	}
	return gamefile.NewError(gamefile.OtherGame, line, strings.Join(moves, " "))
}

// opensWestern are the moves with which White, and then Black, may begin a game of Western chess. The two cannons of Xiangqi
// move as some pawns do, so these say nothing.
var opensWestern = [...]*regexp.Regexp{
	regexp.MustCompile(`^(?:[a-h][34]|N-?[acfh]3|N?[bg]1-?[acfh]3|(?:a2-?a|c2-?c|d2-?d|e2-?e|f2-?f|g2-?g)[34])[!?]*$`),
	regexp.MustCompile(`^(?:[a-h][56]|N-?[acfh]6|N?[bg]8-?[acfh]6|(?:a7-?a|c7-?c|d7-?d|e7-?e|f7-?f|g7-?g)[56])[!?]*$`),
}
