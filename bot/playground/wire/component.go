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
	TextDisplay   = 10
	Label         = 18
	FileUpload    = 19
)

// A Component is a button, a select menu, a text input, a row or label with components, or any other component. Type
// determines which fields apply.
type Component struct {
	Type int `json:"type"`
	ID   int `json:"id,omitempty"` // unique in the message; Discord assigns it if the bot does not

	// The children of a row and of a label.
	Components []Component `json:"components,omitempty"`
	Component  *Component  `json:"component,omitempty"`

	// Interactive components. Label is also the heading of a Label component.
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
	Value         string         `json:"value,omitempty"`

	Description string `json:"description,omitempty"` // of a label
	Content     string `json:"content,omitempty"`     // of a text display
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

// IsSelect reports whether the component is a select menu of any kind.
func (c *Component) IsSelect() bool {
	switch c.Type {
	case StringSelect, UserSelect, RoleSelect, ChannelSelect:
		return true
	}
	return false
}

// IsInput reports whether the component is a field that a person fills in.
func (c *Component) IsInput() bool {
	return c.Type == TextInput || c.IsSelect() || c.Type == FileUpload
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
		if c.IsSelect() || c.Type == FileUpload {
			c.MinValues, c.MaxValues = cmp.Or(c.MinValues, new(1)), cmp.Or(c.MaxValues, new(1))
		}
	})
}
