package bot

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// gamesShown is how many games one page of a list spells out: two rows of buttons to open them.
const gamesShown = 10

// gamesCommand is /games: the person's open games, those first that wait for him; or those of a member, or of the channel.
func (h *host) gamesCommand() *Command {
	return &Command{
		name: "games", private: true,
		options: []commandOption{
			{name: "member", kind: discordgo.ApplicationCommandOptionUser},
			{name: "here", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run: h.games,
	}
}

// gamesPage is one page of a list of games.
type gamesPage struct {
	here  bool        // the games of the channel
	of    game.Person // those of this person; empty, without here: one's own
	first int         // how many games come before it
}

// arg is the page as Press.Arg has it: "mine-0", "here-10", "123456789-20".
func (p gamesPage) arg() string {
	whose := cmp.Or(string(p.of), "mine")
	if p.here {
		whose = "here"
	}
	return whose + "-" + strconv.Itoa(max(0, p.first))
}

func parseGamesPage(arg string) (gamesPage, error) {
	whose, from, _ := strings.Cut(arg, "-")
	first, err := strconv.Atoi(from)
	if err != nil || whose == "" {
		return gamesPage{}, fmt.Errorf("%w: games of %q", view.ErrForeignPress, arg)
	}
	switch whose {
	case "mine":
		return gamesPage{first: first}, nil
	case "here":
		return gamesPage{here: true, first: first}, nil
	}
	return gamesPage{of: game.Person(whose), first: first}, nil
}

func (h *host) games(ctx context.Context, r *Request) (view.Reply, error) {
	page := gamesPage{here: r.Flag("here")}
	if member := r.User("member"); member != nil && game.Person(member.ID) != r.Reader.Person {
		if page.here {
			return view.Private(r.Reader.Words.Say("games.one-list")), nil
		}
		page.of = game.Person(member.ID)
	}
	return h.gamesList(ctx, r, page)
}

// pressGames shows another page of such a list.
func (h *host) pressGames(ctx context.Context, r *Request) (view.Reply, error) {
	page, err := parseGamesPage(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := h.gamesList(ctx, r, page)
	reply.InPlace = r.Ephemeral
	return reply, err
}

// listed are the games of a list, with the words above it.
func (h *host) listed(ctx context.Context, r *Request, page gamesPage) (games []*game.Game, head string, err error) {
	w := r.Reader.Words
	whose := words.Vars{"Person": view.Mention(page.of)}
	one, none := "games.title", "games.none"
	switch {
	case page.here:
		games, err = h.service.GamesHere(ctx, r.Act())
		one, none = "games.title-here", "games.none-here"
	case page.of != "":
		games, err = h.service.GamesOf(ctx, r.Act(), page.of)
		one, none = "games.title-of", "games.none-of"
	default:
		games, err = h.service.Games(ctx, r.Reader.Person)
	}
	if len(games) == 0 {
		return nil, w.Say(none, whose), err
	}
	return games, w.Count(one, len(games), whose), err
}

// gamesList is a page of a list of games. Where some are over since, it is the last page.
func (h *host) gamesList(ctx context.Context, r *Request, page gamesPage) (view.Reply, error) {
	games, head, err := h.listed(ctx, r, page)
	if err != nil || len(games) == 0 {
		return view.Private(head), err
	}
	first := min(max(page.first, 0), len(games)-1)
	first -= first % gamesShown
	end := min(first+gamesShown, len(games))
	lines := []string{head}
	var buttons []discordgo.MessageComponent
	for _, g := range games[first:end] {
		lines = append(lines, "- "+h.gameEntry(g, r.Reader))
		buttons = append(buttons, view.Button("#"+strconv.FormatInt(int64(g.ID), 10), discordgo.SecondaryButton, view.Press{Act: view.PressBoard, Game: g.ID}))
	}
	reply := view.Private(strings.Join(lines, "\n"))
	reply.Rows = view.Rows(buttons)
	if len(games) > gamesShown {
		turn := func(label string, first int, possible bool) discordgo.MessageComponent {
			to := page
			to.first = first
			b := discordgo.Button{Label: r.Reader.Words.Say(label), Style: discordgo.SecondaryButton, Disabled: !possible}
			b.CustomID = view.Press{Act: view.PressGames, Arg: to.arg()}.ID()
			return b
		}
		reply.Rows = append(reply.Rows, view.Rows([]discordgo.MessageComponent{
			turn("record.back", first-gamesShown, first > 0), turn("record.forward", first+gamesShown, end < len(games)),
		})...)
	}
	return reply, nil
}

// gameEntry is one game in a list: its line, until when the side to move has time, and the way to it.
func (h *host) gameEntry(g *game.Game, reader view.Reader) string {
	entry := view.Plain(h.gameLine(g, reader))
	switch {
	case g.State == game.Offered && !g.Expires.IsZero():
		entry += " · ⏳ " + view.RelativeTime(g.Expires)
	case !g.Clock.Flag.IsZero():
		entry += " · ⏳ " + view.RelativeTime(g.Clock.Flag)
	}
	return entry + " · " + cmp.Or(view.BoardLink(g), view.ChannelMention(g.Channel))
}

// gameLine is one game in one line, without markdown: its number, the opponent, and what it waits for.
func (h *host) gameLine(g *game.Game, reader view.Reader) string {
	w := reader.Words
	status := ""
	switch {
	case g.State == game.Offered && g.WaitsFor(reader.Person):
		status = w.Say("games.answer")
	case g.OpenSeat() && g.Challenger != reader.Person:
		status = w.Say("games.open")
	case g.State == game.Offered:
		status = w.Say("games.offered")
	case g.State != game.Active:
		status = w.Say("games.over")
	case g.Voting() && g.WaitsFor(reader.Person):
		status = w.Say("vote.wanted")
	case g.Voting() && g.IsTurnOf(reader.Person):
		status = w.Say("vote.given")
	case g.IsTurnOf(reader.Person):
		status = w.Say("games.yours")
	case g.WaitsFor(reader.Person):
		status = w.Say("games.asked")
	case !g.Takes(reader.Person):
		status = view.TurnText(w, g.Turn())
	default:
		status = w.Say("games.theirs")
	}
	return w.Say("games.line", words.Vars{
		"Game": int64(g.ID), "Opponent": opponentName(g, reader), "Round": g.Ply()/2 + 1, "Status": status,
	})
}

// opponentName is whom the reader plays, or is to play, in g: a bare name.
func opponentName(g *game.Game, reader view.Reader) string {
	other := g.Opponent
	if g.Vote != nil && g.State != game.Offered {
		return opponentOfTeam(g, reader)
	}
	color, plays := g.SeatOf(reader.Person)
	switch {
	case plays:
		other = g.Seats[color.Opponent()]
	case g.Opponent.Person == reader.Person:
		other = game.Seat{Person: g.Challenger}
	case g.OpenSeat():
		return view.PersonName(g, g.Challenger, reader.Words)
	case g.State != game.Offered: // one of other people
		return view.SeatLabel(g, board.Red, reader.Words) + " – " + view.SeatLabel(g, board.Black, reader.Words)
	}
	if other.IsBot() {
		return view.SeatLevel(g, other, reader.Words)
	}
	return view.PersonName(g, other.Person, reader.Words)
}

// opponentOfTeam is whom the reader plays in a vote game; for one of neither side it is both.
func opponentOfTeam(g *game.Game, reader view.Reader) string {
	side, plays := g.SeatOf(reader.Person)
	if !plays {
		return view.SeatLabel(g, board.Red, reader.Words) + " – " + view.SeatLabel(g, board.Black, reader.Words)
	}
	return view.SeatLabel(g, side.Opponent(), reader.Words)
}

// contains tells whether a line has what was typed in it, whatever the case of the letters.
func contains(line, typed string) bool {
	return strings.Contains(strings.ToLower(line), strings.ToLower(strings.TrimSpace(typed)))
}
