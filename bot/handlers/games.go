package handlers

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// gameLists is /games: the person's open games, first those that wait for them; or those of a member, or of the
// channel.
type gameLists struct {
	games *game.Finder
}

func newGamesCommand(h *Host) *Command { return gameLists{h.Finder}.command() }

func (l gameLists) command() *Command {
	return &Command{
		Name: "games", Private: true,
		Options: []commandOption{
			{Name: "member", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "here", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run:     l.show,
		Presses: map[view.PressAct]Handler{view.PressGames: l.turn},
	}
}

// GamesPage is one page of a list of games.
type GamesPage struct {
	Here  bool        // the games of the channel
	Of    game.Person // those of this person; empty, without here: one's own
	First int         // how many games come before it
}

// Arg encodes the page for Press.Arg: "mine-0", "here-10", "123456789-20".
func (p GamesPage) Arg() string {
	whose := cmp.Or(string(p.Of), "mine")
	if p.Here {
		whose = "here"
	}
	return whose + "-" + strconv.Itoa(max(0, p.First))
}

// ParseGamesPage parses exactly what arg writes.
func ParseGamesPage(arg string) (p GamesPage, err error) {
	whose, from, _ := strings.Cut(arg, "-")
	if p.First, err = strconv.Atoi(from); err != nil {
		return GamesPage{}, err
	}
	switch whose {
	case "mine":
	case "here":
		p.Here = true
	default:
		if _, err := strconv.ParseUint(whose, 10, 64); err != nil { // an answer mentions them
			return GamesPage{}, err
		}
		p.Of = game.Person(whose)
	}
	if p.Arg() != arg {
		return GamesPage{}, fmt.Errorf("bot: games of %q", arg)
	}
	return p, nil
}

func (l gameLists) show(ctx context.Context, r *Request) (view.Reply, error) {
	page := GamesPage{Here: r.Flag("here")}
	if member := r.User("member"); member != nil && game.Person(member.ID) != r.Viewer.Person {
		if page.Here {
			return view.Reply{}, view.ProblemOneList()
		}
		page.Of = game.Person(member.ID)
	}
	return l.page(ctx, r, page)
}

// turn shows another page of such a list.
func (l gameLists) turn(ctx context.Context, r *Request) (view.Reply, error) {
	page, err := ParseGamesPage(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	reply, err := l.page(ctx, r, page)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

func (l gameLists) page(ctx context.Context, r *Request, page GamesPage) (view.Reply, error) {
	games, more, err := l.listOf(ctx, r, page)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Games(view.GameList{
		Games: games, Here: page.Here, More: more, Of: page.Of, First: page.First,
		Turn: func(first int) view.Press {
			to := page
			to.First = first
			return view.Press{Act: view.PressGames, Arg: to.Arg()}
		},
	}, r.Viewer), nil
}

// listOf returns all games of the list that a page belongs to; more says that it leaves older ones out.
func (l gameLists) listOf(ctx context.Context, r *Request, page GamesPage) (games []*game.Game, more bool, err error) {
	switch {
	case page.Here:
		return l.games.GamesHere(ctx, r.Act())
	case page.Of != "":
		games, err = l.games.GamesOf(ctx, r.Act(), page.Of)
	default:
		games, err = l.games.Games(ctx, r.Viewer.Person)
	}
	return games, false, err
}

// gamePicker is the option "game" of many commands: it finds the game that a person means, and completes the option.
type gamePicker struct {
	games *game.Finder
}

func pickerOf(h *Host) gamePicker { return gamePicker{h.Finder} }

// option returns the definition of the option. It is rarely needed.
func (gamePicker) option() commandOption {
	return commandOption{Name: "game", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}
}

// active returns the running game of their own that the person means.
func (p gamePicker) active(ctx context.Context, r *Request, id game.ID) (*game.Game, error) {
	g, err := p.games.Find(ctx, r.Act(), id)
	if err != nil {
		return nil, err
	}
	switch g.State {
	case game.Active:
		return g, nil
	case game.Offered:
		return nil, &game.Refusal{Code: game.NotStarted, Game: g.ID}
	default:
		return nil, &game.Refusal{Code: game.GameOver, Game: g.ID}
	}
}

// meant is like active, for acts that change a game at once: in the thread of another game the person has to confirm
// that they mean their own.
func (p gamePicker) meant(ctx context.Context, r *Request) (*game.Game, error) {
	g, err := p.active(ctx, r, r.Game())
	if err == nil && r.Game() == 0 {
		err = p.games.CheckMeant(ctx, r.Act(), g)
	}
	return g, err
}

// Complete suggests the person's open games.
func (p gamePicker) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := p.games.Games(ctx, r.Viewer.Person)
	if err != nil {
		return nil, err
	}
	return gameChoices(games, r), nil
}

// completeTurn suggests those of the person's games in which they may move now.
func (p gamePicker) completeTurn(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := p.games.Games(ctx, r.Viewer.Person)
	if err != nil {
		return nil, err
	}
	games = slices.DeleteFunc(games, func(g *game.Game) bool { return g.State != game.Active || !mayMove(g, r.Viewer.Person) })
	return gameChoices(games, r), nil
}

// completePlayed suggests the active and finished games of the person, the newest first.
func (p gamePicker) completePlayed(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := p.games.Played(ctx, r.Viewer.Person)
	if err != nil {
		return nil, err
	}
	return gameChoices(games, r), nil
}

// gameChoices returns the games whose line contains what the person has typed.
func gameChoices(games []*game.Game, r *Request) []discord.Choice {
	typed := r.typed("game")
	var choices []discord.Choice
	for _, g := range games {
		line := discord.Cut(view.GameLine(g, r.Viewer), discord.ChoiceNameLimit)
		if contains(line, typed) {
			choices = append(choices, discord.Choice{Name: line, Value: int64(g.ID)})
		}
	}
	return choices
}

// typed returns what a person has typed so far into an option, be it a text or a number.
func (r *Request) typed(option string) string {
	if n, ok := r.Number(option); ok && r.Text(option) == "" {
		return strconv.FormatInt(n, 10)
	}
	return r.Text(option)
}

// contains reports whether a line contains what was typed, ignoring case.
func contains(line, typed string) bool {
	return strings.Contains(strings.ToLower(line), strings.ToLower(strings.TrimSpace(typed)))
}
