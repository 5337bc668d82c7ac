package notation

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
)

// Complete returns the legal moves that a partly typed text is a prefix of, in any notation that [ParseAs] reads: 炮
// gives every cannon move, 炮2 and C2 those of the second file (and C2 also the moves from that point), 前 those of front
// pieces. An empty text gives all legal moves; a text that is no prefix of a legal move gives none.
//
// The moves come in the order in which a list for people is easiest to scan: by the piece that moves, strongest first
// and from the mover's right; for each piece sideways, forward, back, and each of these by its number. That is how the
// text runs, so readers find a move as in a dictionary, and what comes first is what is played most: in 24,567 played
// games rooks, cannons and kings went sideways in half of their moves, forward in a third, back in a sixth.
//
// Where letters begin something in Vietnamese and in WXF, a person with style Vietnamese is offered the first only, so
// P gives the cannon moves and not also the pawns'; everybody else is offered Vietnamese where it is the only thing
// that begins so.
// Words of pinyin and English are completed where the text begins nothing else.
func (w Dialect) Complete(p *board.Position, typed string) []board.Move {
	if moves := complete(p, typed, w); len(moves) > 0 {
		return moves
	}
	if moves := completeWords(p, typed, w); len(moves) > 0 {
		return moves
	}
	m, err := w.Parse(p, typed) // a whole move as people type it in a chat
	if several := (*AmbiguousError)(nil); errors.As(err, &several) {
		return several.Candidates
	} else if err == nil {
		return []board.Move{m}
	}
	return nil
}

// CompleteAs is [Dialect.Complete] for a person of whom only the style is known.
func CompleteAs(p *board.Position, typed string, s Style) []board.Move {
	return Dialect{Style: s}.Complete(p, typed)
}

// complete is [Dialect.Complete] without words of pinyin and English.
func complete(p *board.Position, typed string, w Dialect) []board.Move {
	var in script
	if len(typed) > MaxText || in.normalize(typed) != "" {
		return nil
	}
	tries := [][]rune{in.move(), in.r[:in.n]}
	in.trimAnnotations() // the text may have one after the move, or be a short prefix after a move number
	tries = append(tries, in.move())
	if in.moveStart < in.n {
		tries = append(tries, in.r[in.moveStart:in.n])
	}
	legal := spelledMoves(p)
	for _, typed := range tries {
		if moves := w.begun(typed, legal); len(moves) > 0 {
			return moves
		}
	}
	return nil
}

// spelledMove is a move with its spellings.
type spelledMove struct {
	naming
	spellings [][]rune
}

// spelledMoves returns the legal moves in the order of a list for people.
func spelledMoves(p *board.Position) (all []*spelledMove) {
	for _, m := range p.LegalMoves(nil) {
		n := nameOf(p, m)
		all = append(all, &spelledMove{n, n.spellings()})
	}
	slices.SortFunc(all, func(a, b *spelledMove) int {
		return cmp.Or(scanOrder[a.kind]-scanOrder[b.kind], a.index-b.index, scanDirection[a.dir]-scanDirection[b.dir], a.number-b.number)
	})
	return all
}

// The orders of a list for people: the most frequently moved pieces and directions first.
var (
	scanOrder     = [...]int{board.Rook: 1, board.Cannon: 2, board.Horse: 3, board.Pawn: 4, board.Elephant: 5, board.Advisor: 6, board.King: 7}
	scanDirection = [...]int{sideways: 1, forward: 2, back: 3}
)

// begun returns the moves with a spelling that begins with the typed text.
func (w Dialect) begun(typed []rune, legal []*spelledMove) []board.Move {
	those := func(ofKind func(*spelledMove) bool) (moves []board.Move) {
		for _, m := range legal {
			if ofKind(m) {
				moves = append(moves, m.move)
			}
		}
		return moves
	}
	inVietnamese := func(m *spelledMove) bool {
		return slices.ContainsFunc(m.spellings, func(s []rune) bool {
			return kindOf(s[0]) != board.NoKind && isVietnamesePrefix(typed, s...) // it has no others
		})
	}
	byName := func(m *spelledMove) bool {
		return slices.ContainsFunc(m.spellings, func(s []rune) bool { return isPrefix(typed, s) })
	}
	if w.readsVietnamese() && len(those(inVietnamese)) > 0 {
		byName = inVietnamese
	}
	moves := those(func(m *spelledMove) bool { return beginsCoordinates(typed, m.move, w.Style) || byName(m) })
	if len(moves) == 0 {
		return those(inVietnamese)
	}
	return moves
}

// spellings are the ways to spell a move in Chinese and WXF, with Chinese characters for pieces, places and directions:
// the inverse of describe.
func (n *naming) spellings() (all [][]rune) {
	piece, file, onFile := character(kindNames[n.kind]), numeral(n.file), numeral(n.onFile)
	all = [][]rune{{piece, file}, {piece}}
	tandem := n.alike > 1
	hasPlace := tandem && (n.onFile == 1 || n.onFile == n.alike || n.alike == 3)
	place := character(placeNames[placeAmong(n.onFile, n.alike)])
	if hasPlace {
		all = append(all, []rune{piece, place}, []rune{place, piece})
	}
	if tandem && n.kind == board.Pawn {
		all = append(all, []rune{numeral(n.inAll), piece}, []rune{piece, 'A' + rune(n.inAll) - 1},
			[]rune{onFile, file}, []rune{onFile, piece, file}, []rune{piece, onFile, file})
		if hasPlace {
			all = append(all, []rune{place, file}, []rune{place, piece, file}, []rune{piece, place, file})
		}
	}
	for i := range all {
		all[i] = append(all[i], character(directionNames[n.dir]), numeral(n.number))
	}
	return all
}

func numeral(n int) rune { return '0' + rune(n) }

// isPrefix compares what was typed with the beginning of a spelling. Typed letters and signs match the characters they
// stand for.
func isPrefix(typed, spelling []rune) bool {
	if len(typed) > len(spelling) {
		return false
	}
	for i, t := range typed {
		want := spelling[i]
		same := t == want || want >= utf8.RuneSelf && (kindOf(want) != board.NoKind && kindOf(want) == kindOf(t) ||
			placeOf(want) != anyPlace && placeOf(want) == placeOf(t) || directionOf(want) != 0 && directionOf(want) == directionOf(t))
		if !same {
			return false
		}
	}
	return true
}

// completeWords returns the moves that a text in words can still become.
func completeWords(p *board.Position, typed string, w Dialect) []board.Move {
	put, last, ok := translateWords(typed)
	put = strings.ReplaceAll(put, takesPiece, "")
	if last == "" && !ok || len(typed) > MaxText {
		return nil
	}
	endings := []string{""}
	if last != "" {
		endings = nil
		for word, means := range wordMeanings {
			if strings.HasPrefix(word, last) {
				endings = append(endings, means)
			}
		}
	}
	found := make(map[board.Move]bool)
	for _, ending := range endings {
		text := put + ending
		piece, goal, goes := strings.Cut(text, toPoint)
		c := candidates{p: p}
		switch {
		case strings.TrimSpace(text) == "":
		case !goes:
			c.legal = complete(p, text, w)
		case !c.toFile(piece, goal):
			c.toPoint(piece, goal, w.Style)
		}
		for _, m := range c.legal {
			found[m] = true
		}
		for _, m := range p.LegalMoves(nil) {
			name := character(kindNames[p.At(m.From()).Kind()])
			if goes && withoutBlanks(piece) == string(name) && beginsPoint(strings.TrimSpace(goal), m.To(), w.Style) {
				found[m] = true
			}
		}
	}
	var moves []board.Move
	for _, m := range complete(p, "", w) { // in the order of a list for people
		if found[m] {
			moves = append(moves, m)
		}
	}
	return moves
}

// beginsPoint reports whether what was typed, in lower case, begins the name of a point as style s counts, or as a rank
// 0 or 10 shows that it is counted.
func beginsPoint(typed string, at board.Square, s Style) bool {
	for first := range 2 {
		number := at.Rank() + first
		if (first == s.FirstRank() || number == 0 || number == board.Ranks) &&
			strings.HasPrefix(strings.ToLower(pointName(at, first)), typed) {
			return true
		}
	}
	return false
}
