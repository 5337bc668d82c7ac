package playground_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
	"xiangqibot/bot/playground/wire"
)

// patience is the timeout of every wait of a test. It only expires if something is broken.
const patience = 2 * time.Minute

// object is a decoded JSON object.
type object = map[string]any

// startServer starts a playground that ends with the test. All its requests and responses are validated against
// Discord's description.
func startServer(t *testing.T, opt playground.Options) *playground.Server {
	t.Helper()
	if opt.OnRequest == nil {
		opt.OnRequest = openapi.Watch(t)
	}
	s, err := playground.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// A scripted is a bot that does only what the test says: one gateway connection and a REST client.
type scripted struct {
	t       *testing.T
	s       *playground.Server
	http    *http.Client
	ws      *websocket.Conn
	seq     int
	session string
}

func newBot(t *testing.T, s *playground.Server) *scripted {
	return &scripted{t: t, s: s, http: &http.Client{Transport: s.Transport()}}
}

// connectBot returns a bot that has identified and received its guild.
func connectBot(t *testing.T, s *playground.Server) *scripted {
	t.Helper()
	b := newBot(t, s)
	b.dial()
	b.identify(1<<0 | 1<<9 | 1<<12)
	b.ready()
	return b
}

// dial opens the gateway as a library does, whose URL REST has, and receives HELLO.
func (b *scripted) dial() {
	b.t.Helper()
	answer := b.rest("GET", "/gateway/bot", nil, 200)
	url, _ := answer["url"].(string)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, url+"/?v=10&encoding=json", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	b.ws = ws
	b.t.Cleanup(func() { _ = ws.CloseNow() })
	if op, _, d := b.next(); op != 10 || !strings.Contains(string(d), "heartbeat_interval") {
		b.t.Fatalf("the first frame is op %d %s, not HELLO", op, d)
	}
}

// next returns the next frame.
func (b *scripted) next() (op int, event string, d json.RawMessage) {
	b.t.Helper()
	op, event, d, err := b.read()
	if err != nil {
		b.t.Fatalf("the gateway gave no frame: %v", err)
	}
	return op, event, d
}

func (b *scripted) read() (op int, event string, d json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	_, data, err := b.ws.Read(ctx)
	if err != nil {
		return 0, "", nil, err
	}
	var f struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
		S  *int            `json:"s"`
		T  string          `json:"t"`
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return 0, "", nil, err
	}
	if f.S != nil {
		b.seq = *f.S
	}
	return f.Op, f.T, f.D, nil
}

// event skips frames until the dispatch of that name and decodes it.
func (b *scripted) event(name string, into any) {
	b.t.Helper()
	for {
		op, event, d := b.next()
		if op != 0 || event != name {
			continue
		}
		if into != nil {
			if err := json.Unmarshal(d, into); err != nil {
				b.t.Fatalf("%s: %v in %s", name, err, d)
			}
		}
		return
	}
}

// op skips frames until one with that opcode.
func (b *scripted) op(want int) json.RawMessage {
	b.t.Helper()
	for {
		if op, _, d := b.next(); op == want {
			return d
		}
	}
}

// closed reads until the server closes and returns its code.
func (b *scripted) closed() websocket.StatusCode {
	b.t.Helper()
	for {
		if _, _, _, err := b.read(); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func (b *scripted) send(op int, d any) {
	b.t.Helper()
	b.sendRaw(wire.JSON(object{"op": op, "d": d}))
}

func (b *scripted) sendRaw(data []byte) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.ws.Write(ctx, websocket.MessageText, data); err != nil {
		b.t.Fatal(err)
	}
}

func (b *scripted) identify(intents int) {
	b.t.Helper()
	b.send(2, object{"token": "Bot " + b.s.Token(), "intents": intents,
		"properties": object{"os": "linux", "browser": "test", "device": "test"}})
}

func (b *scripted) ready() {
	b.t.Helper()
	var r struct {
		SessionID string `json:"session_id"`
		Resume    string `json:"resume_gateway_url"`
	}
	b.event("READY", &r)
	if r.SessionID == "" || !strings.HasPrefix(r.Resume, "ws://") {
		b.t.Fatalf("READY is %+v", r)
	}
	b.session = r.SessionID
	b.event("GUILD_CREATE", nil)
}

// resume opens a connection that takes up a session after an event.
func (b *scripted) resume(session string, seq int) {
	b.t.Helper()
	b.dial()
	b.send(6, object{"token": b.s.Token(), "session_id": session, "seq": seq})
}

// invalidated waits for INVALID_SESSION, after which the bot may resume or not.
func (b *scripted) invalidated(resumable bool) {
	b.t.Helper()
	if d := b.op(9); string(d) != fmt.Sprint(resumable) {
		b.t.Errorf("INVALID_SESSION says %s", d)
	}
}

// interaction waits for the next INTERACTION_CREATE.
func (b *scripted) interaction() *got {
	b.t.Helper()
	x := &got{bot: b}
	b.event("INTERACTION_CREATE", x)
	return x
}

// got is an interaction as the bot received it.
type got struct {
	bot     *scripted
	ID      wire.ID
	Token   string
	Type    int
	Locale  string
	Context int
	GuildID wire.ID `json:"guild_id"`
	Member  *wire.Member
	User    *wire.User
	Message *wire.Message
	Owners  map[string]string `json:"authorizing_integration_owners"`
	Data    struct {
		Name       string
		Type       int
		TargetID   wire.ID `json:"target_id"`
		CustomID   string  `json:"custom_id"`
		Values     []string
		Options    []wire.OptionValue
		Resolved   *wire.Resolved
		Components []wire.ModalValue
	}
}

// answer responds by the callback, and wants that status.
func (x *got) answer(kind int, data any, status int) object {
	x.bot.t.Helper()
	body := object{"type": kind}
	if data != nil {
		body["data"] = data
	}
	return x.bot.rest("POST", "/interactions/"+string(x.ID)+"/"+x.Token+"/callback", body, status)
}

// hook is the path of the interaction's webhook.
func (x *got) hook(rest string) string {
	return "/webhooks/" + string(playground.ApplicationID) + "/" + x.Token + rest
}

// rest makes a request of API v10 and wants that status; it returns the answer when that is an object.
func (b *scripted) rest(method, path string, body any, status int) object {
	b.t.Helper()
	var in io.Reader
	if body != nil {
		in = bytes.NewReader(wire.JSON(body))
	}
	_, answer := b.do(method, path, "application/json", in, status)
	v := object{}
	_ = json.Unmarshal(answer, &v) // for an array use do
	return v
}

// decoded decodes JSON; nothing is a zero value.
func decoded[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	if len(text) > 0 {
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
	return v
}

func (b *scripted) do(method, path, kind string, body io.Reader, status int) (*http.Response, []byte) {
	b.t.Helper()
	res, answer, err := b.request("Bot "+b.s.Token(), method, path, kind, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if res.StatusCode != status {
		b.t.Fatalf("%s %s answers %d, not %d: %s", method, path, res.StatusCode, status, answer)
	}
	return res, answer
}

// request makes a request of API v10 that may fail.
func (b *scripted) request(as, method, path, kind string, body io.Reader) (*http.Response, []byte, error) {
	b.t.Helper()
	req, err := http.NewRequest(method, "https://discord.com/api/v10"+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Authorization", as)
	if body != nil {
		req.Header.Set("Content-Type", kind)
	}
	res, err := b.http.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	return res, answer, err
}

// upload is a multipart request with payload_json and files named in order.
func (b *scripted) upload(method, path string, payload any, status int, files ...wire.FormFile) object {
	b.t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	part := func(disposition, kind string, data []byte) {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		if err == nil {
			_, err = p.Write(data)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	part(`form-data; name="payload_json"`, "application/json", wire.JSON(payload))
	for i, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, f.Filename), f.ContentType, f.Data)
	}
	if err := w.Close(); err != nil {
		b.t.Fatal(err)
	}
	_, answer := b.do(method, path, w.FormDataContentType(), &buf, status)
	return decoded[object](b.t, answer)
}

// openThread opens a thread on a new message of a channel, which its path names.
func (b *scripted) openThread(channel string, form object, status int) object {
	b.t.Helper()
	m := b.rest("POST", channel+"/messages", object{"content": "x"}, 200)["id"].(string)
	return b.rest("POST", channel+"/messages/"+m+"/threads", form, status)
}

// register makes these the guild's commands.
func (b *scripted) register(commands ...object) {
	b.t.Helper()
	b.rest("PUT", "/applications/"+string(playground.ApplicationID)+"/guilds/"+string(playground.GuildID)+"/commands",
		commands, 200)
}

// moveCommand is /move with a completed option.
func moveCommand() object {
	return object{"name": "move", "description": "Play a move", "name_localizations": object{"zh-CN": "走"},
		"options": []object{
			{"type": 3, "name": "move", "description": "The move", "required": true, "autocomplete": true,
				"name_localizations": object{"zh-CN": "着法"}},
			{"type": 3, "name": "game", "description": "The game"},
		}}
}

// picture is a small PNG.
func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// fetch reads what the page can read.
func fetch(t *testing.T, url string, status int) []byte {
	t.Helper()
	return fetchBy(t, http.DefaultClient, url, status)
}

// fetch reads a file by its address on the wire.
func (b *scripted) fetch(url string, status int) []byte {
	b.t.Helper()
	return fetchBy(b.t, b.http, url, status)
}

func fetchBy(t *testing.T, client *http.Client, url string, status int) []byte {
	t.Helper()
	res, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(res.Body); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status {
		t.Fatalf("%s answers %d, not %d: %s", url, res.StatusCode, status, buf.String())
	}
	return buf.Bytes()
}
