package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/playground/wire"
)

func command(more string) string {
	return `{"name":"move","description":"d"` + more + `}`
}

func option(more string) string {
	return command(`,"options":[{"type":3,"name":"o","description":"d"` + more + `}]`)
}

func TestLimitsOfCommands(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"plain", command(""), ""},
		{"as discordgo sends it", `{"name":"move","description":"d","options":null,"type":1,"name_localizations":null}`, ""},
		{"an option as discordgo sends it",
			option(`,"channel_types":null,"options":null,"choices":null,"required":false,"autocomplete":false`), ""},
		{"a Chinese name", `{"name":"走棋","description":"走一步"}`, ""},
		{"a name of 32", `{"name":"` + long(32) + `","description":"d"}`, ""},
		{"a name of 33", `{"name":"` + long(33) + `","description":"d"}`, "0.name BASE_TYPE_BAD_LENGTH"},
		{"a capital", `{"name":"Move","description":"d"}`, "0.name APPLICATION_COMMAND_INVALID_NAME"},
		{"a blank in the name", `{"name":"my move","description":"d"}`, "0.name APPLICATION_COMMAND_INVALID_NAME"},
		{"a blank in a menu's name", `{"name":"My Move","type":3}`, ""},
		{"a menu with a description", `{"name":"Move","type":3,"description":"d"}`, "0.description APPLICATION"},
		{"no description", `{"name":"move"}`, "0.description BASE_TYPE_REQUIRED"},
		{"a description of 101", `{"name":"move","description":"` + long(101) + `"}`, "0.description BASE_TYPE_BAD_LENGTH"},
		{"localized", command(`,"name_localizations":{"zh-CN":"走","zh-TW":"走","vi":"đi"}`), ""},
		{"a language that Discord has not", command(`,"name_localizations":{"zh":"走"}`),
			"0.name_localizations.zh BASE_TYPE_CHOICES"},
		{"a localized capital", command(`,"name_localizations":{"vi":"Đi"}`),
			"0.name_localizations.vi APPLICATION_COMMAND_INVALID_NAME"},
		{"a localized description of 101", command(`,"description_localizations":{"vi":"` + long(101) + `"}`),
			"0.description_localizations.vi BASE_TYPE_BAD_LENGTH"},
		{"permissions as a string", command(`,"default_member_permissions":"8"`), ""},
		{"no permissions", command(`,"default_member_permissions":null`), ""},
		{"25 options", command(`,"options":` + list(25, `{"type":3,"name":"o%d","description":"d"}`)), ""},
		{"26 options", command(`,"options":` + list(26, `{"type":3,"name":"o%d","description":"d"}`)),
			"0.options BASE_TYPE_MAX_LENGTH"},
		{"an option twice", command(`,"options":` + list(2, `{"type":3,"name":"o","description":"d"}`)),
			"0.options.1.name APPLICATION"},
		{"required after optional",
			command(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"an option of type 12", command(`,"options":[{"type":12,"name":"a","description":"d"}]`),
			"0.options.0.type BASE_TYPE_CHOICES"},
		{"an option without a description", command(`,"options":[{"type":3,"name":"a"}]`),
			"0.options.0.description BASE_TYPE_REQUIRED"},
		{"25 choices", option(`,"choices":` + list(25, `{"name":"n","value":"v"}`)), ""},
		{"26 choices", option(`,"choices":` + list(26, `{"name":"n","value":"v"}`)),
			"0.options.0.choices BASE_TYPE_MAX_LENGTH"},
		{"a number as a string's choice", option(`,"choices":[{"name":"n","value":1}]`),
			"0.options.0.choices.0.value STRING_TYPE_CONVERT"},
		{"a string as a number's choice",
			command(`,"options":[{"type":4,"name":"o","description":"d","choices":[{"name":"n","value":"1"}]}]`), "0.options.0.choices.0.value NUMBER_TYPE_COERCE"},
		{"half a number as a whole one's choice",
			command(`,"options":[{"type":4,"name":"o","description":"d","choices":[{"name":"n","value":1.5}]}]`), "0.options.0.choices.0.value NUMBER_TYPE_COERCE"},
		{"choices and completion", option(`,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`),
			"0.options.0.autocomplete APPLICATION"},
		{"a range of a string", option(`,"min_value":1`), "0.options.0.min_value APPLICATION"},
		{"a range upside down", command(`,"options":[{"type":4,"name":"o","description":"d","min_value":2,"max_value":1}]`),
			"0.options.0.min_value APPLICATION"},
		{"a length of 6001", option(`,"max_length":6001`), "0.options.0.max_length NUMBER_TYPE_MAX"},
		{"subcommands", command(`,"options":[{"type":1,"name":"a","description":"d","options":[{"type":3,"name":"o","description":"d"}]}]`), ""},
		{"a group", command(`,"options":[{"type":2,"name":"g","description":"d","options":[{"type":1,"name":"a","description":"d"}]}]`), ""},
		{"a group in a group", command(`,"options":[{"type":2,"name":"g","description":"d","options":[{"type":2,"name":"h","description":"d"}]}]`), "0.options.0.options.0.type APPLICATION"},
		{"a subcommand in a subcommand",
			command(`,"options":[{"type":1,"name":"g","description":"d","options":[{"type":1,"name":"h","description":"d"}]}]`), "0.options.0.options.0.type APPLICATION"},
		{"a value in a group", command(`,"options":[{"type":2,"name":"g","description":"d","options":[{"type":3,"name":"a","description":"d"}]}]`), "0.options.0.options.0.type APPLICATION"},
		{"a subcommand beside a value",
			command(`,"options":[{"type":1,"name":"a","description":"d"},{"type":3,"name":"b","description":"d"}]`), "0.options APPLICATION"},
		{"a subcommand twice", command(`,"options":` + list(2, `{"type":1,"name":"a","description":"d"}`)),
			"0.options.1.name APPLICATION"},
		{"required after optional in a subcommand",
			command(`,"options":[{"type":1,"name":"a","description":"d","options":[{"type":3,"name":"x","description":"d"},{"type":11,"name":"y","description":"d","required":true}]}]`), "0.options.0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"a file", command(`,"options":[{"type":11,"name":"file","description":"d","required":true}]`), ""},
		{"a completed file", command(`,"options":[{"type":11,"name":"file","description":"d","autocomplete":true}]`),
			"0.options.0.autocomplete APPLICATION"},
		{"a choice of files", command(`,"options":[{"type":11,"name":"file","description":"d","choices":[{"name":"n","value":"v"}]}]`), "0.options.0.choices APPLICATION"},
		{"a channel of a kind", command(`,"options":[{"type":7,"name":"c","description":"d","channel_types":[0]}]`), ""},
		{"a string of a kind of channel", option(`,"channel_types":[0]`), "0.options.0.channel_types APPLICATION"},
		{"nearly 8000 characters", command(`,"options":` + list(25,
			`{"type":3,"name":"o%d","description":"`+long(100)+`","choices":`+list(25,
				`{"name":"n%d","value":"12345"}`)+`}`)), ""},
		{"more than 8000", command(`,"options":` +
			list(25, `{"type":3,"name":"o%d","description":"`+long(100)+`","choices":`+list(25,
				`{"name":"`+long(20)+`","value":"1234567"}`)+`}`)), "0 APPLICATION_COMMAND_TOO_LARGE"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list, err := wire.ReadCommands([]byte("[" + test.body + "]"))
			if err != nil {
				t.Fatal(err)
			}
			if found := refusals(wire.CheckCommands(list)); !has(found, test.want) {
				t.Errorf("refused for %q, want %q", found, test.want)
			}
		})
	}
}

func TestLimitsOfRegistrations(t *testing.T) {
	many := func(n int, kind int) string {
		return list(n, fmt.Sprintf(`{"name":"c%%d","type":%d%s}`, kind,
			map[bool]string{true: `,"description":"d"`}[kind == 1]))
	}
	for name, test := range map[string]struct{ body, want string }{
		"none":                 {`[]`, ""},
		"100":                  {many(100, 1), ""},
		"101":                  {many(101, 1), "30032 Maximum number of application commands reached (100)"},
		"15 menus":             {many(15, 3), ""},
		"16 menus":             {many(16, 3), "30032 Maximum number of application commands reached (15)"},
		"the same name":        {list(2, `{"name":"a","description":"d"}`), "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"},
		"a name in both types": {`[{"name":"a","description":"d"},{"name":"a","type":3}]`, ""},
		"null":                 {`null`, " BASE_TYPE_BAD_TYPE"},
	} {
		list, err := wire.ReadCommands([]byte(test.body))
		if err == nil {
			err = wire.CheckCommands(list)
		}
		if found := refusals(err); !has(found, test.want) {
			t.Errorf("%s: refused for %q, want %q", name, found, test.want)
		}
	}
}

func TestLimitsOfCompletions(t *testing.T) {
	for name, test := range map[string]struct {
		choices string
		kind    int
		want    string
	}{
		"25":      {list(25, `{"name":"n","value":"v"}`), wire.OptionString, ""},
		"26":      {list(26, `{"name":"n","value":"v"}`), wire.OptionString, "choices BASE_TYPE_MAX_LENGTH"},
		"no name": {`[{"name":"","value":"v"}]`, wire.OptionString, "choices.0.name BASE_TYPE_REQUIRED"},
		"a name of 101": {`[{"name":"` + long(101) + `","value":"v"}]`, wire.OptionString,
			"choices.0.name BASE_TYPE_BAD_LENGTH"},
		"a value of 101": {`[{"name":"n","value":"` + long(101) + `"}]`, wire.OptionString,
			"choices.0.value BASE_TYPE_MAX_LENGTH"},
		"a number": {`[{"name":"n","value":9007199254740992}]`, wire.OptionInteger, ""},
		"a number beyond 2^53": {`[{"name":"n","value":9007199254740994}]`, wire.OptionInteger,
			"choices.0.value NUMBER_TYPE_MAX"},
	} {
		var choices []wire.Choice
		if err := json.Unmarshal([]byte(test.choices), &choices); err != nil {
			t.Fatal(err)
		}
		if found := refusals(wire.CheckChoices(choices, test.kind)); !has(found, test.want) {
			t.Errorf("%s: refused for %q, want %q", name, found, test.want)
		}
	}
}

// FuzzForms decodes arbitrary input: decoding and checks may return errors but must not panic, and what a check accepts
// can be encoded again.
func FuzzForms(f *testing.F) {
	f.Add(`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"a"}]}]}`)
	f.Add(`[{"name":"a","description":"d","options":[{"type":1,"name":"s","options":[{"type":4,"choices":[{"name":"n","value":1e999}]}]}]}]`)
	f.Add(`{"attachments":[{"id":-1}],"nonce":5,"allowed_mentions":{"parse":null}}`)
	f.Fuzz(func(t *testing.T, body string) {
		if form, err := wire.ReadMessage([]byte(body)); err == nil && form.Check(wire.ForChannel, nil, nil) == nil {
			wire.FillDefaults(form.Components)
			ids := map[int]bool{}
			wire.Walk(form.Components, func(c *wire.Component) {
				if c.ID == 0 || ids[c.ID] {
					t.Errorf("component ids are not unique in %s", body)
				}
				ids[c.ID] = true
			})
			if _, err := json.Marshal(wire.Clone(form)); err != nil {
				t.Error(err)
			}
		}
		if list, err := wire.ReadCommands([]byte(body)); err == nil && wire.CheckCommands(list) == nil {
			written, err := json.Marshal(list)
			if err != nil {
				t.Fatal(err)
			}
			again, err := wire.ReadCommands(written)
			if err != nil || wire.CheckCommands(again) != nil {
				t.Errorf("what was taken is refused when it comes back: %s", strings.ToValidUTF8(string(written), "?"))
			}
		}
	})
}
