package wire

import (
	"cmp"
	"slices"
)

// checkMessageComponents checks the components of a message, which are action rows.
func checkMessageComponents(f Field, list []Component) {
	c := componentCheck{customIDs: map[string]bool{}, ids: map[int]bool{}}
	f.count(len(list), 0, 5)
	for i := range list {
		c.check(f.Index(i), &list[i], ActionRow)
	}
}

// checkModalComponents checks the components of a modal.
func checkModalComponents(f Field, list []Component) {
	c := componentCheck{customIDs: map[string]bool{}, ids: map[int]bool{}}
	f.count(len(list), 1, 5)
	for i := range list {
		c.check(f.Index(i), &list[i], Label, TextDisplay)
	}
}

// componentCheck tracks across a tree what must be unique.
type componentCheck struct {
	customIDs map[string]bool
	ids       map[int]bool
}

// check checks a component, which must be of one of the types, and its children.
func (c *componentCheck) check(f Field, x *Component, types ...int) {
	if !slices.Contains(types, x.Type) {
		f.Key("type").Add("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", types)
		return
	}
	within(f.Key("id"), &x.ID, 0, 1<<31-1)
	if x.ID > 0 && c.ids[x.ID] {
		f.Key("id").Add("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	c.ids[x.ID] = true
	switch x.Type {
	case ActionRow:
		c.checkRow(f.Key("components"), x.Components)
	case Button:
		c.button(f, x)
	case StringSelect, UserSelect, RoleSelect, ChannelSelect:
		c.menu(f, x)
	case TextInput:
		c.input(f, x)
	case FileUpload:
		c.customID(f.Key("custom_id"), x.CustomID)
		checkValueRange(f, x, maxUploads)
	case TextDisplay:
		f.Key("content").length(x.Content, 1, 4000)
	case Label:
		f.Key("label").length(x.Label, 1, 45)
		f.Key("description").length(x.Description, 0, 100)
		if x.Component == nil {
			f.Key("component").required()
			return
		}
		c.check(f.Key("component"), x.Component, TextInput, StringSelect, UserSelect, RoleSelect, ChannelSelect,
			FileUpload)
	}
}

// checkRow checks a row: at most five buttons, or one menu.
func (c *componentCheck) checkRow(f Field, list []Component) {
	f.count(len(list), 1, 5)
	width := 0
	for i := range list {
		x := &list[i]
		c.check(f.Index(i), x, Button, StringSelect, UserSelect, RoleSelect, ChannelSelect)
		width++
		if x.IsSelect() {
			width += 4
		}
	}
	if width > 5 && len(list) <= 5 {
		f.Add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
}

func (c *componentCheck) customID(f Field, id string) {
	f.length(id, 1, 100)
	if id != "" && c.customIDs[id] {
		f.Add("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	c.customIDs[id] = true
}

// linkStyle is the style of a button that opens a page; the last of those that exist here.
const linkStyle = 5

func (c *componentCheck) button(f Field, x *Component) {
	f.Key("label").length(x.Label, 0, 80)
	checkEmoji(f.Key("emoji"), x.Emoji)
	switch {
	case x.Style < 1 || x.Style > linkStyle:
		f.Key("style").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
		return
	case x.Style == linkStyle:
		if x.URL == "" {
			f.Key("url").required()
			break
		}
		f.Key("url").length(x.URL, 0, 512)
		f.Key("url").link(x.URL, "http", "https", "discord")
		if x.CustomID != "" {
			f.Key("custom_id").Add("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
				"A custom id and url cannot both be specified")
		}
	default:
		c.customID(f.Key("custom_id"), x.CustomID)
		if x.URL != "" {
			f.Key("url").Add("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	}
	if x.Label == "" && x.Emoji == nil {
		f.Key("label").Add("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

func (c *componentCheck) menu(f Field, x *Component) {
	c.customID(f.Key("custom_id"), x.CustomID)
	f.Key("placeholder").length(x.Placeholder, 0, 150)
	hi := checkValueRange(f, x, maxMenuOptions)
	if x.Type != StringSelect {
		f.Key("default_values").count(len(x.DefaultValues), 0, maxMenuOptions)
		return
	}
	f = f.Key("options")
	f.count(len(x.Options), 1, maxMenuOptions)
	if hi > len(x.Options) && len(x.Options) > 0 && x.MaxValues != nil {
		f.Add("SELECT_COMPONENT_MAX_VALUES_TOO_BIG", "max_values is more than there are options")
	}
	checkSelectOptions(f, x.Options, hi)
}

// The maximum number of options of a menu, and of files of an upload.
const (
	maxMenuOptions = 25
	maxUploads     = 10
)

// checkValueRange checks min_values and max_values, and returns the maximum.
func checkValueRange(f Field, x *Component, most int) (hi int) {
	lo, hi := 1, 1
	within(f.Key("min_values"), x.MinValues, 0, most)
	within(f.Key("max_values"), x.MaxValues, 1, most)
	lo, hi = *cmp.Or(x.MinValues, &lo), *cmp.Or(x.MaxValues, &hi)
	if lo > hi {
		f.Key("min_values").Add("SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX", "min_values must not be more than max_values")
	}
	return hi
}

// checkSelectOptions checks options, of which at most hi may be preselected.
func checkSelectOptions(f Field, list []SelectOption, hi int) {
	seen := map[string]bool{}
	defaults := 0
	for i, o := range list {
		f.Index(i).Key("label").length(o.Label, 1, 100)
		f.Index(i).Key("value").length(o.Value, 1, 100)
		f.Index(i).Key("description").length(o.Description, 0, 100)
		checkEmoji(f.Index(i).Key("emoji"), o.Emoji)
		if seen[o.Value] {
			f.Index(i).Key("value").Add("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > hi {
		f.Add("SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are preselected than may be chosen")
	}
}

func (c *componentCheck) input(f Field, x *Component) {
	c.customID(f.Key("custom_id"), x.CustomID)
	if x.Style != 1 && x.Style != 2 {
		f.Key("style").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	f.Key("placeholder").length(x.Placeholder, 0, 100)
	f.Key("value").length(x.Value, 0, 4000)
	within(f.Key("min_length"), x.MinLength, 0, 4000)
	within(f.Key("max_length"), x.MaxLength, 1, 4000)
}

// checkEmoji accepts a custom emoji by its id, or a Unicode emoji by its name. Symbols that are not emoji, such as some
// arrows and chess pieces, are refused.
func checkEmoji(f Field, e *Emoji) {
	if e == nil {
		return
	}
	if e.ID != nil && *e.ID != "" {
		f.Key("id").id(*e.ID)
		return
	}
	if e.Name == "" {
		f.Key("name").required()
		return
	}
	if !IsEmoji(e.Name) {
		f.Key("name").Add("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}
