package wire

import (
	"reflect"
	"slices"
)

// checkComponents checks what the limits of single fields do not cover: which component may be where, and what has to be
// unique. The components of a message are action rows, those of a modal labels.
func checkComponents(f field, list []Component, kind int) {
	seen := customIDs{}
	for i := range list {
		seen.check(f.index(i), &list[i], kind)
	}
}

// customIDs are those of the components so far, which are unique in a message or a modal.
type customIDs map[string]bool

// check checks a component, which must be of one of the types, and its children.
func (seen customIDs) check(f field, c *Component, types ...int) {
	if !slices.Contains(types, c.Type) {
		f.key("type").add("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", types)
		return
	}
	switch c.Type {
	case ActionRow:
		seen.checkRow(f.key("components"), c.Components)
		return
	case Label:
		f.key("label").within(reflect.ValueOf(c.Label), 1, 45)
		if c.Component == nil {
			f.key("component").required()
			return
		}
		seen.check(f.key("component"), c.Component, TextInput, StringSelect, UserSelect, RoleSelect, ChannelSelect, FileUpload)
		return
	case Button:
		checkButton(f, c)
	case StringSelect:
		checkMenuOptions(f.key("options"), c)
	case TextInput:
		if c.Style != 1 && c.Style != 2 {
			f.key("style").add("BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
	}
	switch at := f.key("custom_id"); {
	case c.URL != "" && c.CustomID != "":
		at.add("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
	case c.URL == "" && c.CustomID == "":
		at.required()
	case seen[c.CustomID]:
		at.add("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	seen[c.CustomID] = c.CustomID != ""
}

// checkRow checks a row: at most five buttons, or one menu.
func (seen customIDs) checkRow(f field, list []Component) {
	if len(list) == 0 {
		f.required()
	}
	for i := range list {
		seen.check(f.index(i), &list[i], Button, StringSelect, UserSelect, RoleSelect, ChannelSelect)
		if list[i].IsSelect() && len(list) > 1 {
			f.add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

// linkStyle is the style of a button that opens a page. It is the last one.
const linkStyle = 5

// checkButton checks the style, the link, the label and the emoji of a button.
func checkButton(f field, c *Component) {
	if c.Style < 1 || c.Style > linkStyle {
		f.key("style").add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
	if (c.Style == linkStyle) != (c.URL != "") {
		f.key("url").required()
	}
	if c.URL != "" {
		f.key("url").link(c.URL, "http", "https", "discord")
	}
	if c.Label == "" && c.Emoji == nil {
		f.key("label").add("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
	checkEmoji(f.key("emoji"), c.Emoji)
}

// checkMenuOptions checks the options of a string select.
func checkMenuOptions(f field, c *Component) {
	most, defaults := 1, 0
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	if most > len(c.Options) {
		f.add("SELECT_COMPONENT_MAX_VALUES_TOO_BIG", "max_values is more than there are options")
	}
	values := map[string]bool{}
	for i, o := range c.Options {
		checkEmoji(f.index(i).key("emoji"), o.Emoji)
		if values[o.Value] {
			f.index(i).key("value").add("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > most {
		f.add("SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are preselected than may be chosen")
	}
}

// checkEmoji accepts a custom emoji by its id, or a Unicode emoji by its name. Symbols that are not emoji, such as some
// arrows and chess pieces, are refused.
func checkEmoji(f field, e *Emoji) {
	if e != nil && Deref(e.ID) == "" && !IsEmoji(e.Name) {
		f.key("name").add("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}
