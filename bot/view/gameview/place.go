package gameview

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file says where games are: in channels and threads, and their links.

// GameStarted announces to a channel that a game has begun, and links the thread that has its board; thread is empty
// while there is none, and for a game that stays in the channel.
func GameStarted(g *game.Game, r view.Viewer, thread string) view.Reply {
	reply := view.Reply{Text: startText(g, r.Words), Shows: shows(g, view.Beginning, r)}
	switch {
	case thread != "":
		reply.Text = r.Sentences(reply.Text, r.Say("place.open", words.Vars{"Thread": view.ChannelMention(thread)}))
		reply.Rows = view.Rows(openButton(g, thread, r.Words))
	case g.AwaitsThread():
		reply.Text = r.Sentences(reply.Text, r.Say("place.opening"))
	}
	return reply
}

// Results is the message above a thread once a game in it has ended: a line for each of its games. It leads to the
// review of the latest that is over.
func Results(games []*game.Game, r view.Viewer) view.Reply {
	var lines []string
	var buttons []discordgo.MessageComponent
	for _, g := range games {
		if g.State != game.Finished {
			lines = append(lines, startText(g, r.Words))
			continue
		}
		lines = append(lines, resultLine(g, r.Words))
		buttons = []discordgo.MessageComponent{view.ReviewButton(g.ID, 0, r)}
	}
	if g := games[0]; g.Home != "" {
		buttons = append(buttons, openButton(g, g.Channel, r.Words))
	}
	return view.Reply{Text: strings.Join(lines, "\n"), Rows: view.Rows(buttons...)}
}

// resultLine writes who played, who won and how long it took, Red first.
func resultLine(g *game.Game, w words.Words) string {
	player := func(c board.Color) string {
		if g.Seats[c].IsBot() {
			return SeatLabel(g, c, w)
		}
		return Who(g, c, w)
	}
	return w.Say("place.result", words.Vars{
		"Red": player(board.Red), "Score": view.ResultMark(g.Outcome), "Black": player(board.Black),
		"Moves": w.Count("place.moves", Round(g)),
	})
}

// openButton is a button that leads to the channel or thread of a game.
func openButton(g *game.Game, channel string, w words.Words) discordgo.MessageComponent {
	return discordgo.Button{
		Label: w.Say("button.go-to-game"), Style: discordgo.LinkButton, URL: view.ChannelURL(g.Guild, channel),
	}
}

// InDM links a game in direct messages for the person who asked for it in a channel in which the bot is not.
func InDM(g *game.Game, w words.Words) view.Reply {
	return view.Reply{Text: w.Say("place.in-dm"), Rows: view.Rows(openButton(g, g.Channel, w))}
}

// BoardLink returns the link to the latest message with the board of a game, "" if there is none.
func BoardLink(g *game.Game) string {
	if g.Board.Message == "" {
		return ""
	}
	return view.MessageLink(g.Guild, g.Channel, g.Board.Message)
}

// ThreadName returns the name of a game's thread: the players with their colors, Red first, the number of the game,
// and its tournament or display. Once the game is over the name begins with the result. The title is that of the
// game's tournament, empty if it has none.
func ThreadName(g *game.Game, title string, w words.Words) string {
	var parts []string
	if g.State == game.Finished {
		parts = append(parts, view.ResultMark(g.Outcome))
	}
	player := func(c board.Color) string { return view.Disc(c) + " " + view.Isolated(SeatLabel(g, c, w)) }
	parts = append(parts, player(board.Red)+" – "+player(board.Black), "#"+strconv.FormatInt(int64(g.ID), 10))
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		parts = append(parts, strings.TrimSpace(view.Isolated(game.Sanitize(title))+" R"+strconv.Itoa(f.Round)))
	}
	if g.Simul != 0 {
		parts = append(parts, w.Say("simul.title"))
	}
	return strings.Join(parts, " · ")
}
