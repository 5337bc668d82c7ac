package playground

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// An endpoint is the URL at which the application receives interactions by HTTP instead of over the gateway, and the key
// that signs them. It has no lock: its URL may be read and changed at any time.
type endpoint struct {
	key ed25519.PrivateKey
	url atomic.Pointer[string] // nil: none, interactions go over the gateway
}

// newEndpoint derives the key from a seed, and creates the seed if there is none. The seed is stored: bots keep the
// public key.
func newEndpoint(seed *[]byte) (*endpoint, error) {
	if len(*seed) != ed25519.SeedSize {
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		*seed = key.Seed()
	}
	return &endpoint{key: ed25519.NewKeyFromSeed(*seed)}, nil
}

// publicKey returns the key that verifies the signatures, in the format of the application object.
func (e *endpoint) publicKey() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// on reports whether interactions go by HTTP.
func (e *endpoint) on() bool { return e.url.Load() != nil }

// shown returns the URL in the format of the application object.
func (e *endpoint) shown() any {
	if to := e.url.Load(); to != nil {
		return *to
	}
	return nil
}

// set sets a verified URL for interactions, or the gateway if it is empty.
func (e *endpoint) set(to string) {
	if to == "" {
		e.url.Store(nil)
	} else {
		e.url.Store(&to)
	}
}

func (e *endpoint) sign(stamp string, body []byte) []byte {
	return ed25519.Sign(e.key, append([]byte(stamp), body...))
}

// pongLimit is the maximum size of a response that is read from a bot's endpoint.
const pongLimit = 1 << 10

// An endpointClient sends interactions to the HTTP endpoint of the application.
type endpointClient struct {
	core   *core
	log    *slog.Logger
	client *http.Client
	within time.Duration // the time limit of a response

	living  context.Context // until the server closes
	end     context.CancelFunc
	sending sync.WaitGroup
}

func newEndpointClient(core *core, log *slog.Logger, within time.Duration) *endpointClient {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	c := &endpointClient{core: core, log: log, client: &http.Client{Transport: transport}, within: within}
	c.living, c.end = context.WithCancel(context.Background()) //nolint:forbidigo // it lives as long as the server
	return c
}

// close cancels requests in progress.
func (c *endpointClient) close() {
	c.end()
	c.sending.Wait()
	c.client.CloseIdleConnections()
}

// verify verifies a URL as Discord does before accepting it: the bot must answer a signed PING, and refuse one with a
// wrong signature.
func (c *endpointClient) verify(ctx context.Context, e *endpoint, to string) error {
	u, err := url.Parse(to)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%q is not a URL", to)
	}
	ping, err := json.Marshal(map[string]any{"id": c.core.newID(), "application_id": ApplicationID, "type": 1,
		"token": newToken("0"), "version": 1, "user": botUser()})
	if err != nil {
		return err
	}
	status, answer, err := c.post(ctx, to, ping, e.sign)
	var pong struct{ Type int }
	switch {
	case err != nil:
		return err
	case status != http.StatusOK || json.Unmarshal(answer, &pong) != nil || pong.Type != 1:
		return fmt.Errorf("a PING is answered %d %.100s, want 200 {\"type\":1}", status, answer)
	}
	wrong := func(stamp string, body []byte) []byte { return e.sign(stamp+"0", body) }
	if status, _, err = c.post(ctx, to, ping, wrong); err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("a PING with a wrong signature is answered %d, want 401", status)
	}
	return err
}

// post sends a signed body and returns the response.
func (c *endpointClient) post(ctx context.Context, to string, body []byte, sign func(string, []byte) []byte) (int, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.within)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10) // by the system clock: bots do not know the simulated one
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	request.Header.Set("X-Signature-Timestamp", stamp)
	request.Header.Set("X-Signature-Ed25519", hex.EncodeToString(sign(stamp, body)))
	answer, err := c.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(answer.Body, pongLimit))
	return answer.StatusCode, text, err
}

// send sends an interaction to an endpoint in the background. The bot answers by the callback route, and the request
// with 202. The state lock is held.
func (c *endpointClient) send(from *endpoint, x *interaction, payload []byte) {
	to := *from.url.Load()
	c.sending.Go(func() {
		status, _, err := c.post(c.living, to, payload, from.sign)
		if err == nil && status != http.StatusAccepted {
			err = fmt.Errorf("the bot answers %d, want 202", status)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			c.log.Warn("sending an interaction failed", "url", to, "interaction", x.ID, "err", err)
		}
	})
}
