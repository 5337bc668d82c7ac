package discord

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What Discord has not signed a moment ago is refused, with 401 where the signature is what is wrong; a PING is
// answered, and an interaction passed on byte for byte.
func TestEndpointTakesWhatDiscordSigned(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, stranger, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	const press = `{"type":3, "id":"1","token":"x"}`
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			method, body string
			key          ed25519.PrivateKey
			age          time.Duration
			tamper       func(http.Header, *string)
			status       int
			answer       string
			passed       bool
			keyless      bool // nothing is believed without the key of the application
		}{
			"an interaction":         {body: press, status: 202, passed: true},
			"a PING":                 {body: `{"type":1}`, status: 200, answer: `{"type":1}`},
			"a clock that is behind": {body: press, age: -4 * time.Minute, status: 202, passed: true},
			"signed by another":      {body: press, key: stranger, status: 401},
			"a PING of another":      {body: `{"type":1}`, key: stranger, status: 401},
			"said long ago":          {body: press, age: 6 * time.Minute, status: 401},
			"to be said":             {body: press, age: -6 * time.Minute, status: 401},
			"another body":           {body: press, tamper: func(_ http.Header, b *string) { *b += " " }, status: 401},
			"another time": {body: press, tamper: func(h http.Header, _ *string) {
				h.Set("X-Signature-Timestamp", fmt.Sprint(time.Now().Unix()-1))
			}, status: 401},
			"no signature":   {body: press, tamper: func(h http.Header, _ *string) { h.Del("X-Signature-Ed25519") }, status: 401},
			"no time":        {body: press, tamper: func(h http.Header, _ *string) { h.Del("X-Signature-Timestamp") }, status: 401},
			"half a one":     {body: press, tamper: func(h http.Header, _ *string) { h.Set("X-Signature-Ed25519", "abcd") }, status: 401},
			"no hex":         {body: press, tamper: func(h http.Header, _ *string) { h.Set("X-Signature-Ed25519", "xyz") }, status: 401},
			"too large":      {body: `{"type":3,"x":"` + strings.Repeat("x", maxInteractionBytes) + `"}`, status: 413},
			"signed rubbish": {body: `{`, status: 400},
			"nothing":        {body: `{}`, status: 400},
			"a look":         {method: http.MethodGet, status: 405},
			"no key":         {body: `{"type":1}`, keyless: true, status: 401},
		} {
			var passed json.RawMessage
			refused := 0
			endpoint := &Endpoint{
				Key: public, Rejected: func(status int) { refused = status },
				Event: func(name string, data json.RawMessage) {
					if name == "INTERACTION_CREATE" {
						passed = data
					}
				},
			}
			if c.keyless {
				endpoint.Key = nil
			}
			if c.key == nil {
				c.key = private
			}
			if c.method == "" {
				c.method = http.MethodPost
			}
			stamp := fmt.Sprint(time.Now().Add(-c.age).Unix())
			header := http.Header{}
			header.Set("X-Signature-Timestamp", stamp)
			header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(c.key, []byte(stamp+c.body))))
			if c.tamper != nil {
				c.tamper(header, &c.body)
			}
			request := httptest.NewRequestWithContext(t.Context(), c.method, "/", bytes.NewReader([]byte(c.body)))
			request.Header = header
			answer := httptest.NewRecorder()
			endpoint.ServeHTTP(answer, request)
			if answer.Code != c.status || c.answer != "" && answer.Body.String() != c.answer {
				t.Errorf("%s is answered %d %s, want %d %s", name, answer.Code, answer.Body, c.status, c.answer)
			}
			if c.passed != (passed != nil) || c.passed && string(passed) != c.body {
				t.Errorf("%s: passed on is %.100q", name, passed)
			}
			if want := c.status; want < 400 && refused != 0 || want >= 400 && refused != want {
				t.Errorf("%s: the refusal is counted as %d", name, refused)
			}
		}
	})
}
