package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	// maxInteractionBytes bounds the size of an interaction. Discord's largest, a press on a message with ten embeds,
	// has about 100 kB.
	maxInteractionBytes = 1 << 20
	// maxSignatureAge is how far a signature's time may differ from ours, in either direction: clocks differ. An older
	// request is a replay by somebody else; a replay within this time is recognized by the id of the interaction.
	maxSignatureAge = 5 * time.Minute
)

// The types of the interaction and the response with which Discord verifies an endpoint.
const (
	typePing = 1
	typePong = 1
)

// Endpoint receives the interactions that Discord sends over HTTP instead of the gateway, for an application that has
// an interactions endpoint URL. It is an [http.Handler].
//
// Each request carries a signature of its raw body and timestamp, made with the key of the application. A request that
// is unsigned, signed by somebody else or signed too long ago is rejected with 401: Discord sends such requests on
// purpose and removes the URL of an application that accepts them. An interaction is acknowledged with 202 and answered
// by REST, like one that came over the gateway.
type Endpoint struct {
	// Key is Application.Key.
	Key ed25519.PublicKey
	// Event receives each interaction as the gateway would send it, with the name INTERACTION_CREATE. It must not
	// block.
	Event func(name string, data json.RawMessage)
	// Rejected, if not nil, is called with the status of each rejected request.
	Rejected func(status int)
}

// ServeHTTP receives one interaction.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, answer := e.accept(w, r)
	if status >= http.StatusBadRequest {
		if e.Rejected != nil {
			e.Rejected(status)
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
	_, _ = io.WriteString(w, answer) // the peer may have disconnected
}

func (e *Endpoint) accept(w http.ResponseWriter, r *http.Request) (status int, answer string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed, ""
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteractionBytes))
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok && tooLarge != nil {
		return http.StatusRequestEntityTooLarge, ""
	}
	if err != nil {
		return http.StatusBadRequest, ""
	}
	if !e.signed(r, body) {
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

// signed reports whether the request, whose body was read, has a recent signature of Discord.
func (e *Endpoint) signed(r *http.Request, body []byte) bool {
	seconds, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > maxSignatureAge || len(e.Key) != ed25519.PublicKeySize {
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return discordgo.VerifyInteraction(r, e.Key)
}

// Application is the bot's application at Discord.
type Application struct {
	ID string
	// Key verifies the requests that Discord sends to the application's endpoint; nil if Discord gives none.
	Key ed25519.PublicKey
	// Endpoint is the URL to which Discord sends interactions; empty: it sends them over the gateway.
	Endpoint string
	// MessageContent is whether the application may have the intent of that name.
	MessageContent bool
	// CodeGrant is whether an invitation needs a web server that takes part in it, which the bot has not.
	CodeGrant bool
	// UserInstall is whether people can install the application for themselves.
	UserInstall bool
}

// The flags of an application that may have the intent for the content of messages: up to, and above, 100 servers.
const messageContentFlags = 1<<18 | 1<<19

// Application returns the bot's application at Discord.
func (c *Client) Application(ctx context.Context) (Application, error) {
	var fields struct {
		ID       string                     `json:"id"`
		Key      string                     `json:"verify_key"`
		Endpoint string                     `json:"interactions_endpoint_url"`
		Flags    int                        `json:"flags"`
		Grant    bool                       `json:"bot_require_code_grant"`
		Installs map[string]json.RawMessage `json:"integration_types_config"`
	}
	if err := c.get(ctx, applicationRoute, &fields); err != nil {
		return Application{}, err
	}
	key, err := hex.DecodeString(fields.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		key = nil
	}
	return Application{
		ID: fields.ID, Key: key, Endpoint: fields.Endpoint,
		MessageContent: fields.Flags&messageContentFlags != 0, CodeGrant: fields.Grant, UserInstall: fields.Installs["1"] != nil,
	}, nil
}

// Servers returns the servers that the bot is in, the first 200 of them, with the permissions of the bot's roles there.
func (c *Client) Servers(ctx context.Context) (servers []discordgo.UserGuild, err error) {
	err = c.get(ctx, "/users/@me/guilds", &servers)
	return servers, err
}

// LeaveServer makes the bot leave a server.
func (c *Client) LeaveServer(ctx context.Context, guild string) error {
	return c.do(ctx, newCall(http.MethodDelete, "/users/@me/guilds/{id}", guild), nil)
}

// SetEndpoint makes Discord send interactions to a URL, or over the gateway if the URL is empty. Discord verifies the
// URL before it answers, so the endpoint must already be serving.
func (c *Client) SetEndpoint(ctx context.Context, to string) error {
	q := newCall(http.MethodPatch, applicationRoute)
	q.body = map[string]any{"interactions_endpoint_url": nil}
	if to != "" {
		q.body = map[string]any{"interactions_endpoint_url": to}
	}
	return c.do(ctx, q, nil)
}

// Guild returns a server that the bot is in, in the fields of the gateway's GUILD_UPDATE.
func (c *Client) Guild(ctx context.Context, id string) (json.RawMessage, error) {
	var guild json.RawMessage
	err := c.get(ctx, "/guilds/{guild}", &guild, id)
	return guild, err
}
