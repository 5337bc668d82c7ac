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
	"xiangqibot/bot/view/gameview"
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

// readGuild decodes a server once: with many members it is megabytes. If it cannot be decoded, the id is empty, and
// nothing is done with it.
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
	// maxWelcomeTries is how many channels are tried for the welcome message.
	maxWelcomeTries = 5
	// welcomeTimeout is how long one server may delay the others.
	welcomeTimeout = time.Minute
)

// welcome posts the welcome message once per server: a short text that says what to type. After login all servers
// arrive at once, so they are welcomed one after the other. The message names commands: it waits until they have been
// registered, or rejected.
func (b *Bot) welcome(ctx context.Context, guild guildCreate) {
	if guild.Unavailable || guild.ID == "" {
		return // a server that has gone away for a while sends itself again when it is back
	}
	select {
	case <-b.registerTried:
	case <-ctx.Done():
		return
	}
	ctx, cancel := context.WithTimeout(ctx, welcomeTimeout)
	defer cancel()
	err := b.host.Games.Once(ctx, "welcome:"+guild.ID, 0, func() error { return b.greet(ctx, guild) })
	if err != nil && !errors.Is(err, game.AlreadyDone) {
		b.log.Warn("the welcome message was not posted; it is tried again when the server is next announced", "guild", guild.ID, "err", err)
	}
}

// greet posts the welcome message. If no channel accepts it there is none; an error means that a retry may help.
func (b *Bot) greet(ctx context.Context, guild guildCreate) error {
	greeting := gameview.Welcome(b.host.Phrases, b.languageOf(guild.Locale))
	for _, channel := range guild.welcomeChannels() {
		_, err := b.client.Post(ctx, channel, greeting.Message(), "welcome "+guild.ID)
		if err == nil {
			b.log.Info("welcomed a server", "guild", guild.ID, "channel", channel)
			return nil
		}
		b.log.Debug("could not post the welcome message in this channel", "guild", guild.ID, "channel", channel, "err", err)
		if discord.PermanentFailure(err) == "" {
			return err
		}
	}
	b.log.Info("no welcome message: the bot may write in none of the channels tried", "guild", guild.ID)
	return nil
}

// languageOf returns the bot's language for a locale of Discord.
func (b *Bot) languageOf(locale string) words.Language { return b.host.Phrases.For(locale).Language() }

// welcomeChannels lists the channels for the welcome message: first the system channel, then from the top.
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

// noteServer saves the name of a server, and its locale in Discord. Most servers have English, which is not saved.
func (b *Bot) noteServer(ctx context.Context, guild guildCreate) {
	if guild.Unavailable || guild.ID == "" {
		return
	}
	b.host.Names.Note(guild.ID, guild.Name)
	if guild.Locale == "" {
		return
	}
	server, err := b.host.Servers.Server(ctx, guild.ID)
	if err == nil && b.languageOf(server.Locale) != b.languageOf(guild.Locale) {
		_, err = b.host.Servers.ChangeServer(ctx, game.Act{Guild: guild.ID}, func(s *game.Server) error {
			s.Locale = guild.Locale
			return nil
		})
	}
	if err != nil {
		b.log.Warn("could not save the language of a server", "guild", guild.ID, "locale", guild.Locale, "err", err)
	}
}
