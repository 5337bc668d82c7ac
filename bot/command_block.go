package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// blocks is /block, by which a person refuses all challenges of another, and /unblock. The other notices only when a
// challenge is refused.
type blocks struct {
	people *member.Service
}

func (c memberCommands) Block() *Command   { return blocks{c.members}.block() }
func (c memberCommands) Unblock() *Command { return blocks{c.members}.unblock() }

func (b blocks) block() *Command   { return b.command("block", b.people.Block, view.Blocked) }
func (b blocks) unblock() *Command { return b.command("unblock", b.people.Unblock, view.Unblocked) }

func (blocks) command(
	name string,
	act func(context.Context, game.Act, game.Person) (member.Settings, error),
	answer func(view.Viewer, game.Person, member.Settings) view.Reply,
) *Command {
	return &Command{
		name: name, private: true,
		options: []commandOption{{name: "member", kind: discordgo.ApplicationCommandOptionUser, required: true}},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			member := r.User("member")
			if member == nil || member.Bot {
				return view.Reply{}, view.ProblemBlockBot()
			}
			settings, err := act(ctx, r.Act(), game.Person(member.ID))
			if err != nil {
				return view.Reply{}, err
			}
			return answer(r.Viewer, game.Person(member.ID), settings), nil
		},
	}
}
