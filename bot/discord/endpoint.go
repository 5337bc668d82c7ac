package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	// interactionLimit is the largest interaction that is read. The largest of Discord's, a press on a message with ten
	// embeds, has some 100 kB.
	interactionLimit = 1 << 20
	// signatureAge is how old or how far ahead the time of a signature may be: clocks differ. What is older is somebody
	// else's repetition of what Discord once said; what is younger is known by its id.
	signatureAge = 5 * time.Minute
)

// The types of interactions and answers by which Discord tries an endpoint out.
const (
	typePing = 1
	typePong = 1
)

// Endpoint takes the interactions that Discord sends by HTTP in place of the gateway, for an application that has an
// interactions endpoint URL. It is an http.Handler.
//
// Each request carries a signature of its raw body and of the time, made with the key of the application. What is not
// signed, signed by somebody else or signed too long ago is refused with 401: Discord sends such requests on purpose,
// and takes the URL away from who believes them. An interaction is acknowledged with 202 and answered by REST, in the
// same way as one that came over the gateway.
type Endpoint struct {
	// Key is that of Application.
	Key ed25519.PublicKey
	// Event gets each interaction as the gateway would send it, with the name INTERACTION_CREATE. It must not wait for
	// anything.
	Event func(name string, data json.RawMessage)
	// Refused, unless it is nil, is told the status of each request that is not taken.
	Refused func(status int)
}

// ServeHTTP takes one interaction.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, answer := e.take(w, r)
	if status >= http.StatusBadRequest {
		if e.Refused != nil {
			e.Refused(status)
		}
		http.Error(w, http.StatusText(status), status)
		return
	}
	if answer == "" {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer) // who asked may have gone
}

func (e *Endpoint) take(w http.ResponseWriter, r *http.Request) (status int, answer string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed, ""
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, interactionLimit))
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok && tooLarge != nil {
		return http.StatusRequestEntityTooLarge, ""
	}
	if err != nil {
		return http.StatusBadRequest, ""
	}
	if !e.signed(r.Header, body) {
		return http.StatusUnauthorized, ""
	}
	var interaction struct {
		Type int `json:"type"`
	}
	switch err := json.Unmarshal(body, &interaction); {
	case err != nil || interaction.Type == 0:
		return http.StatusBadRequest, ""
	case interaction.Type == typePing:
		return http.StatusOK, fmt.Sprintf(`{"type":%d}`, typePong)
	}
	e.Event("INTERACTION_CREATE", body)
	return http.StatusAccepted, ""
}

// signed reports whether Discord has signed the body, and a moment ago.
func (e *Endpoint) signed(header http.Header, body []byte) bool {
	signature, err := hex.DecodeString(header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize || len(e.Key) != ed25519.PublicKeySize {
		return false
	}
	stamp := header.Get("X-Signature-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > signatureAge {
		return false
	}
	return ed25519.Verify(e.Key, append([]byte(stamp), body...), signature)
}

// Application is the bot's application at Discord.
type Application struct {
	ID string
	// Key verifies what Discord sends to the application's endpoint; nil where Discord names none.
	Key ed25519.PublicKey
	// Endpoint is the URL to which Discord sends interactions; empty: it sends them over the gateway.
	Endpoint string
}

// Application tells what Discord knows of the bot's application.
func (c *Client) Application(ctx context.Context) (Application, error) {
	var told struct {
		ID       string `json:"id"`
		Key      string `json:"verify_key"`
		Endpoint string `json:"interactions_endpoint_url"`
	}
	if err := c.get(ctx, "/applications/@me", "/applications/@me", &told); err != nil {
		return Application{}, err
	}
	key, err := hex.DecodeString(told.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		key = nil
	}
	return Application{ID: told.ID, Key: key, Endpoint: told.Endpoint}, nil
}

// SetEndpoint has Discord send interactions to a URL; empty: over the gateway. Discord tries a URL out before it
// answers, so whoever is there has to be at work.
func (c *Client) SetEndpoint(ctx context.Context, to string) error {
	body := map[string]any{"interactions_endpoint_url": nil}
	if to != "" {
		body["interactions_endpoint_url"] = to
	}
	return c.do(ctx, call{
		method: http.MethodPatch, path: "/applications/@me", route: "/applications/@me", bucket: "patch /applications/@me",
		body: body, again: true,
	}, nil)
}

// Guild tells what Discord knows of a server that the bot is in, in the fields of the gateway's GUILD_UPDATE.
func (c *Client) Guild(ctx context.Context, id string) (json.RawMessage, error) {
	var guild json.RawMessage
	err := c.get(ctx, "/guilds/"+url.PathEscape(id), "/guilds/{guild}", &guild)
	return guild, err
}
