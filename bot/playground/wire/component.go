package wire

import (
	"cmp"
	"encoding/json"
)

// Types of components that the playground supports.
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

// A Component is a button, a select menu, a text input, a container of components, or any other component. Type
// determines which fields apply.
type Component struct {
	Type int `json:"type"`
	ID   int `json:"id,omitempty"` // unique in the message; Discord assigns it if the bot does not

	// The children of a row, a container, a section (Components and Accessory), a label (Component).
	Components []Component `json:"components,omitempty"`
	Accessory  *Component  `json:"accessory,omitempty"`
	Component  *Component  `json:"component,omitempty"`

	// Interactive components. Label is also the heading of an old-style text input or of a Label component.
	CustomID      string         `json:"custom_id,omitempty"`
	Style         int            `json:"style,omitempty"`
	Label         string         `json:"label,omitempty"`
	Emoji         *Emoji         `json:"emoji,omitempty"`
	URL           string         `json:"url,omitempty"`
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

	// Content components.
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

// A SelectOption is an option of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// A DefaultValue is a preselected value of a user, role or channel select.
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

// Media is an image or file by its URL; attachment://NAME refers to a file of the same message.
type Media struct {
	ID           ID     `json:"id,omitempty"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID ID     `json:"attachment_id,omitempty"`
}

// IsSelect reports whether the component is a select menu of any kind.
func (c *Component) IsSelect() bool {
	return c.Type == StringSelect || c.Type >= UserSelect && c.Type <= ChannelSelect
}

// IsInput reports whether the component is a field that a person fills in.
func (c *Component) IsInput() bool {
	return c.Type == TextInput || c.IsSelect() || c.Type == FileUpload || c.Type >= RadioGroup && c.Type <= Checkbox
}

// Walk calls fn for every component of the list and all their descendants, parents first. fn may modify the components.
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

// Find returns the component with a custom id, or nil if there is none.
func Find(list []Component, customID string) *Component {
	var found *Component
	Walk(list, func(c *Component) {
		if c.CustomID == customID && found == nil {
			found = c
		}
	})
	return found
}

// FillDefaults completes the components of a message as Discord does: it gives components without an id the next free
// one, and sets defaults such as max_values.
func FillDefaults(list []Component) {
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
			c.MinValues, c.MaxValues = cmp.Or(c.MinValues, new(1)), cmp.Or(c.MaxValues, new(len(c.Options)))
		case c.IsSelect(), c.Type == FileUpload:
			c.MinValues, c.MaxValues = cmp.Or(c.MinValues, new(1)), cmp.Or(c.MaxValues, new(1))
		case c.Type == Separator:
			c.Divider = cmp.Or(c.Divider, new(true))
			c.Spacing = max(c.Spacing, 1)
		}
	})
}

// MarshalJSON writes the keys that Discord always sends for a type, even if they are empty.
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
