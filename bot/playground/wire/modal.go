package wire

import (
	"reflect"
	"slices"
)

// A ModalForm is the data of callback type 9: a modal that the client opens.
type ModalForm struct {
	CustomID   string      `json:"custom_id" limit:"1-100"`
	Title      string      `json:"title" limit:"1-45"`
	Components []Component `json:"components" limit:"1-5"`
}

// Check returns the error with which Discord would refuse to open the modal, or nil.
func (m *ModalForm) Check() error {
	var p formErrors
	f := p.root()
	f.limits(reflect.ValueOf(m))
	checkComponents(f.key("components"), m.Components, Label)
	return p.err()
}

// A ThreadForm is the body of a request that creates or changes a thread.
type ThreadForm struct {
	Name                string `json:"name" limit:"0-100"` // empty: unchanged
	AutoArchiveDuration *int   `json:"auto_archive_duration"`
	Archived            *bool  `json:"archived"`
	Locked              *bool  `json:"-"` // by the server's owner only
}

// Check returns the error with which Discord would refuse the form, or nil. creating is set for a new thread, which
// needs a name.
func (t *ThreadForm) Check(creating bool) error {
	var p formErrors
	f := p.root()
	f.limits(reflect.ValueOf(t))
	if creating && t.Name == "" {
		f.key("name").required()
	}
	if d := t.AutoArchiveDuration; d != nil && !slices.Contains([]int{60, 1440, 4320, 10080}, *d) {
		f.key("auto_archive_duration").add("BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	return p.err()
}
