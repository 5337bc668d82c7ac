package view

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

const (
	similarMost = 3 // moves that are offered in the place of a wrong one
	similarFar  = 2 // characters in which a spelling may differ from what was typed
	similarText = 16
)

// meant is what a text that is no move names of one, as far as it is known.
type meant struct {
	kind     board.Kind   // NoKind if the text does not say it
	from, to board.Square // board.NoSquare likewise
}

// meantBy returns what the text names that package notation has refused with err.
func meantBy(err error) meant {
	m := meant{from: board.NoSquare, to: board.NoSquare}
	if e := (*notation.IllegalError)(nil); errors.As(err, &e) {
		m.kind = e.Piece.Kind()
		if e.Move != board.NoMove {
			m.from, m.to = e.Move.From(), e.Move.To()
		}
	}
	return m
}

// similar are the moves that somebody may have meant with a text that is none: those of which a spelling differs little
// from it. Those of the kind of piece that the text names come first, then those to the same point, then those of the
// same piece, then those that are spelled most alike. It knows nothing of what is good.
func similar(p *board.Position, text string, named meant, r Viewer) []board.Move {
	typed := []rune(words.Normalize(text))
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
			spelled := []rune(words.Normalize(notation.Format(p, m, s)))
			if far := distance(typed, arabic(typed, spelled)); far < n.far {
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

// arabic is a spelling with its numerals as those of the text are: 炮二平五 is as near to 炮2平5.
func arabic(typed, spelled []rune) []rune {
	const chinese, plain = "一二三四五六七八九", "123456789"
	to := map[rune]rune{}
	for i, r := range []rune(chinese) {
		to[r] = rune(plain[i])
		to['１'+rune(i)] = rune(plain[i])
	}
	if slices.ContainsFunc(typed, func(r rune) bool { return strings.ContainsRune(chinese, r) }) {
		clear(to)
		for i, r := range []rune(chinese) {
			to['１'+rune(i)] = r
			to[rune(plain[i])] = r
		}
	}
	out := slices.Clone(spelled)
	for i, r := range out {
		if other, is := to[r]; is {
			out[i] = other
		}
	}
	return out
}

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

// didYouMean adds to a reply about a move that cannot be played what may have been meant, with a button each.
func didYouMean(reply *Reply, g *game.Game, p *board.Position, text string, named meant, r Viewer) {
	moves := similar(p, text, named, r)
	if len(moves) == 0 || g.State != game.Active {
		return
	}
	var buttons []discordgo.MessageComponent
	ahead := ForecastRepetitions(g)
	for _, m := range moves {
		buttons = append(buttons, moveButton(g, p, m, ahead, r))
	}
	reply.Text += "\n" + r.Words.Say("moves.did-you-mean")
	reply.Rows = append(Rows(buttons), reply.Rows...)
}
