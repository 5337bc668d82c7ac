package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// apiBase is version 10 of the API: there an edit keeps only the attachments that it lists.
const apiBase = "https://discord.com/api/v10"

// The routes of more than one call.
const (
	messagesRoute    = "/channels/{id}/messages"
	messageRoute     = "/channels/{id}/messages/{id}"
	applicationRoute = "/applications/@me"
)

// call is one request to Discord. Path, rate limit and authorization follow from method, route and ids.
type call struct {
	method string
	route  string   // the pattern of the path below apiBase, also for errors and metrics
	ids    []string // the values of the names in braces
	query  string
	body   any
	files  []File
	// once says that the call is not repeated after a failure that leaves it unknown whether it was carried out.
	once bool
	// check, if not nil, is called right before each attempt, after the wait for the rate limit. If it fails, the call
	// is not made and its error is returned.
	check func(context.Context) error
}

// newCall returns a call without a body.
func newCall(method, route string, ids ...string) call {
	return call{method: method, route: route, ids: ids}
}

// with returns the call with a body.
func (q call) with(body any) call {
	q.body = body
	return q
}

// url returns the address of the call.
func (q call) url() string {
	address := apiBase
	rest := q.route
	for _, id := range q.ids {
		before, from, _ := strings.Cut(rest, "{")
		_, rest, _ = strings.Cut(from, "}")
		address += before + url.PathEscape(id)
	}
	address += rest
	if q.query != "" {
		address += "?" + q.query
	}
	return address
}

// ofInteraction reports whether the path contains the token of an interaction. Such a call carries no bot token, and
// each interaction has limits of its own.
func (q call) ofInteraction() bool {
	return strings.HasPrefix(q.route, "/interactions/") || strings.HasPrefix(q.route, "/webhooks/")
}

// bucket names the rate limit that the call shares with others about the same channel, server or application; empty for
// a call of an interaction.
func (q call) bucket() string {
	if q.ofInteraction() {
		return ""
	}
	return strings.Join(append([]string{q.method, q.route}, q.ids[:min(1, len(q.ids))]...), " ")
}

// oldAfter is the age from which Discord's limit on edits of old messages applies, less a margin for clock skew.
const oldAfter = time.Hour - time.Minute

// oldEdits names the additional bucket of an edit of an old message, empty for any other call. Of this limit only the
// refusals are known.
//
// Discord documents neither the limit nor its scope (discord/discord-api-docs issue 4413). Starboard, whose bot edits
// old messages all day, found about three edits in 20 seconds for each channel (circuitsacul/starboard-4 issue 118). If
// the scope is larger, each channel learns of the limit from a refusal of its own.
func (q call) oldEdits() string {
	if q.method != http.MethodPatch || q.route != messageRoute {
		return ""
	}
	made, err := discordgo.SnowflakeTimestamp(q.ids[1])
	if err != nil || time.Since(made) < oldAfter {
		return ""
	}
	return "edit old " + q.ids[0]
}

// encode encodes the body as JSON, or with files as a multipart form.
func (q call) encode() (contentType string, data []byte, err error) {
	if q.body == nil {
		return "", nil, nil
	}
	if len(q.files) == 0 {
		data, err = json.Marshal(q.body)
		contentType = "application/json"
	} else {
		parts := make([]*discordgo.File, len(q.files))
		for n, file := range q.files {
			parts[n] = &discordgo.File{Name: file.Name, ContentType: file.Type, Reader: bytes.NewReader(file.Data)}
		}
		contentType, data, err = discordgo.MultipartBodyWithJSON(q.body, parts)
	}
	if err != nil {
		return "", nil, fmt.Errorf("discord: encoding a request: %w", err)
	}
	return contentType, data, nil
}

// identified decodes the id of a message, a channel or anything else that has one.
type identified struct {
	ID string `json:"id"`
}

// retryPause is the pause after a failure that leaves it unknown whether the call was carried out.
func (q call) retryPause() time.Duration {
	if q.once {
		return -1
	}
	return shortPause()
}

// Scopes of a 429.
const (
	scopeUser   = "user"
	scopeGlobal = "global"
	scopeShared = "shared"
	// scopeProxy is the limit of Cloudflare, which is in front of Discord and counts the calls per IP address. Further
	// calls extend it.
	scopeProxy = "front"
)

// failure returns the failure that a response reports and, for a 429, how long it asks to wait.
func (q call) failure(response *http.Response, answer []byte) (failure *Error, pause time.Duration) {
	failure = &Error{
		Method: q.method, Route: q.route, Status: response.StatusCode, Detail: http.StatusText(response.StatusCode),
	}
	var body struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"`
		RetryAfter float64         `json:"retry_after"` // seconds
		Global     bool            `json:"global"`
	}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err := json.Unmarshal(answer, &body); err == nil && media == "application/json" { // the proxy sends HTML
		failure.Code, failure.Detail = body.Code, strings.TrimSpace(body.Message+" "+string(body.Errors))
	}
	if failure.Status == http.StatusTooManyRequests {
		failure.Scope = scopeOf(response.Header, body.Global)
		pause = retryAfter(response.Header, body.RetryAfter)
	}
	return failure, pause
}

// scopeOf returns the scope of a 429. The headers distinguish Discord's own limits from those of its proxy.
func scopeOf(header http.Header, global bool) string {
	scope := header.Get("X-RateLimit-Scope")
	switch {
	case global || scope == scopeGlobal || header.Get("X-RateLimit-Global") == "true":
		return scopeGlobal
	case scope == scopeShared:
		return scopeShared
	case header.Get("Via") != "":
		return scopeUser
	}
	for name := range header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			return scopeUser
		}
	}
	return scopeProxy
}

// maxRetryAfter bounds the pause that a 429 may ask for.
const maxRetryAfter = 24 * time.Hour

// retryAfter returns how long a 429 asks to wait. Discord says so in the body, the proxy in front of it only in the
// header.
func retryAfter(header http.Header, seconds float64) time.Duration {
	if seconds <= 0 {
		after := header.Get("Retry-After")
		seconds, _ = strconv.ParseFloat(after, 64)
		if at, err := http.ParseTime(after); err == nil {
			seconds = time.Until(at).Seconds()
		}
	}
	if !(seconds > 0) { // also true for NaN
		seconds = 1
	}
	return time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
}
