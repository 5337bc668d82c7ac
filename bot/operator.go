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

// Tell posts a text in channels, such as a notice of maintenance, and returns how many have it. The error names the
// channels that do not. Telling the same again within some minutes posts nothing twice.
func (b *Bot) Tell(ctx context.Context, channels []string, text string) (told int, err error) {
	sum := sha256.Sum256([]byte(text))
	for _, channel := range channels {
		nonce := hex.EncodeToString(sum[:8])
		if _, failed := b.client.Post(ctx, channel, discord.Message{Text: text}, nonce); failed != nil {
			err = errors.Join(err, fmt.Errorf("channel %s: %w", channel, failed))
			continue
		}
		told++
	}
	return told, err
}

// Servers returns the servers that the bot is in, the first 200 of them.
func (b *Bot) Servers(ctx context.Context) ([]discord.OwnServer, error) { return b.client.Servers(ctx) }

// LeaveServer makes the bot leave a server.
func (b *Bot) LeaveServer(ctx context.Context, guild string) error {
	return b.client.LeaveServer(ctx, guild)
}
