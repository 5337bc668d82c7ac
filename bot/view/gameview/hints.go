package gameview

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/render"
)

// This file shows what the engine says to a person who plays the bot: hints, and the warnings of the coach.

// Hint reveals as much of the best move as the person has asked for: the theme, the piece, the move, the line.
func Hint(v *view.View, g *game.Game, h game.Hint, r view.Viewer) view.Reply {
	c, _ := g.SeatOf(r.Person)
	p := g.Position()
	best := h.Line[0]
	lines := []string{
		r.Say("hint.head", words.Vars{"Game": g.ID, "Used": g.Hints.Of(c), "Most": game.MaxHints}),
		IdeaText(&g.Record, h.Line, h.Mate, h.Score, r.Words),
	}
	k := view.Sketch{Record: &g.Record, Black: r.Flipped(g), From: board.NoSquare}
	if h.Step == 2 {
		lines = append(lines, r.Say("hint.piece", words.Vars{"Piece": r.PieceOn(&p, best.From())}))
		k.From = best.From()
	}
	if h.Step >= 3 {
		lines = append(lines, r.Say("hint.move", words.Vars{"Move": view.MoveText(&p, best, r)}))
		k.Arrows = []render.Arrow{{Move: best, Kind: render.BestMove}}
	}
	if h.Step >= game.HintSteps {
		lines = append(lines, r.Say("hint.line", words.Vars{
			"Moves": view.MovesText(&p, h.Line, r), "Percent": view.Percent(h.Chance()),
		}))
	}
	reply := view.Private("")
	if h.Step >= 2 {
		reply.Picture = k.Draw(v, r)
	}
	if h.Step < game.HintSteps {
		lines = append(lines, "-# "+r.Say("hint.free"))
		more := view.Press{Act: view.PressHint, Topic: view.OnBoard(g)}
		reply.Rows = view.Rows(view.Button(r.Say("button.hint-more"), discordgo.PrimaryButton, more))
	}
	reply.Text = strings.Join(lines, "\n")
	return reply
}

// hintButton asks for a hint below the board of g, and switches the coach. It is there where hints are given: in a
// casual game of one person against the bot, when it is their move.
func hintButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	_, bot := g.BotSeat()
	if !bot || g.Rated || g.Vote != nil || g.Partner.Kind != game.NoPartner || g.Seats[g.Turn()].IsBot() {
		return nil
	}
	press := view.Press{Act: view.PressHint, Topic: view.OnBoard(g)}
	buttons := []discordgo.MessageComponent{view.Button(w.Say("button.hint"), discordgo.SecondaryButton, press)}
	if g.Seats[g.Turn().Opponent()].Level > game.CoachLevel {
		return buttons
	}
	label, arg := "button.coach-on", CoachOn
	if g.Coach {
		label, arg = "button.coach-off", CoachOff
	}
	press.Arg = arg
	return append(buttons, view.Button(w.Say(label), discordgo.SecondaryButton, press))
}

// The Args of [view.PressHint] that switch the coach, who warns of what the bot threatens.
const (
	CoachOn  = "coach-on"
	CoachOff = "coach-off"
)

// coachText warns the person who is to move of a mate in one, or of the most valuable piece that they would lose for
// nothing; "" if there is nothing to warn of or no coach.
func coachText(g *game.Game, r view.Viewer) string {
	p := g.Position()
	if !g.Coach || g.Hinting().MayCoach(g.Seats[g.Turn()].Person, g.Updated) != nil || p.InCheck() {
		return ""
	}
	p.MakeNull()
	most, target := 0, board.NoSquare
	for _, m := range p.LegalMoves(nil) {
		after := p
		after.Make(m)
		if !after.HasLegalMove() {
			return r.Say("hint.coach-mate")
		}
		if p.At(m.To()) == board.NoPiece {
			continue
		}
		if gain := p.SEE(m, func(s board.Square) int { return pattern.Worth(&p, s) }); gain >= leastHint && gain > most {
			most, target = gain, m.To()
		}
	}
	if target == board.NoSquare {
		return ""
	}
	return r.Say("hint.coach-piece", words.Vars{"Piece": r.PieceOn(&p, target)})
}

// mateSoon is how near a mate has to be, in moves, to be shown as one: a far one is no help.
const mateSoon = 7

// IdeaText says what a line is about without naming a move: a mate, what it wins, or what kind of move it begins with
// and how the game lies.
func IdeaText(rec *board.Record, line []board.Move, mate, score int, w words.Words) string {
	p := rec.Position()
	played := rec.Clone()
	played.Moves = append(played.Moves, line...)
	shot := pattern.ShotAt(&played, len(rec.Moves))
	about, look := w.Say("hint.even"), w.Say("hint.quiet")
	switch {
	case mate > 0 && mate <= mateSoon:
		about = w.Count("hint.mate", mate)
	case shot.Gain >= leastHint && len(shot.Motifs) > 0 &&
		shot.Motifs[0] != pattern.Qizi && shot.Motifs[0] != pattern.Duizi:
		about = w.Say("hint.wins-by", words.Vars{"Motif": view.MotifName(w, shot.Motifs[0])})
	case shot.Gain >= leastHint:
		about = w.Say("hint.wins")
	case score >= betterScore:
		about = w.Say("hint.better")
	case score <= -betterScore:
		about = w.Say("hint.worse")
	}
	switch m := line[0]; {
	case p.InCheck():
		look = w.Count("hint.in-check", len(p.LegalMoves(nil)))
	case p.GivesCheck(m):
		look = w.Say("hint.check")
	case p.At(m.To()) != board.NoPiece:
		look = w.Say("hint.capture")
	}
	return w.Sentences(about, look)
}

const (
	// leastHint is the material, in pawns, that a line has to win for a hint to say so.
	leastHint = 2
	// betterScore is the score in centipawns from which on a side has the better position.
	betterScore = 80
)
