package bot

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// host is what commands and buttons work with: the games, the pictures and the words.
type host struct {
	service *game.Service
	view    *view.View
	phrases *words.Phrases
	files   *discord.Downloads
	// outside is the name of the outside engine that can be challenged, empty if there is none.
	outside string
	// self is the bot's own user id, known from the moment it has logged in.
	self atomic.Pointer[string]
}

// isSelf tells whether a user is the bot.
func (h *host) isSelf(id string) bool {
	self := h.self.Load()
	return self != nil && *self == id
}

// meet fills in how the person who asks likes his replies.
func (h *host) meet(ctx context.Context, r *Request) error {
	reader, err := h.reader(ctx, r.Reader.Person, r.Guild, string(r.interaction.Locale))
	r.Reader = reader
	return err
}

// reader finds out how p likes messages in a server, or with guild "" in direct messages. The locale is that of his Discord, empty where
// that is not known.
func (h *host) reader(ctx context.Context, p game.Person, guild, locale string) (view.Reader, error) {
	settings, err := h.service.Settings(ctx, p)
	if err != nil {
		return view.Reader{}, err
	}
	server, err := h.service.Server(ctx, guild)
	if err != nil {
		return view.Reader{}, err
	}
	return h.readerOf(p, settings, server, locale), nil
}

// errorAbout is an error with the game it is about: why a move is refused can only be told with the position.
type errorAbout struct {
	game *game.Game
	err  error
}

func about(g *game.Game, err error) error { return &errorAbout{g, err} }

func (e *errorAbout) Error() string { return e.err.Error() }
func (e *errorAbout) Unwrap() error { return e.err }

// refusal puts into words why something cannot be done, and what can. It is false for an error that is nobody's business but ours.
func (h *host) refusal(reader view.Reader, err error) (view.Reply, bool) {
	var g *game.Game
	var about *errorAbout
	if errors.As(err, &about) {
		g = about.game
	}
	return h.view.Refusal(g, reader, err)
}

// board is the board of g as a new message that both players see, written for the person who asked.
func (h *host) board(g *game.Game, r *Request) view.Reply {
	return h.view.Turn(g, r.Reader.Shared(g))
}

// passed is the board of g after an act of the person who asked: written for the one who is to act next.
func (h *host) passed(ctx context.Context, g *game.Game, r *Request) view.Reply {
	reply := h.view.Turn(g, h.next(ctx, g, r).Shared(g))
	reply.Own = func() view.Reply { return h.view.Turn(g, r.Reader) }
	return reply
}

// next is the reader of what an act of the person who asked has led to. It is the person who is to act now, as the menus and
// buttons are for him; the one who asked knows what he did. It stays with the one who asked while the other has never been heard
// of, and when the game is over and nobody asks to play on. A vote game is everybody's: its messages are all written for who began it.
func (h *host) next(ctx context.Context, g *game.Game, r *Request) view.Reader {
	if !g.State.Open() && view.ResumeAsked(g) == "" && g.Vote == nil {
		return r.Reader
	}
	reader, err := h.addressee(ctx, g)
	if err != nil || g.Players[reader.Person].Locale == "" { // the act is done: rather the wrong language than no answer
		return r.Reader
	}
	return reader
}

// gameOption is the option by which a person says which of his games he means; he seldom has to.
func gameOption() commandOption {
	return commandOption{name: "game", kind: discordgo.ApplicationCommandOptionInteger, complete: true, atLeast: 1}
}

// completeGame offers the person's open games that have what he typed in their line.
func (h *host) completeGame(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := h.service.Games(ctx, r.Reader.Person)
	if err != nil {
		return nil, err
	}
	return h.gameChoices(games, r), nil
}

// gameChoices are the games that have what the person typed in their line.
func (h *host) gameChoices(games []*game.Game, r *Request) []discord.Choice {
	typed := r.Text("game")
	if n, ok := r.Number("game"); ok && typed == "" {
		typed = strconv.FormatInt(n, 10)
	}
	var choices []discord.Choice
	for _, g := range games {
		line := discord.Cut(h.gameLine(g, r.Reader), discord.ChoiceNameLimit)
		if contains(line, typed) {
			choices = append(choices, discord.Choice{Name: line, Value: int64(g.ID)})
		}
	}
	return choices
}
