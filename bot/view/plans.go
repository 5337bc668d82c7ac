package view

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// Args of the buttons below a list of plans that are about no line of it.
const (
	PlanAll = "all" // PressUnplan: drop them all
	PlanNew = "new" // PressPlan: add one
)

// Plans shows a person what he has planned in a game, with buttons to add, to change and to drop lines.
func Plans(g *game.Game, r Reader) Reply {
	w := r.Words
	c, _ := g.SeatOf(r.Person)
	planned := g.Plans[c]
	press := func(act PressAct, arg string) Press {
		return Press{Act: act, Game: g.ID, Board: g.BoardKey(), Arg: arg}
	}
	lines := []string{w.Count("plan.title", len(planned), words.Vars{"Game": g.ID})}
	if len(planned) == 0 {
		lines[0] = w.Say("plan.none", words.Vars{"Game": g.ID})
	}
	var options []discordgo.SelectMenuOption
	var buttons []discordgo.MessageComponent
	for i, l := range planned {
		number := strconv.Itoa(i+1) + ". "
		lines = append(lines, number+lineText(g, l, r))
		options = append(options, menuOption(number+LineWords(g, l, r), l.Key(), ""))
		buttons = append(buttons, Button(w.Say("plan.drop", words.Vars{"Line": i + 1}), discordgo.SecondaryButton, press(PressUnplan, l.Key())))
	}
	if len(planned) > 1 {
		buttons = append(buttons, Button(w.Say("plan.drop-all"), discordgo.DangerButton, press(PressUnplan, PlanAll)))
	}
	reply := Private(fitLines(lines))
	if c != g.Turn() && !g.Seats[c].Team { // on turn one plays, and plans nothing
		buttons = append(buttons, Button(w.Say("plan.add"), discordgo.SuccessButton, press(PressPlan, PlanNew)))
		if len(options) > 0 {
			reply.Rows = append(reply.Rows, menu(w.Say("plan.change"), press(PressPlan, ""), options))
		}
	}
	reply.Rows = append(reply.Rows, Rows(buttons)...) // a menu and 20 buttons for game.MaxLines: as many rows as a message may have
	return reply
}

// fitLines joins lines as far as a message takes them; what is left out is marked by dots.
func fitLines(lines []string) string {
	text := lines[0]
	for _, line := range lines[1:] {
		if len(text)+len(line)+len("\n…\n") > discord.TextLimit { // bytes are never fewer than what Discord counts
			return text + "\n…"
		}
		text += "\n" + line
	}
	return text
}

// lineText writes a planned line: "if 炮二平五, then 马8进7; if …".
func lineText(g *game.Game, l game.Line, r Reader) string {
	pos, parts, theirs := g.Position(), []string(nil), ""
	for i, m := range l {
		text := "**" + MoveText(&pos, m, r) + "**"
		pos.Make(m)
		switch mine := (len(l)-i)%2 == 1; {
		case !mine:
			theirs = text
		case theirs == "": // the other side has played already: this answer only waits for an offer to be settled
			parts = append(parts, text)
		default:
			parts = append(parts, r.Words.Say("plan.pair", words.Vars{"Theirs": theirs, "Mine": text}))
		}
	}
	return strings.Join(parts, r.Words.Say("plan.then"))
}

// LineWords writes a planned line as a person would type it: "炮二平五 马8进7".
func LineWords(g *game.Game, l game.Line, r Reader) string {
	pos, moves := g.Position(), []string(nil)
	for _, m := range l {
		moves = append(moves, MoveText(&pos, m, r))
		pos.Make(m)
	}
	return strings.Join(moves, " ")
}
