package wire

import "encoding/json"

// Types of components that the playground knows.
const (
	ActionRow         = 1
	Button            = 2
	StringSelect      = 3
	TextInput         = 4
	UserSelect        = 5
	RoleSelect        = 6
	MentionableSelect = 7
	ChannelSelect     = 8
	Section           = 9
	TextDisplay       = 10
	Thumbnail         = 11
	MediaGallery      = 12
	File              = 13
	Separator         = 14
	Container         = 17
	Label             = 18
	FileUpload        = 19
	RadioGroup        = 21
	CheckboxGroup     = 22
	Checkbox          = 23
)

// A Component is a button, a menu, a text field or what holds them: one struct for all, Type says which fields mean
// something.
type Component struct {
	Type int `json:"type"`
	ID   int `json:"id,omitempty"` // unique in the message; given by Discord where the bot gave none

	// What holds others: a row, a container, a section (Components and Accessory), a label (Component).
	Components []Component `json:"components,omitempty"`
	Accessory  *Component  `json:"accessory,omitempty"`
	Component  *Component  `json:"component,omitempty"`

	// What can be used. Label is also the heading of a text input (old form) or of a Label component.
	CustomID      string         `json:"custom_id,omitempty"`
	Style         int            `json:"style,omitempty"`
	Label         string         `json:"label,omitempty"`
	Emoji         *Emoji         `json:"emoji,omitempty"`
	URL           string         `json:"url,omitempty"`
	SKUID         ID             `json:"sku_id,omitempty"`
	Disabled      bool           `json:"disabled,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty"`
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	Options       []SelectOption `json:"options,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`
	MinLength     *int           `json:"min_length,omitempty"`
	MaxLength     *int           `json:"max_length,omitempty"`
	Required      *bool          `json:"required,omitempty"`
	Default       *bool          `json:"default,omitempty"` // of a checkbox
	Value         string         `json:"value,omitempty"`

	// What is only looked at.
	Content     string      `json:"content,omitempty"`
	Description string      `json:"description,omitempty"`
	Media       *Media      `json:"media,omitempty"`
	Items       []MediaItem `json:"items,omitempty"`
	File        *Media      `json:"file,omitempty"`
	Name        string      `json:"name,omitempty"`
	Size        int         `json:"size,omitempty"`
	Spoiler     bool        `json:"spoiler,omitempty"`
	Divider     *bool       `json:"divider,omitempty"`
	Spacing     int         `json:"spacing,omitempty"`
	AccentColor *int        `json:"accent_color,omitempty"`
}

// A SelectOption is one line of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// A DefaultValue is what a user, role or channel select shows before anybody chose.
type DefaultValue struct {
	ID   ID     `json:"id"`
	Type string `json:"type"`
}

// A MediaItem is one picture of a gallery.
type MediaItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
}

// Media is a picture or file by its address; attachment://NAME means a file of the same message.
type Media struct {
	ID           ID     `json:"id,omitempty"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID ID     `json:"attachment_id,omitempty"`
}

// IsSelect tells menus of any kind.
func (c *Component) IsSelect() bool {
	return c.Type == StringSelect || c.Type >= UserSelect && c.Type <= ChannelSelect
}

// IsInput tells what a person fills in in a form.
func (c *Component) IsInput() bool {
	return c.Type == TextInput || c.IsSelect() || c.Type == FileUpload || c.Type >= RadioGroup && c.Type <= Checkbox
}

// Walk calls fn for every component of the list and all they hold, outermost first. fn may change what it is given.
func Walk(list []Component, fn func(*Component)) {
	for i := range list {
		list[i].walk(fn)
	}
}

func (c *Component) walk(fn func(*Component)) {
	fn(c)
	Walk(c.Components, fn)
	if c.Accessory != nil {
		c.Accessory.walk(fn)
	}
	if c.Component != nil {
		c.Component.walk(fn)
	}
}

// Find is the component with that custom id, nil when there is none.
func Find(list []Component, customID string) *Component {
	var found *Component
	Walk(list, func(c *Component) {
		if c.CustomID == customID && found == nil {
			found = c
		}
	})
	return found
}

// Finish does to the components of a message what Discord does: it gives each without an id the next free one and
// writes down what goes without saying, such as that one option may be chosen.
func Finish(list []Component) {
	used := map[int]bool{}
	Walk(list, func(c *Component) { used[c.ID] = true })
	next := 1
	Walk(list, func(c *Component) {
		if c.ID == 0 {
			for used[next] {
				next++
			}
			c.ID = next
			used[next] = true
		}
		switch {
		case c.Type == CheckboxGroup:
			c.MinValues, c.MaxValues = orElse(c.MinValues, 1), orElse(c.MaxValues, len(c.Options))
		case c.IsSelect(), c.Type == FileUpload:
			c.MinValues, c.MaxValues = orElse(c.MinValues, 1), orElse(c.MaxValues, 1)
		case c.Type == Separator:
			c.Divider = orElse(c.Divider, true)
			c.Spacing = max(c.Spacing, 1)
		}
	})
}

func orElse[T any](p *T, v T) *T {
	if p == nil {
		return &v
	}
	return p
}

// MarshalJSON writes the keys that Discord always sends for a type, be they empty.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case Container:
		return json.Marshal(struct {
			plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{plain(c), c.AccentColor, c.Spoiler})
	case Thumbnail:
		return json.Marshal(struct {
			plain
			Description string `json:"description"`
			Spoiler     bool   `json:"spoiler"`
		}{plain(c), c.Description, c.Spoiler})
	case File:
		return json.Marshal(struct {
			plain
			Spoiler bool `json:"spoiler"`
		}{plain(c), c.Spoiler})
	}
	return json.Marshal(plain(c))
}

// Clone copies a list so deep that changing the copy's media does not touch the original.
func Clone(list []Component) []Component {
	if list == nil {
		return nil
	}
	out := make([]Component, len(list))
	for i, c := range list {
		out[i] = c.clone()
	}
	return out
}

func (c Component) clone() Component {
	c.Components = Clone(c.Components)
	if c.Accessory != nil {
		a := c.Accessory.clone()
		c.Accessory = &a
	}
	if c.Component != nil {
		inner := c.Component.clone()
		c.Component = &inner
	}
	if c.Media != nil {
		m := *c.Media
		c.Media = &m
	}
	if c.File != nil {
		m := *c.File
		c.File = &m
	}
	c.Items = append([]MediaItem(nil), c.Items...)
	return c
}
