package discord

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Scopes of a 429.
const (
	scopeUser   = "user"
	scopeGlobal = "global"
	scopeShared = "shared"
	// scopeProxy is the limit of Cloudflare, which is in front of Discord and counts the calls per IP address. Further
	// calls extend it.
	scopeProxy = "front"
)

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

// maxRetryAfter bounds the pause that a 429 may ask for.
const maxRetryAfter = 24 * time.Hour

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
