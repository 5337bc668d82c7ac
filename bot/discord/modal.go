package discord

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits for a modal.
const (
	modalTitleLimit       = 45
	modalLabelLimit       = 45 // of a field
	modalDescriptionLimit = 100
	modalPlaceholderLimit = 100
	ModalFieldLimit       = 4000 // of a field's value
)

// Components that discordgo does not know.
const (
	modalLabel = 18 // names a field of a modal
	fileUpload = 19 // a field that takes a file
)

// ErrModalTooLate: the response was already deferred or sent, and after that Discord opens no modal.
var ErrModalTooLate = errors.New("discord: a modal can only be the first response")

// Modal is a form in a separate window. Submitting it arrives as an interaction with its ID.
type Modal struct {
	ID     string
	Title  string // cut to 45 characters
	Fields []Field
}

// Field is a field of a modal, which has one to five: a text, or a menu.
type Field struct {
	ID          string
	Label       string // cut to 45 characters
	Description string // below the label; cut to 100 characters
	Placeholder string // what an empty field shows; cut to 100 characters
	Text        string // what is in it at first: a text, or the id of the person who is chosen in a menu of people
	MaxLength   int    // of a text, in characters; at most ModalFieldLimit
	Long        bool   // a text that has several lines, or is too long for one
	Required    bool

	Kind    FieldKind
	Options []discordgo.SelectMenuOption // of a MenuField
	Most    int                          // how many of a menu can be chosen; 0 means one
}

// FieldKind is what a field of a modal takes.
type FieldKind uint8

// The kinds of field.
const (
	TextField   FieldKind = iota
	MenuField             // one or more of Options
	PersonField           // a person
	RoleField             // a role
	FileField             // a file
)

// component encodes a field for Discord.
func (f Field) component() map[string]any {
	input := map[string]any{"custom_id": f.ID, "required": f.Required}
	if f.Placeholder != "" {
		input["placeholder"] = Cut(f.Placeholder, modalPlaceholderLimit)
	}
	least := 0
	if f.Required {
		least = 1
	}
	if f.Kind != TextField {
		input["min_values"], input["max_values"] = least, max(f.Most, 1)
	}
	switch f.Kind {
	case TextField:
		input["type"], input["style"] = discordgo.TextInputComponent, discordgo.TextInputShort
		if f.Long {
			input["style"] = discordgo.TextInputParagraph
		}
		input["max_length"] = f.MaxLength
		if f.Text != "" {
			input["value"] = Cut(f.Text, f.MaxLength)
		}
	case FileField:
		input["type"] = fileUpload
	case MenuField:
		input["type"], input["options"] = discordgo.SelectMenuComponent, f.Options
	case PersonField:
		input["type"] = discordgo.UserSelectMenuComponent
		if f.Text != "" {
			input["default_values"] = []map[string]string{{"id": f.Text, "type": "user"}}
		}
	case RoleField:
		input["type"] = discordgo.RoleSelectMenuComponent
	}
	label := map[string]any{"type": modalLabel, "label": Cut(f.Label, modalLabelLimit), "component": input}
	if f.Description != "" {
		label["description"] = Cut(f.Description, modalDescriptionLimit)
	}
	return label
}

// OpenModal shows a modal to the person, instead of any Send. The error is [ErrModalTooLate], [ErrDuplicate],
// [ErrExpired] or Discord's reason for rejecting the modal. The submission of a modal cannot be answered with another
// modal.
func (a *Answer) OpenModal(ctx context.Context, m Modal) error {
	if a.stage != fresh {
		return ErrModalTooLate
	}
	var fields []map[string]any
	for _, f := range m.Fields {
		fields = append(fields, f.component())
	}
	data := map[string]any{"custom_id": m.ID, "title": Cut(m.Title, modalTitleLimit), "components": fields}
	_, err := a.callback(ctx, discordgo.InteractionResponseModal, data, nil, false)
	switch {
	case err == nil:
		a.stage = answered
	case errors.Is(err, errDeferred):
		return ErrModalTooLate
	}
	return err
}

// ModalValues returns the submitted values of a modal by the ids of their fields. What was chosen in a menu is
// separated by spaces. The components are those of the interaction's data; what is no field in them is left out.
func ModalValues(components json.RawMessage) map[string]string {
	var labels []struct {
		Field struct {
			ID     string   `json:"custom_id"`
			Value  string   `json:"value"`
			Values []string `json:"values"`
		} `json:"component"`
	}
	texts := make(map[string]string)
	if json.Unmarshal(components, &labels) != nil {
		return texts
	}
	for _, label := range labels {
		if f := label.Field; f.ID != "" {
			texts[f.ID] = f.Value + strings.Join(f.Values, " ")
		}
	}
	return texts
}
