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
)

// gameLists is /games: the person's open games, first those that wait for them; or those of a member, or of the
// channel.
type gameLists struct {
	games *game.Finder
}

func newGamesCommand(h *host) *Command { return gameLists{h.Finder}.command() }

func (l gameLists) command() *Command {
	return &Command{
		name: "games", private: true,
		options: []commandOption{
			{name: "member", kind: discordgo.ApplicationCommandOptionUser},
			{name: "here", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run:     l.show,
		presses: map[view.PressAct]handler{view.PressGames: l.turn},
	}
}

// gamesPage is one page of a list of games.
type gamesPage struct {
	here  bool        // the games of the channel
	of    game.Person // those of this person; empty, without here: one's own
	first int         // how many games come before it
}

// arg encodes the page for Press.Arg: "mine-0", "here-10", "123456789-20".
func (p gamesPage) arg() string {
	whose := cmp.Or(string(p.of), "mine")
	if p.here {
		whose = "here"
	}
	return whose + "-" + strconv.Itoa(max(0, p.first))
}

// parseGamesPage parses exactly what arg writes.
func parseGamesPage(arg string) (p gamesPage, err error) {
	whose, from, _ := strings.Cut(arg, "-")
	if p.first, err = strconv.Atoi(from); err != nil {
		return gamesPage{}, err
	}
	switch whose {
	case "mine":
	case "here":
		p.here = true
	default:
		if _, err := strconv.ParseUint(whose, 10, 64); err != nil { // an answer mentions them
			return gamesPage{}, err
		}
		p.of = game.Person(whose)
	}
	if p.arg() != arg {
		return gamesPage{}, fmt.Errorf("bot: games of %q", arg)
	}
	return p, nil
}

func (l gameLists) show(ctx context.Context, r *Request) (view.Reply, error) {
	page := gamesPage{here: r.Flag("here")}
	if member := r.User("member"); member != nil && game.Person(member.ID) != r.Viewer.Person {
		if page.here {
			return view.Reply{}, view.ProblemOneList()
		}
		page.of = game.Person(member.ID)
	}
	return l.page(ctx, r, page)
}

// turn shows another page of such a list.
func (l gameLists) turn(ctx context.Context, r *Request) (view.Reply, error) {
	page, err := parseGamesPage(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	reply, err := l.page(ctx, r, page)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

func (l gameLists) page(ctx context.Context, r *Request, page gamesPage) (view.Reply, error) {
	games, more, err := l.listOf(ctx, r, page)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Games(view.GameList{
		Games: games, Here: page.here, More: more, Of: page.of, First: page.first,
		Turn: func(first int) view.Press {
			to := page
			to.first = first
			return view.Press{Act: view.PressGames, Arg: to.arg()}
		},
	}, r.Viewer), nil
}

// listOf returns all games of the list that a page belongs to; more says that it leaves older ones out.
func (l gameLists) listOf(ctx context.Context, r *Request, page gamesPage) (games []*game.Game, more bool, err error) {
	switch {
	case page.here:
		return l.games.GamesHere(ctx, r.Act())
	case page.of != "":
		games, err = l.games.GamesOf(ctx, r.Act(), page.of)
	default:
		games, err = l.games.Games(ctx, r.Viewer.Person)
	}
	return games, false, err
}
