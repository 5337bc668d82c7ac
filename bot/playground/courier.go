package playground

import (
	"bytes"
	"context"
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
	"time"

	"xiangqibot/bot/playground/wire"
)

// inlineLimit is the largest answer that is read from a bot's endpoint.
const inlineLimit = 1 << 20

// A courier carries interactions to the endpoints of applications, one request each.
type courier struct {
	core   *core
	log    *slog.Logger
	client *http.Client

	living  context.Context // until the server closes
	end     context.CancelFunc
	sending sync.WaitGroup
}

func newCourier(core *core, log *slog.Logger) *courier {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	c := &courier{core: core, log: log, client: &http.Client{Transport: transport}}
	c.living, c.end = context.WithCancel(context.Background()) //nolint:forbidigo // it lives as long as the server
	return c
}

// close ends what is being sent.
func (c *courier) close() {
	c.end()
	c.sending.Wait()
	c.client.CloseIdleConnections()
}

// try asks a URL as Discord does before it takes it: a bot has to answer a signed PING, and to refuse one whose
// signature is wrong.
func (c *courier) try(ctx context.Context, a *application, to string) error {
	u, err := url.Parse(to)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%q is no URL", to)
	}
	ping, err := json.Marshal(map[string]any{"id": c.core.newID(), "application_id": a.ID, "type": 1,
		"token": newToken("0"), "version": 1, "user": a.user()})
	if err != nil {
		return err
	}
	status, answer, err := c.post(ctx, to, ping, a.endpoint.sign)
	var pong struct{ Type int }
	switch {
	case err != nil:
		return err
	case status != http.StatusOK || json.Unmarshal(answer, &pong) != nil || pong.Type != 1:
		return fmt.Errorf("a PING is answered %d %.100s, want 200 {\"type\":1}", status, answer)
	}
	wrong := func(stamp string, body []byte) []byte { return a.endpoint.sign(stamp+"0", body) }
	if status, _, err = c.post(ctx, to, ping, wrong); err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("a PING with a wrong signature is answered %d, want 401", status)
	}
	return err
}

// post sends a body with its signature and returns the answer.
func (c *courier) post(ctx context.Context, to string, body []byte, sign func(string, []byte) []byte) (int, []byte, error) {
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
	answer, err := c.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer closeBody(answer.Body)
	text, err := io.ReadAll(io.LimitReader(answer.Body, inlineLimit))
	return answer.StatusCode, text, err
}

// send gives an interaction to the bot behind an endpoint, in the background. What the bot says in its answer is passed
// on; 202 says that it answers by the interaction's own route. The state lock is held.
func (c *courier) send(from *endpoint, x *interaction, inline func(*interaction, *call) error) {
	to := *from.url.Load()
	c.sending.Go(func() {
		status, body, err := c.post(c.living, to, x.Payload, from.sign)
		switch {
		case err != nil:
		case status == http.StatusOK && len(bytes.TrimSpace(body)) > 0:
			err = c.pass(x, body, inline)
		case status != http.StatusAccepted && status != http.StatusNoContent && status != http.StatusOK:
			err = fmt.Errorf("the bot answers %d", status)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			c.log.Warn("an interaction does not arrive", "url", to, "interaction", x.ID, "err", err)
		}
	})
}

// pass takes the body of the bot's answer as a callback.
func (c *courier) pass(x *interaction, body []byte, inline func(*interaction, *call) error) error {
	callback := "/interactions/" + string(x.ID) + "/" + x.Token + "/callback"
	request, err := http.NewRequestWithContext(c.living, http.MethodPost, callback, nil)
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
