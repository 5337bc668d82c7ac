package view

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// How a diagram writes pieces, by kind. Characters of two sizes do not line up in columns, so that a diagram has wide
// ones alone, or narrow ones. Both sides have characters of their own in the traditional forms only.
var (
	widePieces   = [2][]rune{board.Red: []rune("＋帥仕相傌俥炮兵"), board.Black: []rune("＋將士象馬車砲卒")}
	narrowPieces = [2][]rune{board.Red: []rune(".KAEHRCP"), board.Black: []rune(".kaehrcp")}
)

// diagram is the board in characters, the same way up as the picture: in Chinese with the pieces' characters,
// otherwise with the letters of moves, those of Red in capitals. Ranks and files are named as beside each move.
func diagram(g *game.Game, r Viewer) string {
	pieces, corner, between, zero, a := narrowPieces, " ", " ", '0', 'a'
	if l := r.Words.Language(); l == words.Simplified || l == words.Traditional {
		pieces, corner, between, zero, a = widePieces, "　", "", '０', 'ａ'
	}
	files, ranks := line(board.Files, !r.flipped(g)), line(board.Ranks, r.flipped(g)) // from the left, and from the top
	pos := g.Position()
	var b strings.Builder
	for _, rank := range ranks {
		b.WriteRune(zero + rune(rank))
		for _, file := range files {
			p := pos.At(board.SquareAt(file, rank))
			b.WriteString(between)
			b.WriteRune(pieces[p.Color()][p.Kind()])
		}
		b.WriteByte('\n')
	}
	b.WriteString(corner)
	for _, file := range files {
		b.WriteString(between)
		b.WriteRune(a + rune(file))
	}
	return "```\n" + b.String() + "\n```"
}

// line counts to n, upwards or downwards.
func line(n int, upwards bool) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
		if !upwards {
			numbers[i] = n - 1 - i
		}
	}
	return numbers
}
