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
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	// maxAttempts bounds the attempts at one call, including the first.
	maxAttempts = 5
	// maxResponseBytes bounds the size of a response; a list of commands with all translations has about 100 kB.
	maxResponseBytes = 16 << 20
	// attemptTimeout bounds one attempt, which may upload a picture over a slow connection.
	attemptTimeout = 20 * time.Second
)

// userAgent identifies the bot in the form that Discord requires.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, " + discordgo.VERSION + ") xiangqibot"

// FailedAttempt describes a failed attempt at a call, for metrics and the log. Route and Scope have few distinct
// values.
type FailedAttempt struct {
	// Route is the method and the pattern of the path: it contains neither ids nor tokens.
	Route string
	// Status is the HTTP status, 0 if there was no response.
	Status int
	// Scope is the scope of a 429: user, global, shared or front.
	Scope string
	Err   error
	// Attempt counts from 1. Retried says that another attempt follows after Pause.
	Attempt int
	Retried bool
	Pause   time.Duration
}

// Client calls Discord's REST routes on behalf of one bot. Its methods are about channels, messages and interactions;
// functions that take it are about the application and its servers.
//
// discordgo has a client too, but it puts the answers to all interactions of the process into one queue, sleeps through
// rate limits without regard to the context, and repeats a callback after a bad gateway, which then fails because it
// was already acknowledged. So only discordgo's types are used.
type Client struct {
	// What happens in calls is reported to these, which may be nil, must be set before the first call, and must not
	// block.

	// Simplified is called with Discord's reason for rejecting a message that was then sent as plain text.
	Simplified func(ctx context.Context, err error)
	// AttemptFailed is called for each failed attempt.
	AttemptFailed func(ctx context.Context, m FailedAttempt)
	// Recovered is called when Discord responds again after calls went without a response for half a minute or more.
	Recovered func(ctx context.Context, silent time.Duration)
	// Unauthorized is called when Discord, or a proxy, answers 401 to a call that carries the token.
	Unauthorized func()

	token       string
	http        *http.Client
	limits      *limits
	pace        pace
	silentSince *atomic.Pointer[time.Time] // when calls began to get no response; nil: the last one got one
	mentions    *commandMentions
}

// NewClient returns a client for the bot with this token, as returned by [ReadToken]. Every request goes through
// transport, including the gateway's; nil means the default one. Rate limits go by clock, which a simulated Discord
// advances; nil means the machine's. It does not contact Discord yet.
func NewClient(token string, transport http.RoundTripper, clock func() time.Time) *Client {
	if clock == nil {
		clock = time.Now
	}
	return &Client{
		token: token, http: &http.Client{Transport: orDefault(transport)}, limits: newLimits(clock), pace: patient,
		silentSince: new(atomic.Pointer[time.Time]), mentions: new(commandMentions),
	}
}

// NoWait returns a client for callers that must not be delayed: where c would sleep, for a rate limit or between two
// attempts, its calls return at once, with a *[RateLimitError] or with the failure of the single attempt. Both clients
// share their knowledge of the limits. Such a call still waits for responses: its own and that of a call that probes
// the same bucket.
func (c *Client) NoWait() *Client { return c.with(pace{perSecond: maxPerSecond}) }

// Background is like NoWait, for calls that nobody waits for: while more than a few calls a second are made, it leaves
// the global rate limit to the others.
func (c *Client) Background() *Client { return c.with(pace{perSecond: maxPerSecondBackground}) }

func (c *Client) with(p pace) *Client {
	other := *c
	other.pace = p
	return &other
}

// CheckPostLimit returns nil if, as far as is known, a message may be posted in the channel now, and a
// *[RateLimitError] otherwise. It saves a caller from building a message that cannot be sent.
func (c *Client) CheckPostLimit(channel string) error {
	return c.limits.check(newCall(http.MethodPost, messagesRoute, channel), c.pace)
}

// CheckEditLimit is like CheckPostLimit, for the edit of a message.
func (c *Client) CheckEditLimit(channel, id string) error {
	return c.limits.check(newCall(http.MethodPatch, messageRoute, channel, id), c.pace)
}

// sendOrSimplify sends a message. If Discord rejects its payload, it sends the plain text once: the content matters
// more than the looks, and a game must not stop because of an invalid button. A rejected payload is a bug in the program
// and is reported to Simplified.
func (c *Client) sendOrSimplify(ctx context.Context, m Message, send func(Message) error) error {
	err := send(m)
	if !payloadRejected(err) || !c.pace.waits && HasCode(err, 0) {
		return err // a proxy's answer may be different a moment later
	}
	plain, simpler := m.textOnly()
	if !simpler {
		return err
	}
	if c.Simplified != nil {
		c.Simplified(ctx, err)
	}
	return send(plain)
}

// get makes a GET call.
func (c *Client) get(ctx context.Context, route string, result any, ids ...string) error {
	return c.do(ctx, newCall(http.MethodGet, route, ids...), result)
}

// do makes the call and decodes the response into result unless that is nil. It waits for rate limits as long as ctx
// allows. [OutcomeUnknown] reports whether a failed call may have been carried out.
func (c *Client) do(ctx context.Context, q call, result any) (callErr error) {
	contentType, body, err := q.encode()
	if err != nil {
		return err
	}
	unknown := false // whether an attempt may have been carried out
	defer func() {
		if callErr != nil && unknown {
			callErr = &outcomeUnknownError{callErr}
		}
	}()
	for try := 1; ; try++ {
		if err := c.limits.wait(ctx, q, c.pace); err != nil {
			return fmt.Errorf("discord: %s %s: waiting for the rate limit: %w", q.method, q.route, err)
		}
		if q.check != nil {
			if err := q.check(ctx); err != nil {
				c.limits.update(q.bucket(), nil, 0) // the call is not made
				return err
			}
		}
		pause, err := c.attempt(ctx, q, contentType, body, result)
		if err == nil {
			return nil
		}
		unknown = unknown || ambiguous(err)
		again := pause >= 0 && try < maxAttempts
		c.reportAttempt(ctx, q, err, try, pause, again && c.pace.waits)
		if !again {
			return err
		}
		if !c.pace.waits {
			return withoutRetry(err, pause)
		}
		if sleepErr := sleep(ctx, pause); sleepErr != nil {
			return fmt.Errorf("%w (gave up: %w)", err, sleepErr)
		}
	}
}

// withoutRetry returns the error of a NoWait client's call for a failure after which another client would wait for
// pause and retry.
func withoutRetry(failure error, pause time.Duration) error {
	if answer, ok := errors.AsType[*Error](failure); ok && answer.Status == http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", &RateLimitError{After: pause}, failure)
	}
	return failure
}

// attempt makes the call a single time. With an error it returns how long to wait before the next attempt; a negative
// pause means that there must be none.
func (c *Client) attempt(
	ctx context.Context, q call, contentType string, body []byte, result any,
) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	var headers http.Header
	var refused time.Duration // for how long Discord accepts no such call
	defer func() { c.limits.update(q.bucket(), headers, refused) }()
	request, err := http.NewRequestWithContext(ctx, q.method, q.url(), bytes.NewReader(body))
	if err != nil {
		return -1, fmt.Errorf("discord: %s %s: %w", q.method, q.route, err)
	}
	request.Header.Set("User-Agent", userAgent)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if !q.ofInteraction() {
		request.Header.Set("Authorization", "Bot "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		now := time.Now()
		c.silentSince.CompareAndSwap(nil, &now)
		return q.retryPause(), fmt.Errorf("discord: %s %s: %w", q.method, q.route, withoutURL(err))
	}
	defer func() { _ = response.Body.Close() }() // read to the end below, or not worth keeping
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxResponseBytes))
	if err != nil {
		return q.retryPause(), fmt.Errorf("discord: %s %s: reading the response: %w", q.method, q.route, err)
	}
	c.responded(ctx)
	headers = response.Header
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		if result == nil || len(answer) == 0 {
			return 0, nil
		}
		if err := json.Unmarshal(answer, result); err != nil {
			return -1, fmt.Errorf("discord: %s %s: decoding the response: %w", q.method, q.route, err)
		}
		return 0, nil
	}
	failure, pause := q.failure(response, answer)
	switch {
	case failure.Status == http.StatusTooManyRequests:
		if old := q.oldEdits(); old != "" && failure.Code == codeOldEdits {
			failure.Scope, headers = scopeUser, nil // the headers may describe either limit
			c.limits.update(old, nil, pause)
			return pause, failure
		}
		refused = pause
		if failure.Scope == scopeProxy || failure.Scope == scopeGlobal && !q.ofInteraction() {
			c.limits.block(failure.Scope, pause)
		}
		return pause, failure
	case failure.Status >= 500:
		return q.retryPause(), failure
	case failure.Status == http.StatusUnauthorized && !q.ofInteraction() && c.Unauthorized != nil:
		c.Unauthorized()
	case failure.fromProxy(): // the call was not carried out, so a retry is always safe
		return shortPause(), failure
	}
	return -1, failure
}

// withoutURL removes the URL from a transport's error: an interaction's URL contains a token valid for fifteen minutes.
func withoutURL(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}

// longOutage is the shortest outage after which [Client.Recovered] is called. After a shorter one, failed calls are
// retried within that time anyway.
const longOutage = 30 * time.Second

// responded records a response and calls Recovered after a long outage.
func (c *Client) responded(ctx context.Context) {
	began := c.silentSince.Swap(nil)
	if began == nil || c.Recovered == nil {
		return
	}
	if silent := time.Since(*began); silent >= longOutage {
		c.Recovered(ctx, silent)
	}
}

// reportAttempt reports a failed attempt unless the caller's ctx has ended.
func (c *Client) reportAttempt(ctx context.Context, q call, err error, try int, pause time.Duration, again bool) {
	if c.AttemptFailed == nil || ctx.Err() != nil {
		return
	}
	m := FailedAttempt{Route: q.method + " " + q.route, Err: err, Attempt: try, Retried: again}
	if again {
		m.Pause = pause
	}
	if answer, ok := errors.AsType[*Error](err); ok {
		m.Status, m.Scope = answer.Status, answer.Scope
	}
	c.AttemptFailed(ctx, m)
}

// orDefault returns transport, or the default one if that is nil.
func orDefault(transport http.RoundTripper) http.RoundTripper {
	if transport == nil {
		return defaultTransport()
	}
	return transport
}

// defaultTransport returns the transport used for Discord by default.
//
// Discord speaks HTTP/2: all calls share one connection. If its packets get lost, because a firewall was restarted or
// the network has changed, the operating system would give it up only after a quarter of an hour. So it is pinged when
// it is silent, and calls use a new connection if there is no reply.
func defaultTransport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: 5 * time.Second, PingTimeout: 3 * time.Second}
	return transport
}
