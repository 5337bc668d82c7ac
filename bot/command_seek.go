package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// seekCommand is /seek: it offers a game to whoever wants one, for a while, and calls those who asked to be called.
func (h *host) seekCommand() *Command {
	return &Command{
		name: "seek",
		options: []commandOption{
			{name: "time", kind: discordgo.ApplicationCommandOptionString, complete: true},
			{name: "colour", kind: discordgo.ApplicationCommandOptionString, fixed: texts("red", "black", "random")},
			{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
			{name: "hours", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: seekHours},
		},
		run:      h.seek,
		complete: h.completeTime,
	}
}

// seekHours is how long a game may be offered at most.
const seekHours = 7 * 24

func (h *host) seek(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := h.service.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{Wish: wishOf(r.Text("colour")), Conditions: game.Conditions{Anyone: true}}
	if hours, given := r.Number("hours"); given {
		spec.Life = time.Duration(hours) * time.Hour
	}
	if reply, wrong := conditions(&spec, server, r); wrong {
		return reply, nil
	}
	reply, err := h.challenged(ctx, r, spec)
	if err == nil && server.SeekRole != "" {
		reply.Text, reply.Call = view.MentionRole(server.SeekRole)+" "+reply.Text, server.SeekRole
	}
	return reply, err
}
