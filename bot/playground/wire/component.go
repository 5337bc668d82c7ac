package wire

import "cmp"

// Types of components that the playground supports.
const (
	ActionRow     = 1
	Button        = 2
	StringSelect  = 3
	TextInput     = 4
	UserSelect    = 5
	RoleSelect    = 6
	ChannelSelect = 8
	Label         = 18
	FileUpload    = 19
)

// A Component is a button, a select menu, a text input, a row or a label with components. Type determines which fields
// apply.
type Component struct {
	Type int `json:"type"`
	ID   int `json:"id,omitempty"` // unique in the message; Discord assigns it

	// The children of a row and of a label.
	Components []Component `json:"components,omitempty" limit:"0-5"`
	Component  *Component  `json:"component,omitempty"`

	// Interactive components. Label is also the heading of a Label component.
	CustomID      string         `json:"custom_id,omitempty" limit:"0-100"`
	Style         int            `json:"style,omitempty"`
	Label         string         `json:"label,omitempty" limit:"0-80"`
	Emoji         *Emoji         `json:"emoji,omitempty"`
	URL           string         `json:"url,omitempty" limit:"0-512"`
	Disabled      bool           `json:"disabled,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty" limit:"0-150"`
	MinValues     *int           `json:"min_values,omitempty" limit:"0-25"`
	MaxValues     *int           `json:"max_values,omitempty" limit:"1-25"`
	Options       []SelectOption `json:"options,omitempty" limit:"0-25"`
	DefaultValues []DefaultValue `json:"default_values,omitempty" limit:"0-25"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`
	MaxLength     *int           `json:"max_length,omitempty" limit:"1-4000"`
	Required      *bool          `json:"required,omitempty"`
	Value         string         `json:"value,omitempty" limit:"0-4000"`

	Description string `json:"description,omitempty" limit:"0-100"` // of a label
}

// A SelectOption is an option of a string select.
type SelectOption struct {
	Label       string `json:"label" limit:"1-100"`
	Value       string `json:"value" limit:"1-100"`
	Description string `json:"description,omitempty" limit:"0-100"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// A DefaultValue is a preselected value of a user, role or channel select.
type DefaultValue struct {
	ID   ID     `json:"id"`
	Type string `json:"type"`
}

// IsSelect reports whether the component is a select menu of any kind.
func (c *Component) IsSelect() bool {
	switch c.Type {
	case StringSelect, UserSelect, RoleSelect, ChannelSelect:
		return true
	}
	return false
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

// FillDefaults completes the components of a message or a form as Discord does: it numbers them, and sets defaults such
// as max_values.
func FillDefaults(list []Component) {
	next := 1
	Walk(list, func(c *Component) {
		c.ID = next
		next++
		if c.IsSelect() || c.Type == FileUpload {
			c.MinValues, c.MaxValues = cmp.Or(c.MinValues, new(1)), cmp.Or(c.MaxValues, new(1))
		}
	})
}
