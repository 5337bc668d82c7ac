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

	"xiangqibot/bot/playground/wire"
)

// settingSeed is the setting that holds the key with which interactions are signed.
const settingSeed = "signing_seed"

// inlineLimit is the largest answer that is read from a bot's endpoint.
const inlineLimit = 1 << 20

// An endpoint is where a bot takes interactions by HTTP instead of over the gateway: one request each, signed with the
// application's key as on Discord. It has no lock: its URL may be read and changed at any time.
type endpoint struct {
	core   *core
	log    *slog.Logger
	key    ed25519.PrivateKey // set by load
	client *http.Client
	url    atomic.Pointer[string] // nil: none, the gateway has the interactions

	living  context.Context // until the server closes
	end     context.CancelFunc
	sending sync.WaitGroup
}

func newEndpoint(core *core, log *slog.Logger) *endpoint {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	e := &endpoint{core: core, log: log, client: &http.Client{Transport: transport}}
	e.living, e.end = context.WithCancel(context.Background()) //nolint:forbidigo // it lives as long as the server
	return e
}

// load takes the key of the process before, so that a bot which was given the public one still fits, or makes one.
func (e *endpoint) load() error {
	var seed []byte
	if err := e.core.db.setting(settingSeed, &seed); err != nil {
		return err
	}
	if len(seed) == ed25519.SeedSize {
		e.key = ed25519.NewKeyFromSeed(seed)
		return nil
	}
	var err error
	if _, e.key, err = ed25519.GenerateKey(nil); err != nil {
		return err
	}
	e.core.db.saveSetting(settingSeed, e.key.Seed())
	return nil
}

// close ends what is being sent.
func (e *endpoint) close() {
	e.end()
	e.sending.Wait()
	e.client.CloseIdleConnections()
}

// publicKey is what verifies the signatures, as the application shows it.
func (e *endpoint) publicKey() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// on reports whether interactions go by HTTP.
func (e *endpoint) on() bool { return e.url.Load() != nil }

// shown is the URL as the application shows it.
func (e *endpoint) shown() any {
	if to := e.url.Load(); to != nil {
		return *to
	}
	return nil
}

// set has interactions sent to a URL that was tried, or over the gateway if it is empty.
func (e *endpoint) set(to string) {
	if to == "" {
		e.url.Store(nil)
	} else {
		e.url.Store(&to)
	}
	e.core.hub.publish(all, "bot", map[string]any{"online": to != "" || e.core.gateway.Online()})
}

// try asks a URL as Discord does before it takes it: a bot has to answer a signed PING, and to refuse one whose
// signature is wrong.
func (e *endpoint) try(ctx context.Context, to string) error {
	u, err := url.Parse(to)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%q is no URL", to)
	}
	ping, err := json.Marshal(map[string]any{"id": e.core.newID(), "application_id": ApplicationID, "type": 1, "token": newToken("0"),
		"version": 1, "user": botUser()})
	if err != nil {
		return err
	}
	status, answer, err := e.post(ctx, to, ping, e.sign)
	var pong struct{ Type int }
	switch {
	case err != nil:
		return err
	case status != http.StatusOK || json.Unmarshal(answer, &pong) != nil || pong.Type != 1:
		return fmt.Errorf("a PING is answered %d %.100s, want 200 {\"type\":1}", status, answer)
	}
	wrong := func(stamp string, body []byte) []byte { return e.sign(stamp+"0", body) }
	if status, _, err = e.post(ctx, to, ping, wrong); err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("a PING with a wrong signature is answered %d, want 401", status)
	}
	return err
}

func (e *endpoint) sign(stamp string, body []byte) []byte {
	return ed25519.Sign(e.key, append([]byte(stamp), body...))
}

// post sends a body with its signature and returns the answer.
func (e *endpoint) post(ctx context.Context, to string, body []byte, sign func(string, []byte) []byte) (int, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10) // of the machine: bots do not live by the simulated clock
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	request.Header.Set("X-Signature-Timestamp", stamp)
	request.Header.Set("X-Signature-Ed25519", hex.EncodeToString(sign(stamp, body)))
	answer, err := e.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer closeBody(answer.Body)
	text, err := io.ReadAll(io.LimitReader(answer.Body, inlineLimit))
	return answer.StatusCode, text, err
}

// send gives an interaction to the bot, in the background. What the bot says in its answer is passed on; 202 says that
// it answers by the interaction's own route. The state lock is held.
func (e *endpoint) send(x *interaction, inline func(*interaction, *call) error) {
	to := *e.url.Load()
	e.sending.Go(func() {
		status, body, err := e.post(e.living, to, x.Payload, e.sign)
		switch {
		case err != nil:
		case status == http.StatusOK && len(bytes.TrimSpace(body)) > 0:
			err = e.pass(x, body, inline)
		case status != http.StatusAccepted && status != http.StatusNoContent && status != http.StatusOK:
			err = fmt.Errorf("the bot answers %d", status)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			e.log.Warn("an interaction does not arrive", "url", to, "interaction", x.ID, "err", err)
		}
	})
}

// pass takes the body of the bot's answer as a callback.
func (e *endpoint) pass(x *interaction, body []byte, inline func(*interaction, *call) error) error {
	request, err := http.NewRequestWithContext(e.living, http.MethodPost, "/interactions/"+string(x.ID)+"/"+x.Token+"/callback", nil)
	if err != nil {
		return err
	}
	if err = inline(x, &call{Request: request, version: 10, body: body}); err == nil {
		return nil
	}
	if refusal, ok := errors.AsType[*wire.Error](err); ok {
		return fmt.Errorf("the answer is refused: %s", raw(refusal))
	}
	return err
}
