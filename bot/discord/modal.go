package discord

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits for a modal.
const (
	ModalTitleLimit       = 45
	ModalLabelLimit       = 45 // of a field
	ModalPlaceholderLimit = 100
	ModalFieldLimit       = 4000 // of a field's value
)

// ErrModalTooLate: the response was already deferred or sent, and after that Discord opens no modal.
var ErrModalTooLate = errors.New("discord: a modal can only be the first response")

// Modal is a form in a separate window. Submitting it arrives as an interaction with its ID.
type Modal struct {
	ID     string
	Title  string // truncated to ModalTitleLimit
	Fields []Field
}

// Field is a text input of a modal, which has one to five.
type Field struct {
	ID          string
	Label       string // what is longer than ModalLabelLimit is cut
	Placeholder string // what an empty field shows
	Text        string // what is in it at first
	MaxLength   int    // characters; at most ModalFieldLimit
	Required    bool
}

// OpenModal shows a modal to the person, instead of any Send. The error is [ErrModalTooLate], [ErrDuplicate],
// [ErrExpired] or Discord's reason for rejecting the modal. The submission of a modal cannot be answered with another
// modal.
func (a *Answer) OpenModal(ctx context.Context, m Modal) error {
	if a.stage != fresh {
		return ErrModalTooLate
	}
	var rows []discordgo.MessageComponent
	for _, f := range m.Fields {
		// discordgo decodes submissions with rows; it does not know Discord's newer labels.
		rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
			CustomID: f.ID, Label: Cut(f.Label, ModalLabelLimit), Value: Cut(f.Text, f.MaxLength),
			Placeholder: Cut(f.Placeholder, ModalPlaceholderLimit), Style: discordgo.TextInputParagraph,
			MaxLength: f.MaxLength, Required: f.Required,
		}}})
	}
	data := map[string]any{"custom_id": m.ID, "title": Cut(m.Title, ModalTitleLimit), "components": rows}
	_, err := a.callback(ctx, discordgo.InteractionResponseModal, data, nil, false)
	switch {
	case err == nil:
		a.stage = answered
	case errors.Is(err, errDeferred):
		return ErrModalTooLate
	}
	return err
}

// ModalValues returns the submitted values of a modal by the ids of their fields.
func ModalValues(data discordgo.ModalSubmitInteractionData) map[string]string {
	texts := make(map[string]string)
	for _, c := range data.Components {
		row, ok := c.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, field := range row.Components {
			if input, ok := field.(*discordgo.TextInput); ok {
				texts[input.CustomID] = input.Value
			}
		}
	}
	return texts
}
