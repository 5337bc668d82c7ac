// Package discord is the client for Discord's gateway and REST API: connection, calls, rate limits. What is said is up
// to its caller.
//
// A Client makes calls. It waits where a rate limit says so, before Discord has to refuse, and tries again where that
// does no harm:
//
//	token, application, err := discord.ReadToken(text)
//	client := discord.NewClient(token, nil)
//	id, err := client.Post(ctx, channel, discord.Message{Text: "hello"}, "greeting of "+channel)
//
// A refusal is an *Error; HasCode asks for Discord's own codes, Hopeless reports whether a retry is pointless. Calls
// are idempotent, so that a job may run again after a crash: a Post by its nonce, a thread by the message that it
// belongs to, and what is already gone counts as deleted.
//
// What people do arrives as events over a Session, the connection to the gateway:
//
//	session := &discord.Session{Client: client, Intents: discord.IntentGuilds, Event: event, Connected: connected, Log: log}
//	err = session.Run(ctx)
//
// An interaction, that is a command or a press on a button, must get an Answer within three seconds. An Answer knows
// which of Discord's calls the next message needs; its user gives the message, or calls Think in time if it takes
// longer.
//
// A Message is complete before it is sent. Texts that are too long are cut; the other limits are constants here, for
// the code that builds messages. Attachments are fetched by Downloads, which asks Discord's servers only.
//
// Everything is safe for concurrent use, except a Session, which runs once, and an Answer, which one goroutine uses.
//
// The structs of embeds, components, commands and interactions are discordgo's. Its client is not used: see
// docs/decisions.md.
package discord

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The intents: which events a Session gets. Interactions need none.
const (
	// IntentGuilds brings the events of the servers that the bot is in or joins.
	IntentGuilds = 1 << 0
	// IntentGuildMessages and IntentDirectMessages bring what people write. The text comes with messages that mention the
	// bot, replies to the bot's that notify it included, and with direct messages.
	IntentGuildMessages  = 1 << 9
	IntentDirectMessages = 1 << 12
	// IntentMessageContent brings the text of all messages. The owner of the application has to switch it on at Discord.
	IntentMessageContent = 1 << 15
)

// TokenError tells that a token is none, or that Discord does not take it, and where to get one.
type TokenError struct{ problem string }

func (e *TokenError) Error() string { return e.problem }

func tokenError(problem string) error { return &TokenError{problem} }

// ReadToken takes a bot's token as people copy it, with blanks around it or with the word "Bot", and returns it bare,
// with the id of its application, which is a part of it. The error says where to get a token; it does not tell the one
// that was given. It is a *TokenError.
func ReadToken(text string) (token, application string, err error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text)+" ", "Bot "))
	if token == "" {
		return "", "", tokenError("no token; make one at https://discord.com/developers/applications (your application, Bot, Reset Token) and give it in DISCORD_TOKEN")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r == 0x7F }) {
		return "", "", tokenError("the token has blanks in it; copy it again as one line")
	}
	if application = applicationOf(token); application == "" {
		return "", "", tokenError("what was given is no bot token: those have three parts with dots between them; " +
			"copy yours from https://discord.com/developers/applications (your application, Bot, Reset Token), not the client secret or the public key")
	}
	return token, application, nil
}

// applicationOf reads the application's id out of a token, whose first part it is; empty when it is not there.
func applicationOf(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(parts[0], "="))
	if err != nil {
		return ""
	}
	if _, err := strconv.ParseUint(string(id), 10, 64); err != nil {
		return ""
	}
	return string(id)
}

// Persist does one thing at the start until it works, however long Discord is away; doing says in a word what, for the
// log. A refusal ends it with an error that says what to do where that is known, the end of ctx with ctx's error.
func Persist(ctx context.Context, log *slog.Logger, doing string, do func(context.Context) error) error {
	for failures := 1; ; failures++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		var answer *Error
		if errors.As(err, &answer) && !answer.ofFront() && answer.Status < 500 && answer.Status != http.StatusTooManyRequests {
			return fmt.Errorf("%s: %w", doing, err)
		}
		pause := backoff(failures)
		log.Warn("Discord cannot be reached yet", "doing", doing, "err", err, "pause", pause.Round(time.Millisecond))
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

// over reports whether ctx has ended.
func over(ctx context.Context) bool { return ctx.Err() != nil }

// wait is a sleep that ends with ctx; it returns ctx's error then.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
