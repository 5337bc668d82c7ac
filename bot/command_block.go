package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// blockCommand is /block: a person wants no challenges of another. The other is told only when he tries.
func (h *host) blockCommand() *Command {
	return h.blockingCommand("block", "block.blocked", h.service.Block)
}

// unblockCommand is /unblock: it undoes /block.
func (h *host) unblockCommand() *Command {
	return h.blockingCommand("unblock", "block.unblocked", h.service.Unblock)
}

func (h *host) blockingCommand(name, done string, act func(context.Context, game.Act, game.Person) (game.Settings, error)) *Command {
	return &Command{
		name: name, private: true,
		options: []commandOption{{name: "member", kind: discordgo.ApplicationCommandOptionUser, required: true}},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			w, member := r.Reader.Words, r.User("member")
			if member == nil || member.Bot {
				return view.Private(w.Say("block.bot")), nil
			}
			settings, err := act(ctx, r.Act(), game.Person(member.ID))
			if err != nil {
				return view.Reply{}, err
			}
			text := w.Say(done, words.Vars{"Person": view.Mention(game.Person(member.ID))})
			if len(settings.Blocked) > 0 {
				text += "\n" + w.Say("settings.blocked", words.Vars{"Value": blockedText(settings, w)})
			}
			return view.Private(text), nil
		},
	}
}

// blockedShown is how many people a list of those blocked names.
const blockedShown = 20

// blockedText names the people whom somebody blocks, the latest first.
func blockedText(settings game.Settings, w words.Words) string {
	var people []string
	for i, p := range settings.Blocked {
		if i == blockedShown {
			people = append(people, "…")
			break
		}
		people = append(people, view.Mention(p))
	}
	return strings.Join(people, w.Say("list.comma"))
}
