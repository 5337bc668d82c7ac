package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// guildCreate is what the bot reads of a server that it is in, or has just joined.
type guildCreate struct {
	ID            string         `json:"id"`
	Name          string         `json:"name"`
	Unavailable   bool           `json:"unavailable"`
	Locale        string         `json:"preferred_locale"`
	SystemChannel string         `json:"system_channel_id"`
	Channels      []guildChannel `json:"channels"`
}

// readGuild reads a server, once: it is megabytes where there are many members. What cannot be read is a server without
// an id, with which nothing is done.
func readGuild(data json.RawMessage) (guild guildCreate) {
	if json.Unmarshal(data, &guild) != nil {
		return guildCreate{}
	}
	return guild
}

type guildChannel struct {
	ID       string `json:"id"`
	Type     int    `json:"type"`
	Position int    `json:"position"` // from the top
}

const (
	textChannel = 0
	// welcomeTries is how many channels are tried before a server goes without its welcome.
	maxWelcomeTries = 5
	// welcomePatience is how long one server may keep those after it waiting.
	welcomeTimeout = time.Minute
)

// welcome greets a server once and for good: a short message that says what to type. At the start every server sends
// itself at once, so they are welcomed one after the other.
func (b *Bot) welcome(ctx context.Context, guild guildCreate) {
	if guild.Unavailable || guild.ID == "" {
		return // a server that has gone away for a while sends itself again when it is back
	}
	ctx, cancel := context.WithTimeout(ctx, welcomeTimeout)
	defer cancel()
	err := b.host.service.Once(ctx, "welcome:"+guild.ID, func() error { return b.greet(ctx, guild) })
	if err != nil && !errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
		b.log.Warn("a server was not welcomed; it will be when it shows itself again", "guild", guild.ID, "err", err)
	}
}

// greet posts the welcome. Where no channel takes it the server goes without; an error means that another time is worth
// a try.
func (b *Bot) greet(ctx context.Context, guild guildCreate) error {
	greeting := view.Welcome(b.host.phrases, b.languageOf(guild.Locale))
	for _, channel := range guild.welcomeChannels() {
		_, err := b.client.Post(ctx, channel, greeting.Message(), "welcome "+guild.ID)
		if err == nil {
			b.log.Info("welcomed a server", "guild", guild.ID, "channel", channel)
			return nil
		}
		b.log.Debug("no welcome in this channel", "guild", guild.ID, "channel", channel, "err", err)
		if discord.PermanentFailure(err) == "" {
			return err
		}
	}
	b.log.Info("a server stays without its welcome: the bot may write in none of the channels tried", "guild", guild.ID)
	return nil
}

// languageOf is the language in which the bot speaks to a Discord with the locale.
func (b *Bot) languageOf(locale string) words.Language { return b.host.phrases.For(locale).Language() }

// welcomeChannels lists where a newcomer is looked for: first where the server greets its own, then from the top.
func (g guildCreate) welcomeChannels() []string {
	channels := slices.Clone(g.Channels)
	slices.SortStableFunc(channels, func(a, b guildChannel) int { return cmp.Compare(a.Position, b.Position) })
	var ids []string
	if g.SystemChannel != "" {
		ids = append(ids, g.SystemChannel)
	}
	for _, c := range channels {
		if c.Type == textChannel && c.ID != g.SystemChannel {
			ids = append(ids, c.ID)
		}
	}
	return ids[:min(len(ids), maxWelcomeTries)]
}

// noteServer remembers the name of a server, and the language that it has at Discord. Most servers have English, which
// need not be remembered.
func (b *Bot) noteServer(ctx context.Context, guild guildCreate) {
	if guild.Unavailable || guild.ID == "" {
		return
	}
	b.host.names.note(guild.ID, guild.Name)
	if guild.Locale == "" {
		return
	}
	server, err := b.host.servers.Server(ctx, guild.ID)
	if err == nil && b.languageOf(server.Locale) != b.languageOf(guild.Locale) {
		_, err = b.host.servers.ChangeServer(ctx, game.Act{Guild: guild.ID}, func(s *game.Server) error {
			s.Locale = guild.Locale
			return nil
		})
	}
	if err != nil {
		b.log.Warn("the language of a server is not remembered", "guild", guild.ID, "locale", guild.Locale, "err", err)
	}
}
