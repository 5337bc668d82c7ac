package discord

import (
	"errors"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func rowOf(customID string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: customID, Style: discordgo.SecondaryButton, CustomID: customID},
	}}}
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
		{&Error{Status: 403, Code: codeRefusedDM}, "direct messages"},
		{&Error{Status: 403, Code: codeStrangerDM}, "direct messages"},
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
		// A refused direct message is reported elsewhere; other calls that fail for good are not.
		if got := RefusedDM(test.err); got != (test.says == "direct messages") {
			t.Errorf("RefusedDM(%v) = %v", test.err, got)
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
