package wire_test

import (
	"cmp"
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

// A limit is a body at or beyond one, and the beginning of the error for which it is refused.
type limit struct{ name, body, want string }

func testLimits(t *testing.T, limits []limit, check func(body string) error) {
	t.Helper()
	for _, l := range limits {
		t.Run(l.name, func(t *testing.T) {
			if found := refusals(check(l.body)); !has(found, l.want) {
				t.Errorf("refused for %q, want %q", found, l.want)
			}
		})
	}
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

// TestLimitsOfMessages: what is at a limit is accepted, what is beyond it is refused with the right path.
func TestLimitsOfMessages(t *testing.T) {
	const options = `,"options":[{"label":"l","value":"v"}]`
	testLimits(t, []limit{
		{"content of 2000", `{"content":"` + long(2000) + `"}`, ""},
		{"content of 2001", `{"content":"` + long(2001) + `"}`, "content BASE_TYPE_BAD_LENGTH"},
		{"nothing", `{}`, "50006"},
		{"empty content", `{"content":""}`, "50006"},
		{"not JSON", `{"content":`, "50109"},
		{"a number as content", `{"content":5}`, "50109"},
		{"what the playground lacks", `{"content":"x","poll":{"question":{"text":"?"}}}`, "50109"},

		{"10 embeds", `{"embeds":` + list(10, `{"title":"x"}`) + `}`, ""},
		{"11 embeds", `{"embeds":` + list(11, `{"title":"x"}`) + `}`, "embeds BASE_TYPE_BAD_LENGTH"},
		{"footer of 2049", `{"embeds":[{"footer":{"text":"` + long(2049) + `"}}]}`, "embeds.0.footer.text BASE_TYPE_BAD_LENGTH"},
		{"field without a value", `{"embeds":[{"fields":[{"name":"n","value":""}]}]}`,
			"embeds.0.fields.0.value BASE_TYPE_BAD_LENGTH"},
		{"embeds of 6000 in all", `{"embeds":[{"description":"` + long(4000) + `"},{"description":"` + long(2000) + `"}]}`,
			""},
		{"embeds of 6001 in all", `{"embeds":[{"description":"` + long(4000) + `"},{"description":"` + long(2001) + `"}]}`,
			"embeds MAX_EMBED_SIZE_EXCEEDED"},
		{"an empty embed", `{"embeds":[{}]}`, "embeds.0.description BASE_TYPE_REQUIRED"},
		{"a color beyond white", `{"embeds":[{"title":"x","color":16777216}]}`, "embeds.0.color NUMBER_TYPE_MAX"},
		{"a picture without an address", `{"embeds":[{"image":{"url":"board.png"}}]}`, "embeds.0.image.url URL_TYPE_INVALID_URL"},

		{"5 buttons in a row", row(list(5, `{"type":2,"style":1,"label":"x","custom_id":"%d"}`)), ""},
		{"6 buttons in a row", row(list(6, `{"type":2,"style":1,"label":"x","custom_id":"%d"}`)),
			"components.0.components BASE_TYPE_BAD_LENGTH"},
		{"an empty row", row(`[]`), "components.0.components BASE_TYPE_REQUIRED"},
		{"a button beside a menu", row(`[{"type":3,"custom_id":"a"` + options +
			`},{"type":2,"style":1,"label":"x","custom_id":"b"}]`), "components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{"a button outside a row", `{"components":[{"type":2,"style":1,"label":"x","custom_id":"b"}]}`,
			"components.0.type UNION_TYPE_CHOICES"},
		{"a text field in a message", row(`[{"type":4,"style":1,"label":"x","custom_id":"b"}]`),
			"components.0.components.0.type UNION_TYPE_CHOICES"},
		{"a custom id twice", row(list(2, `{"type":2,"style":1,"label":"x","custom_id":"same"}`)),
			"components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"a button without a custom id", row(`[{"type":2,"style":1,"label":"x"}]`),
			"components.0.components.0.custom_id BASE_TYPE_REQUIRED"},
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
		{"an arrow that is no emoji", button(`,"emoji":{"name":"⇅"}`),
			"components.0.components.0.emoji.name BUTTON_COMPONENT_INVALID_EMOJI"},
		{"a server's emoji", button(`,"emoji":{"id":"123","name":"horse"}`), ""},

		{"no options", menu(``), "components.0.components.0.options SELECT"},
		{"an option's value twice", menu(`,"options":` + list(2, `{"label":"l","value":"v"}`)),
			"components.0.components.0.options.1.value SELECT"},
		{"an option's label of 101", menu(`,"options":[{"value":"v","label":"` + long(101) + `"}]`),
			"components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH"},
		{"more to choose than there are", menu(options + `,"max_values":2`), "components.0.components.0.options SELECT"},
		{"none to choose", menu(options + `,"min_values":0`), ""},

		{"ephemeral in a channel", `{"content":"x","flags":64}`, "flags BASE_TYPE_CHOICES"},
		{"mentions of one", `{"content":"x","allowed_mentions":{"parse":[],"users":["1"]}}`, ""},
		{"101 to mention", `{"content":"x","allowed_mentions":{"users":` + list(101, `"%d"`) + `}}`,
			"allowed_mentions.users BASE_TYPE_BAD_LENGTH"},
		{"a nonce of 26", `{"content":"x","nonce":"` + long(26) + `"}`, "nonce BASE_TYPE_BAD_LENGTH"},
		{"an alt text", `{"attachments":[{"id":"0","description":"a board"}]}`, ""},
		{"an attachment without a file", `{"attachments":[{"id":"7"}]}`, "attachments.0.id ATTACHMENT_NOT_FOUND"},
	}, func(body string) error {
		var files []wire.FormFile
		if strings.Contains(body, "attachment") {
			files = []wire.FormFile{{N: "0", Filename: "board.png", Data: []byte("x")}}
		}
		return checkMessage(body, files, nil)
	})
}

func checkMessage(body string, files []wire.FormFile, old *wire.Message) error {
	var form wire.MessageForm
	if err := wire.Decode([]byte(body), &form); err != nil {
		return err
	}
	return form.Check(false, files, old)
}

func TestLimitsOfEdits(t *testing.T) {
	old := &wire.Message{Content: "x", Attachments: []wire.Attachment{{ID: "77", Filename: "board.png"}}}
	testLimits(t, []limit{
		{"nothing", `{}`, ""},
		{"no content, but the picture stays", `{"content":""}`, ""},
		{"no content and no picture", `{"content":"","attachments":[]}`, "50006"},
		{"an attachment without a file", `{"attachments":[{"id":"78"}]}`, "attachments.0.id ATTACHMENT_NOT_FOUND"},
		{"no components", `{"content":"y","components":[]}`, ""},
		{"private from now on", `{"content":"y","flags":64}`, "flags BASE_TYPE_CHOICES"},
		{"null as attachments", `{"content":"","attachments":null}`, ""},
	}, func(body string) error { return checkMessage(body, nil, old) })
}

func TestLimitsOfModals(t *testing.T) {
	const field = `{"type":18,"label":"Move","component":{"type":4,"custom_id":"%d","style":1}}`
	modal := func(components string) string {
		return `{"custom_id":"m","title":"Move","components":` + components + `}`
	}
	testLimits(t, []limit{
		{"five fields", modal(list(5, field)), ""},
		{"six fields", modal(list(6, field)), "components BASE_TYPE_BAD_LENGTH"},
		{"no fields", modal(`[]`), "components BASE_TYPE_BAD_LENGTH"},
		{"a row in a form", modal(`[{"type":1,"components":[]}]`), "components.0.type UNION"},
		{"a button in a form", modal(`[{"type":18,"label":"x","component":{"type":2,"custom_id":"a","style":1,"label":"M"}}]`),
			"components.0.component.type UNION"},
		{"a menu in a label", modal(`[{"type":18,"label":"x","component":{"type":3,"custom_id":"a","options":[{"label":"l","value":"v"}]}}]`), ""},
		{"a title of 46", `{"custom_id":"m","title":"` + long(46) + `","components":` + list(1, field) + `}`,
			"title BASE_TYPE_BAD_LENGTH"},
		{"a label of 46", modal(`[{"type":18,"label":"` + long(46) +
			`","component":{"type":4,"custom_id":"a","style":1}}]`), "components.0.label BASE_TYPE_BAD_LENGTH"},
		{"a style of 3", modal(`[{"type":18,"label":"x","component":{"type":4,"custom_id":"a","style":3}}]`),
			"components.0.component.style BASE_TYPE_CHOICES"},
	}, func(body string) error {
		var form wire.ModalForm
		return cmp.Or(wire.Decode([]byte(body), &form), form.Check())
	})
}

func TestLimitsOfThreads(t *testing.T) {
	testLimits(t, []limit{
		{"a name", `{"name":"Game"}`, ""},
		{"no name", `{}`, "name BASE_TYPE_REQUIRED"},
		{"a name of 101", `{"name":"` + long(101) + `"}`, "name BASE_TYPE_BAD_LENGTH"},
		{"61 minutes", `{"name":"x","auto_archive_duration":61}`, "auto_archive_duration BASE_TYPE_CHOICES"},
	}, func(body string) error {
		var form wire.ThreadForm
		return cmp.Or(wire.Decode([]byte(body), &form), form.Check(true))
	})
}

// TestFilesOfAForm: a message may have ten files; those of an edit take the place of the old ones.
func TestFilesOfAForm(t *testing.T) {
	old := &wire.Message{Content: "board", Attachments: make([]wire.Attachment, 8)}
	for n, want := range map[int]string{0: "", 10: "", 11: "30015"} {
		files := make([]wire.FormFile, n)
		if found := refusals(checkMessage(`{}`, files, old)); !has(found, want) {
			t.Errorf("%d files: refused for %q, want %q", n, found, want)
		}
	}
}
