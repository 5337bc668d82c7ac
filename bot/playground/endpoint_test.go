package playground_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// webhook is a bot that takes interactions by HTTP.
type webhook struct {
	*httptest.Server
	key   ed25519.PublicKey
	naive bool // believes everybody
	got   chan []byte
}

func newWebhook(t *testing.T, bot *scripted) *webhook {
	t.Helper()
	key, err := hex.DecodeString(bot.rest("GET", "/applications/@me", nil, 200)["verify_key"].(string))
	if err != nil || len(key) != ed25519.PublicKeySize {
		t.Fatalf("the public key is %x: %v", key, err)
	}
	w := &webhook{key: key, got: make(chan []byte, 10)}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		if err != nil || !w.naive && !ed25519.Verify(w.key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature) {
			out.WriteHeader(http.StatusUnauthorized)
			return
		}
		var interaction struct{ Type int }
		if json.Unmarshal(body, &interaction) == nil && interaction.Type == 1 {
			_, _ = io.WriteString(out, `{"type":1}`)
			return
		}
		out.WriteHeader(http.StatusAccepted)
		w.got <- body
	}))
	t.Cleanup(w.Close)
	return w
}

// An application with an endpoint is sent interactions there, signed, and answers by REST; a bot at the gateway then gets
// none.
func TestInteractionsByHTTP(t *testing.T) {
	s := startServer(t, playground.Options{})
	bot := newBot(t, s)
	bot.register(moveCommand())
	alice := visit(t, s, playground.AliceID)
	alice.types("/move 炮二平五", 503)

	hook := newWebhook(t, bot)
	hook.naive = true
	code(t, bot.rest("PATCH", "/applications/@me", object{"interactions_endpoint_url": hook.URL}, 400), 50035)
	hook.naive = false
	code(t, bot.rest("PATCH", "/applications/@me", object{"interactions_endpoint_url": "http://127.0.0.1:1"}, 400), 50035)
	if a := bot.rest("PATCH", "/applications/@me", object{"interactions_endpoint_url": hook.URL}, 200); a["interactions_endpoint_url"] != hook.URL {
		t.Errorf("the application is %v", a)
	}
	var state struct{ Online bool }
	alice.hear("bot", &state)
	if !state.Online {
		t.Error("the bot does not look online")
	}

	alice.types("/move 炮二平五", 200)
	x := decoded[got](t, <-hook.got)
	x.bot = bot
	x.answer(4, object{"content": "by REST"}, 204)
	alice.message(func(m *wire.Message) bool { return m.Content == "by REST" })

	bot.rest("PATCH", "/applications/@me", object{"interactions_endpoint_url": nil}, 200)
	alice.types("/move 炮二平五", 503)
}
