package playground

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// A client does what Discord's client does with a person's input: it knows the commands, validates input for commands
// and forms, and converts it to values and ids. It is created for one act, with the state lock held.
type client struct {
	commands *commands
	of       wire.ID // only the commands of this application; empty: of all
	resolver *resolver
	p        *person
	ch       *channel
}

// find returns the command with a name, in English or in the person's language, and the words of its subcommands.
func (c *client) find(name string) (*wire.Command, []string, error) {
	words := strings.Fields(strings.TrimPrefix(name, "/"))
	if len(words) == 0 {
		return nil, nil, fail(400, "Say which command: {\"name\":\"help\"} or {\"text\":\"/help\"}.")
	}
	cmd, err := c.named(wire.ChatInput, "/", words[0])
	return cmd, words[1:], err
}

// named returns the command of a type with a name, in English or in the person's language. sign is the prefix of such
// names in error messages.
func (c *client) named(kind int, sign, name string) (*wire.Command, error) {
	var names []string
	var found []wire.Command
	for _, cmd := range c.commands.in(c.ch, c.p) {
		switch {
		case cmd.Type != kind || c.of != "" && c.of != cmd.ApplicationID:
		case cmd.Name != name && cmd.NameLocalized[c.p.Locale] != name:
			names = append(names, sign+cmd.Name)
		case !slices.ContainsFunc(found, func(x wire.Command) bool { return x.ApplicationID == cmd.ApplicationID }):
			found = append(found, cmd)
		}
	}
	switch {
	case len(found) == 1:
		return c.allowed(&found[0], sign)
	case len(found) > 1:
		return nil, c.ambiguous(found, sign+name)
	case len(names) == 0:
		return nil, fail(404, "There is no command %s%s: the bot has registered none for this channel.", sign, name)
	}
	return nil, fail(404, "There is no command %s%s here. There are: %s.", sign, name, strings.Join(names, " "))
}

// allowed returns the command if the person may use it, or a failure.
func (c *client) allowed(cmd *wire.Command, sign string) (*wire.Command, error) {
	if c.ch.GuildID != "" && cmd.DefaultPermissions.Set &&
		c.p.permissions()&cmd.DefaultPermissions.Bits != cmd.DefaultPermissions.Bits {
		return nil, fail(403, "%s may not use %s%s: it is for members with other permissions, such as the server's owner.",
			c.p.Name, sign, cmd.Name)
	}
	c.resolver.app = cmd.ApplicationID
	return cmd, nil
}

// ambiguous returns the failure that several applications have a command with the name.
func (c *client) ambiguous(found []wire.Command, name string) error {
	var of []string
	for _, cmd := range found {
		of = append(of, fmt.Sprintf("%s (%s)", c.commands.apps.get(cmd.ApplicationID).Name, cmd.ApplicationID))
	}
	return fail(409, "Several applications have a command %s: %s. Say whose: {\"application\":ID}.", name,
		strings.Join(of, ", "))
}

// command builds the data of a complete command. All values must be valid.
func (c *client) command(name string, values map[string]any) (*wire.CommandData, error) {
	data, _, err := c.build(name, values, "")
	return data, err
}

// partial builds the data of an autocomplete interaction and returns the type of the focused option. Missing and
// invalid values are left out.
func (c *client) partial(name string, values map[string]any, focused string) (*wire.CommandData, int, error) {
	if focused == "" {
		return nil, 0, fail(400, "Say which option is being typed: {\"focused\":\"move\"}.")
	}
	return c.build(name, values, focused)
}

// build converts names and values to data. focused names the option to complete; it is empty for a complete command.
func (c *client) build(name string, values map[string]any, focused string) (*wire.CommandData, int, error) {
	cmd, words, err := c.find(name)
	if err != nil {
		return nil, 0, err
	}
	words = c.defaultNames(cmd.Options, words)
	options, ok := cmd.Path(words)
	if !ok {
		return nil, 0, noSubcommand(cmd, words)
	}
	values, err = c.byDefaultName(cmd, options, values)
	if err != nil {
		return nil, 0, err
	}
	var given []wire.OptionValue
	kind := 0
	for i := range options {
		o := &options[i]
		v, there := values[o.Name]
		switch {
		case o.Name == focused:
			if !o.Autocomplete {
				return nil, 0, fail(400, "The option %q of /%s is not completed by the bot.", o.Name, cmd.Name)
			}
			kind = o.Type
			text, _ := v.(string)
			given = append(given, wire.OptionValue{Name: o.Name, Type: o.Type, Value: text, Focused: true})
			continue
		case !there || v == nil || v == "":
			if o.Required && focused == "" {
				return nil, 0, fail(400, "The option %q of /%s is required: %s", o.Name, cmd.Name, o.Description)
			}
			continue
		}
		value, err := c.value(o, v)
		if err != nil {
			if focused != "" {
				continue // incomplete values do not prevent a completion
			}
			return nil, 0, err
		}
		given = append(given, wire.OptionValue{Name: o.Name, Type: o.Type, Value: value})
	}
	if focused != "" && kind == 0 {
		return nil, 0, fail(400, "/%s has no option %q.", cmd.Name, focused)
	}
	data := c.data(cmd)
	data.Options, data.Resolved = nest(cmd.Options, words, given), c.resolver.resolved()
	return data, kind, nil
}

// data returns the data of a command without options.
func (c *client) data(cmd *wire.Command) *wire.CommandData {
	return &wire.CommandData{ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, GuildID: cmd.GuildID,
		ApplicationID: cmd.ApplicationID, Owners: installs(cmd, c.p, c.ch)}
}

// nest wraps the values in their subcommands.
func nest(options []wire.Option, words []string, given []wire.OptionValue) []wire.OptionValue {
	if len(words) == 0 {
		return given
	}
	for _, o := range options {
		if o.Name == words[0] {
			return []wire.OptionValue{{Name: o.Name, Type: o.Type, Options: nest(o.Options, words[1:], given)}}
		}
	}
	return nil // Path has found them all
}

// defaultNames converts subcommand names in the person's language to their default names.
func (c *client) defaultNames(options []wire.Option, words []string) []string {
	out := slices.Clone(words)
	for i, w := range out {
		for _, o := range options {
			if o.Name == w || o.NameLocalized[c.p.Locale] == w {
				out[i], options = o.Name, o.Options
				break
			}
		}
	}
	return out
}

// byDefaultName converts option names in the person's language to their default names, and refuses unknown options.
func (c *client) byDefaultName(cmd *wire.Command, options []wire.Option, values map[string]any) (
	out map[string]any, err error) {
	out = map[string]any{}
	for name, v := range values {
		i := slices.IndexFunc(options, func(o wire.Option) bool {
			return o.Name == name || o.NameLocalized[c.p.Locale] == name
		})
		if i < 0 {
			return nil, fail(400, "/%s has no option %q%s.", cmd.Name, name, optionNames(options))
		}
		out[options[i].Name] = v
	}
	return out, nil
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

// noSubcommand returns the failure that the words lead to no subcommand; it lists the possible next words.
func noSubcommand(cmd *wire.Command, words []string) error {
	name, options := cmd.Name, cmd.Options
	for len(words) > 0 {
		i := slices.IndexFunc(options, func(o wire.Option) bool { return isNested(o) && o.Name == words[0] })
		if i < 0 {
			break
		}
		name, options, words = name+" "+words[0], options[i].Options, words[1:]
	}
	var names []string
	for _, o := range options {
		if isNested(o) {
			names = append(names, o.Name)
		}
	}
	switch {
	case names == nil:
		return fail(400, "/%s has no subcommand %q: it has none.", name, strings.Join(words, " "))
	case len(words) == 0:
		return fail(400, "/%s needs a subcommand: %s.", name, strings.Join(names, ", "))
	}
	return fail(400, "/%s has no subcommand %q; it has %s.", name, words[0], strings.Join(names, ", "))
}

// isNested reports whether an option is a subcommand or subcommand group.
func isNested(o wire.Option) bool {
	return o.Type == wire.OptionSubcommand || o.Type == wire.OptionSubcommandGroup
}

// value validates the input for an option and converts it to the value for the bot.
func (c *client) value(o *wire.Option, v any) (any, error) {
	if len(o.Choices) > 0 {
		return c.choice(o, v)
	}
	text := textOf(v)
	switch o.Type {
	case wire.OptionString:
		n := utf8.RuneCountInString(text)
		if o.MinLength != nil && n < *o.MinLength || o.MaxLength != nil && n > *o.MaxLength || n > 6000 {
			return nil, fail(400, "The option %q has to be %s characters long, not %d.", o.Name,
				span(o.MinLength, o.MaxLength), n)
		}
		return text, nil
	case wire.OptionInteger, wire.OptionNumber:
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
		if id := c.resolver.guild.findMember(text); c.resolver.user(id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a person, as @name or id; %q is no member.", o.Name, text)
	case wire.OptionMentionable:
		if id := c.resolver.guild.findMember(text); c.resolver.user(id) {
			return id, nil
		}
		if id := c.resolver.guild.findRole(text); c.resolver.role(id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a person or a role, as @name or id; %q is neither.", o.Name, text)
	case wire.OptionChannel:
		id := c.resolver.channels.findByName(text)
		if ch := c.resolver.channels.get(id); ch != nil && (len(o.ChannelTypes) == 0 ||
			slices.Contains(o.ChannelTypes, ch.Type)) && c.resolver.channel(id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a channel, as #name or id; %q is no such channel.", o.Name, text)
	case wire.OptionRole:
		if id := c.resolver.guild.findRole(text); c.resolver.role(id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a role, as @name or id; %q is no role of the server.", o.Name, text)
	case wire.OptionAttachment:
		if id := wire.ID(text); c.resolver.attachment(c.p, id) {
			return id, nil
		}
		return nil, fail(400, "The option %q is a file: the \"id\" that POST /playground/files?person=%s&filename=NAME "+
			"returns. No file %q was uploaded within the last hour.", o.Name, c.p.ID, text)
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
		if x.NameLocalized[c.p.Locale] == text || strings.EqualFold(x.Name, text) {
			return x.Value, nil
		}
		names = append(names, textOf(x.Value))
	}
	return nil, fail(400, "The option %q cannot be %q. It can be: %s.", o.Name, text, strings.Join(names, ", "))
}

func number(o *wire.Option, text string) (any, error) {
	x, err := strconv.ParseFloat(text, 64)
	whole := o.Type == wire.OptionInteger
	if err != nil || whole && x != math.Trunc(x) || math.IsNaN(x) || math.Abs(x) > 1<<53 {
		kind := "a number"
		if whole {
			kind = "a whole number"
		}
		return nil, fail(400, "The option %q is %s, not %q.", o.Name, kind, text)
	}
	if o.MinValue != nil && x < *o.MinValue || o.MaxValue != nil && x > *o.MaxValue {
		return nil, fail(400, "The option %q has to be %s, not %s.", o.Name, span(o.MinValue, o.MaxValue), text)
	}
	if whole {
		return int64(x), nil
	}
	return x, nil
}

func span[T int | float64](lo, hi *T) string {
	show := func(x *T) string { return strconv.FormatFloat(float64(*x), 'f', -1, 64) }
	switch {
	case lo == nil && hi == nil:
		return "any"
	case lo == nil:
		return show(hi) + " at most"
	case hi == nil:
		return show(lo) + " at least"
	default:
		return show(lo) + " to " + show(hi)
	}
}

// textOf formats a JSON value as a person would type it.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return string(toJSON(v))
}

// parse parses a command as typed: "/challenge color:red strength:3", "/move 炮二平五", "/settings language vi". A value
// extends to the next "name:" of an option; text before the first name is the value of the first option that is not
// named. Names may be in the person's language.
func (c *client) parse(text string) (name string, values map[string]any, err error) {
	name, values, _, err = c.parseTyped(text)
	return name, values, err
}

// parseTyped is parse that also returns the option of the last word, which is the one being typed.
func (c *client) parseTyped(text string) (name string, values map[string]any, typing string, err error) {
	if !strings.HasPrefix(text, "/") {
		return "", nil, "", fail(400,
			"A command begins with a slash: %q does not. Text without one is sent with /playground/say.", text)
	}
	words := strings.Fields(text[1:])
	if len(words) == 0 {
		return "", nil, "", fail(400, "A command needs a name after the slash.")
	}
	cmd, _, err := c.find(words[0])
	if err != nil {
		return "", nil, "", err
	}
	path, options := []string{cmd.Name}, cmd.Options
	words = words[1:]
	for len(words) > 0 {
		i := slices.IndexFunc(options, func(o wire.Option) bool {
			return isNested(o) && (o.Name == words[0] || o.NameLocalized[c.p.Locale] == words[0])
		})
		if i < 0 {
			break
		}
		path, options, words = append(path, options[i].Name), options[i].Options, words[1:]
	}
	if slices.ContainsFunc(options, isNested) {
		return "", nil, "", noSubcommand(cmd, append(path[1:], words...))
	}
	values, typing, err = c.parseValues(cmd, options, strings.Join(words, " "))
	return strings.Join(path, " "), values, typing, err
}

func (c *client) parseValues(cmd *wire.Command, options []wire.Option, text string) (values map[string]any,
	current string, err error) {
	values = map[string]any{}
	var unnamed []string
	for word := range strings.FieldsSeq(text) {
		if o, rest := c.optionAt(options, word); o != nil {
			if _, twice := values[o.Name]; twice {
				return nil, "", fail(400, "The option %q of /%s is given twice.", o.Name, cmd.Name)
			}
			current = o.Name
			values[current] = rest
			continue
		}
		if current == "" {
			unnamed = append(unnamed, word)
			continue
		}
		values[current] = strings.TrimSpace(values[current].(string) + " " + word)
	}
	i := slices.IndexFunc(options, func(o wire.Option) bool { _, named := values[o.Name]; return !named })
	switch {
	case unnamed == nil && current == "" && i >= 0:
		return values, options[i].Name, nil
	case unnamed == nil:
		return values, current, nil
	case i < 0:
		return nil, "", fail(400, "/%s has no option for %q%s.", cmd.Name, strings.Join(unnamed, " "), optionNames(options))
	}
	values[options[i].Name] = strings.Join(unnamed, " ")
	if current == "" {
		current = options[i].Name
	}
	return values, current, nil
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
		if o := &options[k]; o.Name == name || o.NameLocalized[c.p.Locale] == name {
			return o, word[i+size:]
		}
	}
	return nil, ""
}
