package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/playground/wire"
)

// refusals lists the parts of an error: "path code" for each error of a form, or "code message".
func refusals(err error) []string {
	e, ok := errors.AsType[*wire.Error](err)
	if !ok {
		if err != nil {
			return []string{err.Error()}
		}
		return nil
	}
	if e.Errors == nil {
		return []string{fmt.Sprintf("%d %s", e.Code, e.Message)}
	}
	var list []string
	var walk func(path string, v map[string]any)
	walk = func(path string, v map[string]any) {
		for key, x := range v {
			if key == "_errors" {
				for _, problem := range x.([]any) {
					list = append(list, strings.TrimPrefix(path, ".")+" "+problem.(map[string]any)["code"].(string))
				}
				continue
			}
			walk(path+"."+key, x.(map[string]any))
		}
	}
	walk("", e.Errors)
	return list
}

// has reports whether the wanted error is among those found; "" means that there must be none.
func has(found []string, want string) bool {
	if want == "" {
		return len(found) == 0
	}
	for _, f := range found {
		if strings.HasPrefix(f, want) {
			return true
		}
	}
	return false
}

func long(n int) string { return strings.Repeat("炮", n) }

// list is n copies of a JSON value, in brackets; %d in it counts.
func list(n int, value string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(value, "%d", fmt.Sprint(i))
	}
	return "[" + strings.Join(all, ",") + "]"
}

func row(components string) string {
	return `{"components":[{"type":1,"components":` + components + `}]}`
}

func button(more string) string {
	return row(`[{"type":2,"style":1,"label":"x","custom_id":"a"` + more + `}]`)
}

func menu(more string) string {
	return row(`[{"type":3,"custom_id":"a"` + more + `}]`)
}

// TestLimitsOfMessages tests the boundary of each limit: just inside is accepted, just outside is refused with the
// right path.
func TestLimitsOfMessages(t *testing.T) {
	const options = `,"options":[{"label":"l","value":"v"}]`
	tests := []struct{ name, body, want string }{
		{"content of 2000", `{"content":"` + long(2000) + `"}`, ""},
		{"content of 2001", `{"content":"` + long(2001) + `"}`, "content BASE_TYPE_MAX_LENGTH"},
		{"nothing", `{}`, "50006"},
		{"empty content", `{"content":""}`, "50006"},
		{"not JSON", `{"content":`, "50109"},
		{"a number as content", `{"content":5}`, "content BASE_TYPE_BAD_TYPE"},
		{"a number as a title", `{"embeds":[{"title":5}]}`, "embeds.title BASE_TYPE_BAD_TYPE"},
		{"nulls as discordgo sends them", `{"content":"x","embeds":null,"components":null,"sticker_ids":null,"tts":false}`,
			""},

		{"10 embeds", `{"embeds":` + list(10, `{"title":"x"}`) + `}`, ""},
		{"11 embeds", `{"embeds":` + list(11, `{"title":"x"}`) + `}`, "embeds BASE_TYPE_MAX_LENGTH"},
		{"title of 256", `{"embeds":[{"title":"` + long(256) + `"}]}`, ""},
		{"title of 257", `{"embeds":[{"title":"` + long(257) + `"}]}`, "embeds.0.title BASE_TYPE_MAX_LENGTH"},
		{"description of 4097", `{"embeds":[{"description":"` + long(4097) + `"}]}`,
			"embeds.0.description BASE_TYPE_MAX_LENGTH"},
		{"footer of 2049", `{"embeds":[{"footer":{"text":"` + long(2049) + `"}}]}`,
			"embeds.0.footer.text BASE_TYPE_MAX_LENGTH"},
		{"author without a name", `{"embeds":[{"author":{"name":""}}]}`, "embeds.0.author.name BASE_TYPE_REQUIRED"},
		{"26 fields", `{"embeds":[{"fields":` + list(26, `{"name":"n","value":"v"}`) + `}]}`,
			"embeds.0.fields BASE_TYPE_MAX_LENGTH"},
		{"field without a value", `{"embeds":[{"fields":[{"name":"n","value":""}]}]}`,
			"embeds.0.fields.0.value BASE_TYPE_REQUIRED"},
		{"field of 1025", `{"embeds":[{"fields":[{"name":"n","value":"` + long(1025) + `"}]}]}`,
			"embeds.0.fields.0.value BASE_TYPE_BAD_LENGTH"},
		{"embeds of 6000 in all", `{"embeds":[{"description":"` + long(4000) + `"},{"description":"` + long(2000) + `"}]}`,
			""},
		{"embeds of 6001 in all", `{"embeds":[{"description":"` + long(4000) + `"},{"description":"` + long(2001) + `"}]}`,
			"embeds MAX_EMBED_SIZE_EXCEEDED"},
		{"an empty embed", `{"embeds":[{}]}`, "embeds.0.description BASE_TYPE_REQUIRED"},
		{"a color beyond white", `{"embeds":[{"title":"x","color":16777216}]}`, "embeds.0.color NUMBER_TYPE_MAX"},
		{"an address that is none", `{"embeds":[{"image":{"url":"board.png"}}]}`, "embeds.0.image.url URL_TYPE_INVALID_URL"},
		{"a file address", `{"embeds":[{"image":{"url":"file://x/y"}}]}`, "embeds.0.image.url URL_TYPE_INVALID_SCHEME"},
		{"a time that is none", `{"embeds":[{"title":"x","timestamp":"today"}]}`, "embeds.0.timestamp DATE_TIME_TYPE_PARSE"},

		{"5 rows", `{"components":` +
			list(5, `{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"%d"}]}`) + `}`, ""},
		{"6 rows", `{"components":` +
			list(6, `{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"%d"}]}`) + `}`, "components BASE_TYPE_MAX_LENGTH"},
		{"5 buttons in a row", row(list(5, `{"type":2,"style":1,"label":"x","custom_id":"%d"}`)), ""},
		{"6 buttons in a row", row(list(6, `{"type":2,"style":1,"label":"x","custom_id":"%d"}`)),
			"components.0.components BASE_TYPE_BAD_LENGTH"},
		{"an empty row", row(`[]`), "components.0.components BASE_TYPE_BAD_LENGTH"},
		{"a button beside a menu", row(`[{"type":3,"custom_id":"a"` + options +
			`},{"type":2,"style":1,"label":"x","custom_id":"b"}]`), "components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{"a button outside a row", `{"components":[{"type":2,"style":1,"label":"x","custom_id":"b"}]}`,
			"components.0.type UNION_TYPE_CHOICES"},
		{"a text field in a message", row(`[{"type":4,"style":1,"label":"x","custom_id":"b"}]`),
			"components.0.components.0.type UNION_TYPE_CHOICES"},
		{"a custom id twice", row(list(2, `{"type":2,"style":1,"label":"x","custom_id":"same"}`)),
			"components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"a custom id of 101", row(`[{"type":2,"style":1,"label":"x","custom_id":"` + long(101) + `"}]`),
			"components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH"},
		{"a button without a custom id", row(`[{"type":2,"style":1,"label":"x"}]`),
			"components.0.components.0.custom_id BASE_TYPE_REQUIRED"},
		{"a label of 81", row(`[{"type":2,"style":1,"custom_id":"a","label":"` + long(81) + `"}]`),
			"components.0.components.0.label BASE_TYPE_MAX_LENGTH"},
		{"a button without a face", row(`[{"type":2,"style":1,"custom_id":"a"}]`), "components.0.components.0.label BUTTON"},
		{"a button of style 9", row(`[{"type":2,"style":9,"label":"x","custom_id":"a"}]`),
			"components.0.components.0.style BASE_TYPE_CHOICES"},
		{"a link", row(`[{"type":2,"style":5,"label":"x","url":"https://example.org"}]`), ""},
		{"a link without an address", row(`[{"type":2,"style":5,"label":"x"}]`),
			"components.0.components.0.url BASE_TYPE_REQUIRED"},
		{"a link with a custom id", row(`[{"type":2,"style":5,"label":"x","url":"https://example.org","custom_id":"a"}]`),
			"components.0.components.0.custom_id BUTTON"},
		{"an emoji", button(`,"emoji":{"name":"🔄"}`), ""},
		{"an emoji of parts", button(`,"emoji":{"name":"🏳️"}`), ""},
		{"a pawn", button(`,"emoji":{"name":"♟️"}`), ""},
		{"an arrow that is no emoji", button(`,"emoji":{"name":"⇅"}`),
			"components.0.components.0.emoji.name BUTTON_COMPONENT_INVALID_EMOJI"},
		{"a letter as emoji", button(`,"emoji":{"name":"象"}`),
			"components.0.components.0.emoji.name BUTTON_COMPONENT_INVALID_EMOJI"},
		{"a server's emoji", button(`,"emoji":{"id":"123","name":"horse"}`), ""},

		{"25 options", menu(`,"options":` + list(25, `{"label":"l","value":"%d"}`)), ""},
		{"26 options", menu(`,"options":` + list(26, `{"label":"l","value":"%d"}`)),
			"components.0.components.0.options BASE_TYPE_BAD_LENGTH"},
		{"no options", menu(``), "components.0.components.0.options BASE_TYPE_BAD_LENGTH"},
		{"an option's value twice", menu(`,"options":` + list(2, `{"label":"l","value":"v"}`)),
			"components.0.components.0.options.1.value SELECT"},
		{"an option's label of 101", menu(`,"options":[{"value":"v","label":"` + long(101) + `"}]`),
			"components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH"},
		{"a placeholder of 151", menu(options + `,"placeholder":"` + long(151) + `"`),
			"components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH"},
		{"more to choose than there are", menu(options + `,"max_values":2`), "components.0.components.0.options SELECT"},
		{"26 to choose", menu(options + `,"max_values":26`), "components.0.components.0.max_values NUMBER_TYPE_MAX"},
		{"none to choose", menu(options + `,"min_values":0`), ""},

		{"a text display", `{"components":[{"type":10,"content":"hello"}]}`, "components.0.type UNION_TYPE_CHOICES"},

		{"an unknown flag", `{"content":"x","flags":1073741824}`, "flags BASE_TYPE_CHOICES"},
		{"ephemeral in a channel", `{"content":"x","flags":64}`, "flags BASE_TYPE_CHOICES"},
		{"mentions silenced", `{"content":"x","allowed_mentions":{"parse":[]}}`, ""},
		{"mentions of one", `{"content":"x","allowed_mentions":{"parse":[],"users":["1"]}}`, ""},
		{"all users and one", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`,
			"allowed_mentions MESSAGE_ALLOWED_MENTIONS"},
		{"mentions of dogs", `{"content":"x","allowed_mentions":{"parse":["dogs"]}}`,
			"allowed_mentions.parse.0 BASE_TYPE_CHOICES"},
		{"101 to mention", `{"content":"x","allowed_mentions":{"users":` + list(101, `"%d"`) + `}}`,
			"allowed_mentions.users BASE_TYPE_MAX_LENGTH"},
		{"a nonce of 25", `{"content":"x","nonce":"` + long(25) + `"}`, ""},
		{"a nonce of 26", `{"content":"x","nonce":"` + long(26) + `"}`, "nonce NONCE_TYPE_TOO_LONG"},
		{"alt text of 1024", `{"attachments":[{"id":0,"description":"` + long(1024) + `"}]}`, ""},
		{"alt text of 1025", `{"attachments":[{"id":"0","description":"` + long(1025) + `"}]}`,
			"attachments.0.description BASE_TYPE_MAX_LENGTH"},
		{"an attachment without a file", `{"attachments":[{"id":7}]}`, "attachments.0.id ATTACHMENT_NOT_FOUND"},
		{"a poll", `{"content":"x","poll":{"question":{"text":"?"}}}`, "poll"},
	}
	files := []wire.FormFile{{N: "0", Filename: "board.png", Data: []byte("x")}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			with := files
			if !strings.Contains(test.body, "attachment") {
				with = nil
			}
			form, err := wire.ReadMessage([]byte(test.body))
			if err == nil {
				err = form.Check(wire.ForChannel, with, nil)
			}
			if found := refusals(err); !has(found, test.want) {
				t.Errorf("refused for %q, want %q", found, test.want)
			}
		})
	}
}

func TestLimitsOfEdits(t *testing.T) {
	old := &wire.Message{Content: "x", Attachments: []wire.Attachment{{ID: "77", Filename: "board.png"}}}
	tests := []struct {
		name, body string
		old        *wire.Message
		want       string
	}{
		{"nothing changes", `{}`, old, ""},
		{"content goes, the picture stays", `{"content":""}`, old, ""},
		{"all goes", `{"content":"","attachments":[]}`, old, "50006"},
		{"the old picture is kept", `{"attachments":[{"id":"77"}]}`, old, ""},
		{"a picture is kept that never was", `{"attachments":[{"id":"78"}]}`, old, "attachments.0.id ATTACHMENT_NOT_FOUND"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			form, err := wire.ReadMessage([]byte(test.body))
			if err == nil {
				err = form.Check(wire.ForEdit, nil, test.old)
			}
			if found := refusals(err); !has(found, test.want) {
				t.Errorf("refused for %q, want %q", found, test.want)
			}
		})
	}
}

func TestLimitsOfDeferrals(t *testing.T) {
	for body, want := range map[string]string{`{}`: "", `{"flags":64}`: "", `{"flags":4}`: "flags BASE_TYPE_CHOICES"} {
		form, err := wire.ReadMessage([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if found := refusals(form.Check(wire.ForDefer, nil, nil)); !has(found, want) {
			t.Errorf("%s: refused for %q, want %q", body, found, want)
		}
	}
}

func TestLimitsOfModals(t *testing.T) {
	const field = `{"type":18,"label":"Move","component":{"type":4,"custom_id":"%d","style":1}}`
	modal := func(components string) string {
		return `{"custom_id":"m","title":"Move","components":` + components + `}`
	}
	tests := []struct{ name, body, want string }{
		{"five fields", modal(list(5, field)), ""},
		{"six fields", modal(list(6, field)), "components BASE_TYPE_BAD_LENGTH"},
		{"no fields", modal(`[]`), "components BASE_TYPE_BAD_LENGTH"},
		{"a row in a form", modal(`[{"type":1,"components":[]}]`), "components.0.type UNION"},
		{"a button in a form", modal(`[{"type":18,"label":"x","component":{"type":2,"custom_id":"a","style":1,"label":"M"}}]`),
			"components.0.component.type UNION"},
		{"a menu in a label", modal(`[{"type":18,"label":"x","component":{"type":3,"custom_id":"a","options":[{"label":"l","value":"v"}]}}]`), ""},
		{"a title of 46", `{"custom_id":"m","title":"` + long(46) + `","components":` + list(1, field) + `}`,
			"title BASE_TYPE_BAD_LENGTH"},
		{"no custom id", `{"title":"x","components":` + list(1, field) + `}`, "custom_id BASE_TYPE_REQUIRED"},
		{"a label of 46", modal(`[{"type":18,"label":"` + long(46) +
			`","component":{"type":4,"custom_id":"a","style":1}}]`), "components.0.label BASE_TYPE_BAD_LENGTH"},
		{"a style of 3", modal(`[{"type":18,"label":"x","component":{"type":4,"custom_id":"a","style":3}}]`),
			"components.0.component.style BASE_TYPE_CHOICES"},
		{"a value of 4001", modal(`[{"type":18,"label":"x","component":{"type":4,"custom_id":"a","style":1,"value":"` +
			long(4001) + `"}}]`), "components.0.component.value BASE_TYPE_MAX_LENGTH"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var form wire.ModalForm
			if err := json.Unmarshal([]byte(test.body), &form); err != nil {
				t.Fatal(err)
			}
			if found := refusals(form.Check()); !has(found, test.want) {
				t.Errorf("refused for %q, want %q", found, test.want)
			}
		})
	}
}

func TestLimitsOfThreads(t *testing.T) {
	for body, want := range map[string]string{
		`{"name":"Game"}`:              "",
		`{"name":"   "}`:               "name BASE_TYPE_REQUIRED",
		`{}`:                           "name BASE_TYPE_REQUIRED",
		`{"name":"` + long(101) + `"}`: "name BASE_TYPE_BAD_LENGTH",
		`{"name":"x","auto_archive_duration":61}`:   "auto_archive_duration BASE_TYPE_CHOICES",
		`{"name":"x","rate_limit_per_user":21601}`:  "rate_limit_per_user NUMBER_TYPE_MAX",
		`{"name":"x","auto_archive_duration":1440}`: "",
	} {
		var form wire.ThreadForm
		if err := json.Unmarshal([]byte(body), &form); err != nil {
			t.Fatal(err)
		}
		if found := refusals(form.Check(true)); !has(found, want) {
			t.Errorf("%s: refused for %q, want %q", body, found, want)
		}
	}
}

func TestWhichAnswerFitsWhichInteraction(t *testing.T) {
	allowed := map[int][]int{ // by interaction type
		wire.CommandInteraction: {wire.AnswerMessage, wire.DeferMessage, wire.OpenModal},
		wire.ComponentInteraction: {wire.AnswerMessage, wire.DeferMessage, wire.DeferUpdate, wire.UpdateMessage,
			wire.OpenModal},
		wire.Autocomplete: {wire.AutocompleteResult},
		wire.ModalSubmit:  {wire.AnswerMessage, wire.DeferMessage},
	}
	for interaction, answers := range allowed {
		for answer := range 12 {
			want := false
			for _, a := range answers {
				want = want || a == answer
			}
			cb := wire.Callback{Type: answer}
			if got := cb.CheckFor(interaction, false) == nil; got != want {
				t.Errorf("interaction %d, answer %d: fits %v, want %v", interaction, answer, got, want)
			}
		}
	}
	if (&wire.Callback{Type: wire.UpdateMessage}).CheckFor(wire.ModalSubmit, true) != nil {
		t.Error("a form that a button opened may update the button's message")
	}
}

// TestFilesOfAForm: how many files a message may have, counting those that it has already.
func TestFilesOfAForm(t *testing.T) {
	files := func(n int) []wire.FormFile {
		list := make([]wire.FormFile, n)
		for i := range list {
			list[i] = wire.FormFile{N: wire.ID(fmt.Sprint(i)), Filename: fmt.Sprintf("%d.pgn", i)}
		}
		return list
	}
	old := &wire.Message{Content: "board"}
	for i := range 8 {
		old.Attachments = append(old.Attachments, wire.Attachment{ID: wire.ID(fmt.Sprint(100 + i)),
			Filename: fmt.Sprintf("old%d.png", i)})
	}
	for _, test := range []struct {
		name, body string
		purpose    wire.Purpose
		files      int
		old        *wire.Message
		kept       int
		want       string
	}{
		{"10 new ones", `{}`, wire.ForChannel, 10, nil, 0, ""},
		{"11 new ones", `{}`, wire.ForChannel, 11, nil, 0, "attachments BASE_TYPE_MAX_LENGTH"},
		{"a list of 11", `{"content":"x","attachments":` + list(11, `{"id":"100"}`) + `}`, wire.ForEdit, 0, old, 1,
			"attachments BASE_TYPE_MAX_LENGTH"},
		{"new ones in the place of the old", `{}`, wire.ForEdit, 10, old, 0, ""},
		{"some are kept", `{"attachments":[{"id":"100"},{"id":"107","description":"the end"},{"id":"0"}]}`,
			wire.ForEdit, 1, old, 2, ""},
		{"one is kept once, however often it is named", `{"attachments":[{"id":"100"},{"id":"100"}]}`, wire.ForEdit, 0,
			old, 1, ""},
		{"all are kept, and too many come", `{"attachments":` + list(8, `{"id":"10%d"}`) + `}`, wire.ForEdit, 3, old, 8,
			"30015"},
		{"null keeps none", `{"attachments":null}`, wire.ForEdit, 0, old, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			form, err := wire.ReadMessage([]byte(test.body))
			if err != nil {
				t.Fatal(err)
			}
			kept := form.Kept(files(test.files), test.old)
			if len(kept) != test.kept {
				t.Errorf("kept are %v", kept)
			}
			for _, a := range kept {
				if a.ID == "107" && test.kept == 2 && a.Description != "the end" {
					t.Errorf("its words are %q", a.Description)
				}
			}
			if found := refusals(form.Check(test.purpose, files(test.files), test.old)); !has(found, test.want) {
				t.Errorf("refused for %q, want %q", found, test.want)
			}
		})
	}
}
