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

// An endpoint is the URL at which the application receives interactions by HTTP instead of over the gateway, and the key
// that signs them. It has no lock: its URL may be read and changed at any time.
type endpoint struct {
	key    ed25519.PrivateKey
	url    atomic.Pointer[string] // nil: none, interactions go over the gateway
	log    *slog.Logger
	client http.Client // limits the time of a response

	ctx      context.Context // of requests; it ends when the server closes
	cancel   context.CancelFunc
	requests sync.WaitGroup
}

func newEndpoint(log *slog.Logger, timeout time.Duration) *endpoint {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	e := &endpoint{log: log, client: http.Client{Transport: transport, Timeout: timeout}}
	e.ctx, e.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // it lives as long as the server
	return e
}

// close cancels requests in progress.
func (e *endpoint) close() {
	e.cancel()
	e.requests.Wait()
	e.client.CloseIdleConnections()
}

// on reports whether interactions go by HTTP.
func (e *endpoint) on() bool { return e.url.Load() != nil }

func (e *endpoint) sign(stamp string, body []byte) []byte {
	return ed25519.Sign(e.key, append([]byte(stamp), body...))
}

// pongLimit is the maximum size of a response that is read from a bot's endpoint.
const pongLimit = 1 << 10

// verify verifies a URL as Discord does before accepting it: the bot must answer a signed PING, and refuse one with a
// wrong signature.
func (e *endpoint) verify(ctx context.Context, target string, ping []byte) error {
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%q is not a URL", target)
	}
	status, answer, err := e.post(ctx, target, ping, e.sign)
	var pong struct{ Type int }
	switch {
	case err != nil:
		return err
	case status != http.StatusOK || json.Unmarshal(answer, &pong) != nil || pong.Type != 1:
		return fmt.Errorf("a PING is answered %d %.100s, want 200 {\"type\":1}", status, answer)
	}
	wrong := func(stamp string, body []byte) []byte { return e.sign(stamp+"0", body) }
	if status, _, err = e.post(ctx, target, ping, wrong); err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("a PING with a wrong signature is answered %d, want 401", status)
	}
	return err
}

// post sends a signed body and returns the response.
func (e *endpoint) post(
	ctx context.Context, target string, body []byte, sign func(string, []byte) []byte,
) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10) // by the system clock: bots do not know the simulated one
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	request.Header.Set("X-Signature-Timestamp", stamp)
	request.Header.Set("X-Signature-Ed25519", hex.EncodeToString(sign(stamp, body)))
	answer, err := e.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(answer.Body, pongLimit))
	return answer.StatusCode, text, err
}

// send sends an interaction in the background. The bot answers by the callback route, and the request with 202.
func (e *endpoint) send(x wire.ID, payload []byte) {
	target := *e.url.Load()
	e.requests.Go(func() {
		status, _, err := e.post(e.ctx, target, payload, e.sign)
		if err == nil && status != http.StatusAccepted {
			err = fmt.Errorf("the bot answers %d, want 202", status)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			e.log.Warn("sending an interaction failed", "url", target, "interaction", x, "err", err)
		}
	})
}
