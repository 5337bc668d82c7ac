package discord

import (
	"encoding/json"
	"testing"
)

// A message in Discord's form, in the cases where a wrong form would show.
func TestMessageForm(t *testing.T) {
	form := func(m Message, edit bool) string {
		text, err := json.Marshal(m.payload(edit))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	picture := []File{{Name: "board.png", Type: "image/png", Data: []byte("png"), Alt: "Red to move"}}
	for _, test := range []struct {
		name    string
		message Message
		edit    bool
		want    string
	}{
		{"plain words", Message{Text: "a"}, false, `{"content":"a","allowed_mentions":{"parse":[]}}`},
		{"private words", Message{Text: "a", Private: true}, false, `{"content":"a","allowed_mentions":{"parse":[]},"flags":64}`},
		{"one is pinged", Message{Text: "<@1> <@2>", MentionUsers: []string{"1"}}, false, `{"content":"\u003c@1\u003e \u003c@2\u003e","allowed_mentions":{"parse":[],"users":["1"]}}`},
		{"an edit empties what it does not say", Message{Text: "a", Private: true}, true,
			`{"content":"a","embeds":[],"components":[],"attachments":[],"allowed_mentions":{"parse":[]}}`},
		{"an edit that keeps", Message{InPlace: true, KeepContent: true}, true, `{"components":[],"allowed_mentions":{"parse":[]}}`},
		{"a picture with its words", Message{Files: picture}, false,
			`{"attachments":[{"id":"0","filename":"board.png","description":"Red to move"}],"allowed_mentions":{"parse":[]}}`},
		{"an edit with a picture replaces the old one", Message{Text: "a", Files: picture}, true,
			`{"content":"a","embeds":[],"components":[],"attachments":[{"id":"0","filename":"board.png","description":"Red to move"}],"allowed_mentions":{"parse":[]}}`},
	} {
		if got := form(test.message, test.edit); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"马八进七", 4, "马八进七"}, {"马八进七", 3, "马八…"},
		{"a😀", 3, "a😀"}, {"a😀b", 3, "a…"}, {"😀😀", 3, "😀…"}, {"\xff\xff\xff\xff", 3, "\xff\xff…"},
	} {
		if got := Cut(test.text, test.limit); got != test.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}
