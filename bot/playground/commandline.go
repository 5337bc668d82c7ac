package playground

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// A commandInput is a command with its options, or the text in which both were typed.
type commandInput struct {
	Name    string         `json:"name"`
	Options map[string]any `json:"options"`
	Text    string         `json:"text"`
}

// A namedCommand is a command, or one of its subcommands.
type namedCommand struct {
	*wire.Command
	sub     string // the name of the subcommand; empty: none
	options []wire.Option
}

// build builds the data of a command, whose values must be valid, or of its autocomplete interaction, for which missing
// and invalid values are left out. It returns the type of the focused option, which is the one that is being typed.
func (c *client) build(in *commandInput, partial bool, focused string) (*wire.CommandData, int, error) {
	cmd, values, typing, err := c.read(in)
	if err != nil {
		return nil, 0, err
	}
	if partial && in.Text != "" {
		focused = typing
	}
	if partial && focused == "" {
		return nil, 0, fail(400, "Say which option is being typed: {\"focused\":\"move\"}.")
	}
	kind := 0
	var list []wire.OptionValue
	for i := range cmd.options {
		o := &cmd.options[i]
		v, given := values[o.Name]
		switch {
		case o.Name == focused:
			if !o.Autocomplete {
				return nil, 0, fail(400, "The option %q of /%s is not completed by the bot.", o.Name, cmd.Name)
			}
			kind = o.Type
			text, _ := v.(string)
			list = append(list, wire.OptionValue{Name: o.Name, Type: o.Type, Value: text, Focused: true})
			continue
		case !given || v == nil || v == "":
			if o.Required && !partial {
				return nil, 0, fail(400, "The option %q of /%s is required: %s", o.Name, cmd.Name, o.Description)
			}
			continue
		}
		value, err := c.value(o, v)
		if err != nil {
			if partial {
				continue // incomplete values do not prevent a completion
			}
			return nil, 0, err
		}
		list = append(list, wire.OptionValue{Name: o.Name, Type: o.Type, Value: value})
	}
	if partial && kind == 0 {
		return nil, 0, fail(400, "/%s has no option %q.", cmd.Name, focused)
	}
	if cmd.sub != "" {
		list = []wire.OptionValue{{Name: cmd.sub, Type: wire.OptionSubcommand, Options: list}}
	}
	data := c.data(cmd.Command)
	data.Options, data.Resolved = list, &c.resolved
	return data, kind, nil
}

// read returns the command of an act and the values of its options by their default names. A command in one line,
// "/challenge color:red strength:3", "/move 炮二平五" or "/settings language vi", also has an option that is being typed.
func (c *client) read(in *commandInput) (cmd *namedCommand, values map[string]any, typing string, err error) {
	if in.Text != "" && !strings.HasPrefix(in.Text, "/") {
		return nil, nil, "", fail(400,
			"A command begins with a slash: %q does not. Text without one is sent with /playground/say.", in.Text)
	}
	cmd, words, err := c.find(strings.Fields(strings.TrimPrefix(cmp.Or(in.Text, in.Name), "/")))
	switch {
	case err != nil:
		return nil, nil, "", err
	case in.Text != "":
		values, typing, err = c.parseValues(cmd, words)
	case len(words) > 0:
		err = fail(400, "/%s has no subcommand %q.", cmd.Name, strings.Join(words, " "))
	default:
		values = in.Options
	}
	for name := range values {
		if !slices.ContainsFunc(cmd.options, func(o wire.Option) bool { return o.Name == name }) {
			err = fail(400, "/%s has no option %q%s.", cmd.Name, name, optionNames(cmd.options))
		}
	}
	return cmd, values, typing, err
}

// find returns the command or subcommand that the first words name, in English or in the person's language, and the
// words after them.
func (c *client) find(words []string) (*namedCommand, []string, error) {
	if len(words) == 0 {
		return nil, nil, fail(400, "A command needs a name: {\"name\":\"help\"} or {\"text\":\"/help\"}.")
	}
	cmd, err := c.named(wire.ChatInput, "/", words[0])
	if err != nil {
		return nil, nil, err
	}
	found, words := &namedCommand{Command: cmd, options: cmd.Options}, words[1:]
	if !hasSubcommands(cmd.Options) {
		return found, words, nil
	}
	if len(words) > 0 {
		i := slices.IndexFunc(cmd.Options, func(o wire.Option) bool { return c.calls(&o, words[0]) })
		if i >= 0 {
			found.sub, found.options = cmd.Options[i].Name, cmd.Options[i].Options
			return found, words[1:], nil
		}
	}
	return nil, nil, fail(400, "/%s needs a subcommand, not %q%s.", cmd.Name, strings.Join(words, " "),
		optionNames(cmd.Options))
}

// hasSubcommands reports whether options are subcommands: all are, or none.
func hasSubcommands(options []wire.Option) bool {
	return len(options) > 0 && options[0].Type == wire.OptionSubcommand
}

// calls reports whether a name is that of an option, in English or in the person's language.
func (c *client) calls(o *wire.Option, name string) bool {
	return o.Name == name || o.NameLocalized[c.person.Locale] == name
}

func optionNames(options []wire.Option) string {
	var names []string
	for _, o := range options {
		names = append(names, o.Name)
	}
	if names == nil {
		return ": it has none"
	}
	return "; it has " + strings.Join(names, ", ")
}

// parseValues parses the words after a command, and returns the values and the option of the last word, which is the
// one that is being typed. A value extends to the next "name:" of an option; words before the first name are the value
// of the first option that is not named.
func (c *client) parseValues(cmd *namedCommand, words []string) (values map[string]any, typing string, err error) {
	values = map[string]any{}
	var unnamed []string
	for _, word := range words {
		if o, rest := c.optionAt(cmd.options, word); o != nil {
			if _, twice := values[o.Name]; twice {
				return nil, "", fail(400, "The option %q of /%s is given twice.", o.Name, cmd.Name)
			}
			typing = o.Name
			values[typing] = rest
			continue
		}
		if typing == "" {
			unnamed = append(unnamed, word)
			continue
		}
		values[typing] = strings.TrimSpace(values[typing].(string) + " " + word)
	}
	i := slices.IndexFunc(cmd.options, func(o wire.Option) bool { _, named := values[o.Name]; return !named })
	switch {
	case unnamed == nil && typing == "" && i >= 0:
		return values, cmd.options[i].Name, nil
	case unnamed == nil:
		return values, typing, nil
	case i < 0:
		return nil, "", fail(400, "/%s has no option for %q%s.", cmd.Name, strings.Join(unnamed, " "),
			optionNames(cmd.options))
	}
	values[cmd.options[i].Name] = strings.Join(unnamed, " ")
	return values, cmp.Or(typing, cmd.options[i].Name), nil
}

// optionAt parses "name:rest" if the name is an option's. A full-width colon is accepted too: Chinese keyboards type
// it.
func (c *client) optionAt(options []wire.Option, word string) (*wire.Option, string) {
	i := strings.IndexAny(word, ":：")
	if i < 0 {
		return nil, ""
	}
	name := word[:i]
	_, size := utf8.DecodeRuneInString(word[i:])
	for k := range options {
		if o := &options[k]; c.calls(o, name) {
			return o, word[i+size:]
		}
	}
	return nil, ""
}

// value validates the input for an option and converts it to the value for the bot.
func (c *client) value(o *wire.Option, v any) (any, error) {
	if len(o.Choices) > 0 {
		return c.choice(o, v)
	}
	text := textOf(v)
	switch o.Type {
	case wire.OptionString:
		if n := utf8.RuneCountInString(text); n > 6000 {
			return nil, fail(400, "The option %q may have 6000 characters, not %d.", o.Name, n)
		}
		return text, nil
	case wire.OptionInteger:
		return number(o, text)
	case wire.OptionBoolean:
		switch strings.ToLower(text) {
		case "true", "yes":
			return true, nil
		case "false", "no":
			return false, nil
		}
		return nil, fail(400, "The option %q is true or false, not %q.", o.Name, text)
	case wire.OptionUser:
		if id := c.guild.findMember(text); c.resolveUser(id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a person, as @name or id; %q is not one.", o.Name, text)
	case wire.OptionChannel:
		ch := c.channels.get(c.channels.findByName(text))
		if ch != nil && (len(o.ChannelTypes) == 0 || slices.Contains(o.ChannelTypes, ch.Type)) {
			return ch.ID, nil
		}
		return nil, fail(400, "The option %q is a channel, as #name or id; %q is not one.", o.Name, text)
	case wire.OptionRole:
		if id := c.guild.findRole(text); id != "" {
			return id, nil
		}
		return nil, fail(400, "The option %q is a role, as @name or id; %q is not one.", o.Name, text)
	case wire.OptionAttachment:
		if id := wire.ID(text); c.resolveFile(id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a file: the \"id\" that POST /playground/files?person=%s&filename=NAME "+
			"returns. No file %q was uploaded within the last hour.", o.Name, c.person.ID, text)
	}
	return nil, fail(400, "The playground has no way to give the option %q (type %d).", o.Name, o.Type)
}

// choice returns the value of a choice, given by value or by name, in English or the person's language.
func (c *client) choice(o *wire.Option, v any) (any, error) {
	text := textOf(v)
	for _, x := range o.Choices {
		if textOf(x.Value) == text {
			return x.Value, nil
		}
	}
	var names []string
	for _, x := range o.Choices {
		if x.NameLocalized[c.person.Locale] == text || strings.EqualFold(x.Name, text) {
			return x.Value, nil
		}
		names = append(names, textOf(x.Value))
	}
	return nil, fail(400, "The option %q cannot be %q. It can be: %s.", o.Name, text, strings.Join(names, ", "))
}

func number(o *wire.Option, text string) (any, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil, fail(400, "The option %q is a whole number, not %q.", o.Name, text)
	}
	least, most := *cmp.Or(o.MinValue, new(-1<<53)), *cmp.Or(o.MaxValue, new(1<<53)) // Discord's limits
	if n < least || n > most {
		return nil, fail(400, "The option %q has to be %d to %d, not %s.", o.Name, least, most, text)
	}
	return n, nil
}
