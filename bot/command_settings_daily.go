package bot

import (
	"cmp"
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
)

// settingsDaily is /manage daily: where and when a server has the puzzle of the day posted.
type settingsDaily struct {
	posts *solving.Schedules
	zones settingsMe // whose completion of time zones it shares
}

// usualHour is the default hour of the puzzle of the day.
const usualHour = 9

func (c settingsDaily) command() *Command {
	return &Command{
		name: "manage daily", private: true,
		options: []commandOption{
			{
				name: "channel", kind: discordgo.ApplicationCommandOptionChannel,
				channels: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews},
			},
			{name: "hour", kind: discordgo.ApplicationCommandOptionInteger, atMost: solving.MaxHour},
			{name: "zone", kind: discordgo.ApplicationCommandOptionString, complete: true},
			{name: "stop", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run: c.choose,
		complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			return c.zones.completeZone(ctx, r)
		},
	}
}

func (c settingsDaily) choose(ctx context.Context, r *Request) (view.Reply, error) {
	p, has, err := c.posts.Chosen(ctx, r.Guild)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.Guild != "" && !r.Manages:
		return view.Reply{}, view.ProblemServerManager()
	case len(r.options) > 0 && r.Flag("stop"):
		return view.DailySettings(nil, r.Viewer), c.posts.Stop(ctx, r.Act())
	case len(r.options) == 0 && !has:
		return view.DailySettings(nil, r.Viewer), nil
	case len(r.options) == 0:
		return view.DailySettings(&p, r.Viewer), nil
	}
	zone := ""
	if text := strings.TrimSpace(r.Text("zone")); text != "" {
		known := false
		if zone, known = parseZone(text); !known {
			return view.Reply{}, view.ProblemZone(text)
		}
	}
	p, err = c.posts.Choose(ctx, r.Act(), func(p *solving.Schedule) {
		if p.Channel == "" {
			p.Channel, p.Hour = cmp.Or(r.Parent, r.Channel), usualHour
		}
		p.Channel, p.Zone = cmp.Or(r.Text("channel"), p.Channel), cmp.Or(zone, p.Zone)
		if hour, given := r.Number("hour"); given {
			p.Hour = int(hour)
		}
	})
	return view.DailySettings(&p, r.Viewer), err
}
