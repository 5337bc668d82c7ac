package gameview

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

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
	whose := words.Vars{"Person": view.Mention(l.Of)}
	some, none := "games.title", "games.none"
	switch {
	case l.InChannel && l.More:
		some, none = "games.latest-here", "games.none-here"
	case l.InChannel:
		some, none = "games.title-here", "games.none-here"
	case l.Of != "":
		some, none = "games.title-of", "games.none-of"
	}
	if len(l.Games) == 0 {
		return view.Private(r.Say(none, whose))
	}
	page := view.PageAt(l.First, len(l.Games))
	lines := []string{r.Count(some, len(l.Games), whose)}
	var buttons []discordgo.MessageComponent
	for _, g := range l.Games[page.First:page.End] {
		lines = append(lines, "- "+gameEntry(g, r))
		buttons = append(buttons, view.Button("#"+strconv.FormatInt(int64(g.ID), 10), discordgo.SecondaryButton, view.Press{
			Act: view.PressBoard, Topic: view.OfGame(g.ID),
		}))
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
	case g.Ballot().Open() && g.WaitsFor(r.Person):
		return r.Say("vote.wanted")
	case g.Ballot().Open() && g.IsTurnOf(r.Person):
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
