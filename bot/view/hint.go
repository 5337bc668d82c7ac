package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/render"
)

// Hint reveals as much of the best move as the person has asked for: the theme, the piece, the move, the line.
func (v Studies) Hint(g *game.Game, h game.Hint, r Viewer) Reply {
	w := r.Words
	c, _ := g.SeatOf(r.Person)
	p := g.Position()
	best := h.Line[0]
	lines := []string{
		w.Say("hint.head", words.Vars{"Game": g.ID, "Used": g.Hints.Of(c), "Most": game.MaxHints}),
		ideaText(&g.Record, h.Line, h.Mate, h.Score, w),
	}
	k := sketch{record: &g.Record, black: r.flipped(g), from: board.NoSquare}
	if h.Step == 2 {
		lines = append(lines, w.Say("hint.piece", words.Vars{"Piece": r.pieceOn(&p, best.From())}))
		k.from = best.From()
	}
	if h.Step >= 3 {
		lines = append(lines, w.Say("hint.move", words.Vars{"Move": MoveText(&p, best, r)}))
		k.arrows = []render.Arrow{{Move: best, Kind: render.BestMove}}
	}
	if h.Step >= game.HintSteps {
		lines = append(lines, w.Say("hint.line", words.Vars{"Moves": movesText(&p, h.Line, r), "Percent": percent(h.Chance())}))
	}
	reply := Private("")
	if h.Step >= 2 {
		reply.Picture = k.draw(v.View, r)
	}
	if h.Step < game.HintSteps {
		lines = append(lines, "-# "+w.Say("hint.free"))
		reply.Rows = Rows([]discordgo.MessageComponent{
			Button(w.Say("button.hint-more"), discordgo.PrimaryButton, Press{Act: PressHint, Topic: OnBoard(g)}),
		})
	}
	reply.Text = strings.Join(lines, "\n")
	return reply
}

// hintButton asks for a hint below the board of g. It is there where hints are given: in a casual game of one person
// against the bot, when it is their move.
func hintButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	_, bot := g.BotSeat()
	if !bot || g.Rated || g.Vote != nil || g.Partner.Kind != game.NoPartner || g.Seats[g.Turn()].IsBot() {
		return nil
	}
	press := Press{Act: PressHint, Topic: OnBoard(g)}
	return []discordgo.MessageComponent{Button(w.Say("button.hint"), discordgo.SecondaryButton, press)}
}

// mateSoon is how near a mate has to be, in moves, to be shown as one: a far one is no help.
const mateSoon = 7

// ideaText says what a line is about without naming a move: a mate, what it wins, or what kind of move it begins with
// and how the game lies.
func ideaText(rec *board.Record, line []board.Move, mate, score int, w words.Words) string {
	p := rec.Position()
	played := rec.Clone()
	played.Moves = append(played.Moves, line...)
	shot := pattern.ShotAt(&played, len(rec.Moves))
	parts := []string{}
	switch {
	case mate > 0 && mate <= mateSoon:
		parts = append(parts, w.Count("hint.mate", mate))
	case shot.Gain >= leastHint && len(shot.Motifs) > 0 && shot.Motifs[0] < pattern.Qizi:
		parts = append(parts, w.Say("hint.wins-by", words.Vars{"Motif": MotifName(w, shot.Motifs[0])}))
	case shot.Gain >= leastHint:
		parts = append(parts, w.Say("hint.wins"))
	case score >= betterScore:
		parts = append(parts, w.Say("hint.better"))
	case score <= -betterScore:
		parts = append(parts, w.Say("hint.worse"))
	default:
		parts = append(parts, w.Say("hint.even"))
	}
	if p.InCheck() {
		return w.Sentences(append(parts, w.Count("hint.in-check", p.CountLegal())))
	}
	switch m := line[0]; {
	case p.GivesCheck(m):
		parts = append(parts, w.Say("hint.check"))
	case p.At(m.To()) != board.NoPiece:
		parts = append(parts, w.Say("hint.capture"))
	default:
		parts = append(parts, w.Say("hint.quiet"))
	}
	return w.Sentences(parts)
}

const (
	// leastHint is the material, in pawns, that a line has to win for a hint to say so.
	leastHint = 2
	// betterScore is the score in centipawns from which on a side has the better position.
	betterScore = 80
)
