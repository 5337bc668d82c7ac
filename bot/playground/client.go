package playground

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/wire"
)

// A client does what Discord's client does with a person's input: it knows the commands, validates input for commands
// and forms, and converts it to values and ids. It is created for one act, with the state lock held.
type client struct {
	guild    *guild
	channels *channels
	commands *commands
	uploads  *attachments.Uploads

	person   *person
	channel  *channel
	resolved wire.Resolved // the people and files among the values, or the message of a menu
}

// named returns the command of a type with a name, in English or in the person's language. sign is the prefix of such
// names in error messages.
func (c *client) named(kind int, sign, name string) (*wire.Command, error) {
	var names []string
	for _, cmd := range c.commands.in(c.channel, c.person) {
		switch {
		case cmd.Type != kind:
		case cmd.Name != name && cmd.NameLocalized[c.person.Locale] != name:
			names = append(names, sign+cmd.Name)
		default:
			return c.allowed(&cmd, sign)
		}
	}
	if names == nil {
		return nil, fail(404, "There is no command %s%s: the bot has registered none for this channel.", sign, name)
	}
	return nil, fail(404, "There is no command %s%s here. The commands are: %s.", sign, name, strings.Join(names, " "))
}

// allowed returns the command if the person may use it, or a failure.
func (c *client) allowed(cmd *wire.Command, sign string) (*wire.Command, error) {
	if needed := wire.Deref(cmd.DefaultPermissions); c.channel.GuildID != "" && c.person.permissions()&needed != needed {
		return nil, fail(403, "%s may not use %s%s: it is for members with other permissions, such as the server's owner.",
			c.person.Name, sign, cmd.Name)
	}
	return cmd, nil
}

// data returns the data of a command without options.
func (c *client) data(cmd *wire.Command) *wire.CommandData {
	return &wire.CommandData{ID: cmd.ID, Name: cmd.Name, Type: cmd.Type, GuildID: cmd.GuildID,
		ApplicationID: ApplicationID, Owners: installs(cmd, c.person, c.channel)}
}

// textOf formats a JSON value as a person would type it.
func textOf(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return string(wire.JSON(v))
}

// resolveUser adds a person or the bot to what is resolved; it returns false if there is none with that id. A person who
// has left the server is added as a user without a member.
func (c *client) resolveUser(id wire.ID) bool {
	user, ok := c.guild.user(id)
	if !ok {
		return false
	}
	c.resolved.Users[id] = user
	if member := c.guild.member(id); member != nil {
		member.User = nil
		if p := c.guild.person(id); p != nil {
			member.Permissions = p.permissions()
		}
		c.resolved.Members[id] = *member
	}
	return true
}

// resolveFile adds a file that the person has uploaded to what is resolved; it returns false if there is none with that
// id.
func (c *client) resolveFile(id wire.ID) bool {
	file, ok := c.uploads.Get(c.person.ID, id)
	if ok {
		c.resolved.Attachments[id] = file
	}
	return ok
}

// fill validates a person's input for a modal as Discord's client does, and returns it in the structure of the modal.
func (c *client) fill(form *wire.ModalForm, values map[string]any) ([]wire.ModalValue, error) {
	known := map[string]bool{}
	var list []wire.ModalValue
	for i := range form.Components {
		part := &form.Components[i]
		field, err := c.fillField(part.Component, part.Label, values)
		if err != nil {
			return nil, err
		}
		known[field.CustomID] = true
		list = append(list, wire.ModalValue{Type: part.Type, ID: part.ID, Component: field})
	}
	for id := range values {
		if !known[id] {
			return nil, fail(400, "The form has no field %q.", id)
		}
	}
	return list, nil
}

func (c *client) fillField(f *wire.Component, label string, values map[string]any) (*wire.ModalValue, error) {
	v := &wire.ModalValue{Type: f.Type, ID: f.ID, CustomID: f.CustomID}
	given, ok := values[f.CustomID]
	if f.Type == wire.TextInput {
		text, err := written(f, label, given, ok)
		v.Value = &text
		return v, err
	}
	v.Values = listOf(given)
	if !ok {
		v.Values = presets(f)
	}
	if len(v.Values) == 0 && f.Required != nil && !*f.Required {
		return v, nil
	}
	return v, c.chosen(f, v.Values)
}

// written returns the text that a person typed, or the preset text if they have typed none.
func written(f *wire.Component, label string, given any, typed bool) (string, error) {
	text := f.Value
	if typed {
		text = textOf(given)
	}
	n, most := utf8.RuneCountInString(text), *cmp.Or(f.MaxLength, new(4000))
	switch {
	case n == 0 && (f.Required == nil || *f.Required):
		return "", fail(400, "The field %q has to be filled in.", label)
	case n > most:
		return "", fail(400, "The field %q may have %d characters, not %d.", label, most, n)
	}
	return text, nil
}

// listOf converts a string or a list to a list of strings.
func listOf(given any) []string {
	list := []string{}
	switch given := given.(type) {
	case string:
		if given != "" {
			list = append(list, given)
		}
	case []any:
		for _, x := range given {
			list = append(list, textOf(x))
		}
	}
	return list
}

// presets returns the preselected options, or the ids of the people, roles and channels.
func presets(f *wire.Component) []string {
	list := []string{}
	for _, o := range f.Options {
		if o.Default {
			list = append(list, o.Value)
		}
	}
	for _, d := range f.DefaultValues {
		list = append(list, string(d.ID))
	}
	return list
}

// chosen validates the values of a select menu, or of a similar component of a modal, and resolves ids.
func (c *client) chosen(menu *wire.Component, values []string) error {
	lo, hi := *menu.MinValues, *menu.MaxValues // set by wire.FillDefaults
	if len(values) < lo || len(values) > hi {
		return fail(400, "Choose %d to %d of this menu, not %d.", lo, hi, len(values))
	}
	if menu.Type == wire.StringSelect {
		for _, v := range values {
			if !slices.ContainsFunc(menu.Options, func(o wire.SelectOption) bool { return o.Value == v }) {
				return fail(400, "The menu has no option with the value %q.", v)
			}
		}
		return nil
	}
	for _, v := range values {
		id := wire.ID(v)
		fits := false
		switch menu.Type {
		case wire.UserSelect:
			fits = c.resolveUser(id)
		case wire.RoleSelect:
			fits = c.guild.findRole(v) == id
		case wire.ChannelSelect:
			fits = c.channels.findByName(v) == id
		case wire.FileUpload:
			fits = c.resolveFile(id)
		}
		if !fits {
			return fail(400, "%q cannot be chosen in this menu.", v)
		}
	}
	return nil
}
