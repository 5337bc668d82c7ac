package playground

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// A Fault is something that goes wrong between Discord and bots, at the next requests or events it is about. The API of
// the faults, in the package comment, explains its kinds.
type Fault struct {
	Kind        string  `json:"fault"`
	Application wire.ID `json:"application,omitempty"` // of requests: only of this one's bot; empty: of each

	On        string `json:"on,omitempty"`    // which requests, or which events by name; empty: each
	Times     int    `json:"times,omitempty"` // how often; 0 means once
	Wait      string `json:"wait,omitempty"`  // such as 2s: what a 429 asks for, or how late an answer or READY comes
	Scope     string `json:"scope,omitempty"` // of a 429: user, shared, global or front
	Status    int    `json:"status,omitempty"`
	Code      int    `json:"code,omitempty"` // Discord's own in a refusal; of a connection the code that closes it
	Message   string `json:"message,omitempty"`
	Resumable bool   `json:"resumable,omitempty"`

	wait time.Duration
}

// requestFaults are the kinds that happen to requests, with the status they have unless they say another.
var requestFaults = map[string]int{
	"limit":  http.StatusTooManyRequests,
	"refuse": http.StatusBadRequest,
	"front":  http.StatusForbidden,
	"fail":   http.StatusInternalServerError,
	"slow":   0,
	"lose":   0,
	"cut":    0,
}

// requestsOf are the names of requests, each with the method and the part of the route by which one is known.
var requestsOf = map[string]struct {
	method, path string
	file         bool // has to bring a file
}{
	"":              {},
	"posts":         {http.MethodPost, "/channels/{channel}/messages", false},
	"edits":         {http.MethodPatch, "/messages/{message}", false},
	"deletions":     {http.MethodDelete, "/messages/{message}", false},
	"answers":       {http.MethodPost, "/callback", false},
	"followups":     {"", "/webhooks/", false},
	"threads":       {http.MethodPost, "/threads", false},
	"channels":      {http.MethodPatch, "/channels/{channel}", false},
	"dms":           {http.MethodPost, "/users/@me/channels", false},
	"commands":      {"", "/commands", false},
	"reads":         {http.MethodGet, "", false},
	"registrations": {http.MethodPut, "/commands", false},
	"files":         {"", "", true},
}

// faults are those that wait for the requests they are about. They have a lock of their own.
type faults struct {
	mu   sync.Mutex
	list []*Fault
}

// check completes a fault, or says what is wrong with it.
func (f *Fault) check() error {
	if f.Times < 0 || f.Times > 100_000 {
		return fail(400, "%d times: 1 to 100000 can be, and none means once.", f.Times)
	}
	f.Times = max(f.Times, 1)
	if f.Wait != "" {
		var err error
		if f.wait, err = ParseSpan(f.Wait); err != nil {
			return fail(400, "%v", err)
		}
	}
	usual, ofRequests := requestFaults[f.Kind]
	if !ofRequests {
		if f.Application != "" {
			return fail(400, "A %q is for every bot: only a fault of requests can be for one application.", f.Kind)
		}
		return nil
	}
	if _, ok := requestsOf[f.On]; !ok {
		return fail(400, "%q are no requests. There are: %s; without \"on\" it is every request.", f.On, names(requestsOf))
	}
	if f.Status == 0 {
		f.Status = usual
	}
	switch {
	case f.Status != 0 && (f.Status < 400 || f.Status > 599):
		return fail(400, "Status %d is none of a failure: 400 to 599 are.", f.Status)
	case f.Kind == "limit" && !slices.Contains([]string{"", "user", "shared", "global", "front"}, f.Scope):
		return fail(400, "%q is no scope of a 429. There are: user, shared, global, front.", f.Scope)
	case (f.Kind == "limit" || f.Kind == "slow") && f.wait == 0:
		return fail(400, "A %q needs \"wait\", such as 2s.", f.Kind)
	}
	return nil
}

// add has a fault wait for its requests.
func (fs *faults) add(f Fault) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.list = append(fs.list, &f)
}

// heal lifts all faults.
func (fs *faults) heal() {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.list = nil
}

// left are the faults that still wait, with how often.
func (fs *faults) left() []Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	out := []Fault{}
	for _, f := range fs.list {
		out = append(out, *f)
	}
	return out
}

// meet is the fault that a request meets; nil: it goes well.
func (fs *faults) meet(app wire.ID, method, path string, files bool) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for i, f := range fs.list {
		on := requestsOf[f.On]
		if on.method != "" && on.method != method || on.file && !files || !strings.Contains(path, on.path) ||
			f.On == "channels" && path != on.path || f.Application != "" && f.Application != app {
			continue
		}
		met := *f
		if f.Times--; f.Times == 0 {
			fs.list = slices.Delete(fs.list, i, i+1)
		}
		return &met
	}
	return nil
}

// unheard reports whether a request that meets the fault is not carried out.
func (f *Fault) unheard() bool { return f.Kind != "slow" && f.Kind != "lose" }

// answer writes what a request is answered instead of being carried out; false when it is to be carried out.
func (f *Fault) answer(w http.ResponseWriter) bool {
	switch f.Kind {
	case "cut":
		panic(http.ErrAbortHandler) // which closes the connection without a word
	case "limit":
		f.limit(w)
	case "front":
		frontPage(w, f.Status, "Access denied. Error code: 1020")
	case "refuse", "fail":
		said := f.Message
		if said == "" {
			said = fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.Status)
		_, _ = w.Write(raw(map[string]any{"message": said, "code": f.Code})) // the bot may have left
	default:
		return false
	}
	return true
}

// limit answers 429 as the one whose limit it is does.
func (f *Fault) limit(w http.ResponseWriter) {
	h := w.Header()
	h.Del("X-RateLimit-Bucket")
	h.Set("Retry-After", fmt.Sprint(int(max(f.wait, time.Second).Round(time.Second)/time.Second)))
	if f.Scope == "front" {
		for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After"} {
			h.Del("X-RateLimit-" + name)
		}
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
	late := &tooMany{Message: "You are being rate limited.", RetryAfter: f.wait.Seconds(), Global: scope == "global"}
	_, _ = w.Write(raw(late)) // the bot may have left
}

// frontPage is an answer of what is in front of Discord: HTML, without a code.
func frontPage(w http.ResponseWriter, status int, said string) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<!doctype html><title>discord.com</title><h1>%s</h1>\n", said) // the bot may have left
}

// onGateway has a fault happen to connections or events.
func (f *Fault) onGateway(g *gateway.Gateway) error {
	switch f.Kind {
	case "reconnect":
		g.Reconnect()
	case "invalidate":
		g.Invalidate(f.Resumable)
	case "beat":
		g.AskHeartbeat()
	case "drop":
		if f.Code != 0 && (f.Code < 1000 || f.Code > 4999) {
			return fail(400, "%d is no code with which a connection is closed: 1000 to 4999 are; none cuts it.", f.Code)
		}
		g.Drop(f.Code)
	case "deaf":
		g.Deafen()
	case "silent":
		g.Silence()
	case "reject":
		if f.On != "identify" && f.On != "resume" {
			return fail(400, "A \"reject\" is \"on\" identify or resume, not %q.", f.On)
		}
		g.Reject(gateway.Rejection{Resume: f.On == "resume", Resumable: f.Resumable, Code: f.Code, Times: f.Times})
	case "late":
		if f.wait == 0 {
			return fail(400, "A \"late\" needs \"wait\", such as 2s.")
		}
		g.Delay(f.wait, f.Times)
	case "lost", "twice", "swapped":
		g.Disturb(gateway.Disturbance{Kind: f.Kind, Event: f.On, Times: f.Times})
	default:
		return fail(400, "%q is no fault. Of requests there are: %s; of connections: reconnect, invalidate, beat, drop, "+
			"deaf, silent, reject, late; of events: lost, twice, swapped.", f.Kind, names(requestFaults))
	}
	return nil
}
