package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	// apiBase is version 10 of the API: there an edit keeps only the attachments that it lists.
	apiBase = "https://discord.com/api/v10"
	// maxAttempts bounds the attempts at one call, including the first.
	maxAttempts = 5
	// maxResponseBytes bounds the size of a response; a list of commands with all translations has about 100 kB.
	maxResponseBytes = 16 << 20
	// attemptTimeout bounds one attempt, which may upload a picture over a slow connection.
	attemptTimeout = 20 * time.Second
	// maxRetryAfter bounds the pause that a 429 may ask for.
	maxRetryAfter = 24 * time.Hour
)

// userAgent identifies the bot in the form that Discord requires.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, " + discordgo.VERSION + ") xiangqibot"

// Client calls Discord's REST routes on behalf of one bot.
//
// discordgo has a client too, but it puts the answers to all interactions of the process into one queue, sleeps through
// rate limits without regard to the context, and repeats a callback after a bad gateway, which then fails because it
// was already acknowledged. So only discordgo's types are used.
type Client struct {
	// Simplified, if not nil, is called with Discord's reason for rejecting a message that was then sent as plain text.
	// It must be set before the first call.
	Simplified func(ctx context.Context, err error)

	// AttemptFailed, if not nil, is called for each failed attempt. It must be set before the first call.
	AttemptFailed func(ctx context.Context, m FailedAttempt)

	// Recovered, if not nil, is called when Discord responds again after calls went without a response for half a
	// minute or more. It must not block. It must be set before the first call.
	Recovered func(ctx context.Context, silent time.Duration)

	// Unauthorized, if not nil, is called when Discord, or a proxy, answers 401 to a call that carries the token. It
	// must not block. It must be set before the first call.
	Unauthorized func()

	token      string
	http       *http.Client
	limits     *limits
	waitPolicy waitPolicy // whether it ever sleeps
	outage     *outage
	mentions   *commandMentions
}

// NewClient returns a client for the bot with this token, as returned by [ReadToken]. Every request goes through
// transport, including the gateway's; nil means the default one. Rate limits go by clock, which a simulated Discord
// advances; nil means the machine's. It does not contact Discord yet.
func NewClient(token string, transport http.RoundTripper, clock func() time.Time) *Client {
	if clock == nil {
		clock = time.Now
	}
	return &Client{
		token: token, http: &http.Client{Transport: orDefault(transport)}, limits: newLimits(clock), outage: new(outage),
		mentions: new(commandMentions),
	}
}

// call is one request to Discord.
type call struct {
	method string
	path   string // below apiBase
	route  string // the pattern of path, for errors and limits
	// bucket names the rate limit that the call shares; empty for an interaction's calls, which have their own.
	bucket string
	// oldEditBucket names a further limit that Discord reports only by refusals; empty: none.
	oldEditBucket string
	// tokenless calls carry no bot token: the path contains the interaction's.
	tokenless bool
	body      any
	files     []File
	// check, if not nil, is called right before each attempt, after the wait for the rate limit. If it fails, the call
	// is not made and its error is returned.
	check func(context.Context) error
	// idempotent allows a retry after a failure that leaves it unknown whether the call was carried out.
	idempotent bool
}

// do makes the call and decodes the response into result unless that is nil. It waits for rate limits as long as ctx
// allows. [OutcomeUnknown] reports whether a failed call may have been carried out.
func (c *Client) do(ctx context.Context, q call, result any) (callErr error) {
	contentType, body, err := encode(q.body, q.files)
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
		err := c.limits.waitUnblocked(ctx, q.oldEditBucket, c.waitPolicy)
		if err == nil {
			err = c.limits.wait(ctx, q.bucket, c.waitPolicy)
		}
		if err != nil {
			return fmt.Errorf("discord: %s %s: waiting for the rate limit: %w", q.method, q.route, err)
		}
		if q.check != nil {
			if err := q.check(ctx); err != nil {
				c.limits.update(q.bucket, nil, 0) // the call is not made
				return err
			}
		}
		pause, err := c.attempt(ctx, q, contentType, body, result)
		if err == nil {
			return nil
		}
		unknown = unknown || ambiguous(err)
		again := pause >= 0 && try < maxAttempts
		c.reportAttempt(ctx, q, err, try, pause, again && c.waitPolicy == waitAllowed)
		if !again {
			return err
		}
		if c.waitPolicy != waitAllowed {
			return withoutRetry(err, pause)
		}
		if sleepErr := sleep(ctx, pause); sleepErr != nil {
			return fmt.Errorf("%w (gave up: %w)", err, sleepErr)
		}
	}
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
	defer func() { c.limits.update(q.bucket, headers, refused) }()
	request, err := http.NewRequestWithContext(ctx, q.method, apiBase+q.path, bytes.NewReader(body))
	if err != nil {
		return -1, fmt.Errorf("discord: %s %s: %w", q.method, q.route, err)
	}
	request.Header.Set("User-Agent", userAgent)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if !q.tokenless {
		request.Header.Set("Authorization", "Bot "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.outage.begin()
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
	failure := q.failure(response, answer)
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		pause := retryAfter(response.Header, answer)
		if q.oldEditBucket != "" && failure.Code == codeOldEdits {
			failure.Scope, headers = scopeUser, nil // the headers may describe either limit
			c.limits.update(q.oldEditBucket, nil, pause)
			return pause, failure
		}
		refused = pause
		switch failure.Scope = scopeOf(response.Header, answer); failure.Scope {
		case scopeProxy:
			c.limits.blockAll(refused)
		case scopeGlobal:
			if q.bucket != "" {
				c.limits.blockBuckets(refused)
			}
		}
		return refused, failure
	case response.StatusCode >= 500:
		return q.retryPause(), failure
	case response.StatusCode == http.StatusUnauthorized && !q.tokenless && c.Unauthorized != nil:
		c.Unauthorized()
	case failure.fromProxy(): // the call was not carried out, so a retry is always safe
		return shortPause(), failure
	}
	return -1, failure
}

// retryPause is the pause after a failure that leaves it unknown whether the call was carried out.
func (q call) retryPause() time.Duration {
	if !q.idempotent {
		return -1
	}
	return shortPause()
}

// shortPause is the pause before the retry of a call that failed on its way to Discord.
func shortPause() time.Duration { return 200*time.Millisecond + rand.N(300*time.Millisecond) }

func (q call) failure(response *http.Response, answer []byte) *Error {
	failure := &Error{Method: q.method, Route: q.route, Status: response.StatusCode}
	var body struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	if media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media == "application/json" && json.Unmarshal(answer, &body) == nil {
		failure.Code, failure.Detail = body.Code, body.Message
		if len(body.Errors) > 0 {
			failure.Detail += " " + string(body.Errors)
		}
		return failure
	}
	failure.Detail = http.StatusText(response.StatusCode)
	return failure
}

// retryAfter parses how long a 429 asks to wait. Discord says so in the body, the proxy in front of it only in the
// header.
func retryAfter(header http.Header, answer []byte) time.Duration {
	var body struct {
		RetryAfter float64 `json:"retry_after"` // seconds
	}
	if json.Unmarshal(answer, &body) != nil || body.RetryAfter <= 0 {
		after := header.Get("Retry-After")
		body.RetryAfter, _ = strconv.ParseFloat(after, 64)
		if at, err := http.ParseTime(after); err == nil {
			body.RetryAfter = time.Until(at).Seconds()
		}
	}
	if !(body.RetryAfter > 0) { // also true for NaN
		body.RetryAfter = 1
	}
	return time.Duration(min(body.RetryAfter, maxRetryAfter.Seconds()) * float64(time.Second))
}

// withoutURL removes the URL from a transport's error: an interaction's URL contains a token valid for fifteen minutes.
func withoutURL(err error) error {
	var wrapped interface{ Unwrap() error }
	if errors.As(err, &wrapped) {
		if inner := wrapped.Unwrap(); inner != nil {
			return inner
		}
	}
	return err
}

// encode encodes a body as JSON, or with files as a multipart form.
func encode(body any, files []File) (contentType string, data []byte, err error) {
	if body == nil {
		return "", nil, nil
	}
	if len(files) == 0 {
		data, err = json.Marshal(body)
		contentType = "application/json"
	} else {
		parts := make([]*discordgo.File, len(files))
		for n, file := range files {
			parts[n] = &discordgo.File{Name: file.Name, ContentType: file.Type, Reader: bytes.NewReader(file.Data)}
		}
		contentType, data, err = discordgo.MultipartBodyWithJSON(body, parts)
	}
	if err != nil {
		return "", nil, fmt.Errorf("discord: encoding a request: %w", err)
	}
	return contentType, data, nil
}

// get makes a GET call.
func (c *Client) get(ctx context.Context, path, route string, result any) error {
	return c.do(ctx, call{
		method: http.MethodGet, path: path, route: route, bucket: "get " + route, idempotent: true,
	}, result)
}

// Self returns the id and the name of the bot's user.
func (c *Client) Self(ctx context.Context) (id, name string, err error) {
	var self struct {
		ID       string `json:"id"`
		Username string `json:"username"`
	}
	err = c.get(ctx, "/users/@me", "/users/@me", &self)
	return self.ID, self.Username, err
}

const (
	// pingAfter is how long a connection may be silent before it is pinged.
	pingAfter = 5 * time.Second
	// pongTimeout bounds the time for the reply to a ping.
	pongTimeout = 3 * time.Second
)

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
// the network has changed, the operating system would give it up only after a quarter of an hour. So it is pinged, and
// calls use a new connection if there is no reply.
func defaultTransport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pongTimeout}
	return transport
}
