package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/operator"
)

// This file has what an operator does through the running bot.

// PostNotice posts a text in channels, such as a notice of maintenance, and returns how many have it. The error names
// the channels that do not. The same notice posted again within some minutes does not appear twice.
func (b *Bot) PostNotice(ctx context.Context, channels []string, text string) (posted int, err error) {
	var errs []error
	sum := sha256.Sum256([]byte(text))
	for _, channel := range channels {
		nonce := hex.EncodeToString(sum[:8])
		if _, err := b.client.Post(ctx, channel, discord.Message{Text: text}, nonce); err != nil {
			errs = append(errs, fmt.Errorf("channel %s: %w", channel, err))
			continue
		}
		posted++
	}
	return posted, errors.Join(errs...)
}

// Servers returns the servers that the bot is in, the first 200 of them.
func (b *Bot) Servers(ctx context.Context) ([]discordgo.UserGuild, error) {
	return discord.Servers(ctx, b.client)
}

// LeaveServer makes the bot leave a server.
func (b *Bot) LeaveServer(ctx context.Context, guild string) error {
	return discord.LeaveServer(ctx, b.client, guild)
}

// membership records in which servers the bot is.
type membership struct {
	operator *operator.Service // nil: nothing is recorded
	client   *discord.Client
	log      *slog.Logger
}

// begins records that the bot is in a server. It leaves one that is blocked, and then reports false.
func (m membership) begins(ctx context.Context, guild guildCreate) bool {
	if guild.Unavailable || guild.ID == "" || m.operator == nil {
		return true
	}
	welcome, err := m.operator.ServerBack(ctx, guild.ID)
	if err != nil {
		m.log.Warn("could not record that the bot is in a server", "guild", guild.ID, "err", err)
		return true
	}
	if !welcome {
		err := discord.LeaveServer(ctx, m.client, guild.ID)
		m.log.Info("the bot leaves a server that is blocked", "guild", guild.ID, "err", err)
	}
	return welcome
}

// ends ends what is played in a server that the bot is no longer in. A server that is unavailable has an outage
// and comes back by itself.
func (m membership) ends(ctx context.Context, guild guildCreate) {
	if guild.Unavailable || guild.ID == "" || m.operator == nil {
		return
	}
	if err := m.operator.ServerLeft(ctx, guild.ID); err != nil {
		m.log.Error("the games of a server that the bot was removed from are not ended", "guild", guild.ID, "err", err)
		return
	}
	m.log.Info("the bot is no longer in a server: its games are ended", "guild", guild.ID)
}

// compare ends what is played in the servers that removed the bot while it was not connected. READY, which begins a
// session, lists all servers of its shard that the bot is in, unavailable ones too. Where it lists none that the
// database knows, the token may be another application's, and nothing is ended.
func (m membership) compare(ctx context.Context, data json.RawMessage) {
	var ready struct {
		Guilds []guildCreate `json:"guilds"`
		Shard  []uint64      `json:"shard"` // which one, and of how many; missing: there is one
	}
	err := json.Unmarshal(data, &ready)
	if err != nil || ready.Guilds == nil || m.operator == nil {
		return
	}
	shard, shards := uint64(0), uint64(1)
	if len(ready.Shard) == 2 && ready.Shard[1] > 0 {
		shard, shards = ready.Shard[0], ready.Shard[1]
	}
	known, err := m.operator.Present(ctx)
	if err != nil {
		m.log.Warn("servers that removed the bot while it was off are not noticed until its next login", "err", err)
		return
	}
	listed := make(map[string]bool, len(ready.Guilds))
	for _, guild := range ready.Guilds {
		listed[guild.ID] = true
	}
	var gone []string
	for _, id := range known {
		// A server belongs to the shard that its id determines, as Discord documents it.
		number, err := strconv.ParseUint(id, 10, 64)
		if err == nil && number>>22%shards == shard && !listed[id] {
			gone = append(gone, id)
		}
	}
	if len(gone) > 0 && !slices.ContainsFunc(known, func(id string) bool { return listed[id] }) {
		m.log.Warn("the bot is in none of the servers that the database knows: is this another application's token? No game is ended",
			"servers", len(gone))
		return
	}
	for _, id := range gone {
		m.ends(ctx, guildCreate{ID: id})
	}
}
