package openapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
)

// TestCheckerFindsErrors: an error of each kind is found, and valid exchanges pass.
func TestCheckerFindsErrors(t *testing.T) {
	c := openapi.For(t)
	if c == nil {
		t.SkipNow()
	}
	const message = `{"id":"1","channel_id":"2","author":{"id":"3","username":"x","avatar":null,"discriminator":"0","public_flags":0,"flags":0,"global_name":null,"primary_guild":null},
		"content":"x","timestamp":"2026-01-01T00:00:00+00:00","edited_timestamp":null,"tts":false,"mention_everyone":false,"mentions":[],"mention_roles":[],
		"attachments":[],"embeds":[],"components":[],"pinned":false,"type":0,"flags":0}`
	const command = `{"name":"move","description":"d","default_member_permissions":"8"}`
	post := func(body string, status int, answer string) playground.Exchange {
		return playground.Exchange{Method: "POST", Path: "/channels/2/messages", Body: json.RawMessage(body),
			Status: status, Answer: json.RawMessage(answer)}
	}
	withFile := post(`{"attachments":[{"id":"0"}]}`, 200, message)
	withFile.Form, withFile.Files = true, []playground.ExchangeFile{{Field: "files[0]", Filename: "x.png"}}
	tests := []struct {
		name string
		x    playground.Exchange
		want string // "" for nothing
	}{
		{"a message", post(`{"content":"x"}`, 200, message), ""},
		{"a message with files", withFile, ""},
		{"an answer that lacks keys", post(`{"content":"x"}`, 200, `{"id":"1"}`), "missing properties"},
		{"an answer that Discord never gives", post(`{"content":"x"}`, 201, message), "never does"},
		{"a title too long", post(`{"embeds":[{"title":"`+strings.Repeat("x", 257)+`"}]}`, 200, message), "/embeds/0/title"},
		{"a number as content", post(`{"content":5}`, 200, message), "/content"},
		{"a request that was refused anyway", post(`{"content":5}`, 400, ""), ""},
		{"no body", post("", 200, message), "no body"},
		{"a body where none belongs", playground.Exchange{Method: "DELETE", Path: "/channels/2/messages/1",
			Body: json.RawMessage(`{}`), Status: 204}, "should have none"},
		{"a route that is none", playground.Exchange{Method: "POST", Path: "/channels/2/boards", Status: 404},
			"no such route"},
		{"a method that is none", playground.Exchange{Method: "PUT", Path: "/channels/2/messages", Status: 405},
			"no such route"},
		{"the original of a webhook", playground.Exchange{Method: "DELETE", Path: "/webhooks/1/token/messages/@original",
			Status: 204}, ""},
		{"permissions as a string", playground.Exchange{Method: "POST", Path: "/applications/1/commands",
			Body: json.RawMessage(command), Status: 200,
			Answer: json.RawMessage(`{"id":"1","application_id":"1","version":"1","type":1,"name":"move","description":"d","default_member_permissions":"8"}`)}, ""},
		{"permissions that are none", playground.Exchange{Method: "POST", Path: "/applications/1/commands",
			Body: json.RawMessage(strings.Replace(command, `"8"`, `"x"`, 1)), Status: 403}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := c.Check(test.x)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("found %v, want %q", err, test.want)
			}
		})
	}
	if err := c.Check(playground.Exchange{Method: "POST", Path: "/applications/1/commands", Status: 200,
		Body: json.RawMessage(`{"name":"move","default_member_permissions":"many"}`)}); err == nil {
		t.Error("permissions that are no number are let through")
	}
}
