package handlers

import (
	"encoding/json"
	"testing"
)

// Whatever arrives in the shape of an interaction is read or refused, and never ends the program: events are read
// between two frames of the gateway, where no handler's recover is.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"id":"1","token":"t","type":2,"locale":"vi","data":{"name":"move","options":[{"name":"move","type":3,"value":"h2e2","focused":true}]},"member":{"user":{"id":"1"}}}`,
		`{"id":"1","token":"t","type":2,"data":{"name":"challenge","options":[null,{"name":"opponent","type":6,"value":"2"}],"resolved":{"users":{"2":null}}},"user":{"id":"1"}}`,
		`{"id":"1","token":"t","type":3,"data":{"custom_id":"1piece.g.1.0.","component_type":3,"values":["h2"]},"message":{"id":"5","flags":64},"user":{"id":"3"}}`,
		`{"id":"1","token":"t","type":4,"data":{"name":"board","options":[{"name":"game","type":4,"value":"x","focused":true}]},"user":{"id":"3"}}`,
		`{"id":"1","token":"t","type":5,"data":{"custom_id":"x","components":[{"type":1,"components":[{"type":4}]}]},"user":{"id":"3"}}`,
		`{"type":4,"data":null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var i Interaction
		if json.Unmarshal(data, &i) != nil {
			return
		}
		r, err := Decode(&i)
		if err != nil {
			return
		}
		if r.Viewer.Person == "" || r.Act().Key == "" {
			t.Fatalf("nobody did %s", data)
		}
		for name := range r.options {
			r.text(name)
			r.number(name)
			r.flag(name)
			if u := r.user(name); u != nil && u.ID == "" {
				t.Fatalf("a user without id in %s", data)
			}
		}
	})
}
