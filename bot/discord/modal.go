package discord

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"
)

// What Discord takes at most in a modal.
const (
	ModalTitleLimit = 45
	ModalLabelLimit = 45 // of a field
	ModalHintLimit  = 100
	ModalFieldLimit = 4000 // of what a person writes
)

// ErrTooLate: the person was told already that the answer takes longer, and after that Discord opens no modal.
var ErrTooLate = errors.New("discord: a modal can only be the first answer")

// Modal is a form in a window of its own that a person fills in. The answer comes back as an interaction with its ID.
type Modal struct {
	ID     string
	Title  string // what is longer than ModalTitleLimit is cut
	Fields []Field
}

// Field is a text to be written in a modal; a modal has one to five.
type Field struct {
	ID       string
	Label    string // what is longer than ModalLabelLimit is cut
	Hint     string // what an empty field shows
	Text     string // what is in it at first
	Most     int    // characters; at most ModalFieldLimit
	Required bool
}

// Open shows a modal to the person, in place of any Send. The error is ErrTooLate, ErrDuplicate, ErrLost or what
// Discord has against the modal. A form that was sent cannot be answered by another one.
func (a *Answer) Open(ctx context.Context, m Modal) error {
	if a.stage != fresh {
		return ErrTooLate
	}
	var rows []discordgo.MessageComponent
	for _, f := range m.Fields {
		// A row is how discordgo reads what comes back; it does not know Discord's newer labels.
		rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
			CustomID: f.ID, Label: Cut(f.Label, ModalLabelLimit), Placeholder: Cut(f.Hint, ModalHintLimit), Value: Cut(f.Text, f.Most),
			Style: discordgo.TextInputParagraph, MaxLength: f.Most, Required: f.Required,
		}}})
	}
	data := map[string]any{"custom_id": m.ID, "title": Cut(m.Title, ModalTitleLimit), "components": rows}
	_, err := a.callback(ctx, discordgo.InteractionResponseModal, data, nil, false)
	switch {
	case err == nil:
		a.stage = answered
	case errors.Is(err, errThinking):
		return ErrTooLate
	}
	return err
}

// Written is what a person wrote into the fields of a modal, by their ids.
func Written(data discordgo.ModalSubmitInteractionData) map[string]string {
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
