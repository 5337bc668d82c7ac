package wire

import (
	"slices"
	"strings"
)

// A ModalForm is the data of callback type 9: a modal that the client opens.
type ModalForm struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Check returns the error with which Discord would refuse to open the modal, or nil.
func (m *ModalForm) Check() error {
	var p FormErrors
	f := p.Root()
	f.Key("custom_id").length(m.CustomID, 1, 100)
	f.Key("title").length(m.Title, 1, 45)
	checkModalComponents(f.Key("components"), m.Components)
	return p.Err()
}

// Inputs returns the fields of the modal that a person fills in, in order.
func (m *ModalForm) Inputs() []*Component {
	var in []*Component
	Walk(m.Components, func(c *Component) {
		if c.IsInput() {
			in = append(in, c)
		}
	})
	return in
}

// A ThreadForm is the body of a request that creates or changes a thread.
type ThreadForm struct {
	Name                *string `json:"name"`
	AutoArchiveDuration *int    `json:"auto_archive_duration"`
	Slowmode            *int    `json:"rate_limit_per_user"`
	Archived            *bool   `json:"archived"`
	Locked              *bool   `json:"locked"`
}

// Check returns the error with which Discord would refuse the form, or nil. creating is set for a new thread, which
// needs a name.
func (t *ThreadForm) Check(creating bool) error {
	var p FormErrors
	f := p.Root()
	switch {
	case t.Name != nil:
		f.Key("name").length(strings.TrimSpace(*t.Name), 1, 100)
	case creating:
		f.Key("name").required()
	}
	if d := t.AutoArchiveDuration; d != nil && !slices.Contains([]int{60, 1440, 4320, 10080}, *d) {
		f.Key("auto_archive_duration").Add("BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	within(f.Key("rate_limit_per_user"), t.Slowmode, 0, 21600)
	return p.Err()
}
