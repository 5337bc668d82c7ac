package view

import (
	"cmp"
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

// similar are the moves that somebody may have meant with a text that is none: those of which a spelling differs least
// from it. Those of the piece that the text names come first: the one on the square piece, or none if that is
// board.NoSquare. It goes by the text alone and knows nothing of what is good.
func similar(p *board.Position, text string, piece board.Square, r Viewer) []board.Move {
	typed := []rune(words.Normalize(text))
	if len(typed) < 2 || len(typed) > similarText {
		return nil
	}
	type near struct {
		move board.Move
		rank int // 0 for a move of the piece that the text names
		far  int
	}
	var found []near
	least := [2]int{similarFar, similarFar} // by rank
	for _, m := range notation.CompleteAs(p, "", r.Style) {
		far := similarFar + 1
		for _, s := range []notation.Style{
			r.Style, notation.Chinese, notation.ChineseTraditional, notation.WXF, notation.UCI, notation.Vietnamese,
		} {
			spelled := []rune(words.Normalize(notation.Format(p, m, s)))
			far = min(far, distance(typed, arabic(typed, spelled)))
		}
		if far <= similarFar && far < len(typed)-1 {
			n := near{m, 1, far}
			if m.From() == piece {
				n.rank = 0
			}
			found = append(found, n)
			least[n.rank] = min(least[n.rank], far)
		}
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.far, b.far))
	})
	least[1] = min(least[0], least[1])
	var moves []board.Move
	for _, n := range found {
		if len(moves) < similarMost && (n.far < similarFar || n.far == least[n.rank]) {
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

// didYouMean adds to a reply about a move that cannot be played what may have been meant, with a button each. Piece is
// as in similar.
func didYouMean(reply *Reply, g *game.Game, p *board.Position, text string, piece board.Square, r Viewer) {
	moves := similar(p, text, piece, r)
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
