package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// historyShown is how many of the latest rated games /rating spells out.
const historyShown = 5

// ratingCommand is /rating: how strong a member is, and how a result is taken back.
func (h *host) ratingCommand() *Command {
	return &Command{name: "rating", private: true, subs: []*Command{
		{
			name: "rating show", private: true,
			options: []commandOption{{name: "member", kind: discordgo.ApplicationCommandOptionUser}},
			run:     h.ratingShow,
		},
		{
			name:    "rating undo",
			options: []commandOption{{name: "game", kind: discordgo.ApplicationCommandOptionInteger, required: true, atLeast: 1}},
			run:     h.ratingUndo,
		},
	}}
}

// ratingUndo takes the result of a game out of the ratings. Everybody reads it: others' ratings move.
func (h *host) ratingUndo(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Private(r.Reader.Words.Say("rating.undo-refused")), nil
	}
	g, err := h.service.UndoRating(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: r.Reader.Words.Say("rating.undone", words.Vars{"Game": int64(g.ID)})}, nil
}

// ratingShow tells a member's ratings and what his latest games did to them.
func (h *host) ratingShow(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	person := r.Reader.Person
	if member := r.User("member"); member != nil {
		if member.Bot {
			return view.Private(w.Say("rating.bot")), nil
		}
		person = game.Person(member.ID)
	}
	player, err := h.service.Player(ctx, person)
	if err != nil {
		return view.Reply{}, err
	}
	history, err := h.service.History(ctx, person, historyShown)
	if err != nil {
		return view.Reply{}, err
	}
	if len(history) == 0 {
		return view.Private(w.Say("rating.none", words.Vars{"Person": view.Mention(person)})), nil
	}
	lines := []string{w.Say("rating.of", words.Vars{"Person": view.Mention(person)})}
	for _, class := range []game.Class{game.Live, game.Correspondence} {
		s := player.In(class)
		if s.Games > 0 {
			lines = append(lines, w.Count("rating.is", s.Games, words.Vars{
				"Class": view.ClassName(w, class), "Rating": view.RatingText(h.service.RatingNow(s)), "Deviation": view.DeviationText(h.service.RatingNow(s)),
				"Wins": s.Wins, "Draws": s.Draws, "Losses": s.Losses,
			}))
		}
	}
	for _, change := range history {
		lines = append(lines, "- "+w.Say("rating.change", words.Vars{
			"Game": int64(change.Game), "Result": view.ScoreText(w, change.Score), "Rating": view.RatingText(change.After),
			"Gain": view.Gain(change.Gain()),
		}))
	}
	return view.Private(strings.Join(lines, "\n")), nil
}
