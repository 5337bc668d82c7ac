package discord

import (
	"bytes"
	"crypto/ed25519"
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
	if errors.As(err, new(*http.MaxBytesError)) {
		return http.StatusRequestEntityTooLarge, ""
	}
	if err != nil {
		return http.StatusBadRequest, ""
	}
	if !e.signed(r, body) {
		return http.StatusUnauthorized, ""
	}
	var interaction struct {
		Type discordgo.InteractionType `json:"type"`
	}
	switch err := json.Unmarshal(body, &interaction); {
	case err != nil || interaction.Type == 0:
		return http.StatusBadRequest, ""
	case interaction.Type == discordgo.InteractionPing:
		return http.StatusOK, fmt.Sprintf(`{"type":%d}`, discordgo.InteractionResponsePong)
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
