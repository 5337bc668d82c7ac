package playground_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// A visitor is a person at the page, who acts by the JSON API and reads the event stream.
type visitor struct {
	t      *testing.T
	s      *playground.Server
	url    string
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
	v := &visitor{t: t, s: s, url: s.URL(), person: person, events: make(chan heard, 1000)}
	ctx, cancel := context.WithCancel(context.Background())
	events, err := (&playground.PageClient{URL: v.url, HTTP: http.DefaultClient}).Follow(ctx, stream)
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
	if body["person"] == nil && strings.HasPrefix(path, "people") == false && path != "clock" && path != "gateway" &&
		path != "roles" {
		body["person"] = v.person
	}
	return v.send(http.MethodPost, "/"+path, body, status)
}

// change changes the person's data.
func (v *visitor) change(body object, status int) object {
	v.t.Helper()
	return v.send(http.MethodPatch, "/people/"+string(v.person), body, status)
}

// send sends a request to the API under /playground.
func (v *visitor) send(method, path string, body object, status int) object {
	v.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		v.t.Fatal(err)
	}
	req, err := http.NewRequest(method, v.url+"/playground"+path, bytes.NewReader(data))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.result(res, status)
}

func (v *visitor) get(path string, status int) object {
	v.t.Helper()
	return v.send(http.MethodGet, "/"+path, nil, status)
}

func (v *visitor) result(res *http.Response, status int) object {
	v.t.Helper()
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	if res.StatusCode != status {
		v.t.Fatalf("%s answers %d, not %d: %s", res.Request.URL, res.StatusCode, status, answer)
	}
	out := object{}
	if bytes.HasPrefix(answer, []byte("[")) {
		var list []any
		err = json.Unmarshal(answer, &list)
		out["list"] = list
	} else {
		err = json.Unmarshal(answer, &out)
	}
	if err != nil {
		v.t.Fatalf("%s answers %s: %v", res.Request.URL, answer, err)
	}
	return out
}
