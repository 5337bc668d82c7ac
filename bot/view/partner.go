package view

import (
	"iter"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file shows games in which people have the engine as their partner.

// The Args of [PressPartner], beside the kinds of question.
const (
	PartnerOpen = "open" // show what can be asked
	PartnerName = "name" // menu: the kind of piece that the partner is to move
	PartnerPast = "past" // once the game is over: what was asked
)

// PartnerNames lists the kinds of partner that have no question budget.
func PartnerNames() []string { return []string{string(game.Brain), string(game.Hand)} }

// BudgetLabel labels a question budget.
func BudgetLabel(n int) Label {
	return func(w words.Words) string { return w.Count("partner.asks", n) }
}

// partnerTerm says what having a partner means, for those who are to agree to it.
func partnerTerm(p game.Partner, w words.Words) string {
	vars := words.Vars{"Level": p.Level.String()}
	switch p.Kind {
	case game.Consulting:
		return w.Count("partner.term-consult", p.Budget, vars)
	case game.Brain:
		return w.Say("partner.term-brain", vars)
	case game.Hand:
		return w.Say("partner.term-hand", vars)
	case game.NoPartner:
	}
	return ""
}

// partnerText says it in a few words, for the line below a board: with what each side has left to spend.
func partnerText(g *game.Game, w words.Words) string {
	vars := words.Vars{"Level": g.Partner.Level.String()}
	switch g.Partner.Kind {
	case game.Consulting:
		vars["Red"], vars["Black"] = game.PartneringOf(g).Left(board.Red), game.PartneringOf(g).Left(board.Black)
		if bot, has := g.BotSeat(); has { // it asks nobody
			vars["Left"] = game.PartneringOf(g).Left(bot.Opponent())
			return w.Say("partner.left-solo", vars)
		}
		return w.Say("partner.left", vars)
	case game.Brain:
		return w.Say("partner.brain", vars)
	case game.Hand:
		return w.Say("partner.hand", vars)
	case game.NoPartner:
	}
	return ""
}

// Partners makes the messages of the consultation of partners.
type Partners struct{ *View }

// Partner shows a person what they can ask their partner now, or tell them; note is a line about what was answered.
func (v Partners) Partner(g *game.Game, note string, r Viewer) Reply {
	w := r.Words
	lines := []string{w.Say("partner.head", words.Vars{"Game": g.ID}) + " · " + partnerText(g, w)}
	reply := Private("")
	switch g.Partner.Kind {
	case game.Consulting:
		lines = append(lines, "-# "+w.Say("partner.costs"))
		reply.Rows = Rows(askButtons(g, game.QuestionKinds(), r))
	case game.Brain:
		reply.Rows = Rows([]discordgo.MessageComponent{
			Button(w.Say("button.partner-piece"), discordgo.PrimaryButton, partnerPress(g, string(game.AskPiece))),
		})
	case game.Hand:
		reply.Rows = []discordgo.MessageComponent{kindMenu(g, r)}
	case game.NoPartner:
	}
	if note != "" {
		lines = append(lines, note)
	}
	reply.Text = strings.Join(lines, "\n")
	return reply
}

var askKeys = map[game.QuestionKind]string{
	game.AskPiece: "button.ask-piece", game.AskCandidates: "button.ask-candidates",
	game.AskVerdict: "button.ask-verdict", game.AskMove: "button.ask-move",
}

// askButtons are buttons for questions.
func askButtons(g *game.Game, kinds []game.QuestionKind, r Viewer) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, kind := range kinds {
		style := discordgo.SecondaryButton
		if kind == game.AskPiece {
			style = discordgo.PrimaryButton
		}
		buttons = append(buttons, Button(r.Words.Say(askKeys[kind]), style, partnerPress(g, string(kind))))
	}
	return buttons
}

func partnerPress(g *game.Game, arg string) Press {
	return Press{Act: PressPartner, Topic: OnBoard(g), Arg: arg}
}

// partnerButton leads to what can be asked of the partner, nothing where there is none to be asked now.
func partnerButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	if g.Partner.Kind == game.NoPartner || g.Partner.Kind == game.Hand || g.Seats[g.Turn()].IsBot() {
		return nil
	}
	return []discordgo.MessageComponent{Button(w.Say("button.partner"), discordgo.PrimaryButton, partnerPress(g, PartnerOpen))}
}

// pastButton leads to what was asked in a game that is over, nothing where nothing was.
func pastButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	if g.Partner.Kind == game.NoPartner || g.Partner.Kind == game.Hand || len(g.Questions) == 0 {
		return nil
	}
	return []discordgo.MessageComponent{Button(w.Say("button.partner-past"), discordgo.SecondaryButton, partnerPress(g, PartnerPast))}
}

// kindMenu lists the kinds of piece that can move, for a partner to move one.
func kindMenu(g *game.Game, r Viewer) discordgo.MessageComponent {
	p := g.Position()
	var options []discordgo.SelectMenuOption
	for _, kind := range append(slices.Clone(byWorth[1:]), byWorth[0]) {
		n := 0
		for _, m := range p.LegalMoves(nil) {
			if p.At(m.From()).Kind() == kind {
				n++
			}
		}
		if n > 0 {
			name := pieceName(r.Words, board.MakePiece(p.SideToMove(), kind), 1)
			options = append(options, menuOption(capital(name), kind.String(), r.Words.Count("menu.moves", n)))
		}
	}
	return menu(r.Words.Say("partner.menu"), partnerPress(g, PartnerName), options)
}

// PartnerForm opens a form in which a person writes the move that their partner is to judge.
func PartnerForm(p Press, r Viewer) Reply {
	return moveForm(p, r.Words.Say("partner.form"), r)
}

// PartnerAnswer shows a person what their partner has answered.
func (v Partners) PartnerAnswer(g *game.Game, q game.Question, r Viewer) Reply {
	p := g.Position()
	lines := []string{"💬 " + answerText(&p, q, r)}
	if _, bot := g.BotSeat(); q.Kind == game.AskMove && (bot || q.Score > -betterScore) { // where one is behind, a hint speaks of the bot
		lines = append(lines, ideaText(&g.Record, q.Moves, q.Mate, q.Score, r.Words))
	}
	return v.Partner(g, strings.Join(lines, "\n"), r)
}

// answerText puts an answer into words.
func answerText(p *board.Position, q game.Question, r Viewer) string {
	w := r.Words
	switch q.Kind {
	case game.AskPiece:
		return w.Say("partner.piece", words.Vars{"Piece": pieceName(w, p.At(q.Moves[0].From()), 1)})
	case game.AskCandidates:
		var moves []string
		for _, m := range q.Moves {
			moves = append(moves, "**"+MoveText(p, m, r)+"**")
		}
		return w.Say("partner.candidates", words.Vars{"Moves": w.List(moves)})
	case game.AskVerdict:
		key := [...]string{game.Sound: "partner.sound", game.Doubtful: "partner.doubtful", game.Losing: "partner.losing"}
		return w.Say(key[q.Judgment()], words.Vars{"Move": MoveText(p, q.About, r)})
	case game.AskMove:
		vars := words.Vars{"Move": MoveText(p, q.Moves[0], r)}
		if len(q.Moves) < 2 {
			return w.Say("partner.move", vars)
		}
		after := *p
		after.Make(q.Moves[0])
		vars["Reply"] = MoveText(&after, q.Moves[1], r)
		return w.Say("partner.move-reply", vars)
	case game.AskHand: // no question
	}
	return ""
}

// PartnerQuestions lists what was asked in a game that is over, and what was played then.
func PartnerQuestions(g *game.Game, r Viewer) Reply {
	w := r.Words
	lines := []string{w.Say("partner.past", words.Vars{"Game": g.ID})}
	for _, text := range questionTexts(&g.Record, g.Questions, r) {
		lines = append(lines, "• "+text)
	}
	if len(lines) == 1 {
		lines = append(lines, w.Say("partner.nothing-asked"))
	}
	return Private(discord.Cut(strings.Join(lines, "\n"), discord.TextLimit))
}

// questionTexts says of each question when it was asked, the answer, and the move that was played.
func questionTexts(rec *board.Record, questions game.Questions, r Viewer) []string {
	var lines []string
	for q, p := range asked(rec, questions) {
		vars := words.Vars{"Side": capital(sideName(r.Words, q.By)), "Number": strings.TrimSpace(moveNumber(p)), "Answer": answerText(p, q, r)}
		if q.Ply == len(rec.Moves) {
			lines = append(lines, r.Words.Say("partner.asked-last", vars))
			continue
		}
		vars["Move"] = MoveText(p, rec.Moves[q.Ply], r)
		lines = append(lines, r.Words.Say("partner.asked", vars))
	}
	return lines
}

// asked passes on the questions that were asked in positions of a game, each with its position: neither those after
// which the moves were taken back, nor what a hand was told.
func asked(rec *board.Record, questions game.Questions) iter.Seq2[game.Question, *board.Position] {
	return func(yield func(game.Question, *board.Position) bool) {
		for _, q := range questions {
			if q.Ply > len(rec.Moves) || q.Kind.Cost() == 0 {
				continue
			}
			before := board.Record{Start: rec.Start, Moves: rec.Moves[:q.Ply]}
			if p := before.Position(); p.Hash() == q.Position && !yield(q, &p) {
				return
			}
		}
	}
}

// NoteQuestions comments on the moves of a game that is over with what the players asked their partners before.
func (rp *Replay) NoteQuestions(r Viewer) {
	if rp.Ours == nil || !rp.Over {
		return
	}
	sheet := &rp.Sheet
	for q, p := range asked(&rp.Ours.Record, rp.Ours.Questions) {
		text := r.Words.Say("partner.comment", words.Vars{
			"Side": capital(sideName(r.Words, q.By)), "Answer": strings.ReplaceAll(answerText(p, q, r), "**", ""),
		})
		at := min(q.Ply+1, len(sheet.Moves))
		sheet.Comments.Set(at, strings.TrimPrefix(sheet.Comments.Get(at)+"\n"+text, "\n"))
	}
}

// PartnerBoard is the leaderboard of those who play with a partner.
func PartnerBoard(lines []standing.PartnerEntry, window standing.Window, r Viewer) Reply {
	w := r.Words
	title := w.Say("partner.board")
	if period := windowText(w, window); period != "" {
		title += " · " + period
	}
	text, ranks := []string{"**" + title + "**"}, ranked{w: w}
	for i, l := range lines {
		text = append(text, ranks.line(i+1, l.Established, w.Count("partner.board-line", l.Games(), words.Vars{
			"Person": Mention(l.Person), "Points": pointsText(l.Points()), "Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
		})))
	}
	if len(lines) == 0 {
		text = append(text, w.Say("partner.board-empty"))
	}
	return Reply{Text: strings.Join(text, "\n")}
}
