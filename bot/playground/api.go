package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// How the API under /playground/ is served: who may call it, how bodies are read and answers written.

// guard admits only requests of the page and of scripts: see "Who may use it" in the package comment.
func guard(next http.HandlerFunc) http.HandlerFunc {
	origin := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if !hostAllowed(r.Host) {
			writeFailure(w, fail(403, "The host %q is not known here. Call the page by its address.", r.Host))
			return
		}
		if origin.Check(r) != nil {
			writeFailure(w, fail(403, "Another website may not act here."))
			return
		}
		next(w, r)
	}
}

// hostAllowed accepts IP addresses and localhost. Any other name could be resolved to this machine by its owner, who
// could then read along (DNS rebinding).
func hostAllowed(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	_, err := netip.ParseAddr(name)
	return err == nil || name == "localhost"
}

// actLimit is the maximum size of an act's body.
const actLimit = 1 << 20

func readAct(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		return nil, fail(415, "Send the body with \"Content-Type: application/json\".")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, actLimit))
	if err != nil {
		return nil, fail(413, "The body could not be read, or is longer than %d bytes.", actLimit)
	}
	return body, nil
}

// readJSON decodes the body of an act. Unknown keys are refused, since most of them are typos.
func readJSON(body []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fail(400, "The body does not fit: %v.", err)
	}
	return nil
}

// locked is an endpoint whose body is decoded, and which is then called with the state locked.
func locked[In any](core *core, do func(*http.Request, *In) (any, error)) func(*http.Request, []byte) (any, error) {
	return func(r *http.Request, body []byte) (any, error) {
		in := new(In)
		if err := readJSON(body, in); err != nil {
			return nil, err
		}
		core.lock.Lock()
		defer core.lock.Unlock()
		return do(r, in)
	}
}

func writeAnswer(w http.ResponseWriter, body []byte, err error) {
	if err != nil {
		writeFailure(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // the page may have left
}

func writeFailure(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if f, ok := errors.AsType[*failure](err); ok {
		status = f.status
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(wire.JSON(map[string]string{"error": err.Error()})) // the page may have left
}
