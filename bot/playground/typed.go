package playground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

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
		return "", nil, "", fail(400, "Which command? There is only a slash.")
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
	var bare []string
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
			bare = append(bare, word)
			continue
		}
		values[current] = strings.TrimSpace(values[current].(string) + " " + word)
	}
	i := slices.IndexFunc(options, func(o wire.Option) bool { _, named := values[o.Name]; return !named })
	switch {
	case bare == nil && current == "" && i >= 0:
		return values, options[i].Name, nil
	case bare == nil:
		return values, current, nil
	case i < 0:
		return nil, "", fail(400, "/%s has no option for %q%s.", cmd.Name, strings.Join(bare, " "), optionNames(options))
	}
	values[options[i].Name] = strings.Join(bare, " ")
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
