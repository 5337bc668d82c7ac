package gameview

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// This file shows vote games: what a team is asked, how the votes stand, and at the end who voted for what was played.

const (
	candidatesShown = 5  // a row of buttons
	votersShown     = 10 // lines of a table
	membersShown    = 20 // names in a list
)

// Args of a [view.PressVote] that are no move.
const (
	ArgResign = "resign" // vote for giving the game up
	ArgClose  = "close"  // the captain ends the turn
	ArgStatus = "status" // show the players, the votes and the rules
)

// candidate writes a proposal: its move in the viewer's notation, or that it is to resign.
func candidate(g *game.Game, p game.Proposal, r view.Viewer) string {
	if p.Resigns() {
		return r.Say("vote.resign")
	}
	pos := g.Position()
	return view.MoveText(&pos, p.Move, r)
}

// proposalLines lists the proposals of the turn, the leading one first.
func proposalLines(g *game.Game, r view.Viewer) []string {
	var lines []string
	for _, p := range g.Vote.Turn.Ranked() {
		lines = append(lines, r.Say("vote.line", words.Vars{
			"Move": candidate(g, p, r), "Votes": strconv.Itoa(len(p.Voters)),
		}))
	}
	if len(lines) == 0 {
		return []string{r.Say("vote.none")}
	}
	return view.CutList(r.Words, lines, candidatesShown)
}

// voters is the table of a team: how often each member voted, and how often for the move that was played.
func voters(g *game.Game, c board.Color, w words.Words) []string {
	var lines []string
	table := g.Vote.Ranking(c)
	for i, m := range table {
		if i == votersShown {
			return append(lines, w.Count("list.more", len(table)-i))
		}
		if m.Votes > 0 {
			lines = append(lines, w.Count("vote.row", m.Votes, words.Vars{
				"Person": view.Person(w, m.Person), "Right": strconv.Itoa(m.WinningVotes),
			}))
		}
	}
	return lines
}

// voteFields are what a vote game adds to the card: how the votes stand, or at the end who voted.
func voteFields(g *game.Game, r view.Viewer) []*discordgo.MessageEmbedField {
	if g.Vote == nil {
		return nil
	}
	if game.VoteOpen(g) {
		lines := proposalLines(g, r)
		if len(g.Vote.Turn.Proposals) == 0 {
			lines = append(lines, hintSign+r.Say("vote.how"))
		}
		return []*discordgo.MessageEmbedField{{Name: r.Say("vote.votes"), Value: strings.Join(lines, "\n")}}
	}
	if g.State != game.Finished {
		return nil
	}
	var fields []*discordgo.MessageEmbedField
	for _, c := range []board.Color{board.Red, board.Black} {
		if lines := voters(g, c, r.Words); len(lines) > 0 {
			fields = append(fields, &discordgo.MessageEmbedField{
				Name: r.Say("vote.who") + " · " + TeamName(r.Words, c), Value: strings.Join(lines, "\n"),
			})
		}
	}
	return fields
}

// tally is the chart of the leading proposals, below the board.
func tally(g *game.Game, r view.Viewer) []render.Bar {
	if !game.VoteOpen(g) {
		return nil
	}
	var bars []render.Bar
	ranked := g.Vote.Turn.Ranked()
	for _, p := range ranked[:min(len(ranked), candidatesShown)] {
		bars = append(bars, render.Bar{Label: candidate(g, p, r), Count: len(p.Voters)})
	}
	return bars
}

// members names the members of a team, its captain among them.
func members(g *game.Game, c board.Color, w words.Words) string {
	var names []string
	for _, m := range g.Vote.Members[c] {
		names = append(names, view.Person(w, m.Person))
	}
	text := strings.Join(view.CutList(w, names, membersShown), w.Say("list.comma"))
	if captain := g.Vote.CaptainOf(c); captain != "" {
		text += "\n" + w.Say("vote.captain-of", words.Vars{"Person": view.Mention(captain)})
	}
	if text == "" {
		return "–"
	}
	return text
}

// voteButtons are the buttons of a vote game that are always there while it goes on: to join, and what is for a whole
// side to decide.
func voteButtons(g *game.Game, w words.Words) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, c := range []board.Color{board.Red, board.Black} {
		if g.Seats[c].Team {
			join := onBoard(g, view.PressSide, c.String())
			label := w.Say("vote.button-join", words.Vars{"Team": TeamName(w, c)})
			buttons = append(buttons, view.Button(label, discordgo.SecondaryButton, join))
		}
	}
	status := onBoard(g, view.PressVote, ArgStatus)
	buttons = append(buttons, view.Button(w.Say("vote.button-status"), discordgo.SecondaryButton, status))
	if !game.VoteOpen(g) {
		return buttons
	}
	press := onBoard(g, view.PressVote, ArgResign)
	if !g.Vote.Captain {
		label := w.Say("vote.button-resign")
		for _, p := range g.Vote.Turn.Proposals {
			if p.Resigns() && len(p.Voters) > 0 {
				label = fmt.Sprintf("%s · %d", label, len(p.Voters))
			}
		}
		return append(buttons, view.Button(label, discordgo.DangerButton, press))
	}
	press.Arg = ArgClose
	return append(buttons, view.Button(w.Say("vote.button-close"), discordgo.SecondaryButton, press))
}

// candidates are buttons to vote for the moves that lead. To resign there is a button anyhow, and no message may hold
// two that mean the same.
func candidates(g *game.Game, r view.Viewer) []discordgo.MessageComponent {
	if !game.VoteOpen(g) {
		return nil
	}
	var buttons []discordgo.MessageComponent
	for _, p := range g.Vote.Turn.Ranked() {
		if len(buttons) == candidatesShown {
			break
		}
		if p.Resigns() {
			continue
		}
		press := onBoard(g, view.PressVote, p.Move.String())
		label := fmt.Sprintf("%s · %d", candidate(g, p, r), len(p.Voters))
		buttons = append(buttons, view.Button(label, discordgo.PrimaryButton, press))
	}
	return buttons
}

// Vote says which move a person has voted for.
func Vote(g *game.Game, r view.Viewer) string {
	turn := &g.Vote.Turn
	choice := turn.Proposals[turn.Choice(r.Person)]
	vars := words.Vars{"Move": candidate(g, choice, r), "Left": view.RelativeTime(turn.Closes)}
	if choice.Resigns() {
		return r.Say("vote.yours-resign", vars)
	}
	return r.Say("vote.yours", vars)
}

// VoteStatus says all about a vote game: who takes part, the votes so far, and the terms.
func VoteStatus(g *game.Game, r view.Viewer) view.Reply {
	e := &discordgo.MessageEmbed{
		Title: r.Say("button.game", words.Vars{"Game": g.ID}), Color: view.EdgeColor(g.Turn()),
		Description: strings.Join(voteTerms(g, r.Words), "\n"),
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if g.Seats[c].Team {
			e.Fields = append(e.Fields, &discordgo.MessageEmbedField{
				Name: teamText(g, c, r.Words), Value: members(g, c, r.Words),
			})
		}
	}
	reply := view.Reply{Private: true, Embed: e}
	if reply.Text, _ = news(g, r.Alone()); g.Last.Kind == game.Started && g.State == game.Active { // the rest is below
		_, reply.Text = awaited(g, r.Alone(), "")
	}
	e.Fields = append(e.Fields, voteFields(g, r)...)
	if game.VoteOpen(g) && g.Vote.Turn.Choice(r.Person) >= 0 {
		reply.Text = r.Sentences(reply.Text, Vote(g, r))
	}
	return reply
}
