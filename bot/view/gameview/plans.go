package gameview

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Args of buttons that are about no line of a plan.
const (
	PlanShow = "show" // PressPlan: show the plan
	PlanAll  = "all"  // PressUnplan: drop them all
	PlanNew  = "new"  // PressPlan: add one
)

// Plans shows a person what they have planned in a game, with buttons to add, to change and to drop lines.
func Plans(g *game.Game, r view.Viewer) view.Reply {
	c, _ := g.SeatOf(r.Person)
	planned := g.Plans[c]
	lines := []string{r.Count("plan.title", len(planned), words.Vars{"Game": g.ID})}
	if len(planned) == 0 {
		lines[0] = r.Say("plan.none", words.Vars{"Game": g.ID})
	}
	var options []discordgo.SelectMenuOption
	var buttons []discordgo.MessageComponent
	for i, l := range planned {
		number := strconv.Itoa(i+1) + ". "
		lines = append(lines, number+lineText(g, l, r))
		options = append(options, view.MenuOption(number+LineWords(g, l, r), l.Key(), ""))
		buttons = append(buttons, view.Button(r.Say("plan.drop", words.Vars{
			"Line": i + 1,
		}), discordgo.SecondaryButton, onBoard(g, view.PressUnplan, l.Key())))
	}
	if len(planned) > 1 {
		all := onBoard(g, view.PressUnplan, PlanAll)
		buttons = append(buttons, view.Button(r.Say("plan.drop-all"), discordgo.DangerButton, all))
	}
	reply := view.Private(view.FitLines(lines))
	if c != g.Turn() && !g.Seats[c].Team { // on turn one plays, and plans nothing
		add := onBoard(g, view.PressPlan, PlanNew)
		buttons = append(buttons, view.Button(r.Say("plan.add"), discordgo.SuccessButton, add))
		if len(options) > 0 {
			reply.Rows = append(reply.Rows, view.Menu(r.Say("plan.change"), onBoard(g, view.PressPlan, ""), options))
		}
	}
	// A menu and 20 buttons for game.MaxLines: as many rows as a message may have.
	reply.Rows = append(reply.Rows, view.Rows(buttons...)...)
	return reply
}

// planButton leads from the board of g to a plan. It is there in games between people, where somebody waits for long.
func planButton(g *game.Game, w words.Words) []discordgo.MessageComponent {
	if _, bot := g.BotSeat(); bot || g.Vote != nil || g.Partner.Kind == game.Brain || g.Partner.Kind == game.Hand {
		return nil
	}
	press := onBoard(g, view.PressPlan, PlanShow)
	return []discordgo.MessageComponent{view.Button(w.Say("button.plan"), discordgo.SecondaryButton, press)}
}

// PlanSave is the act of a page that saves the line which was played on its board.
const PlanSave view.PressAct = "plan-save"

// LivePlan is what a page shows while a line is played on its board to plan it: the position after the line, and what
// can be done with the line, or if it is empty with those that are planned.
func LivePlan(g *game.Game, line game.Line, r view.Viewer) *view.Live {
	imagined, reply := game.Imagine(g, line), Plans(g, r)
	side, _ := g.SeatOf(r.Person)
	l := view.LiveRecord(&imagined.Record, r.Alone())
	l.Game, l.Revision, l.Board = g.ID, g.Revision, g.BoardKey()
	l.Over, l.You, l.Flipped = false, side.String(), r.Flipped(g)
	l.Plan = []string{}
	for _, m := range line {
		l.Plan = append(l.Plan, m.String())
	}
	if len(line) < game.MaxLinePlies {
		l.SetLegal(imagined.Position())
	}
	add := func(act view.PressAct, move, label, style string) {
		l.Acts = append(l.Acts, view.LiveAct{Act: act, Move: move, Label: label, Style: style})
	}
	if text := strings.Join(l.Plan, " "); text != "" {
		status := LineWords(g, line, r) + " …"
		if len(line)%2 == 0 {
			add(PlanSave, text, r.Say("live.save"), "yes")
			status = lineText(g, line, r)
		}
		add(view.PressPlan, strings.Join(l.Plan[:len(line)-1], " "), r.Say("record.back"), "")
		l.Status = view.PlainText(g, status, r.Words)
	} else {
		for i, planned := range g.Plans[side] {
			add(view.PressUnplan, planned.Key(), r.Say("plan.drop", words.Vars{"Line": i + 1}), "")
		}
		l.Status = view.PlainText(g, r.Say("live.plan")+"\n"+reply.Text, r.Words)
	}
	add("", "", r.Say("live.done"), "")
	return l
}

// lineText writes a planned line: "if 炮二平五, then 马8进7; if …".
func lineText(g *game.Game, l game.Line, r view.Viewer) string {
	pos, parts, opponents := g.Position(), []string(nil), ""
	for i, m := range l {
		text := "**" + view.MoveText(&pos, m, r) + "**"
		pos.Make(m)
		switch own := (len(l)-i)%2 == 1; {
		case !own:
			opponents = text
		case opponents == "": // the other side has played already: this answer only waits for an offer to be settled
			parts = append(parts, text)
		default:
			parts = append(parts, r.Say("plan.pair", words.Vars{"Theirs": opponents, "Mine": text}))
		}
	}
	return strings.Join(parts, r.Say("plan.then"))
}

// LineWords formats a planned line as a person would type it: "炮二平五 马8进7".
func LineWords(g *game.Game, l game.Line, r view.Viewer) string {
	return strings.Join(view.MoveTexts(g.Position(), l, r), " ")
}

// PlanRefusal says why a line cannot be planned, on the board on which it could not be read. Nothing can be pressed on
// that board, which is only imagined. It is false for errors that no person can act on.
func PlanRefusal(read *game.Game, r view.Viewer, err error) (view.Reply, bool) {
	pos := read.Position()
	bold := func(moves []board.Move) (ways []string) {
		for _, m := range moves {
			ways = append(ways, "**"+view.MoveText(&pos, m, r)+"**")
		}
		return ways
	}
	wrong, ok := view.WhyWrong(&pos, err, r)
	reply := view.Private(wrong.Text)
	switch near := view.Similar(&pos, wrong.Typed, err, r); {
	case !ok:
		return view.Reply{}, false
	case len(wrong.Candidates) > 0:
		reply.Text = r.Say("plan.ambiguous", words.Vars{
			"Text": view.Quoted(wrong.Typed), "Moves": r.List(bold(wrong.Candidates)),
		})
	case isOwnMove(read, wrong.Typed, r):
		reply.Text = r.Say("plan.own-first", words.Vars{"Text": view.Quoted(wrong.Typed)})
	case len(near) > 0:
		reply.Text += "\n" + r.Say("plan.did-you-mean", words.Vars{
			"Moves": strings.Join(bold(near), r.Say("moves.examples-or")),
		})
	}
	return reply, true
}

// isOwnMove reports whether a text that is none of the moves of the viewer's opponent, whose turn it is in g, would be
// one of their own.
func isOwnMove(g *game.Game, text string, r view.Viewer) bool {
	p := g.Position()
	if c, _ := g.SeatOf(r.Person); c == g.Turn() || p.InCheck() {
		return false
	}
	p.MakeNull()
	_, err := r.Dialect().Parse(&p, text)
	return err == nil || errors.As(err, new(*notation.AmbiguousError))
}

// The field of the form in which a line is written.
const (
	PlanField      = "line"
	planFieldLimit = 500 // characters; the longest line needs about 200
)

// PlanForm opens the form for a line: empty with the key [PlanNew], otherwise with the text of the line to change.
func PlanForm(g *game.Game, key, text string, r view.Viewer) view.Reply {
	title := r.Say("plan.add")
	if text != "" {
		title = r.Say("plan.change-line")
	}
	reply := view.Form(onBoard(g, view.PressPlan, key), title, r, discord.Field{
		ID: PlanField, Label: r.Say("plan.field"), Placeholder: r.Say("plan.hint"),
		Text: text, MaxLength: planFieldLimit, Long: true, Required: key == PlanNew,
	})
	reply.Text = r.Say("plan.late")
	return reply
}
