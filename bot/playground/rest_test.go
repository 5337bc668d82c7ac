package playground_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

const inXiangqi = "/channels/" + string(playground.XiangqiID)

func pngFile(name string, t *testing.T) wire.FormFile {
	return wire.FormFile{Filename: name, ContentType: "image/png", Data: picture(t, 4, 4)}
}

// attachments are the ids of a message's files.
func attachments(m object) []string {
	var ids []string
	for _, a := range m["attachments"].([]any) {
		ids = append(ids, a.(object)["id"].(string))
	}
	return ids
}

// TestFilesOfAnEdit: a message keeps its files, unless the edit brings others, or a list of attachments without them.
func TestFilesOfAnEdit(t *testing.T) {
	b := newBot(t, startServer(t, playground.Options{Rates: &ratelimit.Rates{}}))
	m := b.upload("POST", inXiangqi+"/messages", object{"content": "board"}, 200, pngFile("board.png", t))
	message, old := inXiangqi+"/messages/"+m["id"].(string), attachments(m)
	url := m["attachments"].([]any)[0].(object)["url"].(string)
	if ids := attachments(b.rest("PATCH", message, object{"content": "x"}, 200)); !slices.Equal(ids, old) {
		t.Errorf("after an edit without files there are %v, not %v", ids, old)
	}
	b.fetch(url, 200)
	ids := attachments(b.upload("PATCH", message, object{}, 200, pngFile("next.png", t)))
	if len(ids) != 1 || ids[0] == old[0] {
		t.Errorf("after an edit with a file there are %v; the old one was %s", ids, old)
	}
	if note := b.fetch(url, 404); !strings.Contains(string(note), "no longer available") {
		t.Errorf("in place of the old file there is %s", note)
	}
	if ids := attachments(b.rest("PATCH", message, object{"attachments": []object{}}, 200)); ids != nil {
		t.Errorf("after an edit with an empty list there are %v", ids)
	}
}

func TestAttachmentURLs(t *testing.T) {
	s := startServer(t, playground.Options{})
	b := newBot(t, s)
	m := b.upload("POST", inXiangqi+"/messages", object{
		"embeds": []object{{"title": "Board", "image": object{"url": "attachment://board.png"}}}}, 200,
		pngFile("board.png", t), wire.FormFile{Filename: "game.txt", ContentType: "text/plain", Data: []byte("1. 炮二平五")})
	shown := m["embeds"].([]any)[0].(object)["image"].(object)
	if got := b.fetch(shown["url"].(string), 200); !bytes.Equal(got, picture(t, 4, 4)) || shown["width"] != 4.0 {
		t.Errorf("the embed shows %v", shown)
	}
	alice := visit(t, s, playground.AliceID)
	if onPage := alice.messages()[0].Embeds[0].Image.URL; !strings.HasPrefix(onPage, "/attachments/") {
		t.Errorf("the page is given %q", onPage)
	}
	file := m["attachments"].([]any)[1].(object)["url"].(string)
	res, err := b.http.Get(file)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.Header.Get("Content-Disposition") != "attachment" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a file that is no picture is served with %v", res.Header)
	}
}

func TestMultipartLimits(t *testing.T) {
	s := startServer(t, playground.Options{})
	b := newBot(t, s)
	post := func(status int, payload object, files ...wire.FormFile) object {
		return b.upload("POST", inXiangqi+"/messages", payload, status, files...)
	}
	large := wire.FormFile{Filename: "x.bin", ContentType: "application/octet-stream", Data: make([]byte, 10<<20+1)}
	code(t, post(400, object{}, large), 50045)
	nine := large
	nine.Data = make([]byte, 9<<20)
	code(t, post(413, object{}, nine, nine, nine), 40005)
	m := post(200, object{}, pngFile("../../etc/pass wd.png", t))
	if name := m["attachments"].([]any)[0].(object)["filename"]; name != "pass_wd.png" {
		t.Errorf("the file is called %v", name)
	}
	_, answer := b.do("POST", inXiangqi+"/messages", "multipart/form-data; boundary=x",
		strings.NewReader("--x\r\nnonsense"), 400)
	code(t, decoded[object](t, answer), 50109)
}

// TestEnforceNonce: with enforce_nonce a message that is sent twice is posted once.
func TestEnforceNonce(t *testing.T) {
	s := startServer(t, playground.Options{Clock: simclock.NewFrozen(noon)})
	b := newBot(t, s)
	post := func(enforce bool) string {
		return b.rest("POST", inXiangqi+"/messages", object{"content": "x", "nonce": "move-1", "enforce_nonce": enforce},
			200)["id"].(string)
	}
	first := post(true)
	if post(true) != first {
		t.Error("the second message with the nonce is posted too")
	}
	if post(false) == first {
		t.Error("the nonce counts without enforce_nonce")
	}
	s.Advance(10 * time.Minute)
	if post(true) == first {
		t.Error("after ten minutes the nonce is still remembered")
	}
}

func TestBotPermissions(t *testing.T) {
	_, b, alice := stageWith(t, playground.Options{Rates: &ratelimit.Rates{}})
	lacks := func(lost uint64) {
		alice.permit(playground.XiangqiID, wire.PermissionNames(wire.InvitePermissions&^lost), wire.PermissionNames(lost))
	}
	say := object{"content": "x"}
	m := b.rest("POST", inXiangqi+"/messages", say, 200)["id"].(string)
	thread := b.rest("POST", inXiangqi+"/messages/"+m+"/threads", object{"name": "Game 7"}, 201)["id"].(string)

	lacks(wire.SendMessages)
	code(t, b.rest("POST", inXiangqi+"/messages", say, 403), 50013)
	b.rest("POST", "/channels/"+thread+"/messages", say, 200) // another permission counts in threads
	lacks(wire.AttachFiles)
	code(t, b.upload("POST", inXiangqi+"/messages", say, 403, pngFile("x.png", t)), 50013)
	lacks(wire.EmbedLinks)
	if got := b.rest("POST", inXiangqi+"/messages", object{"content": "x", "embeds": []object{{"title": "t"}}},
		200); len(got["embeds"].([]any)) != 0 {
		t.Errorf("without EMBED_LINKS the embeds are %v", got["embeds"])
	}
	lacks(wire.ViewChannel)
	code(t, b.rest("GET", inXiangqi+"/messages", nil, 403), 50001)
	lacks(0)

	// Messages of others cannot be changed.
	hers := alice.says("mine", 200)["id"].(string)
	code(t, b.rest("PATCH", inXiangqi+"/messages/"+hers, say, 403), 50005)
	code(t, b.rest("DELETE", inXiangqi+"/messages/"+hers, nil, 403), 50013)

	// An archived thread: no edits, but a new message opens it again.
	posted := b.rest("POST", "/channels/"+thread+"/messages", say, 200)["id"].(string)
	b.rest("PATCH", "/channels/"+thread, object{"archived": true}, 200)
	code(t, b.rest("PATCH", "/channels/"+thread+"/messages/"+posted, say, 400), 50083)
	b.rest("POST", "/channels/"+thread+"/messages", say, 200)
	if th := b.rest("GET", "/channels/"+thread, nil, 200); th["thread_metadata"].(object)["archived"] != false {
		t.Errorf("the thread is %v", th["thread_metadata"])
	}
}

func TestAuthorization(t *testing.T) {
	s := startServer(t, playground.Options{})
	b := newBot(t, s)
	for _, auth := range []string{"", "Bot wrong", s.Token(), "Bearer " + s.Token()} {
		res, answer, err := b.request(auth, "GET", "/users/@me", "", nil)
		if err != nil || res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%q gets %s (%v)", auth, answer, err)
		}
	}
	code(t, b.rest("GET", "/voice/regions", nil, 404), 0)
	code(t, b.rest("GET", "/channels/abc", nil, 400), 50035)
	code(t, b.rest("PUT", "/applications/5/commands", []object{}, 403), 20012)
	code(t, b.rest("GET", "/guilds/5", nil, 403), 50001)
}

// TestRateLimits: the sixth message in five seconds is refused, as the headers announced, and another channel has
// another bucket.
func TestRateLimits(t *testing.T) {
	s := startServer(t, playground.Options{Clock: simclock.NewFrozen(noon)})
	b := newBot(t, s)
	post := func(channel wire.ID, status int) http.Header {
		res, answer := b.do("POST", "/channels/"+string(channel)+"/messages", "application/json",
			strings.NewReader(`{"content":"x"}`), status)
		if status == 429 {
			var e struct {
				RetryAfter float64 `json:"retry_after"`
				Global     bool
				Message    string
			}
			if err := json.Unmarshal(answer, &e); err != nil || e.RetryAfter <= 0 || e.RetryAfter > 5 || e.Global ||
				e.Message == "" {
				t.Errorf("429 says %s (%v)", answer, err)
			}
		}
		return res.Header
	}
	for left := 4; left >= 0; left-- {
		if h := post(playground.XiangqiID, 200); h.Get("X-RateLimit-Remaining") != strconv.Itoa(left) {
			t.Errorf("the headers are %v, want %d left", h, left)
		}
	}
	h := post(playground.XiangqiID, 429)
	if h.Get("X-RateLimit-Reset-After") != "5.000" || h.Get("Retry-After") != "5" || h.Get("X-RateLimit-Scope") != "user" {
		t.Errorf("the headers of the refusal are %v", h)
	}
	post(playground.GeneralID, 200)
	s.Advance(5 * time.Second)
	post(playground.XiangqiID, 200)
}

func TestGlobalRateLimit(t *testing.T) {
	s := startServer(t, playground.Options{Clock: simclock.NewFrozen(noon),
		Rates: &ratelimit.Rates{Global: ratelimit.Rate{N: 3, Per: time.Second}}})
	b := connectBot(t, s)
	b.register(moveCommand())
	s.Advance(time.Second)
	for range 3 {
		b.rest("GET", "/users/@me", nil, 200)
	}
	res, answer := b.do("GET", "/users/@me", "", nil, 429)
	if res.Header.Get("X-RateLimit-Global") != "true" || res.Header.Get("X-RateLimit-Scope") != "global" ||
		!bytes.Contains(answer, []byte(`"global":true`)) {
		t.Errorf("the refusal is %s with %v", answer, res.Header)
	}
	alice := visit(t, s, playground.AliceID)
	x := moves(b, alice)
	x.answer(4, object{"content": "outside of the limit"}, 204)
}

func TestMessagePages(t *testing.T) {
	s := startServer(t, playground.Options{Rates: &ratelimit.Rates{}})
	b := newBot(t, s)
	var ids []string
	for i := range 9 {
		ids = append(ids, b.rest("POST", inXiangqi+"/messages", object{"content": strconv.Itoa(i)}, 200)["id"].(string))
	}
	for query, want := range map[string]string{
		"limit=3":                             "8 7 6",
		"limit=3&before=" + ids[5]:            "4 3 2",
		"limit=3&after=" + ids[5]:             "8 7 6",
		"limit=2&after=" + ids[2]:             "4 3",
		"limit=3&before=" + ids[0]:            "",
		"limit=2&before=99999999999999999999": "8 7",
	} {
		_, answer := b.do("GET", inXiangqi+"/messages?"+query, "", nil, 200)
		var got []string
		for _, m := range decoded[[]wire.Message](t, answer) {
			got = append(got, m.Content)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s gives %q, want %q", query, got, want)
		}
	}
	b.do("GET", inXiangqi+"/messages?limit=101", "", nil, 400)
}

func TestReactions(t *testing.T) {
	s := startServer(t, playground.Options{})
	visit(t, s, playground.AliceID).permit(playground.XiangqiID, []string{"ADD_REACTIONS"}, nil)
	b := newBot(t, s)
	m := b.rest("POST", inXiangqi+"/messages", object{"content": "x"}, 200)["id"].(string)
	b.rest("PUT", inXiangqi+"/messages/"+m+"/reactions/%F0%9F%91%8D/@me", nil, 204)
	b.rest("PUT", inXiangqi+"/messages/"+m+"/reactions/%F0%9F%91%8D/@me", nil, 204)
	code(t, b.rest("PUT", inXiangqi+"/messages/"+m+"/reactions/x/@me", nil, 400), 10014)
	got := b.rest("GET", inXiangqi+"/messages/"+m, nil, 200)["reactions"].([]any)
	if len(got) != 1 || got[0].(object)["count"] != 1.0 {
		t.Errorf("the reactions are %v", got)
	}
}

func TestReplies(t *testing.T) {
	_, b, alice := stageWith(t, playground.Options{})
	hers := alice.says("question", 200)["id"].(string)
	m := b.rest("POST", inXiangqi+"/messages", object{"content": "answer",
		"message_reference": object{"message_id": hers}}, 200)
	if m["type"] != float64(wire.MessageReply) || m["referenced_message"].(object)["content"] != "question" {
		t.Errorf("the reply is %v", m)
	}
	b.rest("POST", inXiangqi+"/messages", object{"content": "answer",
		"message_reference": object{"message_id": "5", "fail_if_not_exists": false}}, 200)
}
