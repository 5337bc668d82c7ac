package discord

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"
)

func rowOf(customID string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: customID, Style: discordgo.SecondaryButton, CustomID: customID},
	}}}
}

// A person who refuses direct messages is told apart from a failed call: the first is reported elsewhere, the second is
// retried.
func TestRefusedDM(t *testing.T) {
	for name, test := range map[string]struct {
		answer             http.HandlerFunc
		refused, permanent bool
	}{
		"they take none":      {status(403, `{"code":50007,"message":"Cannot send messages to this user"}`), true, true},
		"no server in common": {status(403, `{"code":50278,"message":"Cannot send messages to this user due to having no mutual guilds"}`), true, true},
		"no permission":       {status(403, `{"code":50013,"message":"Missing Permissions"}`), false, true},
		"no such channel":     {status(404, `{"code":10003,"message":"Unknown Channel"}`), false, true},
		"Discord is down":     {status(503, "down"), false, false},
		"the line is broken":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false, false},
		"all is well":         {ok, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				opened := false
				c := restTo(t, func(w http.ResponseWriter, r *http.Request) {
					if opened = opened || strings.HasSuffix(r.URL.Path, "/users/@me/channels"); strings.HasSuffix(r.URL.Path, "/channels") {
						status(200, `{"id":"5","type":1}`)(w, r)
						return
					}
					test.answer(w, r)
				})
				dm, err := c.OpenDM(t.Context(), "12")
				if err != nil || dm != "5" || !opened {
					t.Fatalf("OpenDM = %s, %v", dm, err)
				}
				_, err = c.Post(t.Context(), dm, Message{Text: "x"}, "n")
				if RefusedDM(err) != test.refused || (PermanentFailure(err) != "") != test.permanent {
					t.Errorf("%v: refused %v, permanent %q; want %v, %v",
						err, RefusedDM(err), PermanentFailure(err), test.refused, test.permanent)
				}
			})
		})
	}
}

func TestPermanentFailure(t *testing.T) {
	for _, test := range []struct {
		err  error
		says string
	}{
		{nil, ""}, {errors.New("the line is broken"), ""}, {&Error{Status: 503}, ""}, {&Error{Status: 401}, ""}, {&Error{Status: 429}, ""},
		{&Error{Status: 404, Code: CodeUnknownChannel}, "the channel is gone"},
		{&Error{Status: 404, Code: CodeUnknownMessage}, "the message is gone"},
		{&Error{Status: 403, Code: CodeMissingPermissions}, "invite link"},
		{&Error{Status: 403, Code: CodeRefusedDM}, "direct messages"},
		{&Error{Status: 400, Code: CodeArchivedThread}, "locked"},
		{&Error{Status: 400, Code: CodeLockedThread}, "locked"},
		{&Error{Status: 400, Code: 50035}, "rejects"},
		{&Error{Status: 413, Code: 40005}, "rejects"},
		{&Error{Status: 403, Code: 20001}, "does not allow"},
		// A response of a proxy says nothing about the call.
		{&Error{Status: 400}, ""}, {&Error{Status: 403}, ""}, {&Error{Status: 404}, ""}, {&Error{Status: 413}, ""},
	} {
		if got := PermanentFailure(test.err); !strings.Contains(got, test.says) || (got == "") != (test.says == "") {
			t.Errorf("PermanentFailure(%v) = %q, want %q", test.err, got, test.says)
		}
	}
}

func TestReadToken(t *testing.T) {
	for _, text := range []string{"MTIzNDU2Nzg5.abc.def", " Bot MTIzNDU2Nzg5.abc.def\n"} {
		if token, application, err := ReadToken(text); token != "MTIzNDU2Nzg5.abc.def" || application != "123456789" || err != nil {
			t.Errorf("ReadToken(%q) = %q, %q, %v", text, token, application, err)
		}
	}
	for _, text := range []string{"", "Bot", "two words", "MTAw.x", "MTAw.\x00.y", "secret.of.another", strings.Repeat("f", 64)} {
		if token, _, err := ReadToken(text); err == nil || token != "" || len(text) > 10 && strings.Contains(err.Error(), text) {
			t.Errorf("ReadToken(%q) = %q, %v", text, token, err)
		}
	}
}
