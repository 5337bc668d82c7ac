package gameview

import (
	"iter"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/render"
)

// This file shows what the engine says to people in their games: as their partner, and in hints.

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
		more := onBoard(g, view.PressHint, "")
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
	press := onBoard(g, view.PressHint, "")
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
	if !g.Coach || game.MayCoach(g, g.Seats[g.Turn()].Person, g.Updated) != nil || p.InCheck() {
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
		if gain := pattern.SEE(&p, m); gain >= minGain && gain > most {
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
// and how good the position is.
func IdeaText(rec *board.Record, line []board.Move, mate, score int, w words.Words) string {
	p := rec.Position()
	played := rec.Clone()
	played.Moves = append(played.Moves, line...)
	shot := pattern.ShotAt(&played, len(rec.Moves))
	about, look := w.Say("hint.even"), w.Say("hint.quiet")
	switch {
	case mate > 0 && mate <= mateSoon:
		about = w.Count("hint.mate", mate)
	case shot.Gain >= minGain && len(shot.Motifs) > 0 &&
		shot.Motifs[0] != pattern.Qizi && shot.Motifs[0] != pattern.Duizi:
		about = w.Say("hint.wins-by", words.Vars{"Motif": view.MotifName(w, shot.Motifs[0])})
	case shot.Gain >= minGain:
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
	// minGain is the material, in pawns, that a line has to win for a hint to say so.
	minGain = 2
	// betterScore is the score in centipawns from which on a side has the better position.
	betterScore = 80
)

// The Args of [view.PressPartner], beside the kinds of question.
const (
	PartnerOpen = "open" // show what can be asked
	PartnerName = "name" // menu: the kind of piece that the partner is to move
	PartnerPast = "past" // once the game is over: what was asked
)

// PartnerNames lists the kinds of partner that have no question budget.
func PartnerNames() []string { return []string{string(game.Brain), string(game.Hand)} }

// BudgetLabel labels consultation with so many questions.
func BudgetLabel(n int) view.Label {
	return func(w words.Words) string { return w.Count("partner.consultation", n) }
}

// Partner shows a person what they can ask their partner now, or answer them; note is a line about the last answer.
func Partner(g *game.Game, note string, r view.Viewer) view.Reply {
	lines := []string{r.Say("partner.head", words.Vars{"Game": g.ID}) + " · " + partnerText(g, r.Words)}
	reply := view.Private("")
	switch g.Partner.Kind {
	case game.Consulting:
		lines = append(lines, "-# "+r.Say("partner.costs"))
		reply.Rows = view.Rows(askButtons(g, r)...)
	case game.Brain:
		ask := onBoard(g, view.PressPartner, string(game.AskPiece))
		reply.Rows = view.Rows(view.Button(r.Say("button.partner-piece"), discordgo.PrimaryButton, ask))
	case game.Hand:
		reply.Rows = view.Rows(kindMenu(g, r))
	case game.NoPartner:
	}
	reply.Text = strings.Join(view.NonEmpty(append(lines, note)...), "\n")
	return reply
}

func askButtons(g *game.Game, r view.Viewer) (buttons []discordgo.MessageComponent) {
	for _, kind := range game.QuestionKinds() {
		style := discordgo.SecondaryButton
		if kind == game.AskPiece {
			style = discordgo.PrimaryButton
		}
		ask := onBoard(g, view.PressPartner, string(kind))
		buttons = append(buttons, view.Button(r.Say("button.ask-"+string(kind)), style, ask))
	}
	return buttons
}

// partnerButton leads to what can be asked of the partner, nothing where there is none to be asked now.
func partnerButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	if g.Partner.Kind == game.NoPartner || g.Partner.Kind == game.Hand || g.Seats[g.Turn()].IsBot() {
		return nil
	}
	return []discordgo.MessageComponent{
		view.Button(w.Say("button.partner"), discordgo.PrimaryButton, onBoard(g, view.PressPartner, PartnerOpen)),
	}
}

// pastButton leads to what was asked in a game that is over, nothing where nothing was.
func pastButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	if g.Partner.Kind == game.NoPartner || g.Partner.Kind == game.Hand || len(g.Questions) == 0 {
		return nil
	}
	return []discordgo.MessageComponent{
		view.Button(w.Say("button.partner-past"), discordgo.SecondaryButton, onBoard(g, view.PressPartner, PartnerPast)),
	}
}

// kindMenu lists the kinds of piece that can move, for a partner to move one.
func kindMenu(g *game.Game, r view.Viewer) discordgo.MessageComponent {
	p := g.Position()
	return view.KindMenu(&p, r.Say("partner.menu"), onBoard(g, view.PressPartner, PartnerName), r)
}

// PartnerAnswer shows a person what their partner has answered.
func PartnerAnswer(g *game.Game, q game.Question, r view.Viewer) view.Reply {
	p := g.Position()
	lines := []string{"💬 " + AnswerText(&p, q, r)}
	// Of a position that is worse, IdeaText speaks as of the bot's.
	if _, bot := g.BotSeat(); q.Kind == game.AskMove && (bot || q.Score > -betterScore) {
		lines = append(lines, IdeaText(&g.Record, q.Moves, q.Mate, q.Score, r.Words))
	}
	return Partner(g, strings.Join(lines, "\n"), r)
}

// AnswerText puts an answer into words.
func AnswerText(p *board.Position, q game.Question, r view.Viewer) string {
	switch q.Kind {
	case game.AskPiece:
		return r.Say("partner.piece", words.Vars{"Piece": view.PieceName(r.Words, p.At(q.Moves[0].From()), 1)})
	case game.AskCandidates:
		var moves []string
		for _, m := range q.Moves {
			moves = append(moves, "**"+view.MoveText(p, m, r)+"**")
		}
		return r.Say("partner.candidates", words.Vars{"Moves": r.List(moves)})
	case game.AskVerdict:
		key := [...]string{game.Sound: "partner.sound", game.Doubtful: "partner.doubtful", game.Losing: "partner.losing"}
		return r.Say(key[q.Judgment()], words.Vars{"Move": view.MoveText(p, q.About, r)})
	case game.AskMove:
		vars := words.Vars{"Move": view.MoveText(p, q.Moves[0], r)}
		if len(q.Moves) < 2 {
			return r.Say("partner.move", vars)
		}
		after := *p
		after.Make(q.Moves[0])
		vars["Reply"] = view.MoveText(&after, q.Moves[1], r)
		return r.Say("partner.move-reply", vars)
	case game.AskHand: // no question
	}
	return ""
}

// PartnerQuestions lists what was asked in a game that is over, the answers, and what was played then.
func PartnerQuestions(g *game.Game, r view.Viewer) view.Reply {
	lines := []string{r.Say("partner.past", words.Vars{"Game": g.ID})}
	for q, p := range Asked(&g.Record, g.Questions) {
		key, vars := "partner.asked-last", words.Vars{
			"Side":   view.Capital(view.SideName(r.Words, q.By)),
			"Number": strings.TrimSpace(view.MoveNumber(p)), "Answer": AnswerText(p, q, r),
		}
		if q.Ply < g.Ply() {
			key, vars["Move"] = "partner.asked", view.MoveText(p, g.Record.Moves[q.Ply], r)
		}
		lines = append(lines, "• "+r.Say(key, vars))
	}
	if len(lines) == 1 {
		lines = append(lines, r.Say("partner.nothing-asked"))
	}
	return view.Private(discord.Cut(strings.Join(lines, "\n"), discord.TextLimit))
}

// Asked passes on the questions that were asked in positions of a game, each with its position: not those whose
// position was taken back, nor the pieces named to a Hand.
func Asked(rec *board.Record, questions game.Questions) iter.Seq2[game.Question, *board.Position] {
	return func(yield func(game.Question, *board.Position) bool) {
		for _, q := range questions {
			if q.Ply > len(rec.Moves) || q.Kind.Cost() == 0 {
				continue
			}
			if p := rec.UpTo(q.Ply).Position(); p.Hash() == q.Position && !yield(q, &p) {
				return
			}
		}
	}
}
