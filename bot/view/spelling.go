package view

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// This file deals with how people write moves: examples, suggestions, and moves that are spelled like what they typed.

// Examples writes a move that may be played in the position in two ways, the viewer's own first.
func Examples(p *board.Position, r Viewer) string {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return ""
	}
	// A cannon to the middle is the move that everybody knows; after it, any move sideways shows the notation well.
	example := slices.MaxFunc(moves, func(a, b board.Move) int { return cmp.Compare(fame(p, a), fame(p, b)) })
	ways := []string{"**" + MoveText(p, example, r) + "**"}
	if r.coordinates() {
		ways = append(ways, "**"+notation.Format(p, example, r.Chinese())+"**")
	} else {
		ways = append(ways, "**"+notation.Format(p, example, notation.UCI)+"**")
	}
	return strings.Join(ways, r.Say("moves.examples-or"))
}

// fame rates how well a move serves as an example. Only the order of the numbers has a meaning.
func fame(p *board.Position, m board.Move) int {
	points := 0
	if p.At(m.From()).Kind() == board.Cannon {
		points += 2
	}
	if m.From().Rank() == m.To().Rank() {
		points += 2
		if m.To().File() == board.Files/2 {
			points++
		}
	}
	return points
}

// SuggestMove formats a legal move as a suggestion for somebody who has typed the beginning of it: in the script that
// they type, otherwise in their own. The line, which they read, has its squares too, what it captures, whether it gives
// check, and its consequence by the rules of repetition: C2=5 · h2-e2 · takes pawn · check. The text is what is sent.
func SuggestMove(p *board.Position, m board.Move, typed string, ahead RepetitionForecast, r Viewer) (line, text string) {
	text = notation.Format(p, m, r.Style)
	for _, s := range r.scripts(typed) {
		if as := notation.Format(p, m, s); begins(as, typed) {
			if read, err := r.Dialect().Parse(p, as); err == nil && read == m {
				text = as
				break
			}
		}
	}
	parts := []string{text}
	if !r.coordinates() && r.letters() && text != m.String() {
		parts = append(parts, m.From().String()+"-"+m.To().String())
	}
	if taken := p.At(m.To()); taken != board.NoPiece {
		parts = append(parts, r.Say("moves.takes", words.Vars{"Piece": PieceName(r.Words, taken, 1)}))
	}
	if p.GivesCheck(m) {
		parts = append(parts, r.Say("moves.check"))
	}
	parts = append(parts, NonEmpty(ahead.Mark(m, r.Words))...)
	return discord.Cut(strings.Join(parts, " · "), discord.ChoiceNameLimit), text
}

// scripts are the styles in which a text may have been begun, the viewer's own first.
func (r Viewer) scripts(typed string) []notation.Style {
	if typed == "" {
		return nil
	}
	if strings.ContainsFunc(typed, func(c rune) bool { return unicode.Is(unicode.Han, c) }) {
		if r.Language() == words.Traditional || strings.ContainsAny(typed, "馬車將帥進後") {
			return []notation.Style{r.Style, notation.ChineseTraditional, notation.Chinese}
		}
		return []notation.Style{r.Style, notation.Chinese, notation.ChineseTraditional}
	}
	return []notation.Style{r.Style, notation.WXF, notation.UCI, notation.ICCS, notation.Vietnamese}
}

// begins reports whether a move in some notation begins with what was typed, as far as the letters go. In Chinese the
// first character is enough: there are many ways to write the numbers after it.
func begins(written, typed string) bool {
	typed, written = strings.ToLower(strings.TrimSpace(typed)), strings.ToLower(written)
	isHan := func(c rune) bool { return unicode.Is(unicode.Han, c) }
	if first, _ := utf8.DecodeRuneInString(typed); isHan(first) {
		return strings.ContainsFunc(written, isHan)
	}
	return strings.HasPrefix(written, typed)
}

const (
	similarMost = 3 // moves that are offered in the place of a wrong one
	similarFar  = 2 // characters in which a spelling may differ from what was typed
	similarText = 16
)

// meant is what a text that is not a move says about one, as far as it can be read.
type meant struct {
	kind     board.Kind   // NoKind if the text does not say it
	from, to board.Square // board.NoSquare if the text does not say it
}

// meantBy returns what the text names that package notation has refused with an error.
func meantBy(err error) meant {
	m := meant{from: board.NoSquare, to: board.NoSquare}
	if e, ok := errors.AsType[*notation.IllegalError](err); ok {
		m.kind = e.Piece.Kind()
		if e.Move != board.NoMove {
			m.from, m.to = e.Move.From(), e.Move.To()
		}
	}
	return m
}

// Similar are the moves that somebody may have meant with a text that is none, three at most: those of which a spelling
// differs little from it. Those of the kind of piece that the text names come first, then those to the same point, then
// those of the same piece, then those that are spelled most alike. It knows nothing of what is good. The error is that
// of package notation about the text, or nil.
func Similar(p *board.Position, text string, err error, r Viewer) []board.Move {
	named := meantBy(err)
	normalize := func(text string) []rune { return []rune(digits.Replace(words.Normalize(text))) }
	typed := normalize(text)
	if len(typed) < 2 || len(typed) > similarText {
		return nil
	}
	type near struct {
		move  board.Move
		other bool // it is of another kind than the text names
		far   int
	}
	var found []near
	nearest := map[bool]int{false: similarFar, true: similarFar} // by near.other
	for _, m := range notation.CompleteAs(p, "", r.Style) {
		n := near{m, named.kind != board.NoKind && p.At(m.From()).Kind() != named.kind, similarFar + 1}
		for _, s := range []notation.Style{
			r.Style, notation.Chinese, notation.ChineseTraditional, notation.WXF, notation.UCI, notation.Vietnamese,
		} {
			spelled := normalize(notation.Format(p, m, s))
			if far := distance(typed, spelled); far < n.far {
				n.far = far
				if named == meantBy(nil) { // the first character names the kind, or the file that it is on
					n.other = typed[0] != spelled[0]
				}
			}
		}
		if n.far <= similarFar && n.far < len(typed)-1 {
			found = append(found, n)
			nearest[n.other] = min(nearest[n.other], n.far)
		}
	}
	last := func(different bool) int {
		if different {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(
			cmp.Compare(last(a.other), last(b.other)),
			cmp.Compare(last(a.move.To() != named.to), last(b.move.To() != named.to)),
			cmp.Compare(last(a.move.From() != named.from), last(b.move.From() != named.from)),
			cmp.Compare(a.far, b.far),
		)
	})
	nearest[true] = min(nearest[false], nearest[true])
	var moves []board.Move
	for _, n := range found {
		// Far ones only where the text names them better than by its letters, or nothing is nearer.
		if len(moves) < similarMost && (n.far < similarFar || n.far == nearest[n.other] || !n.other && n.move.To() == named.to) {
			moves = append(moves, n.move)
		}
	}
	return moves
}

// digits writes Chinese and full-width numerals as plain ones: 炮二平五 is as near to 炮2平5.
var digits = strings.NewReplacer(
	"一", "1", "二", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9",
	"１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9",
)

// distance is how many characters have to be put in, taken out or changed to make one text of another.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
