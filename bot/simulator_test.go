package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/view"
)

// simulator is the simulated Discord as tests of the bot look at it: every message that was ever shown, in the order in
// which they were posted, and the calls that made them. A test speaks for the gateway, so that it knows when the bot has
// got what it is given; everything else is the playground, which keeps Discord's rules.
type simulator struct {
	t      testing.TB
	server *playground.Server

	mu           sync.Mutex
	messages     []*shownMessage
	interactions map[string]*sentInteraction // by token
	calls        []string                    // "callback 4", "edit", "follow", "delete", "post", "retire", in order
	limits       map[string]string           // headers of the answers to what is posted or edited
	// fail, when set, may answer a call before Discord sees it; it returns false to let it pass.
	fail func(w http.ResponseWriter, r *http.Request) bool
}

// shownMessage is a message as the people see it. It is kept up to date.
type shownMessage struct {
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
		Components []control `json:"components"`
	} `json:"components"`
	Attachments []struct {
		ID          wire.ID `json:"id"`
		Filename    string  `json:"filename"`
		Description string  `json:"description"`
	} `json:"attachments"`
	Flags int      `json:"flags"`
	Nonce string   `json:"nonce"`
	Pings []string // the people whom it was allowed to mention

	text []byte // as the simulator shows it
}

// control is a button or a menu.
type control struct {
	CustomID string `json:"custom_id"`
	Label    string `json:"label"`
	Disabled bool   `json:"disabled"`
	Options  []struct {
		Label string `json:"label"`
		Value string `json:"value"`
		Emoji struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"emoji"`
	} `json:"options"`
}

// all are the controls of a message, row by row.
func (m *shownMessage) all() (list []control) {
	for _, row := range m.Components {
		list = append(list, row.Components...)
	}
	return list
}

// first is the first control whose press a function accepts; the zero control if there is none.
func (m *shownMessage) first(accepts func(view.Press) bool) control {
	for _, c := range m.all() {
		if p, err := view.ParsePress(c.CustomID); err == nil && accepts(p) {
			return c
		}
	}
	return control{}
}

// of is the first control for an act.
func (m *shownMessage) of(act view.PressAct) control {
	return m.first(func(p view.Press) bool { return p.Act == act })
}

// control is the custom id of the first control for an act.
func (m *shownMessage) control(act view.PressAct) string { return m.of(act).CustomID }

// playing returns the custom id of the button that plays a move; empty if there is none.
func (m *shownMessage) playing(move string) string {
	return m.first(func(p view.Press) bool { return p.Act == view.PressPlay && p.Arg == move }).CustomID
}

// controls are the custom ids of all controls.
func (m *shownMessage) controls() (ids []string) {
	for _, c := range m.all() {
		ids = append(ids, c.CustomID)
	}
	return ids
}

// The people of the tests.
var (
	anna  = user{"11", "Anna", "en-US", false}
	bao   = user{"12", "Bao_", "zh-CN", false}
	cuong = user{"13", "Cuong", "vi", false}
)

type user struct {
	id, name, locale string
	left             bool // is no longer in the server
}

// dm is the channel of a person's direct messages.
func (m user) dm() string { return "9" + m.id }

// sentInteraction is an interaction and the choices that the bot has offered, when it is a completion.
type sentInteraction struct {
	id, token string
	choices   []discord.Choice
}

// newSimulator is a Discord with the people of the tests and some channels, where an interaction waits that long for its
// first answer.
func newSimulator(t testing.TB, patience time.Duration) *simulator {
	return newSimulatorAt(t, patience, nil)
}

// newSimulatorAt is newSimulator with the clock of Discord; nil: the machine's.
func newSimulatorAt(t testing.TB, patience time.Duration, clock *simclock.Clock) *simulator {
	t.Helper()
	d := &simulator{t: t, interactions: make(map[string]*sentInteraction)}
	var err error
	d.server, err = playground.New(playground.Options{Rates: &ratelimit.Rates{}, Clock: clock, AnswerWithin: patience, OnRequest: d.saw})
	must(t, err)
	for _, id := range []string{"1", "51", "52"} { // others come when somebody acts there
		d.server.AddChannel(wire.ID(id), id)
	}
	for _, p := range []user{anna, bao, cuong} {
		d.server.AddPerson(wire.ID(p.id), wire.ID(p.dm()), p.name, p.locale)
	}
	t.Cleanup(func() { must(t, d.server.Close()) })
	return d
}

func (d *simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	fail := d.fail
	limits := d.limits
	d.mu.Unlock()
	if fail != nil && fail(w, r) {
		return
	}
	if r.URL.Path == "/api/v10/gateway/bot" { // the server, which was not started, knows no address
		answerJSON(w, 200, map[string]any{"url": "ws://discord.com/gateway"})
		return
	}
	if limits != nil && (strings.HasSuffix(r.URL.Path, "/messages") || r.Method == http.MethodPatch) {
		w = limited{w, limits}
	}
	d.serve(w, r)
}

// acts registers an act of a person, of which the caller tells the bot.
func (d *simulator) acts(who user, channel string, kind int, data any, pressed *shownMessage) *sentInteraction {
	d.t.Helper()
	on := ""
	if pressed != nil {
		on, channel = pressed.ID, pressed.Channel
	}
	if _, there := d.server.Channel(wire.ID(channel)); !there {
		d.server.AddChannel(wire.ID(channel), channel)
	}
	d.server.AddPerson(wire.ID(who.id), wire.ID(who.dm()), who.name, who.locale)
	payload, err := d.server.Do(playground.Act{Person: wire.ID(who.id), Channel: wire.ID(channel), Type: kind, Data: data,
		Message: wire.ID(on)})
	must(d.t, err)
	var x struct {
		ID    string `json:"id"`
		Token string `json:"token"`
	}
	must(d.t, json.Unmarshal(payload, &x))
	d.mu.Lock()
	defer d.mu.Unlock()
	i := &sentInteraction{id: x.ID, token: x.Token}
	d.interactions[i.token] = i
	return i
}

// serve is what Discord does with a call.
func (d *simulator) serve(w http.ResponseWriter, r *http.Request) {
	d.server.Handler().ServeHTTP(w, r)
}

// limited writes other rate limits than the simulator's.
type limited struct {
	http.ResponseWriter
	headers map[string]string
}

func (l limited) WriteHeader(status int) {
	for name, value := range l.headers {
		l.Header().Set(name, value)
	}
	l.ResponseWriter.WriteHeader(status)
}

// saw notes a call and what it changed. The simulator calls it before the bot has the answer.
func (d *simulator) saw(x playground.Exchange) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name := nameOf(x); name != "" {
		d.calls = append(d.calls, name)
	}
	if x.Status >= http.StatusMultipleChoices {
		return
	}
	d.look(allowedPings(x))
	if path := strings.Split(x.Path, "/"); path[1] == "interactions" && d.interactions[path[3]] != nil {
		d.interactions[path[3]].choices = choicesOf(x.Body)
	}
}

// nameOf is what tests call a call, "" for one that they do not count.
func nameOf(x playground.Exchange) string {
	path := strings.Split(strings.Trim(x.Path, "/"), "/")
	switch {
	case path[0] == "interactions":
		var callback struct {
			Type int `json:"type"`
		}
		_ = json.Unmarshal(x.Body, &callback) // what is no callback was refused
		return fmt.Sprint("callback ", callback.Type)
	case path[0] == "webhooks":
		return map[string]string{http.MethodPost: "follow", http.MethodPatch: "edit", http.MethodDelete: "delete", http.MethodGet: "look"}[x.Method]
	case path[0] != "channels":
		return ""
	case path[len(path)-1] == "threads":
		return "open thread"
	case len(path) == 3:
		return map[string]string{http.MethodPost: "post", http.MethodGet: "list"}[x.Method]
	case len(path) == 4:
		return map[string]string{http.MethodPatch: "retire", http.MethodDelete: "delete"}[x.Method]
	}
	return ""
}

// allowedPings are the people whom a request allows its message to mention.
func allowedPings(x playground.Exchange) []string {
	var body struct {
		allowed
		Data allowed `json:"data"`
	}
	_ = json.Unmarshal(x.Body, &body) // without a body nobody is mentioned
	return append(body.Mentions.Users, body.Data.Mentions.Users...)
}

type allowed struct {
	Mentions struct {
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
}

// look brings the messages up to date. What has changed was allowed to ping these people. The lock is held.
func (d *simulator) look(pings []string) {
	now := map[string]*wire.Message{}
	for _, m := range d.server.Messages() {
		if m.Author.ID != playground.ApplicationID {
			continue
		}
		id := string(m.ID)
		now[id] = m
		if !slices.ContainsFunc(d.messages, func(known *shownMessage) bool { return known.ID == id }) {
			d.messages = append(d.messages, &shownMessage{ID: id, Channel: string(m.ChannelID)})
		}
	}
	for _, m := range d.messages {
		shown := now[m.ID]
		switch {
		case shown != nil:
			d.update(m, shown, pings)
		case !m.Deleted: // a test may be reading what has not changed
			m.Deleted = true
		}
	}
}

// update makes a message what the simulator shows.
func (d *simulator) update(m *shownMessage, shown *wire.Message, pings []string) {
	text, err := json.Marshal(shown)
	if err != nil {
		d.t.Error(err)
	}
	if bytes.Equal(text, m.text) {
		return
	}
	fresh := shownMessage{ID: m.ID, Channel: m.Channel, For: string(shown.EphemeralFor), Thinking: shown.Loading, Pings: m.Pings}
	if err := json.Unmarshal(text, &fresh); err != nil {
		d.t.Error(err)
	}
	if fresh.For != "" {
		fresh.Flags |= int(discordgo.MessageFlagsEphemeral)
	}
	if fresh.For != "" && (len(pings) > 0 || strings.Contains(fresh.Content, view.Mention(game.Person(fresh.For)))) {
		d.t.Errorf("the private message %q calls %s, who reads it: %q", fresh.Content, fresh.For, pings)
	}
	fresh.text, fresh.Pings = text, pings
	fresh.Files = make(map[string][]byte)
	for _, a := range fresh.Attachments {
		if fresh.Files[a.Filename], err = d.server.File(a.ID); err != nil {
			d.t.Error(err)
		}
	}
	fresh.Picture = fresh.Files[view.BoardFile]
	*m = fresh
}

// post posts a message from the bot's account, as if the bot had done it earlier.
func (d *simulator) post(channel, content string) *shownMessage {
	d.t.Helper()
	body, err := json.Marshal(map[string]string{"content": content})
	must(d.t, err)
	d.does(http.MethodPost, "/channels/"+channel+"/messages", body)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.messages[len(d.messages)-1]
}

// remove deletes a message.
func (d *simulator) remove(m *shownMessage) {
	d.t.Helper()
	d.does(http.MethodDelete, "/channels/"+m.Channel+"/messages/"+m.ID, nil)
}

// does makes a call that is not counted as the bot's.
func (d *simulator) does(method, path string, body []byte) {
	d.t.Helper()
	r := httptest.NewRequestWithContext(d.t.Context(), method, "/api/v10"+path, bytes.NewReader(body))
	r.Header = http.Header{"Authorization": {"Bot " + d.server.Token()}, "Content-Type": {"application/json"}}
	w := httptest.NewRecorder()
	d.serve(w, r)
	if w.Code >= http.StatusMultipleChoices {
		d.t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = d.calls[:len(d.calls)-1]
}

// threads are the messages that have a thread.
func (d *simulator) threads() (list []*shownMessage) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.messages {
		if _, there := d.server.Channel(wire.ID(m.ID)); there {
			list = append(list, m)
		}
	}
	return list
}

// thread is the thread of a message.
func (d *simulator) thread(m *shownMessage) wire.Channel {
	d.t.Helper()
	c, there := d.server.Channel(wire.ID(m.ID))
	if !there {
		d.t.Fatalf("message %s has no thread", m.ID)
	}
	return c
}

func answerJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refuseCall(w http.ResponseWriter, status, code int, message string) {
	answerJSON(w, status, map[string]any{"code": code, "message": message})
}

// choicesOf are the choices that the answer to a completion offered.
func choicesOf(body json.RawMessage) []discord.Choice {
	var sent struct {
		Data struct {
			Choices []discord.Choice `json:"choices"`
		} `json:"data"`
	}
	_ = json.Unmarshal(body, &sent) // it was taken by the simulator
	return sent.Data.Choices
}
