package gameview

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file says where games are: lists of them, their channels and threads, and the links that lead there.

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

// GamesPage says which page of which list of games is shown.
type GamesPage struct {
	InChannel bool        // the games of the channel
	Of        game.Person // those of this person; empty, without InChannel: the viewer's own
	First     int         // how many games come before the page
}

// hereArg begins the Arg of a page of the games of the channel.
const hereArg = "here-"

// Press encodes the page as a button.
func (p GamesPage) Press() view.Press {
	press := view.Press{Act: view.PressGames, Topic: view.OfPerson(p.Of), Arg: strconv.Itoa(max(0, p.First))}
	if p.InChannel {
		press.Arg = hereArg + press.Arg
	}
	return press
}

// after is the press that shows the page after so many games of the same list.
func (p GamesPage) after(first int) view.Press {
	p.First = first
	return p.Press()
}

// ParseGamesPage parses exactly what [GamesPage.Press] writes.
func ParseGamesPage(press view.Press) (p GamesPage, err error) {
	from, here := strings.CutPrefix(press.Arg, hereArg)
	p = GamesPage{InChannel: here, Of: press.Person()}
	if p.First, err = strconv.Atoi(from); err != nil || p.Press() != press {
		return GamesPage{}, press.Foreign(errors.New("no page of games"))
	}
	return p, nil
}

// GameList is a list of games, of which one page is shown.
type GameList struct {
	GamesPage

	Games []*game.Game // of all pages
	More  bool         // with InChannel: there are older ones that are not listed
}

// Games returns a page of a list of games, or the last page if that one no longer exists.
func Games(l GameList, r view.Viewer) view.Reply {
	vars := words.Vars{"Person": view.Mention(l.Of)}
	title, empty := "games.title", "games.none"
	switch {
	case l.InChannel && l.More:
		title, empty = "games.latest-here", "games.none-here"
	case l.InChannel:
		title, empty = "games.title-here", "games.none-here"
	case l.Of != "":
		title, empty = "games.title-of", "games.none-of"
	}
	if len(l.Games) == 0 {
		return view.Private(r.Say(empty, vars))
	}
	page := view.PageAt(l.First, len(l.Games))
	lines := []string{r.Count(title, len(l.Games), vars)}
	var buttons []discordgo.MessageComponent
	for _, g := range l.Games[page.First:page.End] {
		lines = append(lines, "- "+gameEntry(g, r))
		label := "#" + strconv.FormatInt(int64(g.ID), 10)
		buttons = append(buttons, view.Button(label, discordgo.SecondaryButton, inGame(g, view.PressBoard)))
	}
	return view.Private(view.FitLines(lines), append(buttons, page.Pager(l.after, r.Words)...)...)
}

// gameEntry is one game in a list: its line, until when the side to move has time, and the way to it.
func gameEntry(g *game.Game, r view.Viewer) string {
	entry := view.Escaped(GameLine(g, r))
	switch {
	case g.State == game.Offered && !g.Expires.IsZero():
		entry += " · ⏳ " + view.RelativeTime(g.Expires)
	case !g.Clock.Flag.IsZero():
		entry += " · ⏳ " + view.RelativeTime(g.Clock.Flag)
	}
	return entry + " · " + cmp.Or(BoardLink(g), view.ChannelMention(g.Channel))
}

// GameLine describes a game in one line without markdown: its number, the opponent, and whose turn it is.
func GameLine(g *game.Game, r view.Viewer) string {
	return r.Say("games.line", words.Vars{
		"Game": int64(g.ID), "Opponent": view.Isolated(opponentName(g, r)), "Round": Round(g), "Status": gameStatus(g, r),
	})
}

// gameStatus says what a game waits for.
func gameStatus(g *game.Game, r view.Viewer) string {
	switch {
	case g.State == game.Offered && g.WaitsFor(r.Person):
		return r.Say("games.answer")
	case g.OpenSeat() && g.Challenger != r.Person:
		return r.Say("games.open")
	case g.State == game.Offered:
		return r.Say("games.offered")
	case g.State != game.Active:
		return r.Say("games.over")
	case game.VoteOpen(g) && g.WaitsFor(r.Person):
		return r.Say("vote.wanted")
	case game.VoteOpen(g) && g.IsTurnOf(r.Person):
		return r.Say("vote.given")
	case g.IsTurnOf(r.Person):
		return r.Say("games.yours")
	case g.WaitsFor(r.Person):
		return r.Say("games.asked")
	case !g.Involves(r.Person):
		return view.TurnText(r.Words, g.Turn())
	}
	return r.Say("games.theirs")
}

// opponentName is the bare name of the viewer's opponent in g, also in one that is only offered; for games of others it
// names both sides.
func opponentName(g *game.Game, r view.Viewer) string {
	side, plays := g.SeatOf(r.Person)
	other := g.Opponent
	switch {
	case g.Vote != nil && g.State != game.Offered && plays:
		return SeatLabel(g, side.Opponent(), r.Words)
	case g.Vote != nil && g.State != game.Offered:
		return bothSides(g, r.Words)
	case plays:
		other = g.Seats[side.Opponent()]
	case g.Opponent.Person == r.Person:
		other = game.Seat{Person: g.Challenger}
	case g.OpenSeat():
		return view.PersonName(g, g.Challenger, r.Words)
	case g.State != game.Offered:
		return bothSides(g, r.Words)
	}
	if other.IsBot() {
		return SeatLabel(g, side.Opponent(), r.Words)
	}
	return view.PersonName(g, other.Person, r.Words)
}

func bothSides(g *game.Game, w words.Words) string {
	return SeatLabel(g, board.Red, w) + " – " + SeatLabel(g, board.Black, w)
}
