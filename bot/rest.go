package bot

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
	"slices"
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
)

// userAgent names the bot in the form that Discord asks for.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, " + discordgo.VERSION + ") xiangqibot"

// Error codes of Discord that change what the bot does next.
const (
	codeUnknownChannel     = 10003
	codeUnknownGuild       = 10004
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeMissingPermissions = 50013
	codeInvalidToken       = 50027
	codeArchivedThread     = 50083
)

// apiError is an answer of Discord that is no success.
type apiError struct {
	Method string
	Route  string // the route's shape: it never holds an interaction's token
	Status int    // of HTTP
	Code   int    // Discord's own, 0 when it gave none
	Detail string // what Discord wrote
}

func (e *apiError) Error() string {
	return fmt.Sprintf("discord: %s %s: status %d, code %d: %s", e.Method, e.Route, e.Status, e.Code, e.Detail)
}

// hasCode tells whether err is Discord's refusal with one of these codes.
func hasCode(err error, codes ...int) bool {
	var answer *apiError
	return errors.As(err, &answer) && slices.Contains(codes, answer.Code)
}

// rest calls Discord's REST routes.
//
// discordgo has them too, but its client puts the answers to all interactions of the process into one queue, sleeps through rate
// limits without looking at the context, and sends a callback again after a bad gateway, to be told that it was acknowledged already.
// So this one only borrows discordgo's types.
type rest struct {
	token  string
	client *http.Client
	limits *limits
}

// apiCall is one request to Discord.
type apiCall struct {
	method string
	path   string // below apiBase
	route  string // the shape of path, for errors and limits
	// bucket is what the call shares a rate limit with; empty for an interaction's calls, which have one each.
	bucket string
	// open calls carry no bot token: the path has the interaction's.
	open  bool
	body  any
	files []File
	// again allows another try when the network or Discord's front failed and nobody knows whether the call was carried out.
	again bool
}

// do makes the call and reads the answer into result, unless that is nil. It waits where a rate limit says so, as long as ctx allows.
func (r *rest) do(ctx context.Context, c apiCall, result any) error {
	contentType, body, err := encode(c.body, c.files)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		if err := r.limits.wait(ctx, c.bucket); err != nil {
			return fmt.Errorf("discord: %s %s: waiting for the rate limit: %w", c.method, c.route, err)
		}
		pause, err := r.once(ctx, c, contentType, body, result)
		if err == nil {
			return nil
		}
		if pause < 0 || try == attempts {
			return err
		}
		if waiting := wait(ctx, pause); waiting != nil {
			return fmt.Errorf("%w (gave up: %w)", err, waiting)
		}
	}
}

// once tries the call a single time. With an error it tells how long to wait before another try; a negative pause means never.
func (r *rest) once(ctx context.Context, c apiCall, contentType string, body []byte, result any) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	var told http.Header
	defer func() { r.limits.learn(c.bucket, told) }()
	request, err := http.NewRequestWithContext(ctx, c.method, apiBase+c.path, bytes.NewReader(body))
	if err != nil {
		return -1, fmt.Errorf("discord: %s %s: %w", c.method, c.route, err)
	}
	request.Header.Set("User-Agent", userAgent)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if !c.open {
		request.Header.Set("Authorization", "Bot "+r.token)
	}
	response, err := r.client.Do(request)
	if err != nil {
		return c.retry(), fmt.Errorf("discord: %s %s: %w", c.method, c.route, bare(err))
	}
	defer func() { _ = response.Body.Close() }() // read to the end below, or not worth keeping
	answer, err := io.ReadAll(io.LimitReader(response.Body, answerLimit))
	if err != nil {
		return c.retry(), fmt.Errorf("discord: %s %s: reading the answer: %w", c.method, c.route, err)
	}
	told = response.Header
	if response.StatusCode >= 200 && response.StatusCode < 300 {
		if result == nil || len(answer) == 0 {
			return 0, nil
		}
		if err := json.Unmarshal(answer, result); err != nil {
			return -1, fmt.Errorf("discord: %s %s: the answer: %w", c.method, c.route, err)
		}
		return 0, nil
	}
	failure := c.failure(response, answer)
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		pause := retryAfter(response.Header, answer)
		if response.Header.Get("X-RateLimit-Global") == "true" && c.bucket != "" {
			r.limits.pauseAll(pause)
		}
		return pause, failure
	case response.StatusCode >= 500:
		return c.retry(), failure
	}
	return -1, failure
}

// retry is the pause after a failure that leaves open whether the call was carried out.
func (c apiCall) retry() time.Duration {
	if !c.again {
		return -1
	}
	return 200*time.Millisecond + rand.N(300*time.Millisecond)
}

func (c apiCall) failure(response *http.Response, answer []byte) *apiError {
	failure := &apiError{Method: c.method, Route: c.route, Status: response.StatusCode}
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

// retryAfter reads how long a 429 asks to wait. Discord says it in the body; the front before it says it in the header alone.
func retryAfter(header http.Header, answer []byte) time.Duration {
	var said struct {
		RetryAfter float64 `json:"retry_after"` // seconds
	}
	if json.Unmarshal(answer, &said) != nil || said.RetryAfter <= 0 {
		said.RetryAfter, _ = strconv.ParseFloat(header.Get("Retry-After"), 64)
	}
	if said.RetryAfter <= 0 {
		said.RetryAfter = 1
	}
	return time.Duration(said.RetryAfter * float64(time.Second))
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
