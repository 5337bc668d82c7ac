package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// gamePicker is the option "game" of many commands: it finds the game that a person means, and completes the option.
type gamePicker struct {
	games *game.Finder
}

func pickerOf(h *host) gamePicker { return gamePicker{h.Finder} }

// option returns the definition of the option. It is rarely needed.
func (gamePicker) option() commandOption {
	return commandOption{name: "game", kind: discordgo.ApplicationCommandOptionInteger, complete: true, atLeast: 1}
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

// complete suggests the person's open games.
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
