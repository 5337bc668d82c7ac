package gameview

import (
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// This file shows the board of a game in a picture, in words and in characters.

func scene(g *game.Game, r view.Viewer, marks []render.Mark) render.Scene {
	s := r.Scene(&g.Record, r.Flipped(g))
	s.Marks, s.Tally, s.Over = marks, tally(g, r), g.State == game.Finished
	addPlayers(&s, g, r)
	return s
}

// addPlayers puts the clocks of a live game under the board; where it is drawn wide, it puts them onto the panel with
// who plays, how strong they are, and the last moves.
func addPlayers(s *render.Scene, g *game.Game, r view.Viewer) {
	s.Wide = r.Layout == view.Wide
	for i := range s.Players {
		c, player := board.Color(i), &s.Players[i]
		player.Clock = clockFace(g, c)
		if s.Wide || g.Time.Class() == clocks.Live { // beside clocks names take no space
			player.Name = SeatLabel(g, c, r.Words)
		}
		if s.Wide && g.Rated {
			player.Note = seatRating(g, c)
		}
	}
	if s.Wide {
		view.FillPanel(s, &g.Record, r)
	}
}

// describe puts the board into words, for those who cannot see the picture: where the pieces of each side stand, the
// last move, check, and whose turn it is. It fits into Discord's alternative text whatever the position.
//
// Points are named in the way of the viewer's notation, and the pieces in the order of their worth.
func describe(g *game.Game, r view.Viewer) string {
	votes, result := "", ""
	if game.VoteOpen(g) && len(g.Vote.Turn.Proposals) > 0 {
		votes = strings.Join(proposalLines(g, r), r.Say("list.comma"))
		votes = r.Say("vote.alt", words.Vars{"Votes": strings.ReplaceAll(votes, "**", "")})
	}
	if g.State == game.Finished {
		result = view.OutcomeText(r.Words, g.Outcome)
	}
	head := r.Say("describe.board", words.Vars{"Game": g.ID})
	text := r.Sentences(head, view.DescribePieces(&g.Record, r), votes, view.DescribeTurn(&g.Record, result, r))
	return discord.Cut(text, discord.AltLimit)
}

// inWords is the board for a viewer who reads it in words: what describe says, and which pieces are attacked.
func inWords(g *game.Game, r view.Viewer) string {
	p := g.Position()
	text := describe(g, r)
	for _, c := range []board.Color{board.Red, board.Black} {
		if attacked := view.Attacked(&p, c, r); attacked != "" && g.State == game.Active {
			text = r.Sentences(text, view.Capital(r.Say("describe.attacked", words.Vars{
				"Side": view.SideName(r.Words, c), "Pieces": attacked,
			})))
		}
	}
	return text
}

// How a diagram writes pieces, by kind. Characters of two sizes do not line up in columns, so that a diagram has wide
// ones alone, or narrow ones. Both sides have characters of their own in the traditional forms only.
var (
	widePieces   = [2][]rune{board.Red: []rune("＋帥仕相傌俥炮兵"), board.Black: []rune("＋將士象馬車砲卒")}
	narrowPieces = [2][]rune{board.Red: []rune(".KAEHRCP"), board.Black: []rune(".kaehrcp")}
)

// diagram is the board in characters, the same way up as the picture: in Chinese with the pieces' characters,
// otherwise with the letters of moves, those of Red in capitals. Ranks and files are named as beside each move.
func diagram(g *game.Game, r view.Viewer) string {
	pieces, corner, between, zero, a := narrowPieces, " ", " ", '0', 'a'
	if l := r.Language(); l == words.Simplified || l == words.Traditional {
		pieces, corner, between, zero, a = widePieces, "　", "", '０', 'ａ'
	}
	files, ranks := line(board.Files, !r.Flipped(g)), line(board.Ranks, r.Flipped(g)) // from the left, and from the top
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

// Picture draws the board. It is a plain attachment of the message. Inside the embed it would look much the same, but
// Discord hides an attachment that an embed shows, and its alternative text with it.
func Picture(v *view.View, g *game.Game, r view.Viewer, marks []render.Mark) *view.Picture {
	alt := describe(g, r)
	if r.Layout == view.InWords {
		alt = inWords(g, r)
	}
	picture := v.Board(scene(g, r, marks), alt, r)
	if picture.PNG != nil {
		picture.Text = diagram(g, r)
	}
	return picture
}

// Grid is the board in characters, for Braille displays. It is ephemeral.
func Grid(g *game.Game, r view.Viewer) view.Reply { return view.Private(diagram(g, r)) }
