package wire_test

import (
	"cmp"
	"encoding/json"
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
	testLimits(t, []limit{
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
		{"localized", command(`,"name_localizations":{"zh-CN":"走","zh-TW":"走","vi":"đi"}`), ""},
		{"a language that Discord has not", command(`,"name_localizations":{"zh":"走"}`),
			"0.name_localizations.zh BASE_TYPE_CHOICES"},
		{"a localized capital", command(`,"name_localizations":{"vi":"Đi"}`),
			"0.name_localizations.vi APPLICATION_COMMAND_INVALID_NAME"},
		{"a localized description of 101", command(`,"description_localizations":{"vi":"` + long(101) + `"}`),
			"0.description_localizations.vi BASE_TYPE_BAD_LENGTH"},
		{"permissions as a string", command(`,"default_member_permissions":"8"`), ""},
		{"26 options", command(`,"options":` + list(26, `{"type":3,"name":"o%d","description":"d"}`)),
			"0.options BASE_TYPE_BAD_LENGTH"},
		{"an option twice", command(`,"options":` + list(2, `{"type":3,"name":"o","description":"d"}`)),
			"0.options.1.name APPLICATION"},
		{"required after optional",
			command(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"an option without a description", command(`,"options":[{"type":3,"name":"a"}]`),
			"0.options.0.description BASE_TYPE_BAD_LENGTH"},
		{"a number as a string's choice", option(`,"choices":[{"name":"n","value":1}]`),
			"0.options.0.choices.0.value STRING_TYPE_CONVERT"},
		{"a string as a number's choice",
			command(`,"options":[{"type":4,"name":"o","description":"d","choices":[{"name":"n","value":"1"}]}]`), "0.options.0.choices.0.value NUMBER_TYPE_COERCE"},
		{"choices and completion", option(`,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`),
			"0.options.0.autocomplete APPLICATION"},
		{"subcommands", command(`,"options":[{"type":1,"name":"a","description":"d","options":[{"type":3,"name":"o","description":"d"}]}]`), ""},
		{"a subcommand beside a value",
			command(`,"options":[{"type":1,"name":"a","description":"d"},{"type":3,"name":"b","description":"d"}]`), "0.options APPLICATION"},
		{"a file", command(`,"options":[{"type":11,"name":"file","description":"d","required":true}]`), ""},
		{"a completed file", command(`,"options":[{"type":11,"name":"file","description":"d","autocomplete":true}]`),
			"0.options.0.autocomplete APPLICATION"},
		{"more than 8000", command(`,"options":` +
			list(25, `{"type":3,"name":"o%d","description":"`+long(100)+`","choices":`+list(25,
				`{"name":"`+long(20)+`","value":"1234567"}`)+`}`)), "0 APPLICATION_COMMAND_TOO_LARGE"},
	}, func(body string) error { return checkCommands("[" + body + "]") })
}

func checkCommands(body string) error {
	var list []wire.Command
	if err := wire.Decode([]byte(body), &list); err != nil {
		return err
	}
	return wire.CheckCommands(list)
}

func TestLimitsOfRegistrations(t *testing.T) {
	testLimits(t, []limit{
		{"none", `[]`, ""},
		{"100", list(100, `{"name":"c%d","description":"d"}`), ""},
		{"101", list(101, `{"name":"c%d","description":"d"}`), "30032 Maximum number of application commands reached (100)"},
		{"16 menus", list(16, `{"name":"c%d","type":3}`), "30032 Maximum number of application commands reached (15)"},
		{"the same name", list(2, `{"name":"a","description":"d"}`), "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"a name in both types", `[{"name":"a","description":"d"},{"name":"a","type":3}]`, ""},
	}, checkCommands)
}

func TestLimitsOfCompletions(t *testing.T) {
	testLimits(t, []limit{
		{"25", list(25, `{"name":"n","value":"v"}`), ""},
		{"26", list(26, `{"name":"n","value":"v"}`), "choices BASE_TYPE_BAD_LENGTH"},
		{"no name", `[{"name":"","value":"v"}]`, "choices.0.name BASE_TYPE_BAD_LENGTH"},
		{"a value of 101", `[{"name":"n","value":"` + long(101) + `"}]`, "choices.0.value BASE_TYPE_BAD_LENGTH"},
		{"a number", `[{"name":"n","value":1}]`, "choices.0.value STRING_TYPE_CONVERT"},
	}, func(choices string) error {
		var form wire.ChoicesForm
		return cmp.Or(wire.Decode([]byte(choices), &form.Choices), form.Check(wire.OptionString))
	})
}

// FuzzForms decodes arbitrary input: decoding and checks may return errors but must not panic, and what a check accepts
// can be encoded again.
func FuzzForms(f *testing.F) {
	f.Add(`{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"a"}]}]}`)
	f.Add(`[{"name":"a","description":"d","options":[{"type":1,"name":"s","options":[{"type":4,"choices":[{"name":"n","value":1e999}]}]}]}]`)
	f.Add(`{"attachments":[{"id":-1}],"nonce":5,"allowed_mentions":{"parse":null}}`)
	f.Fuzz(func(t *testing.T, body string) {
		_ = checkMessage(body, nil, nil)
		var list []wire.Command
		if wire.Decode([]byte(body), &list) != nil || wire.CheckCommands(list) != nil {
			return
		}
		written, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if checkCommands(string(written)) != nil {
			t.Errorf("what was taken is refused when it comes back: %s", strings.ToValidUTF8(string(written), "?"))
		}
	})
}
