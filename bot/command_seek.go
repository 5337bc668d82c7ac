package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// seekHours is the maximum number of hours of a seek.
const seekHours = 7 * 24

// seeks is /seek: it offers a game to anyone on the server for some hours, and pings the role for seeks, at most once a
// person and hour.
type seeks struct {
	servers    *game.Servers
	challenges challenges
}

func (c playCommands) Seek() *Command { return seeks{c.servers, challengesOf(c.host)}.command() }

func (s seeks) command() *Command {
	return &Command{
		name: "seek", begins: true, inServers: true,
		options: []commandOption{
			{name: "time", kind: discordgo.ApplicationCommandOptionString, complete: true},
			{name: "color", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices("red", "black", "random")},
			{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
			{name: "hours", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: seekHours},
		},
		run:      s.seek,
		complete: completeTime,
	}
}

func (s seeks) seek(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := s.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{ColorChoice: wishOf(r.Text("color")), Conditions: game.Conditions{Anyone: true}}
	if hours, given := r.Number("hours"); given {
		spec.Life = time.Duration(hours) * time.Hour
	}
	if err := setConditions(&spec, server, r); err != nil {
		return view.Reply{}, err
	}
	reply, err := s.challenges.make(ctx, r, spec)
	if err != nil || server.SeekRole == "" {
		return reply, err
	}
	if pings, err := s.challenges.games.TakePing(ctx, r.Act()); err == nil && pings { // on an error the seek stands all the same
		reply.Text, reply.PingRole = view.MentionRole(server.SeekRole)+" "+reply.Text, server.SeekRole
	}
	return reply, nil
}
