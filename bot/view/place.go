package view

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// GameStarted announces to a channel that a game has begun, and links the thread that has its board; thread is empty
// while there is none, and for a game that stays in the channel.
func (v *View) GameStarted(g *game.Game, r Viewer, thread string) Reply {
	reply := Reply{Text: startText(g, r.Words), Shows: &Shows{g, Beginning, r.Server.Boards}}
	switch {
	case thread != "":
		reply.Text = r.Sentences(reply.Text, r.Say("place.open", words.Vars{"Thread": ChannelMention(thread)}))
		reply.Rows = Rows(openButton(g, thread, r.Words))
	case g.AwaitsThread():
		reply.Text = r.Sentences(reply.Text, r.Say("place.opening"))
	}
	return reply
}

// Results is the message above a thread once a game in it has ended: a line for each of its games. It leads to the
// review of the latest that is over.
func (v *View) Results(games []*game.Game, r Viewer) Reply {
	var lines []string
	var buttons []discordgo.MessageComponent
	for _, g := range games {
		if g.State != game.Finished {
			lines = append(lines, startText(g, r.Words))
			continue
		}
		lines = append(lines, resultLine(g, r.Words))
		buttons = []discordgo.MessageComponent{ReviewButton(g.ID, 0, r)}
	}
	if g := games[0]; g.Home != "" {
		buttons = append(buttons, openButton(g, g.Channel, r.Words))
	}
	return Reply{Text: strings.Join(lines, "\n"), Rows: Rows(buttons...)}
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
		"Red": player(board.Red), "Score": ResultMark(g.Outcome), "Black": player(board.Black),
		"Moves": w.Count("place.moves", Round(g)),
	})
}

// openButton is a button that leads to the channel or thread of a game.
func openButton(g *game.Game, channel string, w words.Words) discordgo.MessageComponent {
	return discordgo.Button{
		Label: w.Say("button.go-to-game"), Style: discordgo.LinkButton, URL: channelURL(g.Guild, channel),
	}
}

func startText(g *game.Game, w words.Words) string {
	vars := words.Vars{"Game": g.ID, "Red": Who(g, board.Red, w), "Black": Who(g, board.Black, w)}
	if blackBegins(g) {
		return w.Say("news.started-black", vars)
	}
	return w.Say("news.started", vars)
}

// fromPosition reports whether g begins from a position that somebody set up.
func fromPosition(g *game.Game) bool {
	return g.Handicap == game.Even && g.Record.Start != board.StartPosition()
}

// blackBegins reports whether Black makes the first move of g, which happens only from such a position.
func blackBegins(g *game.Game) bool { return g.Record.Start.SideToMove() == board.Black }

// placeReason explains why a game is not where people would look for it; empty when there is nothing to explain.
func placeReason(g *game.Game, w words.Words) string {
	if key := placeReasons[g.Board.Why]; key != "" {
		return w.Say(key)
	}
	return ""
}

var placeReasons = map[game.PlaceReason]string{
	game.ReasonThreadForbidden: "place.barred", game.ReasonNestedThread: "place.in-thread",
	game.ReasonDirect: "place.direct", game.ReasonOther: "place.no-thread", game.ReasonThreadGone: "place.thread-gone",
	game.ReasonChannelGone: "place.channel-gone", game.ReasonChannelForbidden: "place.channel-shut",
}

// ChannelMention mentions a channel or thread: Discord shows a link to those who may see it.
func ChannelMention(channel string) string { return "<#" + channel + ">" }

func channelURL(guild, channel string) string {
	return "https://discord.com/channels/" + cmp.Or(guild, "@me") + "/" + channel
}

// BoardLink returns the link to the latest message with the board of a game, "" if there is none.
func BoardLink(g *game.Game) string {
	if g.Board.Message == "" {
		return ""
	}
	return MessageLink(g.Guild, g.Channel, g.Board.Message)
}

// MessageLink leads to a message in a channel of a server, or with guild "" in direct messages.
func MessageLink(guild, channel, message string) string {
	return channelURL(guild, channel) + "/" + message
}

// ThreadName returns the name of a game's thread: the players with their colors, Red first, the number of the game,
// and its tournament or display. Once the game is over the name begins with the result. The title is that of the
// game's tournament, empty if it has none.
func ThreadName(g *game.Game, title string, w words.Words) string {
	var parts []string
	if g.State == game.Finished {
		parts = append(parts, ResultMark(g.Outcome))
	}
	player := func(c board.Color) string { return Disc(c) + " " + Isolated(SeatLabel(g, c, w)) }
	parts = append(parts, player(board.Red)+" – "+player(board.Black), "#"+strconv.FormatInt(int64(g.ID), 10))
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		parts = append(parts, strings.TrimSpace(Isolated(game.Sanitize(title))+" R"+strconv.Itoa(f.Round)))
	}
	if g.Simul != 0 {
		parts = append(parts, w.Say("simul.title"))
	}
	return strings.Join(parts, " · ")
}

// ResultMark is a result as tables write it, Red's score first.
func ResultMark(o rules.Outcome) string {
	switch o {
	case rules.RedWins:
		return "1-0"
	case rules.BlackWins:
		return "0-1"
	case rules.Draw:
		return "½-½"
	case rules.Ongoing: // called off
	}
	return "–"
}
