package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
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
func (b *Bot) Servers(ctx context.Context) ([]discord.OwnServer, error) { return b.client.Servers(ctx) }

// LeaveServer makes the bot leave a server.
func (b *Bot) LeaveServer(ctx context.Context, guild string) error {
	return b.client.LeaveServer(ctx, guild)
}
