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
	// apiBase is version 10: with it an edit keeps only the attachments that it lists.
	apiBase = "https://discord.com/api/v10"
	// attempts bounds the tries of one call, the first included.
	attempts = 5
	// answerLimit bounds what is read of an answer; a list of commands with all its translations has some 100 kB.
	answerLimit = 16 << 20
	// callPatience is how long one try may take; a picture on a slow line included.
	callPatience = 20 * time.Second
	// longestStop bounds what a 429 may ask for.
	longestStop = 24 * time.Hour
)

// userAgent names the bot in the form that Discord asks for.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, " + discordgo.VERSION + ") xiangqibot"

// Client calls Discord's REST routes on behalf of one bot.
//
// discordgo has them too, but its client puts the answers to all interactions of the process into one queue, sleeps
// through rate limits without looking at the context, and sends a callback again after a bad gateway, to be told that
// it was acknowledged already. So this one only borrows discordgo's types.
type Client struct {
	// Simplified, unless it is nil, is told what Discord had against a message that then was sent as words alone. It is
	// set before the first call.
	Simplified func(ctx context.Context, err error)

	// Mishap, unless it is nil, is told of each try that failed. It is set before the first call.
	Mishap func(ctx context.Context, m Mishap)

	// Back, unless it is nil, is told when Discord is heard of again after half a minute or more in which calls had no
	// answer. It must not wait. It is set before the first call.
	Back func(ctx context.Context, silent time.Duration)

	// Refused, unless it is nil, is told that Discord, or a front, has answered a call that carried the token with 401. It
	// must not wait. It is set before the first call.
	Refused func()

	token    string
	http     *http.Client
	limits   *limits
	patience patience // whether it ever sleeps
	silence  *silence
}

// NewClient makes a client of the bot with this token, as ReadToken returns it. Every request goes through transport,
// the gateway's included; nil is the ordinary one. It does not talk to Discord yet.
func NewClient(token string, transport http.RoundTripper) *Client {
	return &Client{token: token, http: &http.Client{Transport: orOrdinary(transport)}, limits: newLimits(), silence: new(silence)}
}

// call is one request to Discord.
type call struct {
	method string
	path   string // below apiBase
	route  string // the shape of path, for errors and limits
	// bucket is what the call shares a rate limit with; empty for an interaction's calls, which have one each.
	bucket string
	// old is another limit that holds the call back, of which Discord tells by refusing alone; empty: there is none.
	old string
	// open calls carry no bot token: the path has the interaction's.
	open  bool
	body  any
	files []File
	// check, if there is one, is asked right before each try, when the rate limit has been waited for. Its error is
	// returned in place of the call.
	check func(context.Context) error
	// again allows another try when the network or Discord's front failed and nobody knows whether the call was carried
	// out.
	again bool
}

// do makes the call and reads the answer into result, unless that is nil. It waits where a rate limit says so, as long
// as ctx allows. Of an error Unheard tells whether the call may have been carried out.
func (c *Client) do(ctx context.Context, q call, result any) (failed error) {
	contentType, body, err := encode(q.body, q.files)
	if err != nil {
		return err
	}
	open := false // whether a try may have been carried out
	defer func() {
		if failed != nil && open {
			failed = &unheard{failed}
		}
	}()
	for try := 1; ; try++ {
		err := c.limits.hold(ctx, q.old, c.patience)
		if err == nil {
			err = c.limits.wait(ctx, q.bucket, c.patience)
		}
		if err != nil {
			return fmt.Errorf("discord: %s %s: waiting for the rate limit: %w", q.method, q.route, err)
		}
		if q.check != nil {
			if err := q.check(ctx); err != nil {
				c.limits.learn(q.bucket, nil, 0) // the call is not made
				return err
			}
		}
		pause, err := c.once(ctx, q, contentType, body, result)
		if err == nil {
			return nil
		}
		open = open || leavesOpen(err)
		again := pause >= 0 && try < attempts
		c.mishap(ctx, q, err, try, pause, again && c.patience == waits)
		if !again {
			return err
		}
		if c.patience != waits {
			return withoutRetry(err, pause)
		}
		if waiting := wait(ctx, pause); waiting != nil {
			return fmt.Errorf("%w (gave up: %w)", err, waiting)
		}
	}
}

// once tries the call a single time. With an error it tells how long to wait before another try; a negative pause means
// never.
func (c *Client) once(ctx context.Context, q call, contentType string, body []byte, result any) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	var told http.Header
	var refused time.Duration // for how long Discord takes no such call
	defer func() { c.limits.learn(q.bucket, told, refused) }()
	request, err := http.NewRequestWithContext(ctx, q.method, apiBase+q.path, bytes.NewReader(body))
	if err != nil {
		return -1, fmt.Errorf("discord: %s %s: %w", q.method, q.route, err)
	}
	request.Header.Set("User-Agent", userAgent)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if !q.open {
		request.Header.Set("Authorization", "Bot "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.silence.unanswered()
		return q.retry(), fmt.Errorf("discord: %s %s: %w", q.method, q.route, bare(err))
	}
	defer func() { _ = response.Body.Close() }() // read to the end below, or not worth keeping
	answer, err := io.ReadAll(io.LimitReader(response.Body, answerLimit))
	if err != nil {
		return q.retry(), fmt.Errorf("discord: %s %s: reading the answer: %w", q.method, q.route, err)
	}
	c.heard(ctx)
	told = response.Header
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		if result == nil || len(answer) == 0 {
			return 0, nil
		}
		if err := json.Unmarshal(answer, result); err != nil {
			return -1, fmt.Errorf("discord: %s %s: the answer: %w", q.method, q.route, err)
		}
		return 0, nil
	}
	failure := q.failure(response, answer)
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		pause := retryAfter(response.Header, answer)
		if q.old != "" && failure.Code == codeOldEdits {
			failure.Scope, told = scopeUser, nil // what the headers tell may be about either limit
			c.limits.learn(q.old, nil, pause)
			return pause, failure
		}
		refused = pause
		switch failure.Scope = scopeOf(response.Header, answer); failure.Scope {
		case scopeFront:
			c.limits.stop(refused)
		case scopeGlobal:
			if q.bucket != "" {
				c.limits.pauseAll(refused)
			}
		}
		return refused, failure
	case response.StatusCode >= 500:
		return q.retry(), failure
	case response.StatusCode == http.StatusUnauthorized && !q.open && c.Refused != nil:
		c.Refused()
	case failure.ofFront(): // nothing was carried out, whatever the call
		return briefly(), failure
	}
	return -1, failure
}

// retry is the pause after a failure that leaves open whether the call was carried out.
func (q call) retry() time.Duration {
	if !q.again {
		return -1
	}
	return briefly()
}

// briefly is the pause before another try of a call that met a fault of the way.
func briefly() time.Duration { return 200*time.Millisecond + rand.N(300*time.Millisecond) }

func (q call) failure(response *http.Response, answer []byte) *Error {
	failure := &Error{Method: q.method, Route: q.route, Status: response.StatusCode}
	var said struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	if media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); media == "application/json" && json.Unmarshal(answer, &said) == nil {
		failure.Code, failure.Detail = said.Code, said.Message
		if len(said.Errors) > 0 {
			failure.Detail += " " + string(said.Errors)
		}
		return failure
	}
	failure.Detail = http.StatusText(response.StatusCode)
	return failure
}

// retryAfter reads how long a 429 asks to wait. Discord says it in the body; the front before it says it in the header
// alone.
func retryAfter(header http.Header, answer []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"` // seconds
	}
	if json.Unmarshal(answer, &said) != nil || said.RetryAfter <= 0 {
		told := header.Get("Retry-After")
		said.RetryAfter, _ = strconv.ParseFloat(told, 64)
		if at, err := http.ParseTime(told); err == nil {
			said.RetryAfter = time.Until(at).Seconds()
		}
	}
	if !(said.RetryAfter > 0) { // no number at all, too
		said.RetryAfter = 1
	}
	return time.Duration(min(said.RetryAfter, longestStop.Seconds()) * float64(time.Second))
}

// bare takes the address out of a transport's error: an interaction's address is a password for fifteen minutes.
func bare(err error) error {
	var wrapped interface{ Unwrap() error }
	if errors.As(err, &wrapped) {
		if inner := wrapped.Unwrap(); inner != nil {
			return inner
		}
	}
	return err
}

// encode writes a body as JSON, or as the multipart form that carries files beside the JSON.
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

// get reads from Discord.
func (c *Client) get(ctx context.Context, path, route string, result any) error {
	return c.do(ctx, call{method: http.MethodGet, path: path, route: route, bucket: "get " + route, again: true}, result)
}

// Self tells who the bot is: the id and the name of its user.
func (c *Client) Self(ctx context.Context) (id, name string, err error) {
	var self struct {
		ID       string `json:"id"`
		Username string `json:"username"`
	}
	err = c.get(ctx, "/users/@me", "/users/@me", &self)
	return self.ID, self.Username, err
}
