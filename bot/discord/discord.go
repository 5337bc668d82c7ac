// Package discord is the client for Discord's gateway and REST API: connection, calls, rate limits. The content of
// messages is up to the caller.
//
// A [Client] makes calls. It waits for rate limits before Discord has to refuse a call, and retries where that is safe:
//
//	token, application, err := discord.ReadToken(text)
//	client := discord.NewClient(token, nil, nil)
//	id, err := client.Post(ctx, channel, discord.Message{Text: "hello"}, "greeting of "+channel)
//
// A refusal is an *[Error]; [HasCode] tests for Discord's own codes, and [PermanentFailure] says why a retry is
// pointless. Calls are idempotent, so that a job may run again after a crash: a Post has a nonce, a thread belongs to
// its message, and deleting what is already gone succeeds.
//
// What people do arrives as events over a [Session], the connection to the gateway:
//
//	session := &discord.Session{Client: client, Intents: discordgo.IntentGuilds, Event: event, Connected: connected, Log: log}
//	err = session.Run(ctx)
//
// An interaction, that is a command or a press of a button, must get an [Answer] within three seconds. An Answer
// chooses the API call that the next message requires; its user provides the message, or calls Defer in time if it
// takes longer.
//
// A [Message] is complete before it is sent. Texts that are too long are truncated; the other limits are constants
// of this package, for the code that builds messages. Downloads fetches attachments, from Discord's servers only.
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

// TokenError means that a token is malformed or that Discord does not accept it. Its text says where to get one.
type TokenError struct{ problem string }

func (e *TokenError) Error() string { return e.problem }

func tokenError(problem string) error { return &TokenError{problem} }

// ReadToken parses a bot's token as people copy it, with spaces around it or with the word "Bot". It returns the bare
// token and the id of its application, which the token contains. The error is a *[TokenError]: it says where to get a
// token and does not contain the one given.
func ReadToken(text string) (token, application string, err error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text)+" ", "Bot "))
	if token == "" {
		return "", "", tokenError("no token; make one at https://discord.com/developers/applications (your application, Bot, Reset Token) and give it in DISCORD_TOKEN")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r == 0x7F }) {
		return "", "", tokenError("the token contains blanks; copy it again as one line")
	}
	if application = applicationOf(token); application == "" {
		return "", "", tokenError("this is not a bot token, which has three parts with dots between them; " +
			"copy yours from https://discord.com/developers/applications (your application, Bot, Reset Token), not the client secret or the public key")
	}
	return token, application, nil
}

// applicationOf decodes the application's id from the first part of a token. It returns "" if the token is malformed.
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

// RetryWhileUnreachable calls do until it succeeds, for as long as Discord cannot be reached; doing names the operation
// for the log. It stops when Discord refuses, with an error that says what to do if that is known, and when ctx ends,
// with ctx's error. It is for startup.
func RetryWhileUnreachable(ctx context.Context, log *slog.Logger, doing string, do func(context.Context) error) error {
	for failures := 1; ; failures++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if fatal := fatalError(err); fatal != nil {
			return fatal
		}
		if answer, ok := errors.AsType[*Error](err); ok && !answer.fromProxy() &&
			answer.Status < 500 && answer.Status != http.StatusTooManyRequests {
			return fmt.Errorf("%s: %w", doing, err)
		}
		pause := backoff(failures)
		log.Warn("Discord cannot be reached yet", "doing", doing, "err", err, "pause", pause.Round(time.Millisecond))
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// sleep waits for d or until ctx is done; it then returns ctx's error.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
