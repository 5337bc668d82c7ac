package bot

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
)

// fakeDiscord keeps the rules of Discord that the router has to live with: three seconds for the first answer, one first answer
// only, fifteen minutes for the rest, a kind of message that cannot be changed, nonces.
//
// It is not the playground, which shows a whole Discord to people: here a test can make single calls fail.
type fakeDiscord struct {
	t        *testing.T
	patience time.Duration // how long an interaction waits for its first answer
	mu       sync.Mutex

	interactions map[string]*fakeInteraction // by token
	messages     []*fakeMessage              // in the order in which they were posted
	nonces       map[string]*fakeMessage
	threads      map[string]*fakeThread // by id, which is that of their message
	uploads      map[string][]byte      // what people attached, by its path at the host of files
	calls        []string               // "callback 4", "edit", "follow", "delete", "post", "retire", in order

	// fail, when set, may answer a call before Discord sees it; it returns false to let it pass.
	fail func(w http.ResponseWriter, r *http.Request) bool
}

type fakeInteraction struct {
	id       string
	created  time.Time
	channel  string
	person   string
	original *fakeMessage // what @original means; for a press the message pressed, from the start
	pressed  bool
	acked    bool
	choices  []discord.Choice
}

// fakeThread is a thread as the people see it.
type fakeThread struct {
	Name     string `json:"name"`
	Archived bool   `json:"archived"`
}

// fakeMessage is a message as the people see it.
type fakeMessage struct {
	ID         string
	Channel    string
	For        string // the person who sees it, empty for everybody
	Thinking   bool
	Deleted    bool
	Picture    []byte
	Files      map[string][]byte // by name, the picture among them
	Content    string            `json:"content"`
	Embeds     []json.RawMessage `json:"embeds"`
	Components []struct {
		Components []struct {
			Type     int    `json:"type"`
			CustomID string `json:"custom_id"`
			Label    string `json:"label"`
			Disabled bool   `json:"disabled"`
			URL      string `json:"url"`
			Options  []struct {
				Label string `json:"label"`
				Value string `json:"value"`
			} `json:"options"`
		} `json:"components"`
	} `json:"components"`
	Attachments []struct {
		ID          string `json:"id"`
		Filename    string `json:"filename"`
		Description string `json:"description"`
	} `json:"attachments"`
	Mentions struct {
		Parse []string `json:"parse"`
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
	Flags        int              `json:"flags"`
	Nonce        string           `json:"nonce"`
	EnforceNonce bool             `json:"enforce_nonce"`
	Choices      []discord.Choice `json:"choices"`
}

func newFakeDiscord(t *testing.T) *fakeDiscord {
	return &fakeDiscord{t: t, patience: 3 * time.Second, interactions: make(map[string]*fakeInteraction), nonces: make(map[string]*fakeMessage), threads: make(map[string]*fakeThread), uploads: make(map[string][]byte)}
}

func (d *fakeDiscord) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	fail := d.fail
	d.mu.Unlock()
	if fail != nil && fail(w, r) {
		return
	}
	d.serve(w, r)
}

func (d *fakeDiscord) serve(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r.Host == "cdn.discordapp.com" {
		data, kept := d.uploads[r.URL.Path]
		if !kept {
			http.Error(w, "This content is no longer available.", http.StatusNotFound)
			return
		}
		_, _ = w.Write(data) // who asked may have enough
		return
	}
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v10/"), "/")
	raw, files := d.body(r)
	switch {
	case path[0] == "interactions" && r.Method == http.MethodPost:
		d.callback(w, r, d.interactions[path[2]], raw, files)
	case path[0] == "webhooks":
		d.webhook(w, r, d.interactions[path[2]], len(path) > 3, raw, files)
	case path[0] == "users" && r.Method == http.MethodPost:
		var to struct {
			Person string `json:"recipient_id"`
		}
		_ = json.Unmarshal(raw, &to)
		answerJSON(w, 200, map[string]string{"id": "dm" + to.Person})
	case len(path) == 5 && path[4] == "threads":
		d.openThread(w, path[1], path[3], raw)
	case len(path) == 2 && path[0] == "channels" && r.Method == http.MethodPatch:
		d.changeThread(w, path[1], raw)
	case path[0] == "channels" && r.Method == http.MethodDelete:
		d.calls = append(d.calls, "delete")
		if m := d.find(path[3]); m != nil {
			m.Deleted = true
		}
		w.WriteHeader(http.StatusNoContent)
	case path[0] == "channels" && r.Method == http.MethodPost:
		d.post(w, path[1], raw, files)
	case path[0] == "channels" && r.Method == http.MethodGet:
		if m := d.find(path[3]); m != nil {
			answerJSON(w, 200, map[string]any{"id": m.ID, "embeds": m.Embeds})
			return
		}
		refuseCall(w, 404, discord.CodeUnknownMessage, "Unknown Message")
	case path[0] == "channels" && r.Method == http.MethodPatch:
		d.calls = append(d.calls, "retire")
		if m := d.find(path[3]); m != nil {
			d.apply(m, raw, files)
			answerJSON(w, 200, map[string]string{"id": m.ID})
			return
		}
		refuseCall(w, 404, discord.CodeUnknownMessage, "Unknown Message")
	default:
		d.t.Errorf("unexpected call %s %s", r.Method, r.URL)
		refuseCall(w, 404, 0, "404: Not Found")
	}
}

// openThread is strict in one thing: a message has one thread, which has its id.
func (d *fakeDiscord) openThread(w http.ResponseWriter, channel, message string, raw []byte) {
	d.calls = append(d.calls, "open thread")
	m := d.find(message)
	switch {
	case m == nil || m.Deleted || m.Channel != channel || m.For != "":
		refuseCall(w, 404, discord.CodeUnknownMessage, "Unknown Message")
	case d.threads[message] != nil:
		refuseCall(w, 400, discord.CodeThreadExists, "A thread has already been created for this message")
	default:
		d.threads[message] = &fakeThread{}
		d.changeThread(w, message, raw)
	}
}

func (d *fakeDiscord) changeThread(w http.ResponseWriter, id string, raw []byte) {
	thread := d.threads[id]
	if thread == nil {
		refuseCall(w, 404, discord.CodeUnknownChannel, "Unknown Channel")
		return
	}
	if err := json.Unmarshal(raw, thread); err != nil {
		d.t.Errorf("thread %s: %v", raw, err)
	}
	answerJSON(w, 200, map[string]string{"id": id})
}

func (d *fakeDiscord) callback(w http.ResponseWriter, r *http.Request, i *fakeInteraction, raw []byte, files []sentFile) {
	var sent struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(raw, &sent); err != nil {
		d.t.Errorf("callback %s: %v", raw, err)
	}
	d.calls = append(d.calls, fmt.Sprint("callback ", sent.Type))
	switch {
	case i == nil || !i.acked && time.Since(i.created) > d.patience:
		refuseCall(w, 404, discord.CodeUnknownInteraction, "Unknown interaction")
		return
	case i.acked:
		refuseCall(w, 400, discord.CodeAcknowledged, "Interaction has already been acknowledged.")
		return
	}
	i.acked = true
	switch sent.Type {
	case 4:
		i.original = d.add(i, sent.Data, files)
	case 5:
		i.original = d.add(i, sent.Data, nil)
		i.original.Thinking = true
	case 6:
	case 7:
		d.apply(i.original, sent.Data, files)
	case 8:
		var data fakeMessage
		if err := json.Unmarshal(sent.Data, &data); err != nil {
			d.t.Errorf("choices %s: %v", sent.Data, err)
		}
		i.choices = data.Choices
	case 9:
	default:
		d.t.Errorf("callback of type %d", sent.Type)
	}
	if r.URL.Query().Get("with_response") != "true" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answerJSON(w, 200, map[string]any{"resource": map[string]any{"type": sent.Type, "message": map[string]string{"id": i.original.ID}}})
}

func (d *fakeDiscord) webhook(w http.ResponseWriter, r *http.Request, i *fakeInteraction, original bool, raw []byte, files []sentFile) {
	names := map[string]string{http.MethodPost: "follow", http.MethodPatch: "edit", http.MethodDelete: "delete"}
	d.calls = append(d.calls, names[r.Method])
	switch {
	case i == nil || time.Since(i.created) > 15*time.Minute:
		refuseCall(w, 401, discord.CodeInvalidToken, "Invalid Webhook Token")
	case !i.acked:
		refuseCall(w, 404, discord.CodeUnknownWebhook, "Unknown Webhook")
	case r.Method == http.MethodPost && !original:
		answerJSON(w, 200, map[string]string{"id": d.add(i, raw, files).ID})
	case i.original == nil || i.original.Deleted:
		refuseCall(w, 404, discord.CodeUnknownMessage, "Unknown Message")
	case r.Method == http.MethodDelete:
		i.original.Deleted = true
		w.WriteHeader(http.StatusNoContent)
	default:
		i.original.Thinking = false
		d.apply(i.original, raw, files)
		answerJSON(w, 200, map[string]string{"id": i.original.ID})
	}
}

func (d *fakeDiscord) post(w http.ResponseWriter, channel string, raw []byte, files []sentFile) {
	d.calls = append(d.calls, "post")
	m := &fakeMessage{Channel: channel}
	d.apply(m, raw, files)
	if m.EnforceNonce {
		if len(m.Nonce) > 25 {
			d.t.Errorf("nonce %q is too long", m.Nonce)
		}
		if before := d.nonces[m.Nonce]; before != nil {
			answerJSON(w, 200, map[string]string{"id": before.ID})
			return
		}
		d.nonces[m.Nonce] = m
	}
	d.keep(m)
	answerJSON(w, 200, map[string]string{"id": m.ID})
}

// add is a new message of an interaction.
func (d *fakeDiscord) add(i *fakeInteraction, raw []byte, files []sentFile) *fakeMessage {
	m := &fakeMessage{Channel: i.channel}
	d.apply(m, raw, files)
	if m.Flags&discord.FlagEphemeral != 0 {
		m.For = i.person
	}
	d.keep(m)
	return m
}

func (d *fakeDiscord) keep(m *fakeMessage) {
	m.ID = fmt.Sprint(1000 + len(d.messages))
	d.messages = append(d.messages, m)
}

// apply puts a request's fields into a message; those that are not there stay.
func (d *fakeDiscord) apply(m *fakeMessage, raw []byte, files []sentFile) {
	m.Mentions.Users = nil
	if err := json.Unmarshal(raw, m); err != nil {
		d.t.Errorf("message %s: %v", raw, err)
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(raw, &fields) // it was read once already
	list, listed := fields["attachments"]
	if listed { // an edit keeps only what it lists
		m.Picture, m.Files = nil, make(map[string][]byte)
	}
	if len(files) > 0 && !listed || listed && len(files) != len(m.Attachments) {
		d.t.Errorf("%d files came with the attachments %s", len(files), list)
		return
	}
	for n, file := range files {
		if a := m.Attachments[n]; a.ID != fmt.Sprint(n) || a.Filename != file.name {
			d.t.Errorf("file %d is called %q and listed as %+v", n, file.name, a)
		}
		m.Files[file.name] = file.data
		if file.name == view.BoardFile {
			m.Picture = file.data
		}
	}
	if m.Mentions.Parse == nil || len(m.Mentions.Parse) != 0 {
		if fields["content"] != nil {
			d.t.Errorf("mentions are not silenced: %s", raw)
		}
	}
}

func (d *fakeDiscord) find(id string) *fakeMessage {
	for _, m := range d.messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// sentFile is a file as it comes in a request.
type sentFile struct {
	name string
	data []byte
}

// body reads a request's JSON, and the files beside it.
func (d *fakeDiscord) body(r *http.Request) (raw []byte, files []sentFile) {
	media, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if media != "multipart/form-data" {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			d.t.Error(err)
		}
		return raw, nil
	}
	form := multipart.NewReader(r.Body, params["boundary"])
	for {
		part, err := form.NextPart()
		if err != nil {
			return raw, files
		}
		data, err := io.ReadAll(part)
		if err != nil {
			d.t.Error(err)
		}
		switch part.FormName() {
		case "payload_json":
			raw = data
		case fmt.Sprintf("files[%d]", len(files)):
			files = append(files, sentFile{part.FileName(), data})
		default:
			d.t.Errorf("a part named %q", part.FormName())
		}
	}
}

func answerJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refuseCall(w http.ResponseWriter, status, code int, message string) {
	answerJSON(w, status, map[string]any{"code": code, "message": message})
}
