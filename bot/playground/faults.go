package playground

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// A Fault is a fault between Discord and the bot.
type Fault = gateway.Fault

// requestFaults are the kinds of faults of requests, with their default status.
var requestFaults = map[string]int{
	"limit":  http.StatusTooManyRequests,
	"refuse": http.StatusBadRequest,
	"front":  http.StatusForbidden,
	"fail":   http.StatusInternalServerError,
	"slow":   0,
	"lose":   0,
	"cut":    0,
}

// requestKinds are the kinds of requests, each with its method and a part of its route.
var requestKinds = map[string]struct {
	method, path string
	file         bool // only requests with files
}{
	"":          {},
	"posts":     {http.MethodPost, "/channels/{channel}/messages", false},
	"edits":     {http.MethodPatch, "/messages/{message}", false},
	"deletions": {http.MethodDelete, "/messages/{message}", false},
	"answers":   {http.MethodPost, "/callback", false},
	"followups": {"", "/webhooks/", false},
	"threads":   {http.MethodPost, "/threads", false},
	"reads":     {http.MethodGet, "", false},
	"files":     {"", "", true},
}

// checkFault validates a fault and sets its defaults.
func checkFault(f *Fault) error {
	if f.Times < 0 || f.Times > 100_000 {
		return fail(400, "\"times\" is %d: it has to be from 1 to 100000; without it the fault happens once.", f.Times)
	}
	f.Times = max(f.Times, 1)
	if f.Wait != "" {
		var err error
		if f.Delay, err = simclock.ParseDuration(f.Wait); err != nil {
			return fail(400, "%v", err)
		}
	}
	usual, ofRequests := requestFaults[f.Kind]
	if !ofRequests {
		return nil
	}
	if _, ok := requestKinds[f.On]; !ok {
		return fail(400, "%q is not a kind of requests. The kinds are: %s; without \"on\" the fault affects every request.",
			f.On, names(requestKinds))
	}
	if f.Status == 0 {
		f.Status = usual
	}
	switch {
	case f.Status != 0 && (f.Status < 400 || f.Status > 599):
		return fail(400, "Status %d is not that of a failure: use 400 to 599.", f.Status)
	case f.Kind == "limit" && !slices.Contains([]string{"", "user", "shared", "global", "front"}, f.Scope):
		return fail(400, "%q is not a scope of a 429. The scopes are: user, shared, global, front.", f.Scope)
	case (f.Kind == "limit" || f.Kind == "slow") && f.Delay == 0:
		return fail(400, "The fault %q needs \"wait\", such as 2s.", f.Kind)
	}
	return nil
}

// takeFault returns the fault for a request and counts it, or returns nil if there is none.
func (c *core) takeFault(method, path string, files bool) *Fault {
	return c.faults.Take(func(f *Fault) bool {
		if _, ok := requestFaults[f.Kind]; !ok {
			return false
		}
		kind := requestKinds[f.On]
		return (kind.method == "" || kind.method == method) && (files || !kind.file) && strings.Contains(path, kind.path)
	})
}

// dropsRequest reports whether a request with the fault is not carried out.
func dropsRequest(f *Fault) bool { return f.Kind != "slow" && f.Kind != "lose" }

// answerFault writes the response of a request that is not carried out.
func answerFault(f *Fault, w http.ResponseWriter) {
	switch f.Kind {
	case "limit":
		limitFault(f, w)
	case "front":
		frontPage(w, f.Status, "Access denied. Error code: 1020")
	default: // refuse, fail
		message := fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.Status)
		_, _ = w.Write(wire.JSON(map[string]any{"message": message, "code": f.Code})) // the bot may have left
	}
}

// limitFault writes a 429 in the format of the fault's scope.
func limitFault(f *Fault, w http.ResponseWriter) {
	h := w.Header()
	h.Set("Retry-After", fmt.Sprint(int(max(f.Delay, time.Second).Round(time.Second)/time.Second)))
	if f.Scope == "front" {
		h.Del("X-RateLimit-Remaining")
		h.Del("X-RateLimit-Reset-After")
		frontPage(w, f.Status, "You are being rate limited. Error code: 1015")
		return
	}
	scope := f.Scope
	if scope == "" {
		scope = "user"
	}
	h.Set("X-RateLimit-Scope", scope)
	if scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	_, _ = w.Write(wire.JSON(ratelimit.NewError(f.Delay, scope == "global"))) // the bot may have left
}

// frontPage writes a response like that of the proxy in front of Discord: HTML, without an error code.
func frontPage(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<!doctype html><title>discord.com</title><h1>%s</h1>\n", message) // the bot may have left
}

// injectFault injects a fault.
func (c *core) injectFault(f Fault) error {
	if err := checkFault(&f); err != nil {
		return err
	}
	if _, ok := requestFaults[f.Kind]; ok {
		c.faults.Add(f)
		return nil
	}
	switch err := c.gateway.Inject(f); {
	case errors.Is(err, gateway.ErrUnknownFault):
		return fail(400, "%q is not a fault. The faults of requests are: %s; of connections: reconnect, invalidate, drop, "+
			"silent, reject, late; of events: lost, twice, swapped.", f.Kind, names(requestFaults))
	case err != nil:
		return fail(400, "%v", err)
	}
	return nil
}

// names lists the keys of a table, for an error message.
func names[V any](table map[string]V) string {
	all := slices.Sorted(maps.Keys(table))
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}
