package playground

import (
	"slices"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// fill puts what a person typed into a form, checks it as Discord's client does, and gives it the shape of the form.
func (c *client) fill(form *wire.ModalForm, values map[string]any) ([]wire.ModalValue, error) {
	known := map[string]bool{}
	var list []wire.ModalValue
	for i := range form.Components {
		part := &form.Components[i]
		v := wire.ModalValue{Type: part.Type, ID: part.ID}
		switch part.Type {
		case wire.ActionRow:
			for k := range part.Components {
				field, err := c.fillField(&part.Components[k], "", values)
				if err != nil {
					return nil, err
				}
				known[field.CustomID] = true
				v.Components = append(v.Components, *field)
			}
		case wire.Label:
			field, err := c.fillField(part.Component, part.Label, values)
			if err != nil {
				return nil, err
			}
			known[field.CustomID] = true
			v.Component = field
		}
		list = append(list, v)
	}
	for id := range values {
		if !known[id] {
			return nil, fail(400, "The form has no field %q.", id)
		}
	}
	return list, nil
}

func (c *client) fillField(f *wire.Component, label string, values map[string]any) (*wire.ModalValue, error) {
	if label == "" {
		label = f.Label
	}
	v := &wire.ModalValue{Type: f.Type, ID: f.ID, CustomID: f.CustomID}
	required := f.Required == nil || *f.Required
	given, there := values[f.CustomID]
	if f.Type != wire.TextInput {
		v.Values = []string{}
		switch given := given.(type) {
		case string:
			v.Values = append(v.Values, given)
		case []any:
			for _, x := range given {
				v.Values = append(v.Values, textOf(x))
			}
		}
		if len(v.Values) == 0 && !required {
			return v, nil
		}
		_, err := c.chosen(f, v.Values)
		return v, err
	}
	text := f.Value
	if there {
		text = textOf(given)
	}
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && required:
		return nil, fail(400, "The field %q has to be filled in.", label)
	case n > 0 && f.MinLength != nil && n < *f.MinLength || f.MaxLength != nil && n > *f.MaxLength || n > 4000:
		return nil, fail(400, "The field %q has to be %s characters long, not %d.", label, span(f.MinLength, f.MaxLength), n)
	}
	v.Value = &text
	return v, nil
}

// chosen checks the values of a menu and finds what is behind ids.
func (c *client) chosen(menu *wire.Component, values []string) (*wire.Resolved, error) {
	lo, hi := 1, 1
	if menu.MinValues != nil {
		lo = *menu.MinValues
	}
	if menu.MaxValues != nil {
		hi = *menu.MaxValues
	}
	if len(values) < lo || len(values) > hi {
		return nil, fail(400, "Choose %d to %d of this menu, not %d.", lo, hi, len(values))
	}
	if menu.Type == wire.StringSelect {
		for _, v := range values {
			if !slices.ContainsFunc(menu.Options, func(o wire.SelectOption) bool { return o.Value == v }) {
				return nil, fail(400, "The menu has no option with the value %q.", v)
			}
		}
		return nil, nil
	}
	for _, v := range values {
		id := wire.ID(v)
		fits := false
		switch menu.Type {
		case wire.UserSelect:
			fits = c.found.user(id)
		case wire.RoleSelect:
			fits = c.found.role(id)
		case wire.MentionableSelect:
			fits = c.found.user(id) || c.found.role(id)
		case wire.ChannelSelect:
			fits = c.found.channel(id)
		}
		if !fits {
			return nil, fail(400, "%q cannot be chosen in this menu.", v)
		}
	}
	return c.found.resolved(), nil
}
