package playground_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/wire"
)

// A visitor is a person at the page, who acts by the JSON API and reads the event stream.
type visitor struct {
	t      *testing.T
	s      *playground.Server
	page   *pageapi.Client
	person wire.ID
	events chan heard
}

type heard struct {
	name string
	data json.RawMessage
}

// visit opens the page of a person; its events are recorded from now on.
func visit(t *testing.T, s *playground.Server, person wire.ID) *visitor {
	t.Helper()
	return listenTo(t, s, "events?person="+string(person), person)
}

// listenTo opens one of the event streams.
func listenTo(t *testing.T, s *playground.Server, stream string, person wire.ID) *visitor {
	t.Helper()
	page := &pageapi.Client{URL: s.URL(), HTTP: http.DefaultClient}
	v := &visitor{t: t, s: s, page: page, person: person, events: make(chan heard, 1000)}
	ctx, cancel := context.WithCancel(context.Background())
	events, err := page.Follow(ctx, stream)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	go func() {
		defer close(ended)
		for event, data := range events {
			v.events <- heard{event, data}
		}
	}()
	return v
}

// hear skips events until the one of that name.
func (v *visitor) hear(name string, into any) {
	v.t.Helper()
	for {
		select {
		case e := <-v.events:
			if e.name != name {
				continue
			}
			if into != nil {
				if err := json.Unmarshal(e.data, into); err != nil {
					v.t.Fatalf("event %s: %v", name, err)
				}
			}
			return
		case <-time.After(patience):
			v.t.Fatalf("no event %s came", name)
		}
	}
}

// message skips events until a message for which fits is true.
func (v *visitor) message(fits func(*wire.Message) bool) *wire.Message {
	v.t.Helper()
	for {
		var m wire.Message
		v.hear("message", &m)
		if fits(&m) {
			return &m
		}
	}
}

func (v *visitor) act(path string, body object, status int) object {
	v.t.Helper()
	if body["person"] == nil && !strings.HasPrefix(path, "people") && path != "clock" && path != "gateway" &&
		path != "roles" {
		body["person"] = v.person
	}
	return v.send(http.MethodPost, "/"+path, body, status)
}

// types uses a command in #xiangqi.
func (v *visitor) types(command string, status int) object {
	v.t.Helper()
	return v.act("command", object{"channel": playground.XiangqiID, "text": command}, status)
}

// says writes a message in #xiangqi.
func (v *visitor) says(content string, status int) object {
	v.t.Helper()
	return v.act("say", object{"channel": playground.XiangqiID, "content": content}, status)
}

// messages are those of #xiangqi that the person sees, newest first.
func (v *visitor) messages() (list []wire.Message) {
	v.t.Helper()
	path := "messages?person=" + string(v.person) + "&channel=" + string(playground.XiangqiID)
	if err := v.page.Call(v.t.Context(), http.MethodGet, path, nil, &list); err != nil {
		v.t.Fatal(err)
	}
	return list
}

// change changes the person's data.
func (v *visitor) change(body object, status int) object {
	v.t.Helper()
	return v.send(http.MethodPatch, "/people/"+string(v.person), body, status)
}

// permit gives the bot permissions in a channel, and takes others.
func (v *visitor) permit(channel wire.ID, get, lose []string) {
	v.t.Helper()
	v.send(http.MethodPost, "/permissions", object{"channel": channel, "get": get, "lose": lose}, 200)
}

// send sends a request to the API under /playground.
func (v *visitor) send(method, path string, body object, status int) object {
	v.t.Helper()
	var answer any
	err := v.page.Call(v.t.Context(), method, strings.TrimPrefix(path, "/"), body, &answer)
	return v.result(path, answer, err, status)
}

func (v *visitor) get(path string, status int) object {
	v.t.Helper()
	return v.send(http.MethodGet, "/"+path, nil, status)
}

// result checks the status of an answer. A list is in "list", what is wrong in "error".
func (v *visitor) result(path string, answer any, err error, status int) object {
	v.t.Helper()
	got := http.StatusOK
	if refused, ok := errors.AsType[*pageapi.RefusedError](err); ok {
		got, answer = refused.Status, object{"error": refused.Message}
	} else if err != nil {
		v.t.Fatal(err)
	}
	if got != status {
		v.t.Fatalf("%s answers %d, not %d: %v", path, got, status, answer)
	}
	if list, ok := answer.([]any); ok {
		return object{"list": list}
	}
	return answer.(object)
}

// dm is the channel of the person's direct messages.
func (v *visitor) dm() string {
	for _, c := range v.get("state?person="+string(v.person), 200)["channels"].([]any) {
		if c := c.(object); c["type"] == float64(wire.DMChannel) {
			return c["id"].(string)
		}
	}
	v.t.Fatal("there is no DM channel")
	return ""
}
