package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Scopes of a 429.
const (
	scopeUser   = "user"
	scopeGlobal = "global"
	scopeShared = "shared"
	// scopeFront is the limit of Cloudflare, which is in front of Discord and counts the calls of an address. Calls
	// that go on regardless prolong it.
	scopeFront = "front"
)

// Mishap is one try of a call that failed, as it is counted and logged. Route and Scope have few values, whatever the
// call was about.
type Mishap struct {
	// Route is the method and the shape of the path: it holds neither ids nor tokens.
	Route string
	// Status is that of HTTP, 0 where no answer came.
	Status int
	// Scope tells whose limit a 429 was: user, global, shared or front.
	Scope string
	Err   error
	// Try counts from 1. Retried tells that there is another one, after Pause.
	Try     int
	Retried bool
	Pause   time.Duration
}

// mishap reports a try that failed, unless its caller has given up.
func (c *Client) mishap(ctx context.Context, q call, err error, try int, pause time.Duration, again bool) {
	if c.Mishap == nil || ctx.Err() != nil {
		return
	}
	m := Mishap{Route: q.method + " " + q.route, Err: err, Try: try, Retried: again}
	if again {
		m.Pause = pause
	}
	var answer *Error
	if errors.As(err, &answer) {
		m.Status, m.Scope = answer.Status, answer.Scope
	}
	c.Mishap(ctx, m)
}

// scopeOf tells whose limit a 429 was. Discord's own have its headers, and came by way of its proxies.
func scopeOf(header http.Header, answer []byte) string {
	var said struct {
		Global bool `json:"global"`
	}
	_ = json.Unmarshal(answer, &said) // the front writes HTML
	scope := header.Get("X-RateLimit-Scope")
	switch {
	case scope == scopeGlobal || header.Get("X-RateLimit-Global") == "true" || said.Global:
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
	return scopeFront
}
